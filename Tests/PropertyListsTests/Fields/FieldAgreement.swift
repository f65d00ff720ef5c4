// Compares the two ways in which a type is coded: by its fields and by `Codable`. Bytes, values and
// errors must be the same. A generic function that knows only `Codable` calls the functions of
// `Codable`.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// A type that is coded in both ways, with random values.
protocol FieldSample: PlistCodable {
  static func sample(_ random: inout ScriptGenerator) -> Self
}

/// The result of coding: bytes, or everything that an error says.
enum CodingResult: Equatable, CustomStringConvertible {
  case bytes(Data)
  case failure(String)

  init(_ code: () throws -> Data) {
    do { self = .bytes(try code()) } catch { self = .failure(Self.text(of: error)) }
  }

  var description: String {
    switch self {
    case .bytes(let data):
      "\(data.count) bytes: \(String(decoding: data.prefix(160), as: UTF8.self))"
    case .failure(let text): text
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let error as PlistError: text(of: error)
    case DecodingError.typeMismatch(let type, let context): "typeMismatch \(type) \(text(context))"
    case DecodingError.valueNotFound(let type, let context):
      "valueNotFound \(type) \(text(context))"
    case DecodingError.keyNotFound(let key, let context):
      "keyNotFound \(key.stringValue) \(text(context))"
    case DecodingError.dataCorrupted(let context): "dataCorrupted \(text(context))"
    case EncodingError.invalidValue(let value, let context):
      // The description of a date that is not finite can crash the program.
      "invalidValue \(type(of: value)) \(context.debugDescription) \(path(context.codingPath))"
        + underlying(context.underlyingError)
    default: "\(error)"
    }
  }

  private static func text(of error: PlistError) -> String {
    let position = error.position.map { "\($0.line ?? 0):\($0.column ?? 0)@\($0.offset)" }
    return "\(error.code.rawValue) “\(error.message)” \(error.suggestion ?? "-")"
      + " \(position ?? "-") \(error.keyPath)"
  }

  private static func text(_ context: DecodingError.Context) -> String {
    "\(context.debugDescription) \(path(context.codingPath))\(underlying(context.underlyingError))"
  }

  private static func underlying(_ error: (any Error)?) -> String {
    error.map { " (\(text(of: $0)))" } ?? ""
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "-")" }.joined(separator: " ")
  }
}

// MARK: By Codable

/// The functions for types that are only known to be `Codable`.
enum ByCodable {
  static func encode<Value: Codable>(_ value: Value, _ encoder: PlistEncoder) throws -> Data {
    try encoder.encode(value)
  }

  static func document<Value: Codable>(_ value: Value) throws -> PlistDocument {
    try PlistEncoder().document(value)
  }

  static func decode<Value: Codable>(
    _ type: Value.Type, from bytes: [UInt8], _ decoder: PlistDecoder = PlistDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: bytes)
  }

  static func decode<Value: Codable>(_ type: Value.Type, from node: PlistNode) throws -> Value {
    try PlistDecoder().decode(type, from: node)
  }

  /// The bits of a value, which also distinguish values that are equal, or not equal to themselves.
  static func bits<Value: Codable>(_ value: Value) throws -> Data {
    try encode(value, exact)
  }

  private static let exact: PlistEncoder = {
    var encoder = PlistEncoder(outputFormat: .binary)
    encoder.options.keyOrder = .sorted
    return encoder
  }()
}

// MARK: Laws

/// Expects the same bytes, or the same error, from an encoder.
func expectSameEncoding<Value: PlistCodable>(
  _ value: Value, _ encoder: PlistEncoder, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSame(
    CodingResult { try encoder.encode(value) },
    CodingResult { try ByCodable.encode(value, encoder) },
    "\(Value.self) as \(encoder.outputFormat)", sourceLocation)
}

/// Expects the same value, or the same error, from bytes; returns whether they were decoded.
@discardableResult
func expectSameDecoding<Value: PlistCodable>(
  _ type: Value.Type, from bytes: [UInt8], _ decoder: PlistDecoder = PlistDecoder(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let expected = CodingResult {
    try ByCodable.bits(ByCodable.decode(type, from: bytes, decoder))
  }
  let result = CodingResult { try ByCodable.bits(decoder.decode(type, from: bytes)) }
  if result != expected {
    expectSame(
      result, expected, "\(type) from \(TestInput.description(of: bytes))", sourceLocation)
  }
  if case .bytes = result { return true }
  return false
}

private func expectSame(
  _ result: CodingResult, _ expected: CodingResult, _ subject: @autoclosure () -> String,
  _ sourceLocation: SourceLocation
) {
  if result == expected { return }
  Issue.record(
    "\(subject()): by fields \(result), by Codable \(expected)", sourceLocation: sourceLocation)
}

// MARK: Random values

extension ScriptGenerator {
  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func flag() -> Bool { number(below: 2) == 0 }

  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }

  /// A value, or nil in one of three cases.
  mutating func maybe<Value>(_ make: (inout ScriptGenerator) -> Value) -> Value? {
    number(below: 3) == 0 ? nil : make(&self)
  }

  mutating func list<Value>(
    upTo count: Int = 4, _ make: (inout ScriptGenerator) -> Value
  ) -> [Value] {
    (0..<number(below: count + 1)).map { _ in make(&self) }
  }

  mutating func table<Value>(_ make: (inout ScriptGenerator) -> Value) -> [String: Value] {
    var pairs: [String: Value] = [:]
    for _ in 0..<number(below: 5) { pairs[text()] = make(&self) }
    return pairs
  }

  mutating func text() -> String {
    let choices = [
      "", "a", "plain text", "$null", "$nul", "<&>\"'", "größe", "日本語", "\u{FF21}", "😀",
      "e\u{301}", "line\nbreak", " spaces ", "\u{7F}", "CF$UID", "true", "12", "a\r\nb",
      String(repeating: "long text ", count: 30), "\u{1}",
    ]
    return number(below: 12) == 0 ? "number \(next() % 1000)" : element(of: choices)
  }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
    switch number(below: 6) {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: Value.max - 1
    case 4: Value(truncatingIfNeeded: number(below: 100))
    default: Value(truncatingIfNeeded: next())
    }
  }

  mutating func real() -> Double {
    let choices: [Double] = [
      0, -0.0, 1, -1, 0.1, 1.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 9_007_199_254_740_992, 1e300, -2.5e-7, 1e21,
    ]
    return number(below: 4) == 0 ? Double(bitPattern: next()) : element(of: choices)
  }

  mutating func single() -> Float {
    let choices: [Float] = [
      0, -0.0, 1, 0.1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 16_777_216,
    ]
    return element(of: choices)
  }

  mutating func date() -> Date {
    let seconds: [Double] = [0, -1, 0.5, 1e9, -6e10, 86400 * 365.25, 1e12, -1e13, 2.5e15]
    return Date(timeIntervalSinceReferenceDate: element(of: seconds))
  }

  mutating func data() -> Data {
    let count = element(of: [0, 1, 2, 3, 20, 56, 57, 58, 700, 1025])
    return Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) })
  }
}

/// A container of a writer that a test uses after its end.
final class KeptScope: @unchecked Sendable {
  var scope: PlistFieldWriter.Scope?
}
