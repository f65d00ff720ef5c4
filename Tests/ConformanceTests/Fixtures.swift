// Twenty small files of each format, defined here, from which the tests derive all damaged ones.

import Foundation
import PropertyLists
import TestSupport

/// Small files of every format.
enum Fixtures {
  /// The text inside `<plist>` of each XML file.
  private static let elements = [
    "<string>text</string>", "<string>&lt;&#233;&#x1F600;<![CDATA[<&]]></string>", "<string/>",
    "<integer>-42</integer>", "<integer>0x7F</integer>", "<integer>18446744073709551615</integer>",
    "<real>1.5e-3</real>", "<real>-infinity</real>", "<date>2024-02-29T12:34:56Z</date>",
    "<data>\n\tAQIDBAUG\n\tBw==\n</data>", "<true/>", "<false></false>", "<array/>",
    "<array><integer>1</integer><string>é</string><true/></array>", "<dict/>",
    "<dict><key>a</key><integer>1</integer><key>a</key><real>2</real></dict>",
    "<dict><key>CF$UID</key><integer>7</integer></dict>",
    "<!-- a --><?b c?><dict><key>k</key><array><dict/></array></dict>",
    "<array><array><array><data></data></array></array></array>",
    "<dict><key>x&amp;y</key><key>value</key><key/><date>0001-01-01T00:00:00Z</date></dict>",
  ]

  /// XML files: the first ten with the usual header lines.
  static let xml: [[UInt8]] = elements.enumerated().map { index, element in
    let head = index < 3 ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist>\n" : ""
    return Array("\(head)<plist version=\"1.0\">\(element)</plist>\n".utf8)
  }

  /// Binary files.
  static let binary: [[UInt8]] = [
    [[0x00]], [[0x08]], [[0x09]], [[0x10, 0xFF]], [[0x11, 1, 2]], [[0x12, 1, 2, 3, 4]],
    [[0x13] + [UInt8](repeating: 0xFF, count: 8)], [[0x14] + [UInt8](repeating: 1, count: 16)],
    [[0x22, 0x3F, 0x80, 0, 0]], [[0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]],
    [[0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0]], [[0x44, 1, 2, 3, 4]],
    [[0x5F, 0x10, 0x10] + Array("0123456789abcdef".utf8)], [[0x62, 0, 0xE9, 0x20, 0xAC]],
    [[0x81, 1, 2]], [[0xA3, 1, 1, 2], [0x51, 0x61], [0x10, 1]],
    [[0xC2, 1, 2], [0x51, 0x61], [0x51, 0x62]],
    [[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xA1, 2], [0xD0]],
    [[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]],
    [[0xA2, 1, 1], [0xA2, 2, 2], [0xA1, 3], [0xAF, 0x10, 0]],
  ].map { BinaryFile($0).bytes }

  /// Dictionaries of strings, data and containers, which every text format supports.
  private static let trees: [Plist] = [
    [:], ["a": "b"], ["a": ""], ["": "a"], ["a b": "c d"], ["é": "日本語 😀"],
    ["quotes": "\"\\'"], ["controls": "\n\t\r\u{1}\u{7F}"], ["slashes": "a//b /* c */"],
    ["number": "12"], ["real": "-1.5"], ["word": "YES"], ["isa": "PBXGroup"],
    ["list": ["a", "b", []]], ["nested": ["a": ["b": ["c": [:]]]]],
    ["data": .data(Data([0, 1, 0xFE, 0xFF]))], ["empty": .data(Data())],
    ["objects": ["A": ["isa": "PBXGroup", "children": ["B"]], "B": ["isa": "X"]]],
    ["a": "1", "b": "2", "c": "3", "d": ["e", "f"]],
    ["fontMaster": [["id": "m01"]], "unitsPerEm": "1000"],
  ]

  /// Files of a text format.
  static func text(_ format: PlistFormat) throws -> [[UInt8]] {
    try trees.map { Array(try $0.encoded(as: format)) }
  }

  /// Files of the OpenStep family as people write them.
  static let openStep: [[UInt8]] = [
    "{ a = 1; }", "(a, b,)", "<0fbd 77>", "\"a\\n\\101\\U00e9\"", "'a\"b'", "/* a */ { b; } // c",
    "{a=(1,{b=c;});}", "a = b;\n\"c\" = \"d\";\n", "/* a */\n\"b\" = \"c\";\n\n/* d */\ne;\n",
    "(<*I5>, <*R1.5>, <*BY>)", "<[AQID]>", "<*D2001-01-01 00:00:00 +0000>", "{ a = x+y; }",
    "{ a = 1 }", "{ a = 1; a = 2; }", "\"\\Ud83d\\Ude00\"", "// !$*UTF8*$!\n{ objects = {}; }",
    "{ .appVersion = \"1\"; x = \"{1, 2}\"; }", "  \n", "word",
  ].map { Array($0.utf8) }
}
