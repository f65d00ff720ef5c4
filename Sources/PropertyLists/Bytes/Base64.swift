// Base64 for property lists. Decoding is lenient, exactly as in Apple's parser; encoding uses the
// standard alphabet.
internal import CKernels

/// The value of each byte in base64: 0 to 63, 64 for `=`, or 0xFF for a byte that decoding skips.
private let sextets: [UInt8] = {
  var table = [UInt8](repeating: 0xFF, count: 256)
  for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
  table[Int(UInt8(ascii: "="))] = 64
  return table
}()

private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// The two base64 characters of each 12-bit value.
private let pairs: [UInt16] = (0..<4096).map { value in
  UInt16(alphabet[value &>> 6]) | UInt16(alphabet[value & 63]) &<< 8
}

/// The first irregularity in base64 text: something that decoding drops or that is probably a
/// mistake.
enum Base64Residue {
  case none
  /// A byte that is neither in the alphabet nor white space.
  case invalidByte(UInt8)
  /// An incomplete last group, with the number of its characters.
  case incompleteGroup(Int)
  /// A group with `=` before a character of the alphabet, or with more than two `=`.
  case misplacedPadding
  /// Nonzero bits before `=` that do not belong to any byte.
  case spareBits
}

extension ByteView {
  /// Decodes base64 text. Skips bytes outside the alphabet. An `=` counts as zero bits and shortens
  /// its group; decoding continues after padding. Drops an incomplete last group.
  func base64Decoded() -> Data {
    var output = ByteWriter(minimumCapacity: count / 4 * 3 + 8)
    decodeBase64(into: &output)
    return output.data()
  }

  /// Decodes base64 text, in the same way, and appends the bytes to a writer.
  func decodeBase64(into output: inout ByteWriter) {
    unsafe sextets.withUnsafeBufferPointer { table in
      var position = unsafe decodeWholeGroups(table, into: &output)
      unsafe decodeLoosely(table, from: &position, into: &output)
    }
  }

  /// Decodes groups of four characters of the alphabet and skips white space between lines: the
  /// fast path. Returns the position of the first byte it did not decode.
  @unsafe
  private func decodeWholeGroups(_ table: UnsafeBufferPointer<UInt8>, into output: inout ByteWriter)
    -> Int
  {
    var position = 0
    while position &+ 8 <= count {
      let text = word(at: position)
      let first = unsafe group(text, table: table)
      let second = unsafe group(text &>> 32, table: table)
      if first | second <= 0xFF_FFFF {
        output.append(packed: swapped(first) | swapped(second) &<< 24, count: 6)
        position &+= 8
      } else if first <= 0xFF_FFFF {
        output.append(packed: swapped(first), count: 3)
        position &+= 4
      } else if UInt8(truncatingIfNeeded: text).isXMLSpace {
        position = skipSpace(from: position)
      } else {
        return position
      }
    }
    return position
  }

  /// Returns the 24 bits of four characters, or a number above 24 bits if a character is not in the
  /// alphabet.
  @unsafe
  private func group(_ text: UInt64, table: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let a = unsafe UInt64(table[Int(text & 0xFF)])
    let b = unsafe UInt64(table[Int(text &>> 8 & 0xFF)])
    let c = unsafe UInt64(table[Int(text &>> 16 & 0xFF)])
    let d = unsafe UInt64(table[Int(text &>> 24 & 0xFF)])
    return a &<< 18 | b &<< 12 | c &<< 6 | d | ((a | b | c | d) & 0xC0) &<< 24
  }

  private func swapped(_ group: UInt64) -> UInt64 {
    group &>> 16 & 0xFF | group & 0xFF00 | (group & 0xFF) &<< 16
  }

  /// Decodes one character at a time: the general path.
  @unsafe
  private func decodeLoosely(
    _ table: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout ByteWriter
  ) {
    var bits: UInt32 = 0
    var characters = 0
    var padding = 0
    while position < count {
      let value = unsafe table[Int(self[position])]
      position &+= 1
      if value == 0xFF {
        // White space as in C: tab, LF, VT, FF, CR and space.
        if self[position &- 1] != UInt8(ascii: " "),
          !(UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self[position &- 1])
        {
          padding = 0
        }
        continue
      }
      padding = value == 64 ? padding &+ 1 : 0
      bits = bits &<< 6 | UInt32(value & 63)
      characters &+= 1
      if characters & 3 == 0 {
        output.append(UInt8(truncatingIfNeeded: bits &>> 16))
        if padding < 2 { output.append(UInt8(truncatingIfNeeded: bits &>> 8)) }
        if padding < 1 { output.append(UInt8(truncatingIfNeeded: bits)) }
      }
    }
  }

