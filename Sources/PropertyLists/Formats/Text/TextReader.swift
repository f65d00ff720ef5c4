// The code that all readers of text formats share. They build a table in one pass, and either stop
// at the first fault or continue after faults in values.

/// A reader of one text.
protocol TextReader: ~Copyable {
  var table: TextTable { get set }

  init(_ input: FormatInput, options: PlistReadingOptions)

  /// Reads the root and all its contents.
  mutating func readDocument() throws(PlistError)

  /// Returns the storage after the document was read.
  consuming func finish(_ input: FormatInput) -> DocumentStorage
}

extension TextReader where Self: ~Copyable {
  /// Reads the text up to its first fault.
  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  {
    var reader = Self(input, options: options)
    try reader.readDocument()
    return reader.finish(input)
  }

  /// Reads the text and continues after faults in values, which are reported among the warnings.
  static func check(_ input: FormatInput, options: PlistReadingOptions) -> CheckedInput {
    var reader = Self(input, options: options)
    reader.table.collectsFaults = true
    do throws(PlistError) { try reader.readDocument() } catch {
      return .ended(reader.table.findings(endingWith: error))
    }
    return .read(PlistDocument(reader.finish(input)))
  }

  /// Returns an error at a byte of the text.
  func failure(_ code: PlistError.Code, message: String, at offset: Int) -> PlistError {
    table.failure(code, message: message, at: offset)
  }

  /// Returns the line of a byte of the text, counted from 1.
  func line(of offset: Int) -> Int { table.line(of: offset) }

  /// Returns the character at a byte of the text, quoted for a message.
  func shownCharacter(at offset: Int) -> String { table.shownCharacter(at: offset) }
}
