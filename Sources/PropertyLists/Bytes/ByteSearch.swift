// Searches for the bytes that end a run of text, eight at a time in one register. The borrow of a
// subtraction finds the bytes of a word that match a repeated byte; the lowest set bit of the
// result marks the first match exactly.

private let lowBits: UInt64 = 0x0101_0101_0101_0101
private let highBits: UInt64 = 0x8080_8080_8080_8080

/// The end of a run of text, and whether the run is ASCII.
struct TextRun {
  var end: Int
  /// Whether any byte before `end` is 0x80 or more.
  var hasHighBytes: Bool
}

/// Packs up to eight ASCII characters into a little-endian word, as `ByteView.word(at:)` reads
/// them. The result for a literal is a constant; a loop would prevent that.
func packed(_ text: StaticString) -> UInt64 {
  packed(text, index: 0) | packed(text, index: 1) | packed(text, index: 2) | packed(text, index: 3)
    | packed(text, index: 4) | packed(text, index: 5) | packed(text, index: 6)
    | packed(text, index: 7)
}

private func packed(_ text: StaticString, index: Int) -> UInt64 {
  guard index < text.utf8CodeUnitCount else { return 0 }
  return unsafe UInt64(text.utf8Start[index]) &<< UInt64(8 &* index)
}

/// Sets the high bits of zero bytes. Only the lowest set bit is exact.
private func zeroBytes(_ word: UInt64) -> UInt64 { (word &- lowBits) & ~word & highBits }

private func hits(_ word: UInt64, byte: UInt8) -> UInt64 {
  zeroBytes(word ^ (UInt64(byte) &* lowBits))
}

/// Sets the high bits of `<`, `>`, `&` and control characters. Only the lowest set bit is exact.
@inline(__always)
private func bytesToEscape(_ word: UInt64) -> UInt64 {
  let control = (word &- 0x2020_2020_2020_2020) & ~word & highBits
  return hits(word, byte: UInt8(ascii: "<")) | hits(word, byte: UInt8(ascii: ">"))
    | hits(word, byte: UInt8(ascii: "&")) | control
}

/// Sets the high bit of each ASCII byte that is allowed in an unquoted OpenStep string. Exact for
/// every byte.
private func unquotedBytes(_ word: UInt64) -> UInt64 {
  let ascii = ~word & highBits
  let low = word & ~highBits
  let folded = low | 0x2020_2020_2020_2020
  let letters =
    isAtLeast(folded, limit: UInt8(ascii: "a")) & ~isAtLeast(folded, limit: UInt8(ascii: "z") + 1)
  let digits =
    isAtLeast(low, limit: UInt8(ascii: "-")) & ~isAtLeast(low, limit: UInt8(ascii: ":") + 1)
  let underscores = ~isAtLeast(low ^ UInt64(UInt8(ascii: "_")) &* lowBits, limit: 1)
  let dollars = ~isAtLeast(low ^ UInt64(UInt8(ascii: "$")) &* lowBits, limit: 1)
  return (letters | digits | underscores | dollars) & ascii
}

/// Sets the high bit of each byte that is at least `limit`. All bytes must be below 0x80.
private func isAtLeast(_ word: UInt64, limit: UInt8) -> UInt64 {
  (word &+ UInt64(0x80 &- limit) &* lowBits) & highBits
}

/// Sets the high bits of the bytes that end an unquoted OpenStep string.
func unquotedStops(_ word: UInt64) -> UInt64 { ~unquotedBytes(word) & highBits }

/// Sets the high bits of quotes, backslashes and control characters. Only the lowest set bit is
/// exact.
private func jsonStops(_ word: UInt64) -> UInt64 {
  let control = (word &- 0x2020_2020_2020_2020) & ~word & highBits
  return hits(word, byte: UInt8(ascii: "\"")) | hits(word, byte: UInt8(ascii: "\\")) | control
}

extension ByteView {
  /// Returns the run up to the first quote, backslash or control character at or after `start`, or
  /// to the end.
  @inline(__always)
  func jsonRun(from start: Int) -> TextRun { run(from: start) { jsonStops($0) } }

  /// Returns the run up to the first `quote` or backslash at or after `start`, or to the end.
  @inline(__always)
  func quotedRun(from start: Int, quote: UInt8) -> TextRun {
    run(from: start) { hits($0, byte: quote) | hits($0, byte: UInt8(ascii: "\\")) }
  }

  /// Returns the run up to the first `<` or `&` at or after `start`, or to the end.
  @inline(__always)
  func textRun(from start: Int) -> TextRun {
    run(from: start) { hits($0, byte: UInt8(ascii: "<")) | hits($0, byte: UInt8(ascii: "&")) }
  }

  /// Returns the run up to the first byte that `stops` marks in a word, or to the end. Bytes past
  /// the end read as zero.
  private func run(from start: Int, _ stops: (UInt64) -> UInt64) -> TextRun {
    var position = start
    var high: UInt64 = 0
    while position < count {
      let word = word(at: position)
      let found = stops(word)
      if found != 0 {
        let bits = UInt64(found.trailingZeroBitCount) & ~7
        high |= word & ((1 << bits) &- 1)
        let end = min(position &+ Int(bits >> 3), count)
        return TextRun(end: end, hasHighBytes: high & highBits != 0)
      }
      high |= word
      position &+= 8
    }
    return TextRun(end: max(start, count), hasHighBytes: high & highBits != 0)
  }

