// Compares strings that are created from their representation with those of the standard library.
import Testing

@testable import PropertyLists

@Suite("Short strings")
struct ShortTextTests {
  @Test("The representation of short strings is the expected one, so that they are created quickly")
  func representation() { #expect(ShortText.isSupported) }

  @Test("Strings of all short lengths are those of the standard library", arguments: 0...17)
  func strings(_ length: Int) {
    let letters = "The quick brown fox jumps over the lazy dog"
    let source = SourceBytes(Array(letters.utf8))
    for start in 0...letters.utf8.count - length {
      let text = source.view.knownString(at: start, count: length, isASCII: true)
      let first = letters.index(letters.startIndex, offsetBy: start)
      let expected = String(letters[first..<letters.index(first, offsetBy: length)])
      #expect(text == expected)
      #expect(text.hashValue == expected.hashValue)
      #expect(Array(text.utf8) == Array(expected.utf8))
      #expect(text.count == length)
      #expect(text + "!" == expected + "!")
      #expect((text < "fox") == (expected < "fox"))
    }
  }

  @Test("All ASCII characters occur in short strings, the null character included")
  func characters() {
    for byte in UInt8(0)...127 {
      let source = SourceBytes([byte, UInt8(ascii: "x"), byte])
      let text = source.view.knownString(at: 0, count: 3, isASCII: true)
      #expect(Array(text.utf8) == [byte, UInt8(ascii: "x"), byte])
      #expect(text == String(decoding: [byte, UInt8(ascii: "x"), byte], as: UTF8.self))
    }
  }

  @Test("Other short texts are read as UTF-8")
  func otherTexts() {
    let source = SourceBytes(Array("déjà vu".utf8))
    for isASCII in [false, true] {
      #expect(source.view.knownString(at: 0, count: source.count, isASCII: isASCII) == "déjà vu")
    }
    let changed = SourceBytes([UInt8(ascii: "a"), 0xE9, UInt8(ascii: "b")])
    #expect(changed.view.knownString(at: 0, count: 3, isASCII: true) == "a\u{FFFD}b")
  }
}
