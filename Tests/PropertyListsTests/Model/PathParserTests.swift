// Tests of the parser of paths against its shortcut for a single key.

import Testing

@testable import PropertyLists

@Suite("Parsing paths")
struct PathParserTests {
  /// All texts of up to four characters that have a meaning in paths, or none.
  static let texts: [String] = {
    var all = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { text in ".[]*\"\\0é".map { text + String($0) } }
      all += longest
    }
    return all
  }()

  @Test("A text that is taken for a single key is parsed as that key")
  func plainKeys() throws {
    var count = 0
    for text in Self.texts where PathParser.isPlainKey(text) {
      count += 1
      var parser = PathParser(text)
      #expect(try parser.steps() == [.key(text)])
      var wildcards = PathParser(text)
      #expect(try wildcards.stepsBetweenWildcards() == [[.key(text)]])
    }
    // Five characters without a meaning, of which the quotation mark cannot be the first.
    #expect(count == 4 * (1 + 5 + 25 + 125))
  }

  @Test("Any other text is not taken for a single key")
  func otherTexts() {
    for text in Self.texts where !PathParser.isPlainKey(text) {
      #expect(
        text.isEmpty || text.hasPrefix("\"") || text.contains { ".[\\".contains($0) }, "\(text)")
    }
  }
}
