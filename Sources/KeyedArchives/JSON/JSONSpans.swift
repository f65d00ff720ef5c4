// The values of a JSON text as ranges of its bytes, in one flat list: for reading archives, whose
// strings and numbers are copied as they are written. The syntax of the text is already validated.
internal import PropertyLists

/// The values of a valid JSON text, in the order in which they begin.
struct JSONSpans {
  let bytes: [UInt8]
  private(set) var spans: [JSONSpan] = []

  /// A value or key: its kind, its bytes, and the index of the value after it.
  struct JSONSpan: BitwiseCopyable {
    var kind: SpanKind
    var start: Int
    var end: Int
    var next: Int
  }

  /// The kinds of values.
  enum SpanKind: UInt8, BitwiseCopyable { case object, array, string, number, word }

  /// A pair of an object, by the indexes of its key and its value.
  struct JSONMember {
    var key: Int
    var value: Int
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var (position, open): (Int, [Int]) = (0, [])
    while position < bytes.count {
      let start = position
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(spans.count)
        let isObject = bytes[position] == UInt8(ascii: "{")
        add(isObject ? .object : .array, start..<start + 1)
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        position += 1
        guard let index = open.popLast() else { continue }
        spans[index].end = position
        spans[index].next = spans.count
      case UInt8(ascii: "\""):
        position = endOfString(start)
        add(.string, start..<position)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        position = endOfWord(start)
        add(.number, start..<position)
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        position = endOfWord(start)
        add(.word, start..<position)
      default: position += 1
      }
    }
  }

  private mutating func add(_ kind: SpanKind, _ range: Range<Int>) {
    spans.append(
      JSONSpan(kind: kind, start: range.lowerBound, end: range.upperBound, next: spans.count + 1))
  }

  private func endOfString(_ start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  private func endOfWord(_ start: Int) -> Int {
    var position = start
    while position < bytes.count, !Self.delimiters.contains(bytes[position]) { position += 1 }
    return position
  }

  private static let delimiters = Array(" \t\r\n,:]}".utf8)

  // MARK: Values

  func kind(_ index: Int) -> SpanKind { spans[index].kind }

  /// The bytes of a value.
  func bytes(of index: Int) -> ArraySlice<UInt8> { bytes[spans[index].start..<spans[index].end] }

  /// Whether a value is the word `null`.
  func isNull(_ index: Int) -> Bool {
    spans[index].kind == .word && bytes[spans[index].start] == UInt8(ascii: "n")
  }

  /// The indexes of the elements of an array.
  func elements(_ index: Int) -> [Int] {
    var elements: [Int] = []
    var position = index + 1
    while position < spans[index].next {
      elements.append(position)
      position = spans[position].next
    }
    return elements
  }

  /// The pairs of an object.
  func members(_ index: Int) -> [JSONMember] {
    let parts = elements(index)
    return stride(from: 0, to: parts.count - 1, by: 2).map {
      JSONMember(key: parts[$0], value: parts[$0 + 1])
    }
  }

  /// The text between the quotes of a string, with its escapes resolved.
  func text(_ index: Int) -> String {
    let quoted = bytes(of: index)
    let raw = quoted.dropFirst().dropLast()
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var options = PlistReadingOptions()
    options.looseText = .json
    let document = try? PlistDocument(Array(quoted), options: options)
    return document?.root.stringValue ?? String(decoding: raw, as: UTF8.self)
  }

  /// The key of a pair if it is one of the JSON of archives, such as `$id`; nil for a stored key.
  func reservedKey(_ index: Int) -> String? {
    let start = spans[index].start + 1
    let first = bytes[start]
    guard first == UInt8(ascii: "$") || first == UInt8(ascii: "\\") else { return nil }
    let text = text(index)
    let isReserved = text.hasPrefix("$") && !text.hasPrefix("$$")
    return isReserved ? text : nil
  }

  /// The number of an index or count; nil for other values.
  func number(_ index: Int) -> Int? {
    guard kind(index) == .number else { return nil }
    return Int(String(decoding: bytes(of: index), as: UTF8.self))
  }

  // MARK: Locations

  /// The location of a value.
  func position(_ index: Int) -> SourcePosition {
    let offset = spans[index].start
    let before = bytes.prefix(offset)
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: bytes[line..<offset], as: UTF8.self).unicodeScalars.count + 1
    let lines = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return SourcePosition(offset: offset, line: lines, column: column)
  }

  /// The path of a value in the JSON.
  func path(_ index: Int) -> PlistPath {
    var (steps, container): ([PlistPath.Step], Int) = ([], 0)
    while container != index {
      var found: (step: PlistPath.Step, index: Int)?
      if kind(container) == .object {
        for member in members(container) where member.key...spans[member.value].next - 1 ~= index {
          found = (.key(text(member.key)), index == member.key ? index : member.value)
        }
      } else {
        for (number, element) in elements(container).enumerated()
        where element..<spans[element].next ~= index { found = (.index(number), element) }
      }
      guard let found else { break }
      steps.append(found.step)
      container = found.index
    }
    return PlistPath(steps)
  }

  /// The error for a value that the JSON of an archive cannot have.
  func error(_ message: String, at index: Int, suggestion: String? = nil) -> ArchiveError {
    ArchiveError(
      .invalidJSON, message: message, suggestion: suggestion, position: position(index),
      path: path(index))
  }
}
