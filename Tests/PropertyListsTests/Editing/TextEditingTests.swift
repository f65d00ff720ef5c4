// Edits of text files: everything but the edited element keeps its bytes, and new elements take the
// style of their neighbors.

import PropertyLists
import TestSupport
import Testing

@Suite("Editing text")
struct TextEditingTests {
  /// A text, edits and the text that they give, described by the first alone in the output of a run.
  struct EditedText: CustomStringConvertible {
    let text: String
    let edits: [PlistEdit]
    let expected: String

    var description: String { TestInput.description(of: Array(text.utf8)) }
  }

  /// Applies edits, checks that the inverse restores the text, and returns the new text.
  static func edit(_ text: String, _ edits: PlistEdit...) throws -> String {
    let document = try PlistDocument(Array(text.utf8))
    let edited = try document.applying(edits)
    let restored = try PlistDocument(edited.data).applying([edited.inverse]).data
    #expect(String(decoding: restored, as: UTF8.self) == text)
    return String(decoding: edited.data, as: UTF8.self)
  }

  /// Returns the code of the error that an edit throws.
  private static func code(_ edit: () throws -> EditedPlist) -> PlistError.Code? {
    do { _ = try edit() } catch { return (error as? PlistError)?.code }
    return nil
  }

  private static let xml = """
    <?xml version='1.0' encoding='UTF-8'?>
    <!DOCTYPE plist SYSTEM "file://localhost/System/Library/DTDs/PropertyList.dtd">
    <plist version="1.0"><!-- settings -->
    <dict>
      <!-- The name. -->
      <key>name</key><string>old &#x26; good</string>
      <key >size</key>
      <integer>0x10</integer>
      <key>list</key>
      <array>
        <string>a</string>
        <string><![CDATA[b]]></string>
      </array>
      <key>empty</key>
      <dict/>
    </dict>
    </plist>
    """

