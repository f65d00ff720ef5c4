// Quoted and unquoted strings of the OpenStep family. Strings are validated, and decoded only when
// they are requested.

/// A string in the source text.
struct OpenStepToken {
  /// The range of the text without its quotes.
  var range: Range<Int>
  /// The form of the string, or `TextTable.otherKey`.
  var form: UInt8
  /// The offset of the token, including its quote.
  var start: Int
  var isQuoted: Bool { range.lowerBound > start }
}

extension OpenStepReader {
  @inline(__always)
  mutating func readToken() throws(PlistError) -> OpenStepToken {
    let start = position
    let byte = view.byte(orZeroAt: start)
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readQuoted(byte) }
    let end = view.endOfUnquotedText(from: start)
    position = end
    if end == start || view.continuesUnquotedText(at: end) { return try readUnusualToken(start) }
    return OpenStepToken(range: start..<end, form: NodeForm.plain, start: start)
  }

  @inline(__always)
  private mutating func readQuoted(_ quote: UInt8) throws(PlistError) -> OpenStepToken {
    let start = position
    let run = view.quotedRun(from: start &+ 1, quote: quote)
    guard view.byte(orZeroAt: run.end) == quote else { return try readEscaped(quote) }
    position = run.end &+ 1
    if run.hasHighBytes { try table.checkUTF8(start &+ 1..<run.end) }
    let form = run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain
    return OpenStepToken(range: start &+ 1..<run.end, form: form, start: start)
  }

  /// Reads a string that has escapes or is not closed.
  private mutating func readEscaped(_ quote: UInt8) throws(PlistError) -> OpenStepToken {
    let start = position
    var end = start + 1
    var hasSurrogate = false
    while end < view.count, view[end] != quote {
      if view[end] == UInt8(ascii: "\\") {
        let escape = view.openStepEscape(at: end)
        guard escape.end <= view.count else { throw unclosedQuote(quote, start: start) }
        if view[end + 1] == UInt8(ascii: "U"), escape.end == end + 2 {
          // It would be U+0000, and is certainly a mistake.
          throw failure(
            .unexpectedCharacter, message: "expected up to four hexadecimal digits after \\U",
            at: end)
        }
        hasSurrogate = hasSurrogate || escape.isFirstSurrogate || escape.isSecondSurrogate
        end = escape.end
      } else {
        end = view.quotedRun(from: end, quote: quote).end
      }
    }
    guard end < view.count else { throw unclosedQuote(quote, start: start) }
    position = end + 1
    try table.checkUTF8(start + 1..<end)
    let isUnpaired =
      hasSurrogate && view.unpairedOpenStepUnits(at: start + 1, count: end - start - 1) != nil
    return OpenStepToken(
      range: start + 1..<end, form: isUnpaired ? NodeForm.escapedUnpaired : NodeForm.escaped,
      start: start)
  }

  /// Reads an unquoted string with characters that Apple's parser accepts only in quotes.
  private mutating func readUnusualToken(_ start: Int) throws(PlistError) -> OpenStepToken {
    if view.byte(orZeroAt: start) == UInt8(ascii: "<"), table.expectsKey, !isMergeMarker(at: start)
    {
      // A GNUstep key that is not a string: `<*I5>`, `<0fbd77>`.
      if isStrict {
        throw failure(
          .keyNotString, message: "Apple's parser accepts only strings as keys", at: start)
      }
      try readData()
      hasGNUStepValues = true
      return OpenStepToken(range: start..<start, form: TextTable.otherKey, start: start)
    }
    let end = view.endOfLenientText(from: start)
    guard end > start, !isMergeMarker(at: start) else { throw expectedValue(at: start) }
    position = end
    try table.checkUTF8(start..<end)
    let shown = PlistError.quoted(view.string(at: start, count: min(end - start, 80)))
    try acceptLeniently(
      .unexpectedCharacter, message: "the string \(shown) is not in quotes", at: start)
    let form = view.isASCII(at: start, count: end - start) ? NodeForm.plain : NodeForm.utf8
    return OpenStepToken(range: start..<end, form: form, start: start)
  }
}

extension ByteView {
  /// Returns the end of a token that GNUstep and other software accepts: all characters up to white
  /// space, quotes, brackets and punctuation.
  func endOfLenientText(from start: Int) -> Int {
    var position = start
    while position < count, self[position].isLenient, !isWideSpace(at: position) { position += 1 }
    return position
  }

  /// Returns whether an unquoted string continues here, where Apple's parser ends it.
  @inline(__always)
  func continuesUnquotedText(at position: Int) -> Bool {
    let byte = byte(orZeroAt: position)
    return byte.isLenient && !byte.isUnquoted && !isWideSpace(at: position)
  }
}

extension UInt8 {
  fileprivate var isLenient: Bool {
    switch self {
    case 0x00...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: "="),
      UInt8(ascii: ">"):
      false
    case UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "`"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
}