  /// Returns the position of the first byte equal to `byte` at or after `start`, or the end.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var position = start
    while position &+ 8 <= count {
      let found = hits(word(at: position), byte: byte)
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < count, self[position] != byte { position &+= 1 }
    return position
  }

  /// Returns the range of the first occurrence of a short text at or after `start`, or nil.
  func firstRange(of text: StaticString, from start: Int) -> Range<Int>? {
    guard let first = text.firstByte else { return nil }
    var position = firstIndex(of: first, from: start)
    while position < count {
      if matches(text, at: position) { return position..<position + text.utf8CodeUnitCount }
      position = firstIndex(of: first, from: position + 1)
    }
    return nil
  }

  /// Returns whether all bytes of a part are below 0x80.
  @inline(__always)
  func isASCII(at index: Int, count length: Int) -> Bool {
    var position = index
    let end = index &+ length
    var high: UInt64 = 0
    while position &+ 8 <= end {
      high |= word(at: position)
      position &+= 8
    }
    if position < end { high |= lastWord(from: position, before: end) }
    return high & highBits == 0
  }

  /// Returns the position of the first `<`, `>`, `&` or control character from `start` up to `end`,
  /// or `end`.
  @inline(__always)
  func firstToEscape(from start: Int, before end: Int) -> Int {
    var position = start
    while position &+ 8 <= end {
      let found = bytesToEscape(word(at: position))
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    if position >= end { return end }
    let found = bytesToEscape(lastWord(from: position, before: end))
    return min(end, position &+ found.trailingZeroBitCount >> 3)
  }

  /// Returns the last bytes of a run, fewer than eight. Reads the bytes before them too, because
  /// those after the run may not be part of the view.
  @inline(__always)
  func lastWord(from start: Int, before end: Int) -> UInt64 {
    if end < 8 { return word(at: start) }
    return word(at: end &- 8) >> UInt64(truncatingIfNeeded: (8 &- (end &- start)) &* 8)
  }

  /// Returns the position of the first byte at or after `start` that is not a space, tab, line feed
  /// or carriage return, or the end. Skips runs of one such byte, as in indentation, eight at a
  /// time.
  @inline(__always)
  func skipSpace(from start: Int) -> Int {
    var position = start
    while position < count, self[position].isXMLSpace {
      let run = UInt64(self[position]) &* lowBits
      position &+= 1
      while isRun(of: run, at: position) { position &+= 32 }
      while position &+ 8 <= count {
        let difference = word(at: position) ^ run
        if difference != 0 {
          position &+= difference.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
    }
    return position
  }

  /// Returns a 32-bit hash of a part. The seed is random in each process, so that an attacker
  /// cannot prepare keys that collide.
  @inline(__always)
  func hash(at index: Int, count length: Int, seed: UInt64) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
    var position = index
    let end = index &+ length
    while position &+ 8 <= end {
      state = mixed(state, word(at: position))
      position &+= 8
    }
    if position < end {
      let unused = UInt64(8 &- (end &- position)) &* 8
      state = mixed(state, lastWord(from: position, before: end) << unused)
    }
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }
}

extension ByteView {
  /// Returns a hash of all bytes, for large data. Processes four words per step, so that memory
  /// bandwidth is the limit.
  func wideHash(seed: UInt64) -> UInt32 {
    var lanes = (seed, seed ^ 1, seed ^ 2, seed ^ UInt64(count))
    var position = 0
    while position &+ 32 <= count {
      lanes.0 = mixed(lanes.0, word(at: position))
      lanes.1 = mixed(lanes.1, word(at: position &+ 8))
      lanes.2 = mixed(lanes.2, word(at: position &+ 16))
      lanes.3 = mixed(lanes.3, word(at: position &+ 24))
      position &+= 32
    }
    let rest = hash(at: position, count: count &- position, seed: lanes.0 ^ lanes.1)
    return rest ^ UInt32(truncatingIfNeeded: mixed(lanes.2, lanes.3))
  }
}

/// The seed of all hash tables of this process. It comes from the standard library's hasher, whose
/// seed is random in each process unless `SWIFT_DETERMINISTIC_HASHING` is set, as it is for
/// measurements that count instructions.
let processHashSeed = UInt64(truncatingIfNeeded: Hasher().finalize())

/// Performs one step of the hash: a full multiplication folded to 64 bits.
func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
  let product = (state ^ word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
    by: 0xE703_7ED1_A0B4_28DB)
  return product.high ^ product.low
}

extension UInt8 {
  /// Whether the byte is a space, tab, line feed or carriage return.
  var isXMLSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t")
      || self == UInt8(ascii: "\r")
  }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension StaticString {
  var firstByte: UInt8? { utf8CodeUnitCount == 0 ? nil : unsafe utf8Start.pointee }
}

/// Returns the value of eight ASCII digits in a word, the first digit lowest; nil if a byte is not
/// a digit.
func eightDigits(_ word: UInt64) -> UInt64? {
  let digits = word ^ 0x3030_3030_3030_3030
  guard (digits | digits &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
  let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
  let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
  return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
}
