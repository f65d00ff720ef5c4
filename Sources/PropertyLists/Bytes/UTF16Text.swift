// Conversion between the big-endian UTF-16 of binary property lists and UTF-8.

extension ByteView {
  /// Returns the text of a run of big-endian UTF-16, with U+FFFD for each lone surrogate.
  func string(utf16At start: Int, units: Int) -> String {
    // A unit takes at most three bytes of UTF-8, and two surrogates take four.
    unsafe withUnsafeTemporaryAllocation(byteCount: units * 3, alignment: 1) { memory in
      var count = 0
      forEachUTF16Scalar(at: start, units: units) { scalar in
        count &+= unsafe Self.store(scalar.value, in: memory, at: count)
      }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        return unsafe String(decoding: bytes, as: UTF8.self)
      }
      let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
      return unsafe String(copying: UTF8Span(unchecked: span))
    }
  }

  /// Stores a scalar as UTF-8. Returns the number of bytes.
  @inline(__always)
  private static func store(
    _ scalar: UInt32, in memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    if scalar < 0x80 {
      unsafe memory[offset] = UInt8(truncatingIfNeeded: scalar)
      return 1
    }
    let count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    var rest = scalar
    for position in (1..<count).reversed() {
      unsafe memory[offset &+ position] = UInt8(truncatingIfNeeded: 0x80 | rest & 0x3F)
      rest &>>= 6
    }
    // The first byte begins with as many ones as there are bytes.
    let lead = 0xFF00 >> UInt32(truncatingIfNeeded: count) | rest
    unsafe memory[offset] = UInt8(truncatingIfNeeded: lead)
    return count
  }

  /// Returns the number of UTF-16 code units of valid UTF-8.
  func utf16Count(at start: Int, count length: Int) -> Int {
    var units = 0
    for index in start..<start + length {
      let byte = self[index]
      // A character has one byte that does not continue another, and two units from U+10000 on.
      units &+= byte & 0xC0 != 0x80 ? 1 : 0
      units &+= byte >= 0xF0 ? 1 : 0
    }
    return units
  }
}

extension ByteWriter {
  /// Appends valid UTF-8 as big-endian UTF-16.
  mutating func append(utf16 view: ByteView, at start: Int, count length: Int) {
    reserve(length * 2)
    let end = start + length
    var index = start
    while index < end {
      let first = UInt64(view[index])
      if first < 0x80 {
        append(bigEndian: first, width: 2)
        index &+= 1
        continue
      }
      let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var scalar = first & (0x7F >> UInt64(width))
      for offset in 1..<width {
        scalar = scalar &<< 6 | UInt64(view.byte(orZeroAt: index &+ offset)) & 0x3F
      }
      index &+= width
      if scalar < 0x10000 {
        append(bigEndian: scalar, width: 2)
      } else {
        let rest = scalar &- 0x10000
        append(bigEndian: (0xD800 | rest &>> 10) &<< 16 | 0xDC00 | rest & 0x3FF, width: 4)
      }
    }
  }
}
