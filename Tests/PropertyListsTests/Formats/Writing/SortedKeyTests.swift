// Compares the order of sorted keys with Swift's comparison of UTF-16 code units.
import Foundation
import PropertyLists
import Testing

@Suite("The order of sorted keys")
struct SortedKeyTests {
  /// Keys with long common prefixes, NUL, every width of UTF-8, and characters that sort after
  /// surrogates.
  private static func keys(_ count: Int, _ random: inout SystemRandomNumberGenerator) -> [String] {
    let parts = [
      "a", "ab", "window.format.", "\u{0}", "é", "漢字", "\u{E000}", "\u{FFFD}", "😀", "z", "", "-",
      "Z", "0",
      "a long beginning that many share, ",
    ]
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      .joined()
    }
  }

  @Test(
    "Keys are sorted by UTF-16 code units, whatever their prefixes",
    arguments: [2, 7, 8, 40, 400, 3000])
  func keysAreSorted(count: Int) throws {
    var random = SystemRandomNumberGenerator()
    let values = Dictionary(Self.keys(count, &random).map { ($0, 1) }, uniquingKeysWith: { $1 })
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let document = try PlistEncoder().document(values)
    let written = try PlistDocument(document.encoded(as: .binary, options: options)).root.keys
    let expected = values.keys.sorted {
      Array($0.utf16).lexicographicallyPrecedes(Array($1.utf16))
    }
    #expect(written.map { Array($0.utf16) } == expected.map { Array($0.utf16) })
  }
}
