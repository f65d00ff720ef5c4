// Tests of writing GNUstep property lists: the expected text comes from GNUstep's library.
import Foundation
import PropertyLists
import Testing

@Suite("Writing GNUstep property lists")
struct GNUStepWriterTests {
  private static func text(
    _ value: Plist, _ options: PlistWritingOptions = PlistWritingOptions()
  ) throws -> String {
    String(decoding: try value.encoded(as: .gnuStep, options: options), as: UTF8.self)
  }

  @Test("Levels are indented by four columns with tabs of eight, without a final line feed")
  func layout() throws {
    let value: Plist = ["/x": "", "arr": [1, "x", [], ["in", ["k": "v"]]], "emptyd": [:]]
    #expect(
      try Self.text(value) == """
        {
            "/x" = "";
            arr = (
        \t<*I1>,
        \tx,
        \t(
        \t),
        \t(
        \t    in,
        \t    {
        \t\tk = v;
        \t    }
        \t)
            );
            emptyd = {
            };
        }
        """)
  }

  @Test("The indentation stays at 48 columns from the twelfth level on")
  func deepLayout() throws {
    let deep = (0..<14).reduce("x" as Plist) { value, _ in [value] }
    let lines = try Self.text(deep).split(separator: "\n")
    #expect(lines[11] == "\t\t\t\t\t    (")
    #expect(lines[12] == "\t\t\t\t\t\t(")
    #expect(lines[14] == "\t\t\t\t\t\tx")
  }

  @Test(
    "Values are typed",
    arguments: [
      (.integer(5), "<*I5>"), (.integer(-9_223_372_036_854_775_808), "<*I-9223372036854775808>"),
      (.integer(PlistInteger(UInt64.max)), "<*I18446744073709551615>"), (.real(1), "<*R1>"),
      (.real(0.1), "<*R0.1>"), (.real(1e300), "<*R1e+300>"), (.real(-0.0), "<*R-0>"),
      (.real(.infinity), "<*Rinf>"), (.real(-.infinity), "<*R-inf>"), (.real(.nan), "<*Rnan>"),
      (.bool(true), "<*BY>"), (.bool(false), "<*BN>"),
      (.date(Date(timeIntervalSinceReferenceDate: -1)), "<*D2000-12-31 23:59:59 +0000>"),
      (.data(Data([1, 2, 3, 4])), "<[AQIDBA==]>"), (.data(Data()), "<[]>"),
    ] as [(Plist, String)])
  func typedValues(value: Plist, expected: String) throws {
    #expect(try Self.text(value) == expected)
    let read = try Plist(Data("(\(expected))".utf8))
    #expect(read == .array([value]) || expected == "<*Rnan>" && read[0]?.realValue?.isNaN == true)
  }

  @Test(
    "Strings are quoted unless alphanumeric, and other characters become numbers",
    arguments: [
      ("a12", "a12"), ("a_b", "\"a_b\""), ("1.5", "\"1.5\""), ("", "\"\""),
      ("a\tb\nc\r", "\"a\tb\nc\r\""), ("\"\\'", #""\"\\'""#),
      ("\u{0}\u{7}\u{8}\u{B}\u{C}\u{1F}\u{7F}1", #""\000\a\b\v\f\037\1771""#),
      ("\u{80}é€😀", #""\U0080\U00E9\U20AC\UD83D\UDE00""#),
    ])
  func strings(text: String, expected: String) throws {
    #expect(try Self.text([.string(text)]) == "(\n    \(expected)\n)")
    #expect(try Plist(Plist.array([.string(text)]).encoded(as: .gnuStep)) == [.string(text)])
  }

  private static let unsupported: [(Plist, String)] = [
    (.null, "NULL"), (.uid(PlistUID(7)), "7"), (.set(["a"]), "(a)"),
    (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "<*D2001-01-01 00:00:00 +0000>"),
    (.date(Date(timeIntervalSinceReferenceDate: 300_000_000_000)), "\"11507-08-17T05:20:00Z\""),
  ]

  @Test("A value that GNUstep does not support is an error with its path", arguments: unsupported)
  func refused(value: Plist, text: String) {
    #expect(
      throws: PlistError(.notRepresentable, message: "", path: PlistPath([.key("k"), .index(0)]))
    ) {
      try Self.text(["k": [value]])
    }
  }

  @Test("Unsupported values become text on request", arguments: unsupported)
  func asText(value: Plist, text: String) throws {
    var options = PlistWritingOptions()
    options.layout = .compact
    options.unsupportedValues = .asText
    #expect(try Self.text(["k": value], options) == "{k = \(text);}")
  }

  @Test("An integer of more than 64 bits is an error")
  func wideInteger() {
    let value = Plist.integer(PlistInteger(high: 1, low: 0))
    #expect(throws: PlistError(.notRepresentable, message: "")) { try Self.text(value) }
  }
}
