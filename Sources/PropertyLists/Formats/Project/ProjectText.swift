// The comments of Xcode projects.

extension ByteWriter {
  /// Appends a comment that ends where it should: `*/` inside becomes `* /`, control characters
  /// become spaces.
  mutating func append(projectComment text: String) {
    append("/* ")
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x2F, last == 0x2A { append(0x20) }
      append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
      last = byte
    }
    append(" */")
  }
}
