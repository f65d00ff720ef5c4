// NSAttributedString and its variants: text, the distinct attribute dictionaries and, for each run,
// its length in UTF-16 code units and the index of its dictionary.
internal import PropertyLists

/// The layout of attributed text.
package enum AttributedStringLayout {
  /// The key of the text; character sets use it for their text.
  static let string = "NSString"
  private static let (attributes, runs, delegate) = (
    "NSAttributes", "NSAttributeInfo", "NSDelegate"
  )

  /// The locations of the parts, nil if they are not stored, and the runs: alternating lengths and
  /// dictionary indexes; nil if one dictionary applies to the whole text.
  package struct AttributedStringContents {
    package var text: ValuePosition?
    package var attributes: ValuePosition?
    package var delegate: ValuePosition?
    package var runs: [UInt64]?

    /// Returns the runs of a string, each with the index of its dictionary; the number of
    /// dictionaries is nil if one applies to the whole string.
    package func runs(ofLength length: Int, dictionaryCount count: Int?, _ source: ObjectSource)
      throws -> [AttributeRun]
    {
      guard let count else { return length > 0 ? [AttributeRun(length: length, number: 0)] : [] }
      guard let runs else {
        throw source.error(.typeMismatch, message: "expected a length for each run of attributes")
      }
      var rest = length
      return try stride(from: 0, to: runs.count - 1, by: 2).map { index in
        guard let length = Int(exactly: runs[index]), length <= rest,
          let number = Int(exactly: runs[index + 1]), number < count
        else { throw AttributedStringLayout.missingAttributes(source) }
        rest -= length
        return AttributeRun(length: length, number: number)
      }
    }
  }

  /// A run of text with the same attributes.
  package struct AttributeRun {
    /// The length, in UTF-16 code units.
    package var length: Int
    /// The index of its dictionary.
    package var number: Int
  }

  /// The error for a run that is longer than the text, or whose dictionary is missing or invalid.
  package static func missingAttributes(_ source: ObjectSource) -> ArchiveError {
    source.error(.typeMismatch, message: "expected attributes for each run")
  }

  /// The error for attributes that are neither a dictionary nor an array.
  package static func otherAttributes(_ source: ObjectSource) -> ArchiveError {
    source.error(.typeMismatch, message: "expected a dictionary of attributes, or an array of them")
  }

  package static func contents(_ source: ObjectSource) throws -> AttributedStringContents {
    var contents = AttributedStringContents()
    contents.text = try source.value(.name(string))
    contents.attributes = try source.value(.name(attributes))
    contents.delegate = try source.value(.name(delegate))
    guard source.hasValue(runs) else { return contents }
    guard let numbers = try source.packedNumbers(runs), numbers.count.isMultiple(of: 2) else {
      throw source.error(
        .typeMismatch, message: "expected pairs of a length and an attribute index in \(runs)")
    }
    contents.runs = numbers
    return contents
  }

  /// Writes attributed text: one dictionary of attributes, or an array of dictionaries and the runs
  /// as alternating lengths and indexes.
  package static func write(
    text: SinkValue, attributes: SinkValue?, runs: [UInt64], delegate: SinkValue? = nil,
    to sink: ObjectSink
  ) throws {
    try sink.add(text, key: .name(string))
    if let attributes { try sink.add(attributes, key: .name(Self.attributes)) }
    if !runs.isEmpty {
      try sink.add(.mutableData(PackedNumbers.bytes(of: runs)), key: .name(Self.runs))
    }
    if let delegate { try sink.add(delegate, key: .name(Self.delegate)) }
  }
}
