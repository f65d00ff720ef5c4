// The comments of Xcode projects.

extension ByteWriter {
  /// Appends a comment. Replaces `*/` in the text with `* /`, and control characters with spaces,
  /// so that the comment ends where it should.
  mutating func append(projectComment text: String) {
    append("/* ")
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/"), last == UInt8(ascii: "*") { append(UInt8(ascii: " ")) }
      append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
      last = byte
    }
    append(" */")
  }
}
