// Contents of files on standard output: bytes as they are for a program, without anything that a
// terminal would obey for people.

internal import PropertyLists

/// Standard output for contents of files.
struct ContentsOutput {
  /// Whether a terminal gets the bytes as they are too.
  var isRaw = false

  /// Whether control characters are escaped.
  var isEscaped: Bool { !isRaw && StandardStream.output.isTerminal }

  /// Writes text; what a terminal would obey as `\\u{1B}`, or as JSON has it where that is the format,
  /// except tabs and line breaks.
  func write(_ text: String, as format: PlistFormat? = nil) throws(StreamError) {
    try StandardStream.output.write((isEscaped ? text.terminalEscaped(as: format) : text).utf8)
  }

  /// Writes a property list in a format of text.
  func write(_ data: Data, as format: PlistFormat) throws(StreamError) {
    try StandardStream.output.write(isEscaped ? data.terminalEscaped(as: format) : data)
  }
}

extension Data {
  /// A property list in a format of text with escapes for all that a terminal would obey.
  func terminalEscaped(as format: PlistFormat) -> Data {
    Data(String(decoding: self, as: UTF8.self).terminalEscaped(as: format).utf8)
  }
}

extension String {
  /// The text with escapes for all that a terminal would obey but tabs and line feeds: those of JSON
  /// in JSON, and `\\u{1B}` elsewhere.
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
