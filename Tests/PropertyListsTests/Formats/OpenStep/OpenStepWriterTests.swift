// Tests of writing plain OpenStep property lists.
import Foundation
import PropertyLists
import Testing

@Suite("Writing OpenStep property lists")
struct OpenStepWriterTests {
  private static func text(
    _ value: Plist, _ options: PlistWritingOptions = PlistWritingOptions()
  ) throws -> String {
    String(decoding: try value.encoded(as: .openStep, options: options), as: UTF8.self)
  }

  @Test("Pairs have separate lines, indented by tabs, and empty containers a single one")
  func layout() throws {
    let value: Plist = [
      "name": "x y", "list": ["a", ["b", "c"], [:]], "none": [], "inner": ["k": "v"],
    ]
    #expect(
      try Self.text(value) == """
        {
        \tname = "x y";
        \tlist = (
        \t\ta,
        \t\t(
        \t\t\tb,
        \t\t\tc
        \t\t),
        \t\t{}
        \t);
        \tnone = ();
        \tinner = {
        \t\tk = v;
        \t};
        }

        """)
  }

  @Test("Compact text is one line")
  func compact() throws {
    var options = PlistWritingOptions()
    options.layout = .compact
    let value: Plist = ["a": ["b", "c"], "d": ["e": .data(Data([1, 2, 3, 4, 5]))]]
    #expect(try Self.text(value, options) == "{a = (b, c); d = {e = <01020304 05>;};}\n")
  }

  @Test("Keys can be sorted")
  func sortedKeys() throws {
    var options = PlistWritingOptions()
    options.layout = .compact
    options.keyOrder = .sorted
    #expect(try Self.text(["b": "1", "a": "2"], options) == "{a = 2; b = 1;}\n")
  }

  @Test(
    "A string has quotes unless every reader accepts it without",
    arguments: [
      ("a_b$c/d:e.f0", "a_b$c/d:e.f0"), ("/tmp", "/tmp"), ("", "\"\""), ("a-b", "\"a-b\""),
      ("a//b", "\"a//b\""), ("//", "\"//\""), ("é😀", "\"é😀\""), ("a\"\\'", #""a\"\\'""#),
      ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}0", #""\U0000\U001F\U007F0""#),
    ])
  func quoting(text: String, expected: String) throws {
    #expect(try Self.text([.string(text)]) == "(\n\t\(expected)\n)\n")
  }

  @Test(
    "A lone value at the root does not resemble another format",
    arguments: [.string("bplist00"), .string("<?xml"), .data(Data([0xDA])), [:], [], .string("")]
      as [Plist])
  func roots(value: Plist) throws {
    #expect(try Plist(value.encoded(as: .openStep)) == value)
  }

  @Test(
    "Numbers are written without quotes",
    arguments: [
      (.integer(-5), "-5"), (.integer(PlistInteger(UInt64.max)), "18446744073709551615"),
      (.real(0.1), "0.1"), (.real(-1), "-1"), (.real(1e22), "1e22"), (.real(.infinity), "inf"),
      (.real(-.infinity), "-inf"), (.real(.nan), "nan"),
    ] as [(Plist, String)])
  func numbers(value: Plist, expected: String) throws {
    #expect(try Self.text([value]) == "(\n\t\(expected)\n)\n")
    #expect(try Plist(value.encoded(as: .openStep)) == .string(expected))
  }

  private static let unsupported: [(Plist, String)] = [
    (.bool(true), "1"), (.bool(false), "0"), (.null, "NULL"), (.uid(PlistUID(7)), "7"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), "\"2001-01-01T00:00:00Z\""),
    (.set([.string("a")]), "(a)"),
  ]

  @Test("A value that OpenStep does not support is an error with its path", arguments: unsupported)
  func refused(value: Plist, text: String) {
    #expect(
      throws: PlistError(.notRepresentable, message: "", path: PlistPath([.key("a"), .index(1)]))
    ) {
      try Self.text(["a": ["x", value]])
    }
  }

  @Test("Unsupported values become text on request", arguments: unsupported)
  func asText(value: Plist, text: String) throws {
    var options = PlistWritingOptions()
    options.layout = .compact
    options.unsupportedValues = .asText
    #expect(try Self.text(["a": value], options) == "{a = \(text);}\n")
  }

  @Test("Containers beyond the depth limit are an error")
  func depth() {
    var options = PlistWritingOptions()
    options.maximumDepth = 2
    #expect(throws: PlistError(.depthLimit, message: "", path: PlistPath([.index(0), .index(0)]))) {
      try PlistDocument([[["x"]]]).encoded(as: .openStep, options: options)
    }
  }
}
