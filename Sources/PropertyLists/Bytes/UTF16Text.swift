// UTF-8 as the big-endian UTF-16 of binary property lists, without a `String` between.

extension ByteView {
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
        scalar = scalar << 6 | UInt64(view.byte(orZeroAt: index &+ offset)) & 0x3F
      }
      index &+= width
      if scalar < 0x10000 {
        append(bigEndian: scalar, width: 2)
      } else {
        let rest = scalar &- 0x10000
        append(bigEndian: (0xD800 | rest >> 10) << 16 | 0xDC00 | rest & 0x3FF, width: 4)
      }
    }
  }
}
