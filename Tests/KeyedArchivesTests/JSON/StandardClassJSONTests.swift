// Tests of objects of Foundation's classes as JSON: their contents, and when their fields are shown
// instead.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Standard classes as JSON")
struct StandardClassJSONTests {
  /// The JSON of an object of a class; objects 3 and 4 are the strings `k` and `v`, 5 is `$null`.
  private func json(
    _ name: String, _ fields: String, _ options: KeyedArchive.JSONOptions = .init()
  ) throws -> String {
    let archive = ArchiveText(
      object(2, fields), record(name), text("k"), text("v"), text("$null"))
    let json = try archive.json(options)
    let prefix = #""root":{"$id":1,"$class":"\#(name)""#
    return json.hasPrefix(prefix) ? String(json.dropFirst(prefix.count).dropLast()) : json
  }

  @Test(
    "Arrays and sets show their members",
    arguments: [
      "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
    ])
  func members(_ name: String) throws {
    #expect(try json(name, "") == #","$items":[]"#)
    #expect(
      try json(name, field("NS.objects", list(ref(3), ref(5)))) == #","$items":["k",null]"#)
    let numbered =
      field("NS.object.1", ref(4)) + field("NS.object.0", ref(3)) + field("NS.object.3", ref(3))
      + field("NS.object.00", ref(3))
    #expect(
      try json(name, numbered) == #","$items":["k","v"],"NS.object.3":"k","NS.object.00":"k""#)
    #expect(
      try json(name, field("NS.object.0", ref(3)) + field("NS.objects", list()))
        == #","$items":[],"NS.object.0":"k""#)
  }

  @Test("Subclasses and similar classes show their fields", arguments: ["NSArrayX", "M.NSArray"])
  func subclasses(_ name: String) throws {
    #expect(try json(name, field("NS.objects", list(ref(3)))) == #","NS.objects":["k"]"#)
  }

  @Test("Dictionaries show their pairs")
  func dictionaries() throws {
    let lists = field("NS.keys", list(ref(3))) + field("NS.objects", list(ref(4)))
    #expect(try json("NSDictionary", lists) == #","$entries":[["k","v"]]"#)
    #expect(
      try json("NSDictionary", lists, .withIdentity)
        == #","$entries":[[{"$id":3,"$value":"k"},{"$id":4,"$value":"v"}]]"#)
    #expect(try json("NSMutableDictionary", "") == #","$entries":[]"#)
    let numbered = field("NS.object.0", ref(5)) + field("NS.key.0", ref(3))
    #expect(try json("NSDictionary", numbered) == #","$entries":[["k",null]]"#)
    // The key comes before the value.
    let same = field("NS.objects", list(ref(3))) + field("NS.keys", list(ref(3)))
    #expect(
      try json("NSDictionary", same, .withIdentity)
        == #","$entries":[[{"$id":3,"$value":"k"},{"$ref":3}]]"#)
  }

  @Test("Counted sets show members and counts, with Apple's keys and GNUstep's")
  func countedSets() throws {
    let apple =
      field("NS.count", number(2)) + field("NS.object0", ref(3)) + field("NS.count0", number(2))
      + field("NS.object1", ref(4)) + field("NS.count1", number(1))
      + field("NS.object2", ref(4))
    #expect(
      try json("NSCountedSet", apple)
        == #","$items":["k","v"],"$counts":[2,1],"NS.object2":"v""#)
    let gnu = field("$0", number(1)) + field("$1", ref(3)) + field("$2", number(5))
    #expect(try json("NSCountedSet", gnu) == #","$items":["k"],"$counts":[5]"#)
    #expect(try json("NSCountedSet", field("NS.count", number(0))) == #","$items":[],"$counts":[]"#)
    #expect(try json("NSCountedSet", field("a", number(0))) == #","a":0"#)
  }

