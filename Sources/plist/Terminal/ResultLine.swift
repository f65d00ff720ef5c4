// A line of `--lines`: what a command found in one file, as a JSON object in one line.

internal import PropertyLists

/// A JSON object under construction: the name of a file first.
struct ResultLine {
  private var text: String
  private(set) var failure: FileFailure?

  /// A line about a file.
  ///
  /// - Parameter name: The name, as messages have it.
  init(file name: String) { text = "{\"file\":" + Self.quoted(name) }

  /// Adds a member whose value is JSON in one line.
  mutating func add(_ key: String, json: Data) {
    text += ",\(Self.quoted(key)):" + String(decoding: json, as: UTF8.self)
  }

  /// Adds an object of members whose values are JSON in one line.
  mutating func add(_ key: String, members: [(key: String, json: Data)]) {
    let pairs = members.map { Self.quoted($0.key) + ":" + String(decoding: $0.json, as: UTF8.self) }
    add(key, json: Data("{\(pairs.joined(separator: ","))}".utf8))
  }

  /// Adds the first failure as the error.
  mutating func add(_ failure: FileFailure) {
    guard self.failure == nil else { return }
    self.failure = failure
    if let diagnostic = failure.diagnostic { add("error", json: Data(diagnostic.json.utf8)) }
  }

  /// Writes the line.
  func write() throws(StreamError) {
    try ContentsOutput().write(Data((text + "}\n").utf8), as: .json)
  }

  private static func quoted(_ text: String) -> String {
    guard let data = try? Plist.string(text).compactJSON(as: .json) else { return "\"\"" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension PlistWritingOptions {
  /// Everything in one line.
  fileprivate var compacted: PlistWritingOptions {
    var options = self
    options.layout = .compact
    return options
  }
}

extension Plist {
  /// The value as JSON in one line, without a line break at the end.
  func compactJSON(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    try encoded(as: format, options: options.compacted).dropLast()
  }
}

extension PlistDocument {
  /// The document as JSON in one line, without a line break at the end.
  func compactJSON(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    try encoded(as: format, options: options.compacted).dropLast()
  }
}

extension PlistNode {
  /// The value as JSON in one line, without a line break at the end.
  func compactJSON(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    try encoded(as: format, options: options.compacted).dropLast()
  }
}

extension [UInt8] {
  /// JSON in one line: white space outside of text is left out.
  var compactedJSON: Data {
    var compact: [UInt8] = []
    var (isText, isEscaped) = (false, false)
    for byte in self {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      }
      compact.append(byte)
    }
    return Data(compact)
  }
}
