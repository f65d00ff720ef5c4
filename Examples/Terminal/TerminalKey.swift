// Keys, as a terminal sends them: letters in UTF-8, control characters, escape sequences.

/// A key, as a command of the line editor.
enum TerminalKey: Hashable {
  case text(String)
  case enter
  case left
  case right
  case wordLeft
  case wordRight
  case home
  case end
  case up
  case down
  case backspace
  case delete
  case deleteOrEnd
  case killToEnd
  case killToStart
  case killWord
  case killNextWord
  /// Control-Y: inserts what was removed last.
  case yank
  case tab
  case escape
  /// Control-C, where it is not a signal.
  case interrupt
  /// Control-R.
  case search
  /// The terminal marks the start and the end of a pasted text.
  case pasteStart
  case pasteEnd
  case redraw
  /// The app has returned to the terminal, which another program used.
  case resumed
  case ignored

  /// Whether the key removes text that Control-Y inserts.
  var isKill: Bool { [.killToEnd, .killToStart, .killWord, .killNextWord].contains(self) }
}

/// Parses bytes into keys, however they were split.
struct KeyParser {
  private var bytes: [UInt8] = []

  /// Whether an escape sequence has begun, or the escape key was pressed: only a timeout can tell.
  var isInsideEscape: Bool { bytes.first == Self.escapeByte }

  private static let escapeByte: UInt8 = 0x1B

  /// Adds bytes and returns the complete keys.
  mutating func keys(_ new: [UInt8]) -> [TerminalKey] {
    bytes += new
    var keys: [TerminalKey] = []
    while let (key, length) = first() {
      keys.append(key)
      bytes.removeFirst(length)
    }
    return keys
  }

  /// Abandons an incomplete escape sequence: it was the escape key if nothing follows. An incomplete
  /// letter waits for its rest indefinitely.
  @discardableResult
  mutating func giveUp() -> [TerminalKey] {
    guard isInsideEscape else { return [] }
    let rest = Array(bytes.dropFirst())
    bytes = rest.first.map(Self.isOfLetter) == true ? rest : []
    return rest.isEmpty || rest == [Self.escapeByte] ? [.escape] : []
  }

  /// Whether a byte belongs to a multibyte letter.
  private static func isOfLetter(_ byte: UInt8) -> Bool { byte >= 0x80 }

  private func first() -> (TerminalKey, Int)? {
    guard let byte = bytes.first else { return nil }
    if byte == Self.escapeByte { return escape() }
    if let key = Self.controls[byte] { return (key, 1) }
    return byte < 0x20 ? (.ignored, 1) : letters()
  }

  private static let controls: [UInt8: TerminalKey] = [
    0x0A: .enter, 0x0D: .enter, 0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .deleteOrEnd,
    0x05: .end,
    0x06: .right, 0x08: .backspace, 0x09: .tab, 0x0B: .killToEnd, 0x0C: .redraw, 0x0E: .down,
    0x10: .up, 0x12: .search, 0x15: .killToStart, 0x17: .killWord, 0x19: .yank, 0x7F: .backspace,
  ]

  // MARK: Letters

  /// The letters up to the next control character; an incomplete one at the end waits for its rest.
  private func letters() -> (TerminalKey, Int)? {
    var run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    if run.count == bytes.count { run = run.dropLast(Self.unfinished(run)) }
    guard !run.isEmpty else { return nil }
    return (.text(String(decoding: run, as: UTF8.self)), run.count)
  }

  /// The number of bytes at the end that begin an incomplete letter.
  private static func unfinished(_ run: ArraySlice<UInt8>) -> Int {
    for back in 1...3 where back <= run.count {
      let byte = run[run.endIndex - back]
      if byte < 0x80 { return 0 }
      if byte >= 0xC0 { return length(byte) > back ? back : 0 }
    }
    return 0
  }

  private static func length(_ lead: UInt8) -> Int {
    lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
  }

  // MARK: Escape sequences

  /// `ESC [ numbers letter` or `ESC O letter`, or a letter with the key Alt, most of which are
  /// ignored.
  private func escape() -> (TerminalKey, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequence()
    case Self.escapeByte: return sequenceWithAlt()
    case let byte:
      return Self.isOfLetter(byte) ? letterWithAlt() : (Self.lettersWithAlt[byte] ?? .ignored, 2)
    }
  }

  private static let lettersWithAlt: [UInt8: TerminalKey] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "B"): .wordLeft, UInt8(ascii: "f"): .wordRight,
    UInt8(ascii: "F"): .wordRight, UInt8(ascii: "d"): .killNextWord,
    UInt8(ascii: "D"): .killNextWord, 0x08: .killWord, 0x7F: .killWord,
  ]

  /// An escape before the sequence of a key: some terminals send it for that key with Alt.
  private func sequenceWithAlt() -> (TerminalKey, Int)? {
    guard bytes.count > 2 else { return nil }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes[2]) else { return (.ignored, 1) }
    let rest = KeyParser(bytes: Array(bytes.dropFirst()))
    guard let (key, length) = rest.sequence() else { return nil }
    return (Self.arrowsWithAlt[key] ?? key, length + 1)
  }

  /// A multibyte letter after an escape.
  private func letterWithAlt() -> (TerminalKey, Int)? {
    let missing = bytes[1] >= 0xC0 ? Self.length(bytes[1]) - 1 : 0
    let rest = bytes.dropFirst(2).prefix(missing).prefix { 0x80...0xBF ~= $0 }
    let length = 2 + rest.count
    return rest.count < missing && length == bytes.count ? nil : (.ignored, length)
  }

  private func sequence() -> (TerminalKey, Int)? {
    // The function keys of the Linux console: `ESC [ [ letter`.
    if bytes.starts(with: [Self.escapeByte, UInt8(ascii: "["), UInt8(ascii: "[")]) {
      return bytes.count > 3 ? (.ignored, 4) : nil
    }
    guard let last = bytes.dropFirst(2).firstIndex(where: { $0 >= 0x40 }) else {
      return bytes.count > 32 ? (.ignored, bytes.count) : nil
    }
    if bytes[1] == UInt8(ascii: "O"), let key = Self.arrowsWithControl[bytes[last]] {
      return (key, last + 1)
    }
    let numbers = String(decoding: bytes[2..<last], as: UTF8.self)
    return (Self.key(numbers, bytes[last]), last + 1)
  }

  private static func key(_ numbers: String, _ letter: UInt8) -> TerminalKey {
    if letter == UInt8(ascii: "~") {
      return tildes[String(numbers.prefix { $0 != ";" })] ?? .ignored
    }
    guard let key = arrows[letter] else { return .ignored }
    let modifier = numbers.split(separator: ";").last ?? ""
    return wordModifiers.contains(modifier) ? arrowsWithAlt[key] ?? key : key
  }

  /// The numbers of the keys Alt and Control. Other modifiers do not change a key.
  private static let wordModifiers: Set<Substring> = ["3", "5"]
  private static let arrowsWithAlt: [TerminalKey: TerminalKey] = [
    .left: .wordLeft, .right: .wordRight,
  ]
  /// The arrows with Control after `ESC O`, in the family of rxvt.
  private static let arrowsWithControl: [UInt8: TerminalKey] = [
    UInt8(ascii: "c"): .wordRight, UInt8(ascii: "d"): .wordLeft,
  ]

  private static let tildes: [String: TerminalKey] = [
    "1": .home, "3": .delete, "4": .end, "7": .home, "8": .end,
    "200": .pasteStart, "201": .pasteEnd,
  ]
  private static let arrows: [UInt8: TerminalKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
  ]
}
