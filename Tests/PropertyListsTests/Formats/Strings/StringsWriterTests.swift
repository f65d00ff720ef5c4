// Tests of writing strings files, and of what is preserved from the input.
import Foundation
import PropertyLists
import Testing

@Suite("Writing strings files")
struct StringsWriterTests {
  private static func text(
    _ value: Plist, _ options: PlistWritingOptions = PlistWritingOptions()
  ) throws -> String {
    String(decoding: try value.encoded(as: .strings, options: options), as: UTF8.self)
  }

  @Test("Pairs are in quotes with a blank line between them")
  func pairs() throws {
    let value: Plist = ["a": "b", "same": "same", "q\"\n": "é\u{1}\\"]
    #expect(
      try Self.text(value) == #"""
        "a" = "b";

        "same" = "same";

        "q\"\n" = "é\U0001\\";

        """#)
    #expect(try Plist(value.encoded(as: .strings)) == value)
  }

  @Test("An empty dictionary is an empty line")
  func emptyTable() throws {
    #expect(try Self.text([:]) == "\n")
    #expect(try Plist(Data("\n".utf8)) == [:])
  }

  @Test("Comments precede their keys, and cannot end early")
  func comments() throws {
    var options = PlistWritingOptions()
    options.comments = ["a": ["One", "Two */ \"x\" = \"y\";"]]
    let value: Plist = ["a": "b", "c": "d"]
    let text = try Self.text(value, options)
    #expect(
      text == """
        /* One */
        /* Two * / "x" = "y"; */
        "a" = "b";

        "c" = "d";

        """)
    #expect(try Plist(Data(text.utf8)) == value)
  }

  @Test("A file that genstrings wrote survives a round trip, in every encoding")
  func genstrings() throws {
    let text = """
      /* No comment provided by engineer. */
      "%d\\tfiles" = "%d Dateien\\U00fc";

      // two
      /* comments */
      "b" = "raw
      line";

      /* the end */

      """
    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = try #require(("\u{FEFF}" + text).data(using: encoding))
      #expect(try PlistDocument(bytes).encoded(as: .strings) == bytes)
    }
    #expect(try PlistDocument(Data(text.utf8)).encoded(as: .strings) == Data(text.utf8))
  }

  @Test("White space and comments are preserved, and keys and values get quotes")
  func gaps() throws {
    let text = "\r\na = b; // after\r\n\r\n\r\n\t\"c\"=d;/* x */e = {e = f;};  "
    let written = try PlistDocument(Data(text.utf8)).encoded(as: .strings)
    #expect(
      String(decoding: written, as: UTF8.self)
        == "\r\n\"a\" = \"b\"; // after\r\n\r\n\r\n\t\"c\" = \"d\";/* x */\"e\" = {\n\te = f;\n};  "
    )
  }

  @Test("Sorted pairs keep their comments")
  func sorted() throws {
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let text = "/* b */ b = 1;\n\n/* a */\na = 2;\n"
    let written = try PlistDocument(Data(text.utf8)).encoded(as: .strings, options: options)
    #expect(
      String(decoding: written, as: UTF8.self)
        == "/* a */\n\"a\" = \"2\";\n\n/* b */\n\"b\" = \"1\";\n")
  }

  @Test("A comment that the file does not close is closed")
  func unclosedComment() throws {
    let written = try PlistDocument(Data("a = b; /* open".utf8)).encoded(as: .strings)
    #expect(String(decoding: written, as: UTF8.self) == "\"a\" = \"b\";\n\n/* open */\n")
  }

  @Test("A string in single quotes is escaped for double quotes")
  func singleQuotes() throws {
    let written = try PlistDocument(Data(#"'a"' = 'b\'';"#.utf8)).encoded(as: .strings)
    #expect(String(decoding: written, as: UTF8.self) == #""a\"" = "b\'";"#)
  }

  @Test("Containers and data are written as in OpenStep")
  func containers() throws {
    let value: Plist = ["a": ["x", ["k": "v"]], "d": .data(Data([1])), "e": [:]]
    #expect(
      try Self.text(value) == """
        "a" = (
        \tx,
        \t{
        \t\tk = v;
        \t}
        );

        "d" = <01>;

        "e" = {};

        """)
    #expect(try Plist(value.encoded(as: .strings)) == value)
  }

  @Test(
    "Values that are not text are errors with their path",
    arguments: [.integer(1), .real(0.5), .bool(true), .null, .uid(PlistUID(1)), .date(.now)]
      as [Plist])
  func refused(value: Plist) {
    #expect(throws: PlistError(.notRepresentable, message: "", path: PlistPath([.key("b")]))) {
      try Self.text(["a": "x", "b": value])
    }
    #expect(throws: PlistError(.notRepresentable, message: "")) { try Self.text(value) }
  }
}
