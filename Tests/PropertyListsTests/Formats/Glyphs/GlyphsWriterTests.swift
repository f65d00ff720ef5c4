// Tests of writing Glyphs fonts, in both generations of the format.
import Foundation
import PropertyLists
import Testing

@Suite("Writing Glyphs fonts")
struct GlyphsWriterTests {
  private static func text(
    _ value: Plist, _ options: PlistWritingOptions = PlistWritingOptions()
  ) throws -> String {
    String(decoding: try value.encoded(as: .glyphs, options: options), as: UTF8.self)
  }

  @Test("Format 2 has each element on a separate line and line feeds in octal")
  func format2() throws {
    let value: Plist = [
      ".appVersion": "1286", "classes": [["code": "a\n\tb", "pos": [1, 2]]], "none": [], "no": [:],
      "paths": [["nodes": ["1 2 LINE {a = b;\n}", "3 4 LINE"]]],
    ]
    #expect(
      try Self.text(value) == #"""
        {
        .appVersion = "1286";
        classes = (
        {
        code = "a\012	b";
        pos = (
        1,
        2
        );
        }
        );
        none = (
        );
        no = {
        };
        paths = (
        {
        nodes = (
        "1 2 LINE {a = b;\n}",
        "3 4 LINE"
        );
        }
        );
        }

        """#)
  }

  @Test("The parameter Use Line Breaks keeps the line feeds of feature code")
  func lineBreaks() throws {
    let value: Plist = [
      "customParameters": [["name": "Use Line Breaks", "value": 1]], "code": "a\nb", "note": "a\nb",
    ]
    let text = try Self.text(value)
    #expect(text.contains("code = \"a\nb\";\nnote = \"a\\012b\";\n"))
  }

  @Test("Format 3 has points on one line and raw line feeds")
  func format3() throws {
    let value: Plist = [
      ".formatVersion": 3, "code": "a\nb\r", "pos": [-1, 0.5], "axesValues": [1], "color": 3,
      "nodes": [[1, 2, "l"], [3, 4, "ls", ["name": "x y"]]],
    ]
    #expect(
      try Self.text(value) == #"""
        {
        .formatVersion = 3;
        code = "a
        b\015";
        pos = (-1,0.5);
        axesValues = (
        1
        );
        color = 3;
        nodes = (
        (1,2,l),
        (3,4,ls,{
        name = "x y";
        })
        );
        }

        """#)
  }

  @Test(
    "Strings that resemble numbers are quoted, and keys are not",
    arguments: [
      ("0041", "0041"), ("12", "\"12\""), ("-1", "\"-1\""), ("106.0", "\"106.0\""),
      ("1.5", "\"1.5\""), ("a.sc", "a.sc"), ("../a/b.ufo", "../a/b.ufo"), ("/a", "\"/a\""),
      ("a//b", "\"a//b\""), ("a-ar", "\"a-ar\""), ("", "\"\""), ("é", "\"é\""), ("$", "\"$\""),
    ])
  func quoting(text: String, expected: String) throws {
    #expect(try Self.text(["5": .string(text)]) == "{\n5 = \(expected);\n}\n")
  }

  @Test("A whole real becomes an integer")
  func wholeReals() throws {
    #expect(try Self.text([1.0, -0.0]) == "(\n1,\n0\n)\n")
  }

  private static let unsupported: [(Plist, String)] = [
    (.bool(true), "1"), (.null, "NULL"), (.uid(PlistUID(7)), "7"), (.set(["a"]), "(\na\n)"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), "\"2001-01-01T00:00:00Z\""),
    (.real(.infinity), "\"inf\""), (.real(1e300), "\"1e+300\""),
    (.integer(PlistInteger(UInt64.max)), "\"18446744073709551615\""),
  ]

  @Test("A value that fonts do not support is an error with its path", arguments: unsupported)
  func refused(value: Plist, text: String) {
    #expect(throws: PlistError(.notRepresentable, message: "", path: PlistPath([.key("a")]))) {
      try Self.text(["a": value])
    }
  }

  @Test("Unsupported values become text on request", arguments: unsupported)
  func asText(value: Plist, text: String) throws {
    var options = PlistWritingOptions()
    options.unsupportedValues = .asText
    #expect(try Self.text(["a": value], options) == "{\na = \(text);\n}\n")
  }
}
