// Tests of dictionary keys in any order and number, absent, repeated, and canonically equivalent.
// Uses `expectAgreement`.

import Foundation
import PropertyLists
import Testing

private struct Name: CodingKey, Hashable {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Decodes the keys in the user information from a dictionary of integers, in order.
private struct Asked: Decodable {
  static let names = CodingUserInfoKey(rawValue: "names")
  var values: [Int?] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    let names = Self.names.flatMap { decoder.userInfo[$0] as? [String] } ?? []
    values = try names.map {
      try container.decodeIfPresent(Int.self, forKey: Name(stringValue: $0))
    }
  }
}

private struct Fields: Codable, Equatable {
  var a = 1
  var b = "two"
  var c: Double?
  var d = [4]
}

@Suite("Keys of decoded dictionaries")
struct KeyOrderTests {
  private func asked(_ names: [String], _ data: Data) throws -> [Int?] {
    let key = try #require(Asked.names)
    return try PlistDecoder(userInfo: [key: names]).decode(Asked.self, from: data).values
  }

  @Test(
    "A thousand keys are found in any order, and absent ones are not", arguments: [5, 16, 17, 1000])
  func manyKeys(_ count: Int) throws {
    let pairs = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) })
    try expectAgreement(pairs)
    var orders = [Array(0..<count), (0..<count).reversed(), (0..<count).shuffled()]
    orders.append((0..<count * 2).shuffled())
    orders.append([Int](repeating: count / 2, count: 5))
    for format in [PlistFormat.xml, .binary] {
      let data = try PlistEncoder(outputFormat: format).encode(pairs)
      for order in orders {
        let values = try asked(order.map { "key \($0)" }, data)
        #expect(values == order.map { $0 < count ? $0 : nil })
      }
    }
  }

  @Test("Fields are found in any order of the file")
  func fieldOrder() throws {
    let pairs = [
      "<key>a</key><integer>1</integer>", "<key>b</key><string>two</string>",
      "<key>d</key><array><integer>4</integer></array>", "<key>x</key><true/>",
    ]
    for _ in 0..<24 {
      let text =
        "<plist><array>\(String(repeating: "<dict>\(pairs.shuffled().joined())</dict>", count: 3))"
      let data = Data("\(text)<dict>\(pairs.shuffled().joined())</dict></array></plist>".utf8)
      let decoded = try PlistDecoder().decode([Fields].self, from: data)
      #expect(decoded == [Fields](repeating: Fields(), count: 4))
    }
  }

  @Test("Keys that differ only in normalization are different keys", arguments: [0, 30])
  func normalisation(_ others: Int) throws {
    let more = (0..<others).map { "<key>\($0)</key><integer>\($0)</integer>" }.joined()
    let pairs = "<key>é</key><integer>1001</integer><key>e\u{301}</key><integer>1002</integer>"
    let data = Data("<plist><dict>\(more)\(pairs)</dict></plist>".utf8)
    #expect(try asked(["e\u{301}", "é", "e\u{301}", "x"], data) == [1002, 1001, 1002, nil])
    #expect(try asked(["é", "e\u{301}"], data) == [1001, 1002])
    let single = Data("<plist><dict>\(more)<key>é</key><integer>7</integer></dict></plist>".utf8)
    #expect(try asked(["e\u{301}", "é"], single) == [nil, 7])
  }

  @Test("The last value of a repeated key in XML counts, as in Foundation")
  func repeated() throws {
    let pairs = "<key>a</key><integer>1</integer><key>a</key><integer>2</integer>"
    let data = Data("<plist><dict>\(pairs)</dict></plist>".utf8)
    #expect(try asked(["a"], data) == [2])
    let theirs = try PropertyListDecoder().decode([String: Int].self, from: data)
    #expect(try PlistDecoder().decode([String: Int].self, from: data) == theirs)
    #expect(
      try PlistDecoder().decode(
        [String: String].self,
        from: Data(
          "<plist><dict><key>a</key><string>1</string></dict></plist>".utf8)) == ["a": "1"])
  }
}
