// A second reader of property lists, written only from the description of the formats: slow,
// recursive and short, so that it can be compared with the description line by line. This file has
// the XML part; SimpleBinaryReader.swift and SimpleOpenStepReader.swift have the others.
// Independent of this package.

import Foundation

/// The reason why the simple reader rejected an input.
struct SimpleFailure: Error, CustomStringConvertible {
  var description: String
}

/// The entry point to all parts.
enum SimpleReader {
  /// The value of a file.
  static func read(_ bytes: [UInt8]) throws -> SimpleValue {
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try SimpleBinaryReader(bytes)
      return try reader.read()
    }
    let text = try SimpleXMLReader.utf8(bytes)
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<"), let xml = try? xml(text) { return xml }
    if first == UInt8(ascii: "["), !bytes.isEmpty { throw SimpleFailure(description: "JSON") }
    var reader = try SimpleOpenStepReader(text)
    return try reader.read()
  }

  private static func xml(_ text: [UInt8]) throws -> SimpleValue {
    var reader = try SimpleXMLReader(text)
    return try reader.read()
  }
}

/// The reader of XML.
struct SimpleXMLReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ utf8: [UInt8]) throws { bytes = utf8 }

  /// The text of a file as UTF-8, determined by its byte-order mark, by zero bytes, or by its
  /// declaration.
  static func utf8(_ bytes: [UInt8]) throws -> [UInt8] {
    let marks: [([UInt8], String.Encoding)] = [
      ([0, 0, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
      ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFE, 0xFF], .utf16BigEndian),
    ]
    for (mark, encoding) in marks where bytes.starts(with: mark) {
      let rest = Array(bytes.dropFirst(mark.count))
      return encoding == .utf8 ? rest : try transcoded(rest, encoding)
    }
    let declaration = String(decoding: bytes.prefix { $0 != 0x3E }, as: UTF8.self).lowercased()
    if bytes.prefix(2).contains(0) { throw SimpleFailure(description: "UTF-16 without a mark") }
    if !declaration.hasPrefix("<?xml") || declaration.contains("utf-8") { return bytes }
    if declaration.contains("iso-8859-1\"") || declaration.contains("iso-8859-1'") {
      return try transcoded(bytes, .isoLatin1)
    }
    if declaration.contains("encoding") { throw SimpleFailure(description: "encoding") }
    return bytes
  }

  private static func transcoded(
    _ bytes: [UInt8], _ encoding: String.Encoding
  ) throws -> [UInt8] {
    guard let text = String(bytes: bytes, encoding: encoding) else {
      throw SimpleFailure(description: "not text")
    }
    return Array(text.utf8)
  }

  mutating func read() throws -> SimpleValue {
    try skipMiscellany(inProlog: true)
    return try element(try tag())
  }

  // MARK: Markup

  /// Whether text that begins with `<` appears here.
  private func starts(_ text: String) -> Bool {
    position < bytes.count && bytes[position] == 0x3C
      && bytes[position...].starts(with: text.utf8)
  }

  /// Moves past the next occurrence of a string.
  private mutating func skip(past text: String) throws {
    let wanted = Array(text.utf8)
    while position < bytes.count {
      if bytes[position] == wanted[0], bytes[position...].starts(with: wanted) {
        position += wanted.count
        return
      }
      position += 1
    }
    throw SimpleFailure(description: "no \(text)")
  }

  private mutating func skipMiscellany(inProlog: Bool = false) throws {
    while position < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      } else if starts("<!--") {
        position += 4
        try skip(past: "-->")
      } else if starts("<?") {
        position += 2
        try skip(past: "?>")
      } else if inProlog, starts("<!DOCTYPE") {
        let start = position
        try skip(past: ">")
        if bytes[start..<position].contains(0x5B) { throw SimpleFailure(description: "subset") }
      } else {
        return
      }
    }
  }

  private struct Tag {
    var name: String
    var isEmpty: Bool
  }

  /// An opening tag.
  private mutating func tag() throws -> Tag {
    guard position < bytes.count, bytes[position] == 0x3C else {
      throw SimpleFailure(description: "no tag at \(position)")
    }
    let start = position + 1
    try skip(past: ">")
    let inside = bytes[start..<position - 1]
    let name = inside.prefix { ![0x20, 0x09, 0x0A, 0x0D, 0x2F].contains($0) }
    return Tag(name: String(decoding: name, as: UTF8.self), isEmpty: inside.last == 0x2F)
  }

  private mutating func close(_ name: String) throws {
    let expected = Array("</\(name)".utf8)
    guard position < bytes.count, bytes[position...].starts(with: expected) else {
      throw SimpleFailure(description: "no </\(name)> at \(position)")
    }
    position += expected.count
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    guard position < bytes.count, bytes[position] == 0x3E else {
      throw SimpleFailure(description: "no > at \(position)")
    }
    position += 1
  }

  // MARK: Elements

  private mutating func element(_ tag: Tag) throws -> SimpleValue {
    switch tag.name {
    case "plist": return try plist(tag)
    case "array": return try container(tag) { try $0.array() }
    case "dict": return try container(tag) { try $0.dictionary() }
    case "true", "false":
      if !tag.isEmpty { try close(tag.name) }
      return .bool(tag.name == "true")
    case "string", "key": return .string(tag.isEmpty ? [] : try text(tag.name))
    case "integer", "real", "date", "data":
      if tag.isEmpty { throw SimpleFailure(description: "empty \(tag.name)") }
      return try scalar(tag.name)
    default: throw SimpleFailure(description: "unknown element \(tag.name)")
    }
  }

  private mutating func plist(_ tag: Tag) throws -> SimpleValue {
    if tag.isEmpty { throw SimpleFailure(description: "empty plist") }
    try skipMiscellany()
    let value = try element(try self.tag())
    try skipMiscellany()
    try close("plist")
    return value
  }

  private mutating func container(
    _ tag: Tag, _ contents: (inout SimpleXMLReader) throws -> SimpleValue
  ) throws -> SimpleValue {
    depth += 1
    defer { depth -= 1 }
    if depth > 512 { throw SimpleFailure(description: "too deep") }
    if tag.isEmpty { return tag.name == "array" ? .array([]) : .dictionary([]) }
    let value = try contents(&self)
    try close(tag.name)
    return value
  }

  private mutating func array() throws -> SimpleValue {
    var elements: [SimpleValue] = []
    try skipMiscellany()
    while !starts("</") {
      elements.append(try element(try tag()))
      try skipMiscellany()
    }
    return .array(elements)
  }

  private mutating func dictionary() throws -> SimpleValue {
    var pairs: [SimpleValue.Pair] = []
    try skipMiscellany()
    while !starts("</") {
      let key = try tag()
      guard key.name == "key" else { throw SimpleFailure(description: "no key") }
      let name = key.isEmpty ? [] : try text("key")
      try skipMiscellany()
      let value = try element(try tag())
      if let index = pairs.firstIndex(where: { $0.key == name }) {
        pairs[index].value = value
      } else {
        pairs.append(SimpleValue.Pair(key: name, value: value))
      }
      try skipMiscellany()
    }
    return try reference(pairs) ?? .dictionary(pairs)
  }

  private func reference(_ pairs: [SimpleValue.Pair]) throws -> SimpleValue? {
    guard pairs.count == 1, pairs[0].key == Array("CF$UID".utf8) else { return nil }
    switch pairs[0].value {
    case .integer(let value):
      guard let uid = UInt32(exactly: value) else { throw SimpleFailure(description: "UID") }
      return .uid(uid)
    case .real(let bits):
      guard let uid = UInt32(exactly: Double(bitPattern: bits)) else {
        throw SimpleFailure(description: "UID")
      }
      return .uid(uid)
    default: return nil
    }
  }

  // MARK: Text

  /// The text of a string or key: characters, sections and references.
  private mutating func text(_ name: String) throws -> [UInt8] {
    var text: [UInt8] = []
    while position < bytes.count {
      if starts("<![CDATA[") {
        let start = position + 9
        position = start
        try skip(past: "]]>")
        text += bytes[start..<position - 3]
      } else if bytes[position] == 0x26 {
        text += try reference()
      } else if bytes[position] == 0x3C {
        break
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    try close(name)
    if String(validating: text, as: UTF8.self) == nil {
      throw SimpleFailure(description: "not UTF-8")
    }
    return text
  }

  private mutating func reference() throws -> [UInt8] {
    let inside = bytes[(position + 1)...].prefix { $0 != 0x3B }
    guard inside.count <= 10, position + inside.count + 1 < bytes.count else {
      throw SimpleFailure(description: "&")
    }
    position += inside.count + 2
    let name = String(decoding: inside, as: UTF8.self)
    let named = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]
    if let character = named[name] { return Array(character.utf8) }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    let value = digits.isEmpty ? 0 : UInt32(digits, radix: isHexadecimal ? 16 : 10)
    guard name.hasPrefix("#"), digits.count <= 8, !digits.contains("+"), let value,
      let scalar = Unicode.Scalar(value)
    else { throw SimpleFailure(description: "&\(name);") }
    return Array(String(Character(scalar)).utf8)
  }
}

extension SimpleXMLReader {
  // MARK: Scalars

  private mutating func scalar(_ name: String) throws -> SimpleValue {
    if name == "real" { return try SimpleScalars.real(try text(name)) }
    let start = position
    while position < bytes.count, bytes[position] != 0x3C { position += 1 }
    let text = bytes[start..<position]
    try close(name)
    switch name {
    case "integer": return try SimpleScalars.integer(text)
    case "date": return try SimpleScalars.date(text)
    default: return try SimpleScalars.data(text)
    }
  }
}
