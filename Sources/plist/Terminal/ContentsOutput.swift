// File contents on standard output: the exact bytes for a program, and escaped control characters
// for a terminal.

internal import PropertyLists

/// Standard output for the contents of files.
struct ContentsOutput {
  /// Whether control characters are written to a terminal without escaping them.
  var isRaw = false

  /// Whether control characters are escaped.
  var isEscaped: Bool { !isRaw && StandardStream.output.isTerminal }

  /// Writes text. For a terminal, control characters except tabs and line breaks are escaped as
  /// `\\u{1B}`, or as in JSON if that is the format.
  func write(_ text: String, as format: PlistFormat? = nil) throws(StreamError) {
    try StandardStream.output.write((isEscaped ? text.terminalEscaped(as: format) : text).utf8)
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
        text += String(scalar).withJSONEscapes
      } else {
        text += String(scalar).escaped()
      }
    }
    return text
  }
}
