// Values of files on standard output: each line with the name of its file where there may be several
// files.

internal import PropertyLists

/// Standard output for values.
struct ValueOutput {
  /// Whether there may be several files, so that the name of the file is printed too.
  let areNamed: Bool
  /// The text in the place of what is absent.
  let substitute: String?
  /// The line with the name of the file, for what has lines of its own.
  private(set) var header: FileHeader
  private var prefix = ""

  init(areNamed: Bool, substitute: String?) {
    self.areNamed = areNamed
    self.substitute = substitute
    header = FileHeader(isShown: areNamed)
  }

  /// Begins with what is found in a file.
  mutating func begin(_ found: FileValues) {
    if areNamed { prefix = found.input.name.withoutControls + ":" }
  }

  /// Writes the header of a file.
  mutating func writeHeader(_ input: Input) throws(StreamError) { try header.write(input) }

  /// Writes the text of one value, which ends with a line break.
  ///
  /// - Parameters:
  ///   - format: The format that it is in; nil for plain text.
  ///   - isRaw: Whether a terminal gets control characters too.
  func write(
    _ text: String, as format: PlistFormat? = nil, isRaw: Bool = false
  ) throws(StreamError) {
    guard areNamed else { return try ContentsOutput(isRaw: isRaw).write(text, as: format) }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    try ContentsOutput(isRaw: isRaw).write(
      lines.map { prefix + $0 + "\n" }.joined(), as: format)
  }
}
