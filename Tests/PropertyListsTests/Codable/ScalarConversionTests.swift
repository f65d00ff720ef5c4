// Decodes every kind of value as every scalar type: each is accepted, rejected and converted as in
// Foundation. Uses `Outcome`.

import Foundation
import PropertyLists
import Testing

@Suite("Decoding one kind of value as another type")
struct ScalarConversionTests {
  /// Elements of XML files that both decoders read.
  static let elements = [
    "<true/>", "<integer>0</integer>", "<integer>1</integer>", "<integer>-1</integer>",
    "<integer>128</integer>", "<integer>16777217</integer>", "<integer>9007199254740993</integer>",
    "<integer>18446744073709551615</integer>", "<real>3</real>", "<real>3.5</real>",
    "<real>1e300</real>", "<real>-0.0</real>", "<real>inf</real>", "<real>nan</real>",
    "<string>text</string>", "<string>5</string>", "<string>$null</string>", "<array/>", "<dict/>",
    "<date>2024-01-01T00:00:00Z</date>", "<data>AQI=</data>",
  ]

  /// Elements and types for which Foundation differs: `DifferencesTests` gives the reasons.
  private func isListed<T>(_ element: String, _ type: T.Type) -> Bool {
    element == "<real>1e300</real>" && T.self == Float.self
      || element == "<string>$null</string>" && (T.self == String.self || T.self == UUID.self)
  }

  private func compare<T: Codable & Equatable>(_ element: String, _ type: T.Type) {
    let text = Data("<plist><dict><key>value</key>\(element)</dict></plist>".utf8)
    guard let document = try? PlistDocument(text), !isListed(element, type),
      let binary = try? document.encoded(as: .binary)
    else { return }
    for data in [text, binary] {
      let theirs = Outcome { try PropertyListDecoder().decode(Box<T>.self, from: data) }
      let ours = Outcome { try PlistDecoder().decode(Box<T>.self, from: data) }
      #expect(ours.isLike(theirs), "\(element) as \(type): \(ours), Foundation's \(theirs)")
    }
  }

  @Test("Integers are decoded from the same values as in Foundation", arguments: elements)
  func integers(_ element: String) {
    compare(element, Int.self)
    compare(element, Int8.self)
    compare(element, Int16.self)
    compare(element, Int32.self)
    compare(element, Int64.self)
    compare(element, UInt.self)
    compare(element, UInt8.self)
    compare(element, UInt16.self)
    compare(element, UInt32.self)
    compare(element, UInt64.self)
  }

  @Test("Other scalars are decoded from the same values as in Foundation", arguments: elements)
  func others(_ element: String) {
    compare(element, Bool.self)
    compare(element, Float.self)
    compare(element, Double.self)
    compare(element, String.self)
    compare(element, Date.self)
    compare(element, Data.self)
    compare(element, UUID.self)
  }

  @Test(
    "Optionals and containers are decoded from the same values as in Foundation",
    arguments: elements)
  func containers(_ element: String) {
    compare(element, Int?.self)
    compare(element, String?.self)
    compare(element, [Int].self)
    compare(element, [String].self)
    compare(element, [Double].self)
    compare(element, [Date].self)
    compare(element, [String: String].self)
    compare(element, [String: Int].self)
    compare(element, [Int]?.self)
    compare(element, [String: String]?.self)
  }
}

extension Outcome {
  /// Whether two outcomes are the same; NaN equals NaN.
  func isLike(_ other: Outcome) -> Bool { self == other || description == other.description }
}
