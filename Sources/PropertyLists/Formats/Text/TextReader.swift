// What the readers of texts have in common, whatever their grammar: they make a table in one pass,
// and either stop at the first fault or step over those of values.

/// A reader of one text.
protocol TextReader: ~Copyable {
  var table: TextTable { get set }

  init(_ text: SourceBytes, _ origin: TextOrigin, _ options: PlistReadingOptions)

  /// Reads the root and all that is in it.
  mutating func readDocument() throws(PlistError)

  /// The storage, once the document was read.
  consuming func finish(_ text: SourceBytes) -> DocumentStorage
}

extension TextReader where Self: ~Copyable {
  /// Reads a text up to its first fault.
  static func read(
    _ text: SourceBytes, _ origin: TextOrigin, _ options: PlistReadingOptions
  ) throws(PlistError) -> DocumentStorage {
    var reader = Self(text, origin, options)
    try reader.readDocument()
    return reader.finish(text)
  }

  /// Reads a text and steps over faults of values, which then stand among the warnings.
  static func check(
    _ text: SourceBytes, _ origin: TextOrigin, _ options: PlistReadingOptions
  ) -> TextCheck {
    var reader = Self(text, origin, options)
    reader.table.collectsFaults = true
    do throws(PlistError) { try reader.readDocument() } catch {
      return .ended(reader.table.findings(endingWith: error))
    }
    return .read(PlistDocument(reader.finish(text)))
  }
}

/// What a check makes of a text.
enum TextCheck {
  /// It was read to its end; findings are the document's warnings.
  case read(PlistDocument)
  /// An error, the last of the findings, ended the reading.
  case ended([PlistDiagnostic])
}
