// A C structure in an object: ranges, points, sizes, rectangles and insets, and others by their types.

/// A C structure in an object (`NSValue`).
public final class ArchivedStructure: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSValue" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSValue", "NSObject") }
  /// The structure.
  public var content: Content

  /// A structure.
  public enum Content {
    /// A range.
    case range(ArchivedRange)
    /// A point, a size or a rectangle.
    case point(ArchivedPoint)
    /// A size.
    case size(ArchivedSize)
    /// A rectangle.
    case rect(ArchivedRect)
    /// Insets: top, left, bottom, right.
    case edgeInsets(top: Double, left: Double, bottom: Double, right: Double)
    /// Anything else: its Objective-C type, such as `i` or `[3i]`, and its value.
    case other(type: ArchivedText, value: AnyArchivedObject)
  }

  /// A structure in an object.
  public init(_ content: Content) { self.content = content }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    switch try coder.decodeInteger(Int.self, forKey: "NS.special") {
    case 1: content = .point(try Self.read(coder, "NS.pointval"))
    case 2: content = .size(try Self.read(coder, "NS.sizeval"))
    case 3: content = .rect(try Self.read(coder, "NS.rectval"))
    case 4:
      content = .range(
        ArchivedRange(
          location: try coder.index(forKey: "NS.rangeval.location"),
          length: try coder.index(forKey: "NS.rangeval.length")))
    case 12:
      content = .edgeInsets(
        top: try coder.decodeDouble(forKey: "NS.edgeval.top"),
        left: try coder.decodeDouble(forKey: "NS.edgeval.left"),
        bottom: try coder.decodeDouble(forKey: "NS.edgeval.bottom"),
        right: try coder.decodeDouble(forKey: "NS.edgeval.right"))
    case 0 where coder.containsGenerated("$0"):
      content = .other(
        type: try coder.generatedText("$0"), value: try coder.generated("$1"))
    case let special: throw coder.mismatch("a structure of a known kind, not \(special)")
    }
  }

  private static func read<Value: GeometryText>(_ coder: UnarchivingCoder, _ key: String) throws
    -> Value
  {
    let text = try coder.text(forKey: key)
    if let value = Value(text) { return value }
    throw coder.mismatch("numbers in braces for \(key)")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    switch content {
    case .point(let value): try encode(value.text, "NS.pointval", 1, coder)
    case .size(let value): try encode(value.text, "NS.sizeval", 2, coder)
    case .rect(let value): try encode(value.text, "NS.rectval", 3, coder)
    case .range(let range):
      coder.encodeObject(Int(truncatingIfNeeded: range.length), forKey: "NS.rangeval.length")
      coder.encodeObject(Int(truncatingIfNeeded: range.location), forKey: "NS.rangeval.location")
      try coder.encode(4, forKey: "NS.special")
    case .edgeInsets(let top, let left, let bottom, let right):
      try coder.encode(top, forKey: "NS.edgeval.top")
      try coder.encode(left, forKey: "NS.edgeval.left")
      try coder.encode(bottom, forKey: "NS.edgeval.bottom")
      try coder.encode(right, forKey: "NS.edgeval.right")
      try coder.encode(12, forKey: "NS.special")
    case .other(let type, let value):
      try coder.encodeGenerated(.text(type), "$0")
      try coder.encodeGenerated(value, "$1")
    }
  }

  private func encode(_ text: ArchivedText, _ key: String, _ special: Int, _ coder: ArchivingCoder)
    throws
  {
    try coder.encode(text, forKey: key)
    try coder.encode(special, forKey: "NS.special")
  }
}