  @Test("A replaced value of XML changes nothing else")
  func setInXML() throws {
    #expect(
      try Self.edit(Self.xml, .set(try PlistPath("size"), 5))
        == Self.xml.replacing("<integer>0x10</integer>", with: "<integer>5</integer>"))
    #expect(
      try Self.edit(Self.xml, .set(try PlistPath("name"), "a < b"))
        == Self.xml.replacing("old &#x26; good", with: "a &lt; b"))
  }

  @Test("A new key of XML is laid out like its neighbors")
  func insertInXML() throws {
    #expect(
      try Self.edit(Self.xml, .insert(try PlistPath("new"), ["x": [1]]))
        == Self.xml.replacing(
          "  <dict/>\n",
          with: """
              <dict/>
              <key>new</key><dict>
                <key>x</key>
                <array>
                  <integer>1</integer>
                </array>
              </dict>

            """))
    #expect(
      try Self.edit(Self.xml, .append(try PlistPath("list"), "c"))
        == Self.xml.replacing(
          "<![CDATA[b]]></string>\n",
          with: "<![CDATA[b]]></string>\n    <string>c</string>\n"))
  }

  @Test("A value in an empty element of XML gets tags and indentation")
  func fillEmptyElement() throws {
    #expect(
      try Self.edit(Self.xml, .set(try PlistPath("empty.k"), true))
        == Self.xml.replacing(
          "<dict/>", with: "<dict>\n    <key>k</key>\n    <true/>\n  </dict>"))
  }

  @Test("A removed key of XML leaves its line, and comments stay")
  func removeInXML() throws {
    #expect(
      try Self.edit(Self.xml, .remove(try PlistPath("name")))
        == Self.xml.replacing("  <key>name</key><string>old &#x26; good</string>\n", with: ""))
    #expect(
      try Self.edit(Self.xml, .remove(try PlistPath("list[0]")))
        == Self.xml.replacing("    <string>a</string>\n", with: ""))
  }

  @Test("A renamed key of XML keeps its value")
  func renameInXML() throws {
    #expect(
      try Self.edit(Self.xml, .rename(try PlistPath("size"), to: "a&b"))
        == Self.xml.replacing("<key >size</key>", with: "<key>a&amp;b</key>"))
  }

  @Test("A moved value takes its comment along")
  func move() throws {
    #expect(
      try Self.edit(Self.xml, .move(try PlistPath("name"), to: try PlistPath("empty.name")))
        == Self.xml.replacing(
          "\n  <!-- The name. -->\n  <key>name</key><string>old &#x26; good</string>", with: ""
        ).replacing(
          "<dict/>",
          with: """
            <dict>
                <!-- The name. -->
                <key>name</key><string>old &#x26; good</string>
              </dict>
            """))
  }

  private static let openStep = """
    // Header
    {
        /* first */
        a = 1;      // about a
        "b c" = ( x, "y z" , /* last */ w );
        c = {};
        list = (
            { id = 1; },
            { id = 2; }
        );
    }

    """

  @Test(
    "An edit of OpenStep text keeps comments, quotes and commas",
    arguments: [
      (
        .set(PlistPath([.key("a")]), "new value"), "a = 1;", "a = \"new value\";"
      ),
      (
        .append(PlistPath([.key("b c")]), "v"), "w );", "w, v );"
      ),
      (
        .remove(PlistPath([.key("b c"), .index(2)])), ", /* last */ w );", " );"
      ),
      (
        .remove(PlistPath([.key("b c"), .index(0)])), "( x, \"y z\"", "( \"y z\""
      ),
      (
        .set(PlistPath([.key("c"), .key("k")]), ["v"]), "c = {};",
        "c = {\n        k = (\n            v\n        );\n    };"
      ),
      (
        .append(PlistPath([.key("list")]), ["id": "3"]), "{ id = 2; }\n",
        "{ id = 2; },\n        {\n            id = 3;\n        }\n"
      ),
      (
        .remove(PlistPath([.key("list"), .index(1)])), ",\n        { id = 2; }", ""
      ),
      (
        .insert(PlistPath([.key("z")]), "1"), "    );\n}", "    );\n    z = 1;\n}"
      ),
    ] as [(PlistEdit, String, String)])
  func openStepEdits(_ edit: PlistEdit, old: String, new: String) throws {
    #expect(try Self.edit(Self.openStep, edit) == Self.openStep.replacing(old, with: new))
  }

  private static let strings = """
    /* Header */

    /* Title */
    "title" = "Notes";

    /* Button */
    "ok" = "OK";

    """

  @Test("A strings file keeps its comments, and a removed pair takes its comment along")
  func stringsEdits() throws {
    #expect(
      try Self.edit(Self.strings, .set(PlistPath([.key("ok")]), "Okay"))
        == Self.strings.replacing("\"OK\"", with: "\"Okay\""))
    #expect(
      try Self.edit(Self.strings, .remove(PlistPath([.key("ok")])))
        == Self.strings.replacing("\n\n/* Button */\n\"ok\" = \"OK\";", with: ""))
    #expect(
      try Self.edit(Self.strings, .insert(PlistPath([.key("zoom")]), "Zoom"))
        == Self.strings + "\n\"zoom\" = \"Zoom\";\n")
  }

  @Test("A pair can be added to a strings file that has only comments")
  func commentsOnly() throws {
    #expect(
      try Self.edit("/* No strings yet. */\n", .set(PlistPath([.key("a")]), "b"))
        == "/* No strings yet. */\n\"a\" = \"b\";\n")
  }

  @Test("JSON keeps its layout, on one line and on many")
  func jsonEdits() throws {
    let compact = #"{"a":1,"b":[1,2]}"#
    #expect(
      try Self.edit(compact, .insert(PlistPath([.key("c")]), ["x": true]))
        == #"{"a":1,"b":[1,2],"c":{"x":true}}"#)
    #expect(
      try Self.edit(compact, .remove(PlistPath([.key("b"), .index(1)])))
        == #"{"a":1,"b":[1]}"#)
    let wide = "{\n   \"a\": [\n      1\n   ]\n}"
    #expect(
      try Self.edit(wide, .append(PlistPath([.key("a")]), ["k": 2]))
        == "{\n   \"a\": [\n      1,\n      {\n         \"k\": 2\n      }\n   ]\n}")
  }

  @Test("CR LF line breaks and tabs remain")
  func lineBreaks() throws {
    let text = "<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\r\n</plist>\r\n"
    #expect(
      try Self.edit(text, .insert(PlistPath([.key("b")]), [1]))
        == text.replacing(
          "<true/>",
          with: "<true/>\r\n\t<key>b</key>\r\n\t<array>\r\n\t\t<integer>1</integer>\r\n\t</array>"))
  }

  @Test("A file in UTF-16 or an 8-bit encoding keeps its encoding and its mark")
  func encodings() throws {
    let text = "\"é\" = \"ü\";\n"
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    let edited = try PlistDocument(wide).applying([.set(PlistPath([.key("é")]), "中")])
    var expected: [UInt8] = [0xFF, 0xFE]
    for unit in "\"é\" = \"中\";\n".utf16 {
      expected += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
    }
    #expect([UInt8](edited.data) == expected)
    #expect([UInt8](try PlistDocument(edited.data).applying([edited.inverse]).data) == wide)
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><plist><array><string>".utf8)
      + [0xE9] + Array("</string></array></plist>".utf8)
    let result = try PlistDocument(latin).applying([.append(PlistPath(), "ü中")])
    var expectedText = Array(latin.prefix(latin.count - 16))
    expectedText += Array("<string>".utf8) + [0xFC]
    expectedText += Array("&#x4E2D;</string></array></plist>".utf8)
    #expect([UInt8](result.data) == expectedText)
  }

  @Test("A key that occurs twice is removed with both pairs")
  func repeatedKeys() throws {
    let text = "{ a = 1; b = 2; a = 3; }"
    #expect(try Self.edit(text, .set(PlistPath([.key("a")]), "4")) == "{ a = 1; b = 2; a = 4; }")
    #expect(try Self.edit(text, .remove(PlistPath([.key("a")]))) == "{ b = 2; }")
  }

  @Test("Sorted keys stay sorted, and sorting moves whole elements")
  func sorting() throws {
    let text = "{\n\ta = 1; // one\n\tc = 3;\n}\n"
    #expect(
      try Self.edit(text, .insert(PlistPath([.key("b")]), "2"))
        == "{\n\ta = 1; // one\n\tb = 2;\n\tc = 3;\n}\n")
    #expect(
      try Self.edit("{\n\tb = 2;\n\ta = (\n\t\tx\n\t);\n}\n", .sort(PlistPath()))
        == "{\n\ta = (\n\t\tx\n\t);\n\tb = 2;\n}\n")
  }

  @Test("An edit that the format cannot hold is refused with its path")
  func refusals() throws {
    let document = try PlistDocument(Array("{ a = { b = 1; }; }".utf8))
    let path = try PlistPath("a.c")
    #expect {
      try document.applying([.set(path, ["x": .bool(true)])])
    } throws: { error in
      let error = error as? PlistError
      return error?.code == .notRepresentable && error?.path == PlistPath(path.steps + [.key("x")])
    }
    #expect(Self.code { try document.applying([.set(try PlistPath("x.y"), "1")]) } == .noSuchPath)
    #expect(Self.code { try document.applying([.insert(try PlistPath("a.b"), "1")]) } == .keyExists)
    let xml = try PlistDocument(Array("<plist><dict/></plist>".utf8))
    #expect(
      Self.code { try xml.applying([.set(try PlistPath("\"CF$UID\""), 1)]) } == .notRepresentable)
  }

  @Test("A restoration applies only to the bytes that it belongs to")
  func restoration() throws {
    let document = try PlistDocument(Array("{ a = 1; }".utf8))
    let edited = try document.applying([.set(PlistPath([.key("a")]), "2")])
    #expect(Self.code { try document.applying([edited.inverse]) } == .invalidEdit)
  }

  @Test(
    "A comment never hides or joins what an edit writes next to it",
    arguments: ([
      ("{a=b; //c\n}", [.set(PlistPath([.key("m")]), "v")], "{a=b; //c\n m=v;\n}"),
      ("( \"a\"//c\n\n)", [.append(PlistPath(), "z")], "( \"a\",//c\n \"z\"\n\n)"),
      ("{ a = 1; // x\n b = 2; }", [.remove(PlistPath([.key("b")]))], "{ a = 1; // x\n }"),
      ("( 1, // x\n 2 )", [.remove(PlistPath([.index(1)]))], "( 1 // x\n )"),
      ("{ a = <01>/*c*/; }", [.set(PlistPath([.key("a")]), "y")], "{ a = y /*c*/; }"),
      (
        "{a=(/*c*/);}",
        [.append(PlistPath([.key("a")]), "x"), .append(PlistPath([.key("a")]), "y")],
        "{a=(x, y /*c*/);}"
      ),
      ("{a=b;}//x\n", [.remove(PlistPath([.key("a")]))], "{/* empty */}//x\n"),
      (
        "{a /*k*/ = /*v*/ 1;b={};}",
        [.move(PlistPath([.key("a")]), to: PlistPath([.key("b"), .key("c")]))],
        "{b={c /*k*/ = /*v*/ 1;};}"
      ),
      (
        "\"a\";\n\"b\" = \"c\";\n", [.rename(PlistPath([.key("a")]), to: "z")],
        "\"z\" = \"a\";\n\"b\" = \"c\";\n"
      ),
      (
        "<plist><array><array><dict/></array><dict/></array></plist>",
        [
          .move(PlistPath([.index(0), .index(0)]), to: PlistPath([.index(1), .key("x")])),
          .set(PlistPath([.index(1), .key("x"), .key("k")]), "v"),
        ],
        "<plist><array><array></array><dict><key>x</key><dict><key>k</key><string>v</string></dict>"
          + "</dict></array></plist>"
      ),
    ] as [(String, [PlistEdit], String)]).map(EditedText.init))
  func neighbors(_ example: EditedText) throws {
    let document = try PlistDocument(Array(example.text.utf8))
    let edited = try document.applying(example.edits)
    #expect(String(decoding: edited.data, as: UTF8.self) == example.expected)
  }

  @Test("A dictionary that JSON would read as a value of another type is refused")
  func typedForms() throws {
    for (text, edit) in [
      ("{\"a\":{}}", PlistEdit.set(PlistPath([.key("a"), .key("$data")]), "AAAA")),
      ("{\"a\":{\"x\":\"AAAA\"}}", .rename(PlistPath([.key("a"), .key("x")]), to: "$data")),
      (
        "{\"a\":{\"$date\":\"2026-01-01T00:00:00Z\",\"b\":1}}",
        .remove(PlistPath([.key("a"), .key("b")]))
      ),
    ] {
      let document = try PlistDocument(Array(text.utf8))
      #expect(Self.code { try document.applying([edit]) } == .invalidEdit, "\(text)")
    }
  }

  @Test("Thousands of edits of one file take time linear in the file")
  func manyEdits() throws {
    let lines = (0..<20_000).map { "\tkey\($0) = { a = \($0); };\n" }.joined()
    let document = try PlistDocument(Array("{\n\(lines)}\n".utf8))
    let edits = (0..<2_000).map {
      PlistEdit.set(PlistPath([.key("key\($0 * 7)"), .key("a")]), "x")
    }
    let edited = try PlistDocument(document.applying(edits).data)
    #expect(edited.root["key13993"]?["a"]?.stringValue == "x")
  }
}