  /// The first irregularity in this base64 text.
  var base64Residue: Base64Residue {
    var characters = 0
    var padding = 0
    var last: UInt8 = 0
    for position in 0..<count {
      let byte = self[position]
      if byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte) {
        continue
      }
      let value = sextets[Int(byte)]
      guard value != 0xFF else { return .invalidByte(byte) }
      if characters & 3 == 0 { padding = 0 }
      characters += 1
      if value == 64 { padding += 1 } else { last = value }
      if padding > 2 || padding > 0 && value != 64 { return .misplacedPadding }
      if padding > 0, characters & 3 == 0, last & (padding == 2 ? 15 : 3) != 0 { return .spareBits }
    }
    return characters & 3 == 0 ? .none : .incompleteGroup(characters & 3)
  }

  /// Returns whether a range contains padded base64 text: groups of four characters of the
  /// alphabet, the last one padded.
  func isPaddedBase64(_ range: Range<Int>) -> Bool {
    if range.count & 3 != 0 { return false }
    var end = range.upperBound
    while end > range.lowerBound, range.upperBound - end < 2, self[end - 1] == UInt8(ascii: "=") {
      end -= 1
    }
    return unsafe sextets.withUnsafeBufferPointer { table in
      for position in range.lowerBound..<end where unsafe table[Int(self[position])] > 63 {
        return false
      }
      return true
    }
  }

  /// Returns the position of the first `<` at or after `start`, or the end, if no byte before it is
  /// 0x80 or more; otherwise nil.
  @inline(__always)
  func endOfBase64(from start: Int) -> Int? {
    let rest = count &- start
    guard
      let length = unsafe surroundings(
        of: start, before: 0, after: 0,
        { unsafe plinth_end_of_base64($0.assumingMemoryBound(to: UInt8.self), rest) })
    else { return nil }
    let end = start &+ length
    return end == count || self[end] == UInt8(ascii: "<") ? end : nil
  }

  /// Returns the position of the first byte in a range that base64 text cannot contain (0x80 or
  /// more), or nil.
  func firstNonBase64(in range: Range<Int>) -> Int? {
    if isASCII(at: range.lowerBound, count: range.count) { return nil }
    return range.first { self[$0] >= 0x80 }
  }
}

extension ByteWriter {
  /// Appends padded base64.
  mutating func append(base64 data: Data) {
    var bytes = ByteWriter(minimumCapacity: data.count)
    bytes.append(data)
    append(base64: bytes.view, at: 0, count: bytes.count)
  }

  /// Appends part of a view as padded base64.
  mutating func append(base64 view: ByteView, at start: Int, count length: Int) {
    var position = start &+ appendWholeGroups(base64: view.slice(start..<start &+ length))
    reserve(length / 3 * 4 + 16)
    let end = start &+ length
    unsafe pairs.withUnsafeBufferPointer { table in
      while end &- position >= 8 {
        let bits = view.word(at: position).byteSwapped
        let low =
          unsafe UInt64(table[Int(bits &>> 52)]) | UInt64(table[Int(bits &>> 40 & 0xFFF)]) &<< 16
        let high =
          unsafe UInt64(table[Int(bits &>> 28 & 0xFFF)]) | UInt64(table[Int(bits &>> 16 & 0xFFF)])
          &<< 16
        append(packed: low | high &<< 32, count: 8)
        position &+= 6
      }
      while end &- position >= 3 {
        let bits = Int(view.bigEndian(at: position, width: 3))
        let text = unsafe UInt64(table[bits &>> 12]) | UInt64(table[bits & 0xFFF]) &<< 16
        append(packed: text, count: 4)
        position &+= 3
      }
    }
    appendBase64Tail(view, at: position, count: end &- position)
  }

  private mutating func appendBase64Tail(_ view: ByteView, at position: Int, count length: Int) {
    if length == 0 { return }
    let bits =
      length == 1 ? Int(view[position]) &<< 16 : Int(view.bigEndian(at: position, width: 2)) &<< 8
    append(alphabet[bits &>> 18])
    append(alphabet[bits &>> 12 & 63])
    append(length == 2 ? alphabet[bits &>> 6 & 63] : UInt8(ascii: "="))
    append(UInt8(ascii: "="))
  }
}
