// Compares the fast path for short numbers in XML with the general one, which reads one character
// at a time: for random text, the limits of integers, faults at every offset, and near the
// beginning and the end of the input.

import Testing

@testable import PropertyLists

@Suite("Short numbers in XML")
struct ShortNumberTests {
  /// Text that begins like a number but is not one that the fast path reads, or not with all digits.
  private static let unusual = [
    "", "-", "+", ".", "-.", "--1", "-+1", "+1", " 1", "1 ", "1\n", "\t-1", "- 1", "1-", "1.2.3",
    "1..", "..1", "0x1F", "-0x1", "1e5", "1E-5", "1.5e300", "nan", "inf", "-infinity", "1,5", "1/2",
    "1:2", "&#49;", "1&#50;", "\u{A0}1", "1\u{FF11}", "12345678901234567890", "1/", "/1", ":1",
  ]

  private static let limits = [
    "0", "-0", "00000000000000000000", "-0000000000000000000", "9223372036854775807",
    "9223372036854775808", "-9223372036854775807", "-9223372036854775808", "-9223372036854775809",
    "9999999999999999999", "-9999999999999999999", "18446744073709551615", "18446744073709551616",
    "-18446744073709551616", "1000000000000000000", "999999999999999999", "0.0", "-0.0", "5.", ".5",
    "-5.", "-.5", ".1234567890123456789", "1234567890123456789.", "0.9999999999999999999",
    "9007199254740992", "9007199254740993", "-9007199254740993.5", "4503599627370496.5",
    "900719925474099.35", "9007199254740.9935", "0000000000000000.1", "1.7976931348623157",
  ]

  private static func digits(_ count: Int, _ random: inout some RandomNumberGenerator) -> String {
    String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
  }

  /// Numbers of every count of digits, with the point at every offset.
  private static let numbers: [String] = {
    var random = SystemRandomNumberGenerator()
    var texts: [String] = []
    for count in 1...22 {
      for point in 0...count {
        let text = digits(count, &random)
        texts += [text, "-\(text)"]
        texts += ["", "-"].map { "\($0)\(text.prefix(point)).\(text.dropFirst(point))" }
      }
    }
    return texts
  }()

  /// Expects that the fast path, if it reads a text, agrees with the general one. Returns whether
  /// it read an integer and a real.
  @discardableResult
  private func compare(_ text: String, before: Int = 40, after: Int = 40) -> (
    integer: Bool, real: Bool
  ) {
    let filler = [UInt8](repeating: UInt8(ascii: "7"), count: before)
    let rest = [UInt8](repeating: UInt8(ascii: "8"), count: after)
    let source = SourceBytes(filler + Array(text.utf8) + [UInt8(ascii: "<")] + rest)
    let view = source.view
    let end = before + text.utf8.count
    let integer = view.shortInteger(from: before)
    if let integer {
      let expected = try? view.integer(at: before, end: end).get()
      #expect(integer.end == end && expected == PlistInteger(integer.value), "\(text)")
    }
    let real = view.shortReal(from: before)
    if let real {
      let expected = view.real(at: before, end: end)
      #expect(real.end == end && expected?.bitPattern == real.value.bitPattern, "\(text)")
      if let exact = Double(text) {
        #expect(exact.bitPattern == real.value.bitPattern, "\(text)")
      }
    }
    return (integer != nil, real != nil)
  }

  @Test("Numbers of every length, with and without a point, are read as in general")
  func everyLength() {
    for text in Self.numbers + Self.limits {
      let (integer, real) = compare(text)
      let digits = text.utf8.count { $0.isDigit }
      let hasPoint = text.contains(".")
      #expect(!integer || !hasPoint && digits <= 19, "\(text)")
      #expect(!real || digits <= 19, "\(text)")
      if digits <= 18, !hasPoint { #expect(integer, "\(text)") }
      if digits <= 15 { #expect(real, "\(text)") }
    }
  }

  @Test("The fast path reads the limits of Int64, and leaves larger integers to the general one")
  func integerLimits() {
    #expect(compare("9223372036854775807").integer)
    #expect(compare("-9223372036854775808").integer)
    #expect(!compare("9223372036854775808").integer)
    #expect(!compare("-9223372036854775809").integer)
  }

  @Test("Other text is left to the general path", arguments: unusual)
  func otherText(_ text: String) {
    let (integer, real) = compare(text)
    #expect(!integer && !real)
  }

  @Test("A character that is not a digit is found at every offset", arguments: 0...255)
  func everyFault(_ byte: Int) {
    let isDigit = UInt8(byte).isDigit
    for length in 1...15 {
      for offset in 0..<length {
        var bytes = [UInt8](repeating: UInt8(ascii: "3"), count: 100)
        bytes[40 + length] = UInt8(ascii: "<")
        bytes[40 + offset] = UInt8(byte)
        let source = SourceBytes(bytes)
        let view = source.view
        let end = view.firstIndex(of: UInt8(ascii: "<"), from: 40)
        let integer = view.shortInteger(from: 40)
        let real = view.shortReal(from: 40)
        let expected = try? view.integer(at: 40, end: end).get()
        if let integer { #expect(expected == PlistInteger(integer.value) && integer.end == end) }
        if let real { #expect(view.real(at: 40, end: end) == real.value && real.end == end) }
        let isNumber = isDigit || offset > 0 && UInt8(ascii: "<") == UInt8(byte)
        let isSign = UInt8(ascii: "-") == UInt8(byte) && offset == 0 && length > 1
        let isPoint = UInt8(ascii: ".") == UInt8(byte) && length > 1
        #expect((integer != nil) == (isNumber || isSign))
        #expect((real != nil) == (isNumber || isSign || isPoint))
      }
    }
  }

  @Test("Numbers near the beginning and the end of the input are read, or left", arguments: 0...45)
  func nearTheEnds(_ distance: Int) {
    for text in ["5", "-12345678901234567", "16.25", "-524095.5772417597", "x"] {
      compare(text, before: distance)
      compare(text, after: distance)
      compare(text, before: distance, after: distance)
    }
    let unfinished = SourceBytes([UInt8](repeating: UInt8(ascii: "4"), count: 90))
    #expect(unfinished.view.shortInteger(from: 90 - distance) == nil)
    #expect(unfinished.view.shortReal(from: 90 - distance) == nil)
  }

  @Test("Documents have the same numbers and errors whatever surrounds the number")
  func documents() throws {
    let padding = String(repeating: " ", count: 64)
    for text in Self.numbers + Self.limits + Self.unusual {
      for element in ["integer", "real"] {
        let number = "<\(element)>\(text)</\(element)>"
        let short = Result { try PlistDocument(Array("<array>\(number)</array>".utf8)) }
        let wide = Result {
          try PlistDocument(Array("<array>\(padding)\(number)\(padding)</array>".utf8))
        }
        switch (short, wide) {
        case (.success(let left), .success(let right)):
          #expect(
            left.root.children.first?.isSame(as: right.root.children.first) == true, "\(text)")
        case (.failure(let left as PlistError), .failure(let right as PlistError)):
          #expect(left.code == right.code && left.message == right.message, "\(text)")
        default: Issue.record("only one of two documents with \(text) was read")
        }
      }
    }
  }
}

extension PlistNode {
  /// Whether two numbers are of the same kind and have the same bits.
  fileprivate func isSame(as other: PlistNode?) -> Bool {
    guard let other, kind == other.kind else { return false }
    return kind == .integer
      ? integerValue == other.integerValue
      : realValue?.bitPattern == other.realValue?.bitPattern
  }
}