  @Test(
    "Dates, text and data show their contents, or their fields in another layout",
    arguments: [
      ("NSDate", "NS.time", "<real>1</real>", #","$date":1.0"#),
      ("NSDate", "NS.time", "<integer>-7</integer>", #","$date":-7"#),
      ("NSDate", "NS.time", "<real>nan</real>", #","$date":{"$real":"nan"}"#),
      ("NSDate", "NS.time", "<true/>", #","NS.time":true"#),
      ("NSString", "NS.string", "<string>$null</string>", #","$string":"$null""#),
      ("NSMutableString", "NS.string", "<true/>", #","NS.string":true"#),
      ("NSData", "NS.data", "<data>AQ==</data>", #","$data":"AQ==""#),
      ("NSMutableData", "NS.bytes", "<data></data>", #","$data":"""#),
      ("NSData", "NS.data", "<true/>", #","NS.data":true"#),
      ("NSNull", "a", "<true/>", #","$null":true,"a":true"#),
      (
        "NSUUID", "NS.uuidbytes", "<data>AAECAwQFBgcICQoLDA0O/w==</data>",
        #","$uuid":"00010203-0405-0607-0809-0A0B0C0D0EFF""#
      ),
      (
        "NSUUID", "uuid", "<data>AAECAwQFBgcICQoLDA0O/w==</data>",
        #","$uuid":"00010203-0405-0607-0809-0A0B0C0D0EFF""#
      ),
      ("NSUUID", "uuid", "<data>AA==</data>", #","uuid":{"$data":"AA=="}"#),
    ])
  func values(name: String, key: String, value: String, expected: String) throws {
    #expect(try json(name, field(key, value)) == expected)
  }

  @Test("URLs show their text and base")
  func urls() throws {
    let relative = field("NS.relative", ref(3))
    #expect(try json("NSURL", relative) == #","$url":"k""#)
    #expect(try json("NSURL", field("NS.base", ref(0)) + relative) == #","$url":"k","$base":null"#)
    #expect(
      try json("NSURL", field("NS.base", ref(1)) + relative + field("x", number(1)))
        == #","$url":"k","$base":{"$ref":1},"x":1"#)
    #expect(
      try json("NSURL", relative + field("again", ref(3)), .withIdentity)
        == #","$url":{"$id":3,"$value":"k"},"again":{"$ref":3}"#)
    #expect(try json("NSURL", field("NS.relative", text("k"))) == #","NS.relative":"k""#)
    #expect(try json("NSURL", field("NS.relative", ref(5))) == #","NS.relative":null"#)
    #expect(
      try json("NSURL", relative + field("NS.base", text("b")))
        == #","NS.relative":"k","NS.base":"b""#)
  }

  @Test(
    "decimal numbers show plain digits",
    arguments: [
      (12345, -2, 1, false, 1, "123.45"), (12345, -5, 1, false, 1, "0.12345"),
      (12345, -7, 1, false, 1, "0.0012345"), (100, -2, 1, true, 1, "-1"),
      (7, 3, 1, true, 1, "-7000"),
      (0, 5, 1, true, 1, "0"), (0, 0, 0, true, 1, "NaN"), (0, 0, 0, false, 1, "0"),
      (0x3039, 0, 1, false, 2, "12345"), (65536, -1, 2, false, 1, "6553.6"),
      (1, 127, 1, false, 1, "1 and 127 zeros"),
    ])
  func decimals(
    mantissa: Int, exponent: Int, length: Int, isNegative: Bool, order: Int, digits: String
  ) throws {
    let fields = decimal(mantissa, exponent, length, isNegative, order)
    let digits = digits.hasSuffix("zeros") ? "1" + String(repeating: "0", count: 127) : digits
    #expect(try json("NSDecimalNumber", fields) == #","$decimal":"\#(digits)""#)
    #expect(
      try json("NSDecimalNumberPlaceholder", fields + field("NS.compact", "<true/>"))
        == #","$decimal":"\#(digits)""#)
  }

  @Test("parts of no decimal number are shown as fields, without a number of a million digits")
  func oddDecimals() throws {
    for fields in [
      decimal(1, 1_000_000, 1, false, 1), decimal(1, 0, 9, false, 1), decimal(1, 0, 1, false, 3),
      decimal(1, 0, -1, false, 1), decimal(1, 0, 1, false, 1) + field("NS.compact", number(1)),
    ] {
      let json = try json("NSDecimalNumber", fields)
      #expect(json.hasPrefix(#","NS.mantissa":"#))
      #expect(json.utf8.count < 200)
    }
  }

  private func decimal(
    _ mantissa: Int, _ exponent: Int, _ length: Int, _ isNegative: Bool, _ order: Int
  ) -> String {
    let bytes = (0..<16).map { index in
      let word = index < 8 ? mantissa >> (index / 2 * 16) : 0
      return UInt8(truncatingIfNeeded: word >> ((index % 2 == 0) == (order == 1) ? 0 : 8))
    }
    return field("NS.mantissa", "<data>\(Data(bytes).base64EncodedString())</data>")
      + field("NS.mantissa.bo", number(order)) + field("NS.exponent", number(exponent))
      + field("NS.length", number(length))
      + field("NS.negative", isNegative ? "<true/>" : "<false/>")
  }
}
