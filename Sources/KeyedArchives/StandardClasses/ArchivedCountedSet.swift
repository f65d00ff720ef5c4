// A set that counts its objects.

/// A set that counts how many times each object is in it (`NSCountedSet`).
public final class ArchivedCountedSet: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSCountedSet" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass {
    ArchivedClass("NSCountedSet", "NSMutableSet", "NSSet", "NSObject")
  }
  /// The objects and their numbers, in the order of the archive.
  public var elements: [(object: AnyArchivedObject, count: Int)]

  /// A counted set of some objects.
  public init(_ elements: [(object: AnyArchivedObject, count: Int)] = []) {
    self.elements = elements
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    elements = []
    if coder.containsGenerated("$0"), !coder.containsValue(forKey: "NS.count") {
      try readGenerated(coder)
    } else {
      try readKeyed(coder)
    }
  }

  private func readKeyed(_ coder: UnarchivingCoder) throws {
    let count = try coder.decodeInteger(forKey: "NS.count")
    for position in 0..<max(0, count) {
      guard coder.containsValue(forKey: "NS.object\(position)") else { break }
      elements.append(
        (
          try coder.any(forKey: "NS.object\(position)"),
          try coder.decodeInteger(forKey: "NS.count\(position)")
        ))
    }
  }

  /// GNUstep's form: how many, then each object and its number, under keys that archivers make up.
  private func readGenerated(_ coder: UnarchivingCoder) throws {
    for position in 0..<max(0, min(try coder.generatedInteger("$0"), .max / 4)) {
      let (object, count) = ("$\(position * 2 + 1)", "$\(position * 2 + 2)")
      guard coder.containsGenerated(object) else { break }
      elements.append((try coder.generated(object), try coder.generatedInteger(count)))
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(elements.count, forKey: "NS.count")
    for (position, element) in elements.enumerated() {
      try coder.encode(element.object, forKey: "NS.object\(position)")
      try coder.encode(element.count, forKey: "NS.count\(position)")
    }
  }
}
