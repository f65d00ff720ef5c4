// Values and contents of files on standard output: the exact bytes for a program, and escaped
// control characters for a terminal. If there may be several files, each line includes the name of
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
  /// The beginning of each line: the name of the file, if it is printed.
  private var prefix: [UInt8] = []

  init(areNamed: Bool, substitute: String?) {
    self.areNamed = areNamed
    self.substitute = substitute
    header = FileHeader(isShown: areNamed)
  }

  /// Begins the output of the values that are found in a file.
  mutating func begin(_ input: Input) {
    if areNamed { prefix = input.nameOnOutput + ":".utf8 }
  }

  mutating func writeHeader(_ input: Input) throws(StreamError) { try header.write(input) }

  /// Writes the text of one value, which ends with a line break. If `isRaw` is set, control
  /// characters are written to a terminal without escaping them.
  func write(_ text: String, as format: PlistFormat? = nil, isRaw: Bool = false) throws(StreamError)
  {
    let output = ContentsOutput(isRaw: isRaw)
    guard areNamed else { return try output.write(text, as: format) }
    let shown = output.isEscaped ? text.terminalEscaped(as: format) : text
    let lines = shown.utf8.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try StandardStream.output.write(lines.map { prefix + $0 + "\n".utf8 }.joined())
  }
}

/// Standard output for the contents of files.
struct ContentsOutput {
  /// Whether control characters are written to a terminal without escaping them.
  var isRaw = false

  /// Whether control characters are escaped.
  var isEscaped: Bool { !isRaw && StandardStream.output.isTerminal }

  /// Returns text as it is written. For a terminal, control characters except tabs and line breaks are escaped as
  /// `\\u{1B}`, or as in JSON if that is the format.
  func shown(_ text: String, as format: PlistFormat? = nil) -> String {
    isEscaped ? text.terminalEscaped(as: format) : text
  }

  /// Writes text.
  func write(_ text: String, as format: PlistFormat? = nil) throws(StreamError) {
    try StandardStream.output.write(shown(text, as: format))
  }

  /// Writes a property list in a text format.
  func write(_ data: Data, as format: PlistFormat) throws(StreamError) {
    try StandardStream.output.write(isEscaped ? data.terminalEscaped(as: format) : data)
  }
}

extension Data {
  /// Returns a property list in a text format, with control characters escaped for a terminal.
  func terminalEscaped(as format: PlistFormat) -> Data {
    Data(String(decoding: self, as: UTF8.self).terminalEscaped(as: format).utf8)
  }
}

extension String {
  /// Returns the text with control characters except tabs and line feeds escaped for a terminal: as
  /// in JSON if that is the format, and as `\\u{1B}` otherwise.
  func terminalEscaped(as format: PlistFormat?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable || scalar == "\n" || scalar == "\t" {
        text.unicodeScalars.append(scalar)
      } else if format == .json || format == .typedJSON {
        text += scalar.jsonEscape
      } else {
        text += String(scalar).escaped()
      }
    }
    return text
  }
}

/// The header lines with the names of files, in the form of `head`.
struct FileHeader {
  let isShown: Bool
  private var isFirst = true

  init(isShown: Bool) { self.isShown = isShown }

  /// Writes the header of a file, after an empty line unless it is the first.
  mutating func write(_ input: Input) throws(StreamError) {
    guard isShown else { return }
    try StandardStream.output.write(
      (isFirst ? "==> " : "\n==> ").utf8 + input.nameOnOutput + " <==\n".utf8)
    isFirst = false
  }
}
