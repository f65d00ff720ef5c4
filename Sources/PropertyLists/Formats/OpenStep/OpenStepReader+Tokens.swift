// Strings of the OpenStep family, with quotes and without: found and checked; they stay where they
// are until they are asked for.

/// A string as it stands in the text.
struct OpenStepToken {
  /// The text without its quotes.
  var range: Range<Int>
  /// A form of strings, or that of a key that is not a string.
  var form: UInt8
  /// Where the token begins, its quote included.
  var start: Int
  var isQuoted: Bool { range.lowerBound > start }
}

extension OpenStepReader {
  /// Reads a string.
  @inline(__always)
  mutating func readToken() throws(PlistError) -> OpenStepToken {
    let start = position
    let byte = view.byte(orZeroAt: start)
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readQuoted(byte) }
    let end = view.endOfUnquotedText(from: start)
    position = end
    if end == start || view.continuesUnquotedText(at: end) {
      return try readUnusualToken(start)
    }
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

  /// A string with escapes, or one that is not closed.
  @inline(never)
  private mutating func readEscaped(_ quote: UInt8) throws(PlistError) -> OpenStepToken {
    let start = position
    var end = start + 1
    var hasSurrogate = false
    while end < view.count, view[end] != quote {
      if view[end] == UInt8(ascii: "\\") {
        let escape = view.openStepEscape(at: end)
        guard escape.end <= view.count else { throw unclosedQuote(quote, start: start) }
        try checkDigits(of: escape, at: end)
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
      range: start + 1..<end,
      form: isUnpaired ? NodeForm.escapedUnpaired : NodeForm.escaped, start: start)
  }

  /// `\U` without a digit would be U+0000, which nobody means.
  private func checkDigits(of escape: OpenStepEscape, at offset: Int) throws(PlistError) {
    guard view[offset + 1] == UInt8(ascii: "U"), escape.end == offset + 2 else { return }
    throw table.failure(
      .unexpectedCharacter, message: "expected up to four hexadecimal digits behind \\U", at: offset
    )
  }

  /// A key of GNUstep's that is not a string: `<*I5>`, `<0fbd77>`.
  private mutating func readOtherKey(_ start: Int) throws(PlistError) -> OpenStepToken {
    if isStrict {
      throw table.failure(
        .keyNotString, message: "Apple's parser takes only strings as keys", at: start)
    }
    try readData()
    hasGNUStepValues = true
    return OpenStepToken(range: start..<start, form: TextTable.otherKey, start: start)
  }

  /// A string without quotes that has characters which Apple's parser wants in quotes.
  @inline(never)
  private mutating func readUnusualToken(_ start: Int) throws(PlistError) -> OpenStepToken {
    if view.byte(orZeroAt: start) == UInt8(ascii: "<"), table.expectsKey, !isMergeMarker(at: start)
    {
      return try readOtherKey(start)
    }
    let end = view.endOfLenientText(from: start)
    guard end > start, !isMergeMarker(at: start) else { throw expectedValue(at: start) }
    position = end
    try table.checkUTF8(start..<end)
    let shown = PlistError.quoted(view.string(at: start, count: min(end - start, 80)))
    try acceptLeniently(.unexpectedCharacter, message: "\(shown) is not in quotes", at: start)
    let form = view.isASCII(at: start, count: end - start) ? NodeForm.plain : NodeForm.utf8
    return OpenStepToken(range: start..<end, form: form, start: start)
  }
}

extension ByteView {
  /// The first byte that is none of `A–Z a–z 0–9 _ $ / : . -`, or the end.
  @inline(__always)
  func endOfUnquotedText(from start: Int) -> Int {
    var position = start
    while position &+ 8 <= count {
      let stops = unquotedStops(word(at: position))
      if stops != 0 { return position &+ stops.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < count, self[position].isUnquoted { position &+= 1 }
    return position
  }

  /// The end of a token that GNUstep and others would take: everything up to white space, quotes,
  /// brackets and punctuation.
  func endOfLenientText(from start: Int) -> Int {
    var position = start
    while position < count, self[position].isLenient, !isWideSpace(at: position) { position += 1 }
    return position
  }

  /// Whether a string without quotes goes on here, where Apple's parser ends it.
  @inline(__always)
  fileprivate func continuesUnquotedText(at position: Int) -> Bool {
    let byte = byte(orZeroAt: position)
    return byte.isLenient && !byte.isUnquoted && !isWideSpace(at: position)
  }
}

extension UInt8 {
  /// Whether the byte may stand in a string without quotes.
  var isUnquoted: Bool {
    let letter = self | 0x20
    return letter &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "-") < 14
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }

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
