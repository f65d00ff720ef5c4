// Tests of the grammar of XML property lists, rule by rule. ErrorCodeTests has every error with its
// location.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Reading XML")
struct XMLReaderTests {
  private func value(_ text: String) throws(PlistError) -> Plist {
    try Plist(Array("<plist>\(text)</plist>".utf8))
  }

  private func code(_ text: String) -> PlistError.Code? {
    failure { () throws(PlistError) in try value(text) }?.code
  }

  @Test("Every kind of value is read")
  func kinds() throws {
    let text = """
      <dict><key>s</key><string>a</string><key>i</key><integer>-7</integer><key>r</key>
      <real>1.5</real><key>t</key><true/><key>f</key><false/><key>d</key><data>AQI=</data>
      <key>w</key><date>2001-01-01T00:00:01Z</date><key>a</key><array><array/></array>
      <key>u</key><dict><key>CF$UID</key><integer>9</integer></dict></dict>
      """
    let expected: Plist = [
      "s": "a", "i": -7, "r": 1.5, "t": true, "f": false, "d": .data(Data([1, 2])),
      "w": .date(Date(timeIntervalSinceReferenceDate: 1)), "a": [[]], "u": .uid(PlistUID(9)),
    ]
    #expect(try value(text) == expected)
  }

  @Test("The prolog and the element plist are optional, and what follows the root is ignored")
  func frame() throws {
    for text in [
      "<true/>", "<?xml version='1.0'?><true/>", "<!DOCTYPE plist><true/>", "<true/> after",
      "<!-- a --><?b c?>\n<plist version=\"1.0\"><true/></plist>\n",
      "<plist><plist><true/></plist></plist>", "\u{FEFF}<plist><true/></plist>",
    ] {
      #expect(try Plist(Array(text.utf8)) == true, "\(text)")
    }
    for text in ["<plist/>", "<plist></plist>", "<plist><true/><true/></plist>"] {
      #expect(throws: PlistError.self, "\(text)") { try PlistDocument(Array(text.utf8)) }
    }
  }

  @Test(
    "Text keeps its white space and its line breaks",
    arguments: [
      (" a ", " a "), ("a\r\nb", "a\r\nb"), ("\t", "\t"), ("a > b ]]>", "a > b ]]>"),
      ("<![CDATA[<&>]]>", "<&>"), ("a<![CDATA[]]>b<![CDATA[c]]>", "abc"),
      ("&lt;&gt;&amp;&apos;&quot;", "<>&'\""), ("&#65;&#x1f600;&#x0041;", "A😀A"),
    ])
  func text(source: String, text: String) throws {
    #expect(try value("<string>\(source)</string>") == .string(text))
    #expect(try value("<dict><key>\(source)</key><true/></dict>") == [text: true])
  }

  @Test(
    "Attributes are skipped, and an empty element has several spellings",
    arguments: [
      ("<string a='b' c=\"d\">x</string>", "x"), ("<true ></true >", true), ("<false />", false),
      ("<string/>", ""), ("<string></string>", ""), ("<dict a='1'/>", [:]), ("<array></array>", []),
    ] as [(String, Plist)])
  func tags(text: String, expected: Plist) throws { #expect(try value(text) == expected) }

  @Test(
    "Integers have a sign, leading zeros, and hexadecimal digits",
    arguments: [
      ("0", 0), ("+5", 5), ("- 5", -5), ("007", 7), ("0x7F", 127), ("-0X10", -16), (" 1", 1),
      ("9223372036854775808", 9_223_372_036_854_775_808),
      ("-9223372036854775808", Int128(Int64.min)),
    ] as [(String, Int128)])
  func integers(text: String, number: Int128) throws {
    #expect(try value("<integer>\(text)</integer>") == .integer(PlistInteger(number)))
  }

  @Test(
    "Invalid numbers have codes of their own", arguments: ["", " ", "1 ", "1.0", "x", "0x", "--1"])
  func invalidIntegers(_ text: String) {
    #expect(code("<integer>\(text)</integer>") == .invalidInteger)
  }

  @Test(
    "Reals include infinities and not a number, in any case",
    arguments: [
      ("inf", Double.infinity), ("-Infinity", -.infinity), (".5", 0.5), ("5.", 5), ("1E3", 1000),
      ("+1.5", 1.5), (" 2", 2), ("1e400", .infinity),
    ])
  func reals(text: String, number: Double) throws {
    #expect(try value("<real>\(text)</real>") == .real(number))
    #expect(try value("<real>NaN</real>").realValue?.isNaN == true)
  }

  @Test(
    "Fields of a date that are out of range roll over",
    arguments: [
      ("2004-13-01T00:00:00Z", "2005-01-01T00:00:00Z"),
      ("2005-02-30T00:00:00Z", "2005-03-02T00:00:00Z"),
      ("2001-01-01T24:00:60Z", "2001-01-02T00:01:00Z"),
    ])
  func dates(text: String, same: String) throws {
    #expect(try value("<date>\(text)</date>") == value("<date>\(same)</date>"))
  }

  @Test("Of repeated keys the last value counts, at the position of the first")
  func repeatedKeys() throws {
    let text = "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>"
    let document = try PlistDocument(Array(text.utf8))
    #expect(try Plist(document) == ["a": false, "b": true])
    #expect(document.root.keys == ["a", "b"])
  }

  @Test("Comments and instructions may appear between elements, and not inside of text")
  func comments() throws {
    #expect(
      try value("<array><!-- a -- b --><true/><?c?><!----></array><!-- > -->") == [true])
    #expect(code("<string>a<!-- b --></string>") != nil)
    #expect(code("<integer>1<!-- b --></integer>") != nil)
  }

  @Test("Only a dictionary of one number under CF$UID is a reference")
  func references() throws {
    let pair = "<key>CF$UID</key><integer>7</integer>"
    #expect(try value("<dict>\(pair)</dict>") == .uid(PlistUID(7)))
    #expect(try value("<dict><key>CF$UID</key><real>7</real></dict>") == .uid(PlistUID(7)))
    #expect(try value("<dict><key>CF$UID</key><string>7</string></dict>") == ["CF$UID": "7"])
    #expect(try value("<dict>\(pair)<key>b</key><true/></dict>") == ["CF$UID": 7, "b": true])
  }

  @Test("A reader in strict mode and one in lenient mode agree on every valid file of the corpus")
  func strictness() throws {
    var options = PlistReadingOptions()
    options.strictness = .strict
    for file in Corpus.committed("valid", ["xml"]) {
      let strict = try PlistDocument(file.bytes, options: options).encoded(as: .typedJSON)
      #expect(try PlistDocument(file.bytes).encoded(as: .typedJSON) == strict, "\(file)")
    }
  }
}
