// The shared files of single cases: an input or value, and CoreFoundation's result. The files have
// a legend; they are absent where the shared collection is.

import Foundation
import TestSupport

/// A file of cases.
struct VectorFile: Sendable {
  static let xml = VectorFile("xml-plist")
  static let binary = VectorFile("binary-plist")
  static let openStep = VectorFile("openstep-plist")

  var reads: [ReadCase] = []
  var writes: [WriteCase] = []

  /// An input, and CoreFoundation's result.
  struct ReadCase: Sendable, CustomStringConvertible {
    var id: String
    var bytes: [UInt8]
    /// Nil for an error.
    var value: SimpleValue?

    var description: String { id }
  }

  /// A value, and CoreFoundation's output for it.
  struct WriteCase: Sendable, CustomStringConvertible {
    var id: String
    var value: SimpleValue
    var xml: String?
    var binary: [UInt8]?

    var description: String { id }
  }

  private init(_ name: String) {
    guard let file = Repository.shared?.appendingPathComponent("formats/vectors/\(name).json"),
      let data = FileManager.default.contents(atPath: file.path),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return }
    reads = (json["read"] as? [[String: Any]] ?? []).compactMap {
      Self.readCase($0, isBinary: name.hasPrefix("binary"))
    }
    writes = (json["write"] as? [[String: Any]] ?? []).compactMap(Self.writeCase)
  }

  private static func readCase(_ json: [String: Any], isBinary: Bool) -> ReadCase? {
    guard let id = json["id"] as? String, let expected = json["cf"] as? [String: Any] else {
      return nil
    }
    let depth = id.hasPrefix("deep-") ? Int(id.dropFirst(5)) : nil
    let nested = depth.map {
      (isBinary ? BinaryFile.nestedArrays($0) : nestedArrays($0), nestedValue($0))
    }
    guard let bytes = nested?.0 ?? (json["hex"] as? String).flatMap(bytes(ofHex:)) else {
      return nil
    }
    let isRead = expected["ok"] as? Bool == true
    // The depth cases of the OpenStep file have "(nested)" as their value.
    let levels = id.hasPrefix("depth") ? Int(id.dropFirst(5)).map(nestedValue) : nil
    let value =
      nested?.1 ?? levels ?? otherKey(id) ?? value(expected["value"] as? [String: Any] ?? [:])
    return ReadCase(id: id, bytes: bytes, value: isRead ? value : nil)
  }

  /// The dictionaries that CoreFoundation read and that could not be printed with the others: one
  /// key that is not a string, for the integer 2.
  private static func otherKey(_ id: String) -> SimpleValue? {
    let key: SimpleValue
    switch id {
    case "dict-nullkey": key = .null
    case "dict-boolkey": key = .bool(true)
    case "dict-uidkey": key = .uid(1)
    case "dict-datakey": key = .data([0x61])
    case "dict-intkey": key = .integer(1)
    default: return nil
    }
    return key.keyBytes.map { .dictionary([SimpleValue.Pair(key: $0, value: .integer(2))]) }
  }

  private static func writeCase(_ json: [String: Any]) -> WriteCase? {
    guard let id = json["id"] as? String else { return nil }
    guard let value = (json["value"] as? [String: Any]).flatMap(Self.value) else { return nil }
    return WriteCase(
      id: id, value: value, xml: json["cf_xml"] as? String,
      binary: (json["cf_bin"] as? String).flatMap(bytes(ofHex:)))
  }

  private static func bytes(ofHex text: String) -> [UInt8]? {
    let digits = Array(text)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  private static func nestedArrays(_ depth: Int) -> [UInt8] {
    let open = String(repeating: "<array>", count: depth)
    let close = String(repeating: "</array>", count: depth)
    return Array("<plist>\(open)\(close)</plist>".utf8)
  }

  private static func nestedValue(_ depth: Int) -> SimpleValue {
    (1..<depth).reduce(.array([])) { value, _ in .array([value]) }
  }

  private static func value(_ json: [String: Any]) -> SimpleValue? {
    let text = json["v"] as? String ?? ""
    switch json["t"] as? String {
    case "?": return text == "NSNull" ? .null : nil
    case "bool": return .bool(json["v"] as? Bool == true)
    case "int": return Int128(text).map { .integer($0) }
    case "real", "float":
      let bits = (json["bits"] as? String).flatMap { UInt64($0, radix: 16) }
      let value = bits.map { Double(bitPattern: $0) } ?? Double(text)
      let isSingle = json["t"] as? String == "float"
      return value.map { .real(of: isSingle ? Double(Float($0)) : $0) }
    case "date": return Double(text).map { .date($0.bitPattern) }
    case "data": return bytes(ofHex: text).map { .data($0) }
    case "string": return .string(Array(text.utf8))
    case "uid": return UInt32(text).map { .uid($0) }
    case "array":
      let elements = json["v"] as? [[String: Any]] ?? []
      return .array(elements.compactMap(value))
    case "dict":
      let pairs = (json["v"] as? [[Any]] ?? []).compactMap(pair)
      return .dictionary(pairs)
    default: return nil
    }
  }

  private static func pair(_ json: [Any]) -> SimpleValue.Pair? {
    guard json.count == 2, let key = json[0] as? String,
      let value = (json[1] as? [String: Any]).flatMap(value)
    else { return nil }
    return SimpleValue.Pair(key: Array(key.utf8), value: value)
  }
}
