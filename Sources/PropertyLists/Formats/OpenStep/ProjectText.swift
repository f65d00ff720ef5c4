// The text of Xcode projects: which strings stand without quotes, the escapes between quotes, and
// comments.

extension ByteView {
  /// Whether Xcode writes a part without quotes: letters, digits, `_ $ / .`, no `//` and no `___`.
  func isBareInProject(at start: Int, count: Int) -> Bool {
    var slashes = 0
    var underscores = 0
    for index in start..<start + count {
      let byte = self[index]
      guard byte.isBareInProject else { return false }
      slashes = byte == 0x2F ? slashes &+ 1 : 0
      underscores = byte == 0x5F ? underscores &+ 1 : 0
      if slashes == 2 || underscores == 3 { return false }
    }
    return count > 0
  }
}

extension UInt8 {
  fileprivate var isBareInProject: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x2E, 0x2F, 0x5F: true
    default: false
    }
  }
}

extension ByteWriter {
  /// Appends text in the form that Xcode gives it.
  mutating func append(projectText view: ByteView, at start: Int, count: Int) {
    if view.isBareInProject(at: start, count: count) {
      return append(view, at: start, count: count)
    }
    append(0x22)
    for index in start..<start + count { append(projectEscaped: view[index]) }
    append(0x22)
  }

  private mutating func append(projectEscaped byte: UInt8) {
    switch byte {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x07: append("\\a")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0B: append("\\v")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20:
      append("\\U00")
      append(base16: byte)
    default: append(byte)
    }
  }

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
