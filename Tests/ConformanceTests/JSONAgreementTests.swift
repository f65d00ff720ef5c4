// Compares random JSON, valid and damaged, with Foundation's reader. Where both accept the text,
// they agree; where only one does, the reason is in the list here.

import Foundation
import PropertyLists
import Testing

@Suite("JSON compared with Foundation")
struct JSONAgreementTests {
  @Test("A random JSON text is read as by Foundation", arguments: 0..<10)
  func whole(_ seed: UInt64) throws {
    var texts = RandomJSON(seed: seed)
    for _ in 0..<200 {
      let text = texts.text()
      let document = try PlistDocument(Array(text.utf8))
      #expect(document.format == .json)
      let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(Self.isEqual(SimpleValue(document.root), root), "\(text)")
    }
  }

  @Test(
    "A damaged JSON text is read as by Foundation, except for listed differences", arguments: 0..<6)
  func damaged(_ seed: UInt64) {
    var random = RandomJSON(seed: 100 + seed)
    // A damaged object alone may be of another format.
    let texts = (0..<200).map { _ in "[\(random.text())]" }.filter {
      (30..<200).contains($0.utf8.count)
    }
    for text in texts.prefix(10) {
      for input in Damage.all(of: Array(text.utf8)) where isJSON(input) {
        let difference = difference(input)
        #expect(
          difference == nil,
          "\(difference ?? "") \(String(decoding: input, as: UTF8.self)) \(input)")
      }
    }
  }

  /// JSON text, and whether each of the two readers accepts it.
  struct Case: Sendable {
    var text: String
    var isRead: Bool
    var isReadByFoundation: Bool
  }

  @Test(
    "These texts are accepted or rejected as listed, here and by Foundation",
    arguments: [
      // Foundation accepts a comma before a closing bracket; the grammar does not.
      Case(text: "[1,]", isRead: false, isReadByFoundation: true),
      Case(text: "{\"a\":1,}", isRead: false, isReadByFoundation: true),
      // Foundation makes decimal numbers of long integers; here they have up to 128 bits.
      Case(
        text: "[170141183460469231731687303715884105728]", isRead: false, isReadByFoundation: true),
      Case(
        text: "[170141183460469231731687303715884105727]", isRead: true, isReadByFoundation: true),
      Case(text: "[,1]", isRead: false, isReadByFoundation: false),
      Case(text: "[1,,2]", isRead: false, isReadByFoundation: false),
      Case(text: "[1e400]", isRead: false, isReadByFoundation: false),
      Case(text: "[1e-400]", isRead: true, isReadByFoundation: true),
      Case(text: "[01]", isRead: false, isReadByFoundation: false),
      Case(text: "[NaN]", isRead: false, isReadByFoundation: false),
      // A lone surrogate survives in every format that supports it; RFC 8259 allows it.
      Case(text: "[\"\\ud800\"]", isRead: true, isReadByFoundation: false),
      Case(text: "[\"\u{1}\"]", isRead: false, isReadByFoundation: false),
      Case(text: "[1] // one", isRead: false, isReadByFoundation: false),
    ])
  func differences(_ example: Case) {
    let root = try? JSONSerialization.jsonObject(with: Data(example.text.utf8))
    #expect((root != nil) == example.isReadByFoundation)
    #expect(((try? PlistDocument(Array(example.text.utf8))) != nil) == example.isRead)
  }

  @Test("Foundation keeps some value of a repeated key, and here the last counts")
  func repeatedKeys() throws {
    let text = "{\"a\":1,\"b\":2,\"\\u0061\":3}"
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Int]
    #expect(root == ["a": 3, "b": 2])
    #expect(try Plist(Array(text.utf8)) == ["a": 3, "b": 2])
  }

  /// Whether the input can only be JSON.
  private func isJSON(_ input: [UInt8]) -> Bool {
    let first = input.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[")
  }

  private func difference(_ input: [UInt8]) -> String? {
    let root = try? JSONSerialization.jsonObject(with: Data(input))
    do throws(PlistError) {
      let document = try PlistDocument(input)
      guard let root else {
        let losses = document.losses(writtenAs: .xml).map(\.error.code)
        return losses.contains(.loneSurrogate) ? nil : "rejected by Foundation"
      }
      return Self.isEqual(SimpleValue(document.root), root) ? nil : "read differently: \(root)"
    } catch {
      let isComma = error.code == .unexpectedCharacter && error.message.contains("comma")
      return root == nil || isComma ? nil : "read by Foundation: \(error)"
    }
  }

  /// Recursive: the text is nested four deep.
  private static func isEqual(_ value: SimpleValue, _ other: Any) -> Bool {
    switch value {
    case .null: other is NSNull
    case .bool(let flag): (other as? NSNumber)?.boolValue == flag
    case .integer(let number): (other as? NSNumber).flatMap { Int128($0.stringValue) } == number
    case .real(let bits): (other as? NSNumber).map(real) == Double(bitPattern: bits)
    case .string(let text): (other as? String).map { Array($0.utf8) } == text
    case .array(let elements): isEqual(elements, other)
    case .dictionary(let pairs): isEqual(pairs, other)
    case .date, .data, .uid, .set: false
    }
  }

  /// The double of a number: that of a decimal number is not always the nearest one.
  private static func real(_ number: NSNumber) -> Double? {
    number is NSDecimalNumber ? Double(number.stringValue) : number.doubleValue
  }

  private static func isEqual(_ elements: [SimpleValue], _ other: Any) -> Bool {
    guard let array = other as? [Any], array.count == elements.count else { return false }
    return zip(elements, array).allSatisfy { isEqual($0, $1) }
  }

  private static func isEqual(_ pairs: [SimpleValue.Pair], _ other: Any) -> Bool {
    guard let dictionary = other as? [String: Any], dictionary.count == pairs.count else {
      return false
    }
    return pairs.allSatisfy { pair in
      dictionary[String(decoding: pair.key, as: UTF8.self)].map { isEqual(pair.value, $0) } == true
    }
  }
}
