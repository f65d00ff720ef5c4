// Source ranges of values and keys in text that was read, for formats with brackets as containers.
// Quoted strings, comments and data in angle brackets are skipped as a whole.

extension DocumentStorage {
  func bracketRange(ofValue index: Int) -> Range<Int> {
    let start = Int(offsets[index])
    return start..<view.endOfBracketValue(at: start)
  }

  func bracketRange(ofKeyAt pair: PlistNode.NodePair) -> Range<Int>? {
    let dictionary = nodes[Int(pair.dictionary)]
    return view.bracketKeyRange(
      before: Int(offsets[value(Int(pair.position), of: dictionary)]),
      inDictionaryAt: Int(offsets[Int(pair.dictionary)]))
  }
}

extension ByteView {
  /// Returns the position after the closing quote of a string that begins at `start`, or the end.
  func endOfQuotedText(from start: Int) -> Int {
    let quote = byte(orZeroAt: start)
    var position = start + 1
    while position < count, self[position] != quote {
      position += self[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, count)
  }

  /// Returns the position of the first byte at or after `start` that is neither white space nor
  /// part of a comment. A line comment ends with its line; an unclosed block comment ends with the
  /// text.
  func skipTrivia(from start: Int) -> Int {
    var position = skipWideSpace(from: start)
    while let end = endOfComment(at: position)
      ?? unicodeSpaceLength(at: position).map({ position + $0 })
    { position = skipWideSpace(from: end) }
    return position
  }

  /// Returns the length of a space that Apple's parser does not treat as white space; nil if there
  /// is none.
  func unicodeSpaceLength(at position: Int) -> Int? {
    guard byte(orZeroAt: position) >= 0xC2 else { return nil }
    return matches("\u{FEFF}", at: position) ? 3 : unicodeSpaceLength(at: position, end: count)
  }

  /// Returns whether there is a non-ASCII space at a position.
  func isWideSpace(at position: Int) -> Bool {
    byte(orZeroAt: position) >= 0xC2
      && (unicodeSpaceLength(at: position) != nil || skipWideSpace(from: position) > position)
  }

  /// Returns the position after the comment that begins at a byte; nil if there is none.
  func endOfComment(at start: Int) -> Int? {
    guard byte(orZeroAt: start) == UInt8(ascii: "/") else { return nil }
    switch byte(orZeroAt: start + 1) {
    case UInt8(ascii: "*"): return firstRange(of: "*/", from: start + 2)?.upperBound ?? count
    case UInt8(ascii: "/"): return endOfLine(from: start + 2)
    default: return nil
    }
  }

  /// Returns the position of the first line feed, carriage return, U+2028 or U+2029 at or after
  /// `start`, or the end.
  private func endOfLine(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = self[position]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return position }
      if byte == 0xE2, lineSeparatorLength(at: position) > 0 { return position }
      position += 1
    }
    return position
  }

  /// Returns 3 if there is a U+2028 or U+2029 at a position, otherwise 0.
  private func lineSeparatorLength(at position: Int) -> Int {
    matches("\u{2028}", at: position) || matches("\u{2029}", at: position) ? 3 : 0
  }

  /// Returns the position of the first byte at or after `start` that is not white space of the
  /// OpenStep family: U+0009 to U+000D, space, U+2028, U+2029.
  @inline(__always)
  func skipWideSpace(from start: Int) -> Int {
    let position = skipSpace(from: start)
    let byte = byte(orZeroAt: position)
    return byte == 0x0B || byte == 0x0C || byte == 0xE2 ? skipRareSpace(from: position) : position
  }

  private func skipRareSpace(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = self[position]
      let length = byte == 0xE2 ? lineSeparatorLength(at: position) : 0
      if length > 0 {
        position += length
      } else if byte.isXMLSpace || byte == 0x0B || byte == 0x0C {
        position += 1
      } else {
        break
      }
    }
    return position
  }

  /// Returns the position after the value that begins at `start`.
  func endOfBracketValue(at start: Int) -> Int {
    var position = start
    var level = 0
    repeat {
      position = level == 0 ? position : skipTrivia(from: position)
      guard position < count else { return count }
      let byte = self[position]
      if byte.opensBracket {
        level += 1
        position += 1
      } else if byte.closesBracket {
        level -= 1
        position += 1
      } else {
        position =
          level > 0 && byte.isBracketPunctuation ? position + 1 : endOfBracketScalar(at: position)
      }
    } while level > 0
    return position
  }

  /// Returns the position after the string, number or data that begins at `start`, which is always
  /// greater than `start`.
  func endOfBracketScalar(at start: Int) -> Int {
    switch self[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return endOfQuotedText(from: start)
    case UInt8(ascii: "<"): return min(firstIndex(of: UInt8(ascii: ">"), from: start) + 1, count)
    default: break
    }
    var position = start + 1
    while position < count, !self[position].endsBracketToken, !isWideSpace(at: position) {
      position += 1
    }
    return position
  }

  /// Returns the range of the key before a value if another value begins at `previous` and is the
  /// last one before the key; otherwise nil.
  func bracketKey(after previous: Int, before value: Int) -> Range<Int>? {
    var position = skipTrivia(from: endOfBracketValue(at: previous))
    if position < count, self[position].isBracketPunctuation {
      position = skipTrivia(from: position + 1)
    }
    guard position < count, position <= value else { return nil }
    let key = position..<endOfBracketScalar(at: position)
    if position == value { return key }
    position = skipTrivia(from: key.upperBound)
    guard position < count, self[position].isBracketPunctuation else { return nil }
    return skipTrivia(from: position + 1) == value ? key : nil
  }

  /// Returns the range of the key before a value in the dictionary that begins at `start`. The
  /// dictionary of a strings file has no brace.
  func bracketKeyRange(before value: Int, inDictionaryAt start: Int) -> Range<Int>? {
    var position = byte(orZeroAt: start) == UInt8(ascii: "{") ? start + 1 : start
    while position <= value {
      let key = skipTrivia(from: position)
      guard key < count else { return nil }
      let keyEnd = endOfBracketScalar(at: key)
      if key == value { return key..<keyEnd }
      var next = skipTrivia(from: keyEnd)
      if next < count, self[next] == UInt8(ascii: "=") || self[next] == UInt8(ascii: ":") {
        next = skipTrivia(from: next + 1)
        if next == value { return key..<keyEnd }
        next = skipTrivia(from: endOfBracketValue(at: next))
      }
      let isSeparator = next < count && self[next].isBracketPunctuation
      position = max(isSeparator ? next + 1 : next, keyEnd)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var opensBracket: Bool {
    self == UInt8(ascii: "{") || self == UInt8(ascii: "(") || self == UInt8(ascii: "[")
  }

  var closesBracket: Bool {
    self == UInt8(ascii: "}") || self == UInt8(ascii: ")") || self == UInt8(ascii: "]")
  }

  /// Whether the byte separates keys, values and elements.
  fileprivate var isBracketPunctuation: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: ";") || self == UInt8(ascii: "=")
      || self == UInt8(ascii: ":")
  }

  /// Whether the byte ends an unquoted token.
  fileprivate var endsBracketToken: Bool {
    self <= 0x20 || closesBracket || opensBracket || self == UInt8(ascii: ",")
      || self == UInt8(ascii: ";") || self == UInt8(ascii: "=") || self == UInt8(ascii: "\"")
      || self == UInt8(ascii: "'") || self == UInt8(ascii: "<")
  }
}
