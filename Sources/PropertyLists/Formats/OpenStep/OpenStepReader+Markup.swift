// Scalars that follow after known markup. Their contents are read here if they are of the usual
// forms; everything else is read, and judged, as at its first occurrence.

/// A notation of scalars.
enum OpenStepNotation: UInt8 {
  case unquoted, doubleQuoted, singleQuoted
  /// Hexadecimal digits in angle brackets.
  case data

  /// The notation that begins with a byte.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self = .doubleQuoted
    case UInt8(ascii: "'"): self = .singleQuoted
    case UInt8(ascii: "<"): self = .data
    default: self = .unquoted
    }
  }

  /// The number of bytes before the contents, and after them.
  var bracketLength: Int { self == .unquoted ? 0 : 1 }
}

extension OpenStepReader {
  /// Ends the markup before the scalar that begins at the current position.
  @inline(__always)
  mutating func endMarkup() {
    guard memory.isRecording else { return }
    let notation = OpenStepNotation(view.byte(orZeroAt: position))
    let length = notation.bracketLength
    memory.end(
      at: position &+ length, tagLength: length, before: notation, in: view,
      isInDictionary: table.isDictionary(around: memory.openedCount))
  }

  /// Reads the scalars that follow after known markup. Returns whether a separator is expected next:
  /// not if the markup before a value was known and the value is unusual, so that it must be read.
  ///
  /// - Parameters:
  ///   - notation: The notation of the scalar that was read last.
  ///   - contentsEnd: The end of its contents.
  @inline(__always)
  mutating func readRepeated(after notation: OpenStepNotation, endingAt contentsEnd: Int)
    throws(PlistError) -> Bool
  {
    var (notation, end) = (notation, contentsEnd)
    while let number = memory.match(after: notation, in: view, at: end),
      table.allows(memory.runs[number])
    {
      try repeatSteps(ofRun: number, from: end)
      let run = memory.runs[number]
      let start = end &+ Int(run.length)
      guard let contents = view.contents(of: run.after, from: start) else {
        position = start &- Int(run.tagLength)
        memory.forget()
        return false
      }
      try table.append(contents.node, start: start &- Int(run.tagLength))
      (notation, end) = (run.after, contents.end)
    }
    position = end &+ notation.bracketLength
    memory.begin(at: end, after: notation)
    return true
  }

  @inline(__always)
  private mutating func repeatSteps(ofRun number: Int, from start: Int) throws(PlistError) {
    memory.follow(number)
    var index = Int(memory.runs[number].firstStep)
    let end = index &+ Int(memory.runs[number].stepCount)
    while index < end {
      let step = memory.steps[index]
      index &+= 1
      let offset = start &+ Int(step.offset)
      switch step.action {
      case .key: table.appendExpectedKey(Int(step.key))
      case .openDictionary: try table.open(.dictionary, start: offset)
      case .openArray: try table.open(.array, start: offset)
      case .closeDictionary: table.closeDictionary()
      case .closeArray: table.closeArray()
      }
    }
  }
}

extension ByteView {
  /// Returns a string or data and the end of its contents; nil if it is unusual or invalid.
  @inline(__always)
  fileprivate func contents(of notation: OpenStepNotation, from start: Int) -> (
    node: Node, end: Int
  )? {
    switch notation {
    case .unquoted:
      let end = endOfUnquotedText(from: start)
      // A slash can begin a comment.
      guard end > start, self[start] != UInt8(ascii: "/"), !continuesUnquotedText(at: end) else {
        return nil
      }
      return (Node(.string, count: end &- start, payload: UInt64(start)), end)
    case .doubleQuoted: return quotedContents(from: start, quote: UInt8(ascii: "\""))
    case .singleQuoted: return quotedContents(from: start, quote: UInt8(ascii: "'"))
    case .data:
      guard let end = endOfHexadecimalData(from: start) else { return nil }
      return (
        Node(.data, form: NodeForm.hexadecimal, count: end &- start, payload: UInt64(start)), end
      )
    }
  }

  @inline(__always)
  private func quotedContents(from start: Int, quote: UInt8) -> (node: Node, end: Int)? {
    let run = quotedRun(from: start, quote: quote)
    guard byte(orZeroAt: run.end) == quote else { return nil }
    if run.hasHighBytes, firstInvalidUTF8(in: start..<run.end) != nil { return nil }
    let form = run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain
    return (Node(.string, form: form, count: run.end &- start, payload: UInt64(start)), run.end)
  }

  /// Returns the position of the `>` after whole bytes of hexadecimal digits, with white space
  /// between them; nil if something else is there.
  @inline(__always)
  func endOfHexadecimalData(from start: Int) -> Int? {
    var position = start
    while true {
      let end = endOfHexadecimalDigits(from: position)
      guard (end &- position) & 1 == 0 else { return nil }
      let byte = byte(orZeroAt: end)
      if byte == UInt8(ascii: ">") { return end }
      guard byte.isXMLSpace else { return nil }
      position = end &+ 1
    }
  }
}
