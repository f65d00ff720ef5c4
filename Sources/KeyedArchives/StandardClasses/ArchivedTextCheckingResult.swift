// What a regular expression has found.

/// What a regular expression has found (`NSTextCheckingResult`).
public final class ArchivedTextCheckingResult: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSTextCheckingResult" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] {
    ["Simple", "Extended", "Complex", ""].map { "NS\($0)RegularExpressionCheckingResult" }
  }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The range of the whole, and of each group.
  public var ranges: [ArchivedRange] {
    rangeObjects.elements.compactMap {
      guard case .range(let range) = $0.object(as: ArchivedStructure.self)?.content else {
        return nil
      }
      return range
    }
  }
  /// The expression.
  public var expression: ArchivedRegularExpression?
  private let rangeObjects: ArchivedArray
  private let wholeRange: ArchivedRange

  /// What an expression has found: the range of the whole, and of each group.
  public init(_ ranges: [ArchivedRange], expression: ArchivedRegularExpression?) {
    self.expression = expression
    wholeRange = ranges.first ?? ArchivedRange(location: 0, length: 0)
    rangeObjects = ArchivedArray(
      ranges.map { .object(ArchivedStructure(.range($0))) },
      as: ranges.count < 8 ? ArchivedArray.mutableClass : ArchivedClass("NSArray", "NSObject"))
    let kind = ranges.count < 4 ? "Simple" : ranges.count < 8 ? "Extended" : "Complex"
    archivedClass = ArchivedClass(
      "NS\(kind)RegularExpressionCheckingResult", "NSRegularExpressionCheckingResult",
      "NSTextCheckingResult", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    expression = try coder.decode(ArchivedRegularExpression.self, forKey: "NSRegularExpression")
    rangeObjects = try coder.decode(ArchivedArray.self, forKey: "NSRangeArray") ?? ArchivedArray()
    wholeRange = ArchivedRange(
      location: try coder.index(forKey: "NSRangeLocation"),
      length: try coder.index(forKey: "NSRangeLength"))
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(expression, forKey: "NSRegularExpression")
    try coder.encode(rangeObjects, forKey: "NSRangeArray")
    coder.encode(index: wholeRange.length, forKey: "NSRangeLength")
    coder.encode(index: wholeRange.location, forKey: "NSRangeLocation")
  }
}
