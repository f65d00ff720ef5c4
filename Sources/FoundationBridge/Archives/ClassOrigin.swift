// Whose class it is: Foundation's own are mapped to Apple's layout here, and never asked to code
// themselves; those of programs are asked, unless they inherit the coding of Foundation's.
internal import KeyedArchives

/// Where a class comes from.
enum ClassOrigin {
  /// Foundation.
  case foundation
  /// The program; its superclasses are the program's too, but for `NSObject`.
  case program
  /// The program, below a class of Foundation's that would code itself.
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

  /// Classes that are imported from Objective-C have the module `__C`, or none.
  private static func isFoundations(_ type: AnyClass) -> Bool {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.count == 1 || ["Foundation", "FoundationEssentials", "__C"].contains(parts[0])
  }
}

/// Why something cannot be archived, before its place is known.
struct RefusedValue: Error {
  var code: ArchiveError.Code
  var message: String

  init(_ code: ArchiveError.Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension ClassOrigin {
  /// - Throws: What is wrong with a class that inherits the coding of one of Foundation's.
  func refuseInheritedCoding(of type: AnyClass) throws(RefusedValue) {
    guard case .belowFoundation(let superclass) = self else { return }
    throw RefusedValue(
      .notRepresentable,
      message:
        "\(type) is a subclass of \(superclass), whose coding cannot be used; only classes below NSObject"
        + " can code themselves")
  }
}
