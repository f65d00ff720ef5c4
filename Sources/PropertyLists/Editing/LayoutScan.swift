// Line breaks of text that separate values, as opposed to those inside strings and comments. Text
// that moves to another depth or to a file with other line breaks changes only there.

/// A family of text formats.
enum TextFamily {
  case xml
  /// The OpenStep family and JSON.
  case brackets
}

extension ByteView {
  /// Returns the positions of the line breaks between values; for CR LF, that of CR. Takes linear
  /// time.
  func layoutLineBreaks(_ family: TextFamily) -> [Int] {
    var found: [Int] = []
    var position = 0
    while position < count {
      if self[position].isLineBreak {
        found.append(position)
        position = endOfLineBreak(at: position)
      } else {
        position = family == .xml ? endOfXMLPiece(at: position) : endOfBracketPiece(at: position)
      }
    }
    return found
  }

  /// Returns the position after a string, a comment or one byte.
  private func endOfBracketPiece(at position: Int) -> Int {
    let byte = self[position]
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return endOfQuotedText(from: position)
    }
    return endOfComment(at: position) ?? position + 1
  }

  /// Returns the position after the text of an element, a comment or one byte.
  private func endOfXMLPiece(at position: Int) -> Int {
    guard self[position] == UInt8(ascii: "<") else { return position + 1 }
    if let end = endOfXMLMiscellany(at: position) { return end }
    let isText =
      matches("<string>", at: position) || matches("<key>", at: position)
      || matches("<string ", at: position) || matches("<key ", at: position)
    return isText ? max(endOfElement(at: position), position + 1) : position + 1
  }
}

extension [UInt8] {
  /// Returns the bytes with other line breaks between values.
  func replacingLayoutLineBreaks(_ family: TextFamily, by lineBreak: [UInt8]) -> [UInt8] {
    let source = SourceBytes(self)
    var output: [UInt8] = []
    var start = 0
    for position in source.view.layoutLineBreaks(family) {
      output += self[start..<position]
      output += lineBreak
      start = source.view.endOfLineBreak(at: position)
    }
    return output + self[start...]
  }

  /// Returns the bytes on one line, without white space at the beginning of lines. In formats with
  /// brackets, a space separates what was on different lines, except after an opening bracket.
  func joiningLines(_ family: TextFamily) -> [UInt8] {
    let source = SourceBytes(self)
    var output: [UInt8] = []
    var start = 0
    for position in source.view.layoutLineBreaks(family) where position >= start {
      output += self[start..<position]
      start = position
      while start < count, self[start].isXMLSpace { start += 1 }
      let isOpened = output.last.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "(") } ?? true
      if family == .brackets, !isOpened { output.append(UInt8(ascii: " ")) }
    }
    return output + self[start...]
  }

  /// Returns the bytes with another indentation of all lines but the first.
  func reindented(_ family: TextFamily, from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    if old == new { return self }
    let source = SourceBytes(self)
    var output: [UInt8] = []
    var start = 0
    for position in source.view.layoutLineBreaks(family) {
      let next = source.view.endOfLineBreak(at: position)
      output += self[start..<next]
      start = next
      guard self[next...].starts(with: old) else { continue }
      output += new
      start = next + old.count
    }
    return output + self[start...]
  }
}
