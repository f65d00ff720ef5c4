// Values of files on standard output. If there may be several files, each line includes the name of
// its file.

internal import PropertyLists

/// Standard output for values.
struct ValueOutput {
  /// Whether there may be several files, so that the name of the file is printed as well.
  let areNamed: Bool
  /// The text to print for an absent value.
  let substitute: String?
  /// The header with the name of the file, for output with separate lines.
  private(set) var header: FileHeader
  private var input: Input?

  init(areNamed: Bool, substitute: String?) {
    self.areNamed = areNamed
    self.substitute = substitute
    header = FileHeader(isShown: areNamed)
  }

  /// Begins the output of the values that are found in a file.
  mutating func begin(_ found: FileValues) {
    input = found.input
  }

  /// Writes the header of a file.
  mutating func writeHeader(_ input: Input) throws(StreamError) { try header.write(input) }

  /// Writes the text of one value, which ends with a line break.
  ///
  /// - Parameters:
  ///   - format: The format of the text; nil for plain text.
  ///   - isRaw: Whether control characters are written to a terminal without escaping them.
  func write(
    _ text: String, as format: PlistFormat? = nil, isRaw: Bool = false
  ) throws(StreamError) {
    let output = ContentsOutput(isRaw: isRaw)
    guard areNamed, let input else { return try output.write(text, as: format) }
    let prefix = input.nameOnOutput + ":".utf8
    let shown = output.isEscaped ? text.terminalEscaped(as: format) : text
    let lines = shown.utf8.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try StandardStream.output.write(lines.map { prefix + $0 + "\n".utf8 }.joined())
  }
}
