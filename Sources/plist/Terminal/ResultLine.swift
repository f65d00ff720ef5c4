// A line of `--lines`: the result of a command for one file, as a JSON object on one line.

internal import PropertyLists

/// A JSON object that begins with the name of a file, and to which members are added.
struct ResultLine {
  private var text: String
  private(set) var failure: FileFailure?

  /// Creates the line of a file.
  ///
  /// - Parameter name: The name of the file in messages.
  init(file name: String) { text = "{\"file\":" + Self.quoted(name) }

  /// Adds a member whose value is JSON on one line.
  mutating func add(_ key: String, json: Data) {
    text += ",\(Self.quoted(key)):" + String(decoding: json, as: UTF8.self)
  }

  /// Adds an array of values that are JSON on one line.
  mutating func add(_ key: String, elements: [Data]) { add(key, json: .array(elements)) }

  /// Adds an object with members whose values are JSON on one line.
  mutating func add(_ key: String, members: [(key: String, json: Data)]) {
    let pairs = members.map { Self.quoted($0.key) + ":" + String(decoding: $0.json, as: UTF8.self) }
    add(key, json: Data("{\(pairs.joined(separator: ","))}".utf8))
  }

  /// Adds a failure as the error, unless there is one already.
  mutating func add(_ failure: FileFailure) {
    guard self.failure == nil else { return }
    self.failure = failure
    if let diagnostic = failure.diagnostic { add("error", json: Data(diagnostic.json.utf8)) }
  }

  func write() throws(StreamError) {
    try ContentsOutput().write(Data((text + "}\n").utf8), as: .json)
  }

  private static func quoted(_ text: String) -> String {
    guard let data = try? Plist.string(text).compactJSON() else { return "\"\"" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension PlistWritingOptions {
  /// The same options with a compact layout.
  fileprivate var compacted: PlistWritingOptions {
    var options = self
    options.layout = .compact
    return options
  }
}

extension Data {
  /// Returns a JSON array of values that are JSON on one line.
  static func array(_ elements: [Data]) -> Data {
    Data("[".utf8) + Data(elements.joined(separator: Data(",".utf8))) + Data("]".utf8)
  }
}

extension Plist {
  /// Returns the value as JSON on one line, without a line break at the end.
  func compactJSON() throws(PlistError) -> Data {
    try encoded(as: .json, options: PlistWritingOptions().compacted).dropLast()
  }
}

extension PlistDocument {
  /// Returns the document as JSON on one line, without a line break at the end.
  func compactJSON(as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions())
    throws(PlistError) -> Data
  { try encoded(as: format, options: options.compacted).dropLast() }
}

extension PlistNode {
  /// Returns the value as JSON on one line, without a line break at the end.
  func compactJSON(as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions())
    throws(PlistError) -> Data
  { try encoded(as: format, options: options.compacted).dropLast() }
}

extension [UInt8] {
  /// The JSON without white space outside of strings.
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
