// Searches for the bytes that end a run of text, 16 at a time in a vector register, and one at a
// time near the end of the input.
internal import CKernels

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

extension ByteView {
  /// Returns the run up to the first quote, backslash or control character at or after `start`, or
  /// to the end.
  @inline(__always)
  func jsonRun(from start: Int) -> TextRun {
    unsafe run(
      from: start, block: { unsafe plinth_json_run($0) },
      isEnd: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 })
  }

  /// Returns the run up to the first `quote` or backslash at or after `start`, or to the end.
  @inline(__always)
  func quotedRun(from start: Int, quote: UInt8) -> TextRun {
    run(from: start, before: quote, or: UInt8(ascii: "\\"))
  }

  /// Returns the run up to the first `<` or `&` at or after `start`, or to the end.
  @inline(__always)
  func textRun(from start: Int) -> TextRun {
    run(from: start, before: UInt8(ascii: "<"), or: UInt8(ascii: "&"))
  }

  @inline(__always)
  private func run(from start: Int, before first: UInt8, or second: UInt8) -> TextRun {
    unsafe run(
      from: start, block: { unsafe plinth_run_before_either($0, first, second) },
      isEnd: { $0 == first || $0 == second })
  }

  /// Returns the run up to the first byte that ends it, or to the end.
  ///
  /// - Parameters:
  ///   - block: Returns the run in 16 bytes.
  ///   - isEnd: Whether a byte ends the run.
  @inline(__always)
  private func run(
    from start: Int, block: (UnsafeRawPointer) -> UInt32, isEnd: (UInt8) -> Bool
  ) -> TextRun {
    var position = start
    var high: UInt32 = 0
    while let run = unsafe self.block(at: position, block) {
      high |= run & 32
      position &+= Int(run & 31)
      if run & 31 < 16 { return TextRun(end: position, hasHighBytes: high != 0) }
    }
    while position < count, !isEnd(self[position]) {
      high |= UInt32(self[position] & 0x80)
      position &+= 1
    }
    return TextRun(end: position, hasHighBytes: high != 0)
  }

  /// Returns the position of the first byte at or after `start` that ends a run, before `end`, or
  /// `end`.
  ///
  /// - Parameters:
  ///   - block: Returns the index of the first such byte of 16, or 16.
  ///   - isEnd: Whether a byte ends the run.
  @inline(__always)
  private func firstIndex(
    from start: Int, before end: Int, block: (UnsafeRawPointer) -> UInt32, isEnd: (UInt8) -> Bool
  ) -> Int {
    var position = start
    while position < end, let length = unsafe self.block(at: position, block) {
      position &+= Int(length)
      if length < 16 { return min(position, end) }
    }
    while position < end, !isEnd(self[position]) { position &+= 1 }
    return min(position, end)
  }

  /// Returns the position of the first byte equal to `byte` at or after `start`, or the end.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    unsafe firstIndex(
      from: start, before: count, block: { unsafe plinth_first_equal($0, byte) },
      isEnd: { $0 == byte })
  }

  /// Returns the position of the first byte at or after `start` that is not one of
  /// `A–Z a–z 0–9 _ $ / : . -`, or the end.
  @inline(__always)
  func endOfUnquotedText(from start: Int) -> Int {
    unsafe firstIndex(
      from: start, before: count, block: { unsafe plinth_leading_unquoted($0) },
      isEnd: { !$0.isUnquoted })
  }

  /// Returns the position of the first byte at or after `start` that is not a hexadecimal digit, or
  /// the end.
  @inline(__always)
  func endOfHexadecimalDigits(from start: Int) -> Int {
    unsafe firstIndex(
      from: start, before: count, block: { unsafe plinth_leading_hexadecimal($0) },
      isEnd: { $0.hexadecimalValue == nil })
  }

  /// Returns the index of the first occurrence of some bytes, of which there is at least one, or nil.
  func firstIndex(of bytes: ByteView, from start: Int) -> Int? {
    firstIndex(of: bytes[0], from: start) {
      $0 <= count - bytes.count && isEqual(at: $0, count: bytes.count, to: bytes, at: 0)
    }
  }

  /// Returns the range of the first occurrence of a short text at or after `start`, or nil.
  func firstRange(of text: StaticString, from start: Int) -> Range<Int>? {
    guard let first = text.firstByte else { return nil }
    return firstIndex(of: first, from: start) { matches(text, at: $0) }.map {
      $0..<$0 + text.utf8CodeUnitCount
    }
  }

  /// Returns the first index of a byte at or after `start` that meets a condition, or nil.
  @inline(__always)
  private func firstIndex(of first: UInt8, from start: Int, where condition: (Int) -> Bool) -> Int?
  {
    var index = firstIndex(of: first, from: start)
    while index < count {
      if condition(index) { return index }
      index = firstIndex(of: first, from: index + 1)
    }
    return nil
  }

  /// Returns whether all bytes of a part are below 0x80.
  @inline(__always)
  func isASCII(at index: Int, count length: Int) -> Bool {
    let end = index &+ length
    return unsafe firstIndex(
      from: index, before: end, block: { unsafe plinth_first_high($0) }, isEnd: { $0 >= 0x80 })
      == end
  }

  /// Returns the position of the first `<`, `>`, `&` or control character from `start` up to `end`,
  /// or `end`.
  @inline(__always)
  func firstToEscape(from start: Int, before end: Int) -> Int {
    unsafe firstIndex(
      from: start, before: end, block: { unsafe plinth_first_to_escape($0) },
      isEnd: {
        $0 < 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "&")
      })
  }

  /// Returns the last bytes of a run, fewer than eight, followed by zeros. Reads the bytes before
  /// them too, since a word that begins with them can extend past the end of the view.
  @inline(__always)
  func lastWord(from start: Int, before end: Int) -> UInt64 {
    let unused = UInt64(truncatingIfNeeded: (8 &- (end &- start)) &* 8)
    return end < 8 ? (word(at: start) << unused) >> unused : word(at: end &- 8) >> unused
  }

  /// Returns the position of the first byte at or after `start` that is not a space, tab, line feed
  /// or carriage return, or the end.
  @inline(__always)
  func skipSpace(from start: Int) -> Int {
    if byte(orZeroAt: start) > 0x20 { return start }
    return unsafe firstIndex(
      from: start, before: count, block: { unsafe plinth_leading_spaces($0) },
      isEnd: { !$0.isXMLSpace })
  }

  /// Returns a 32-bit hash of a part. The seed is random in each process, so that an attacker
  /// cannot prepare keys that collide.
  @inline(__always)
  func hash(at index: Int, count length: Int, seed: UInt64) -> UInt32 {
    let wide = longHash(at: index, count: length, seed: seed)
    return UInt32(truncatingIfNeeded: wide ^ wide &>> 32)
  }

  /// Returns a 64-bit hash of a part.
  @inline(__always)
  func longHash(at index: Int, count length: Int, seed: UInt64) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
    let end = index &+ length
    if length >= 8 {
      var position = index
      while position &+ 8 < end {
        state = mixed(state, word(at: position))
        position &+= 8
      }
      // The last word may overlap the one before it.
      state = mixed(state, word(at: end &- 8))
    } else if length > 0 {
      state = mixed(state, lastWord(from: index, before: end) << UInt64(64 &- 8 &* length))
    }
    return state
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

extension ByteView {
  /// Returns a fingerprint of large data from its length, first bytes and last bytes, which is
  /// cheap and distinguishes most data.
  func fingerprint(seed: UInt64) -> UInt64 {
    let length = min(count, 64)
    let head = hash(at: 0, count: length, seed: seed)
    let tail = hash(at: count - length, count: length, seed: seed)
    return mixed(UInt64(count) ^ seed, UInt64(head) &<< 32 | UInt64(tail))
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

  /// Whether the byte is allowed in an unquoted OpenStep string.
  var isUnquoted: Bool {
    let letter = self | 0x20
    return letter &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "-") < 14
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
}

extension StaticString {
  var firstByte: UInt8? { utf8CodeUnitCount == 0 ? nil : unsafe utf8Start.pointee }
}

/// Returns the value of eight ASCII digits in a word, the first digit lowest; nil if a byte is not
/// a digit.
func eightDigits(_ word: UInt64) -> UInt64? {
  let digits = word ^ 0x3030_3030_3030_3030
  guard (digits | digits &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
  let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
  let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
  return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
}
