// Tests of every kind of coding error, with line, column, byte offset and coding path, in XML and
// in binary files. The inputs are tiny, and their locations were counted by hand.

import Foundation
import PropertyLists
import TestSupport
import Testing

private struct Pair: Codable {
  var a: [Int]
  var b: UInt8
}

/// Decodes two elements, however many the array has.
private struct Two: Decodable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    _ = try (list.decode(Int.self), list.decode(Int.self))
  }
}

/// Encodes itself with a closure.
private struct Manual: Encodable {
  var body: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

@Suite("Coding errors")
struct CodingErrorTests {
  /// Returns the context of a decoding error, and its kind.
  private func failure<T: Decodable>(
    _ type: T.Type, _ bytes: [UInt8]
  ) throws -> (kind: String, path: [String], error: PlistError) {
    let found = #expect(throws: DecodingError.self) { try PlistDecoder().decode(type, from: bytes) }
    let (kind, context) = try parts(#require(found))
    let error = try #require(context.underlyingError as? PlistError)
    return (kind, context.codingPath.map(\.stringValue), error)
  }

  private func parts(_ error: DecodingError) throws -> (String, DecodingError.Context) {
    switch error {
    case .typeMismatch(_, let context): ("type", context)
    case .keyNotFound(_, let context): ("key", context)
    case .valueNotFound(_, let context): ("value", context)
    case .dataCorrupted(let context): ("data", context)
    @unknown default: throw error
    }
  }

  private func expect<T: Decodable>(
    _ type: T.Type, _ text: String, _ kind: String, _ code: PlistError.Code, path: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let parts = text.components(separatedBy: "‸")
    let lines = parts[0].components(separatedBy: "\n")
    let found = try failure(type, Array(parts.joined().utf8))
    let expected = SourcePosition(
      offset: parts[0].utf8.count, line: lines.count,
      column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    #expect(found.kind == kind, "\(found.error)", sourceLocation: sourceLocation)
    #expect(found.error.code == code, "\(found.error)", sourceLocation: sourceLocation)
    #expect(found.error.position == expected, "\(found.error)", sourceLocation: sourceLocation)
    #expect(found.path == path, "\(found.error)", sourceLocation: sourceLocation)
  }

  @Test("A value of another kind is a type mismatch")
  func typeMismatch() throws {
    let text = "<dict>\n<key>a</key><array><integer>1</integer>\né".dropLast()
    try expect(
      Pair.self, "\(text)  ‸<string>x</string></array></dict>", "type", .typeMismatch,
      path: ["a", "Index 1"])
    try expect(
      Bool.self, "<plist>\n ‸<integer>1</integer></plist>", "type", .typeMismatch, path: [])
    try expect([Date].self, "<array>‸<true/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect([Data].self, "<array>‸<true/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect([Double].self, "<array>‸<true/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect([String].self, "<array>‸<true/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect([[Bool]].self, "<array>‸<dict/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect([Pair].self, "<array>‸<array/></array>", "type", .typeMismatch, path: ["Index 0"])
    try expect(
      [String: String].self, "<dict><key>é</key>‸<true/></dict>", "type", .typeMismatch, path: ["é"]
    )
  }

  @Test("A missing key is an error")
  func keyNotFound() throws {
    try expect(
      [Pair].self, "<array>\n\t‸<dict><key>a</key><array/></dict></array>", "key", .valueNotFound,
      path: ["Index 0"])
  }

  @Test("A number out of range is an error")
  func outOfRange() throws {
    try expect(
      Pair.self, "<dict><key>a</key><array/>\n<key>b</key>‸<integer>256</integer></dict>", "data",
      .integerOutOfRange, path: ["b"])
    try expect(
      [Int].self, "<array>‸<integer>18446744073709551615</integer></array>", "data",
      .integerOutOfRange, path: ["Index 0"])
    try expect(
      [Float].self, "<array>‸<real>1e300</real></array>", "data", .integerOutOfRange,
      path: ["Index 0"])
    try expect(
      [Int].self, "<array>‸<real>1.5</real></array>", "data", .integerOutOfRange, path: ["Index 0"])
  }

  @Test("A null in place of a value is an error")
  func null() throws {
    try expect(
      Pair.self, "<dict><key>a</key>‸<string>$null</string></dict>", "value", .valueNotFound,
      path: ["a"])
    try expect(
      [Int].self, "<array>‸<string>$null</string></array>", "value", .valueNotFound,
      path: ["Index 0"])
  }

  @Test("Decoding beyond the end of an array is an error")
  func arrayEnd() throws {
    try expect(
      [String: Two].self, "<dict><key>t</key>\n‸<array><integer>1</integer></array></dict>",
      "value",
      .valueNotFound, path: ["t", "Index 1"])
  }

  @Test("Errors in binary files have the offset of the object")
  func binary() throws {
    // 8: D1 01 02, 11: "b", 13: int 256.
    let file = BinaryFile.file([[0xD1, 1, 2], [0x51, 0x62], [0x11, 1, 0]])
    let range = try failure([String: UInt8].self, file)
    #expect(range.kind == "data" && range.path == ["b"])
    #expect(range.error.position == SourcePosition(offset: 13))
    let type = try failure([String: String].self, file)
    #expect(type.kind == "type" && type.path == ["b"])
    #expect(type.error.position == SourcePosition(offset: 13))
    let key = try failure(Pair.self, file)
    #expect(key.kind == "key" && key.path.isEmpty)
    #expect(key.error.position == SourcePosition(offset: 8))
    // 8: A1 01, 10: null.
    let null = try failure([Int].self, BinaryFile.file([[0xA1, 1], [0x00]]))
    #expect(null.kind == "value" && null.path == ["Index 0"])
    #expect(null.error.position == SourcePosition(offset: 10))
    // 8: A1 01, 10: A1 02, 12: true.
    let end = try failure([Two].self, BinaryFile.file([[0xA1, 1], [0xA1, 2], [0x10, 1]]))
    #expect(end.kind == "value" && end.path == ["Index 0", "Index 1"])
    #expect(end.error.position == SourcePosition(offset: 10))
  }

  @Test("The description of an error has the location and the path")
  func description() throws {
    let text = "<dict>\n<key>a</key><array><true/></array></dict>"
    let error = try failure(Pair.self, Array(text.utf8)).error
    #expect(error.description == "2:20: expected an integer for Int, found a Boolean (at a[0])")
  }

  @Test("Input that is not a property list gives the reader's error")
  func unreadable() {
    let error = #expect(throws: PlistError.self) {
      try PlistDecoder().decode(Int.self, from: Array("<plist><integer".utf8))
    }
    #expect(error?.code == .unexpectedEnd && error?.position?.offset == 7)
  }

  @Test("Encoding nothing, or two values for one, is an error")
  func encodingErrors() {
    let nothing = Manual { _ in }
    #expect(throws: EncodingError.self) { try PlistEncoder().encode(nothing) }
    let bodies: [(any Encoder) throws -> Void] = [
      { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: .a)
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode([1])
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: .a)
      },
      { encoder in
        _ = encoder.unkeyedContainer()
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: .a)
      },
      { encoder in
        _ = encoder.container(keyedBy: Key.self)
        var single = encoder.singleValueContainer()
        try single.encodeNil()
      },
    ]
    for body in bodies {
      let error = #expect(throws: EncodingError.self) {
        try PlistEncoder().encode(["k": [Manual(body: body)]])
      }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["k", "Index 0"])
    }
  }

  private enum Key: CodingKey {
    case a
  }
}
