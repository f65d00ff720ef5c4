// The origin of a class. Foundation's own classes are either mapped to Apple's layouts or not
// created by the bridge; they never encode or decode themselves. A program's classes do, unless
// they inherit the coding of a Foundation class.
internal import KeyedArchives
internal import PropertyLists

/// The origin of a class.
enum ClassOrigin {
  /// Foundation.
  case foundation
  /// The program; its superclasses also belong to the program, except `NSObject`.
  case program
  /// The program; the class inherits the coding of a Foundation class.
  case belowFoundation(AnyClass)

  init(_ type: AnyClass) {
    self = .program
    if Self.isFoundations(type) {
      self = .foundation
      return
    }
    var current: AnyClass? = _getSuperclass(type)
    while let superclass = current {
      if Self.isFoundations(superclass), superclass != NSObject.self {
        self = .belowFoundation(superclass)
        return
      }
      current = _getSuperclass(superclass)
    }
  }

  /// Classes imported from Objective-C have the module `__C`, or none.
  private static func isFoundations(_ type: AnyClass) -> Bool {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.count == 1 || ["Foundation", "FoundationEssentials", "__C"].contains(parts[0])
  }
}

/// The reason why a value cannot be archived, before its path is known.
struct RefusedValue: Error {
  var code: ArchiveError.Code
  var message: String
}

extension ClassOrigin {
  /// - Throws: The error for a class that inherits the coding of a Foundation class.
  func refuseInheritedCoding(of type: AnyClass) throws(RefusedValue) {
    guard case .belowFoundation(let superclass) = self else { return }
    throw RefusedValue(
      code: .notRepresentable,
      message: "\(type) is a subclass of \(superclass), whose encoding cannot be used; only"
        + " direct subclasses of NSObject and their subclasses can encode and decode themselves")
  }
}

/// The Foundation classes that are not mapped to Apple's layouts.
enum FoundationClasses {
  /// Returns the archived names of the given classes that belong to Foundation. Outside of Apple's
  /// systems, not all of Foundation's own names begin with `NS`.
  static func names(of classes: [AnyClass]) -> Set<ByteKey> {
    var names: Set<ByteKey> = []
    for type in classes {
      guard case .foundation = ClassOrigin(type) else { continue }
      let own = String(describing: type)
      names.formUnion([ByteKey(own), ByteKey("NS" + own)])
    }
    return names
  }

  /// Whether a class belongs to Foundation and cannot decode itself. Outside of Apple's systems,
  /// such classes stop the program or do not support Apple's layout.
  static func areUnmade(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      return false
    #else
      if case .foundation = ClassOrigin(type) { return true }
      return false
    #endif
  }
}
