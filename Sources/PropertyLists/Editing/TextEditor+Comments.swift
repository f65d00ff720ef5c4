// Comments before members, quotes, and keys in the source text.

extension TextEditor {
  /// The parts of the text before a member.
  struct LeadingComments {
    /// The offset of the comments directly before the member, or of its line if there are none.
    var attachedStart: Int
    /// The offset of the line break before the line of the member.
    var lineStart: Int
  }

  /// Finds the comments before a member. Comments belong to the member if no empty line separates
  /// them from it and from each other.
  func comments(in range: Range<Int>, before start: Int) -> LeadingComments {
    // Each line break of the range outside comments, from its first byte.
    var breaks: [(start: Int, end: Int)] = []
    var position = range.lowerBound
    var isLineBlank = true
    var attached: Int?
    while position < range.upperBound {
      if view[position].isLineBreak {
        let end = view.endOfLineBreak(at: position)
        // An empty line ends what belongs to the member.
        if isLineBlank, !breaks.isEmpty { attached = nil }
        breaks.append((position, end))
        isLineBlank = true
        position = end
      } else if let end = endOfComment(at: position) {
        if attached == nil, isLineBlank {
          attached = breaks.last.map(\.start) ?? range.lowerBound
        }
        isLineBlank = false
        position = min(end, range.upperBound)
      } else {
        if !view[position].isXMLSpace { isLineBlank = false }
        position += 1
      }
    }
    let lineStart = breaks.last?.start ?? range.lowerBound
    let isOnLine = !isLineBlank
    return LeadingComments(
      attachedStart: min(attached ?? lineStart, lineStart),
      lineStart: isOnLine && breaks.isEmpty ? range.lowerBound : lineStart)
  }

  /// Returns the comments directly before a member with the white space after them, for a member
  /// that moves.
  func attachedComments(of origin: EditTree.MemberOrigin) -> [UInt8] {
    guard let source = memberRange(of: origin) else { return [] }
    if tree.isProject { return [] }
    let start = source.range.start
    let comments = comments(in: source.lead, before: start)
    var first = comments.attachedStart
    while first < start, view[first].isXMLSpace { first += 1 }
    return view.bytes(in: first..<start)
  }

  /// Returns the comments in a range, each followed by a space or, for a line comment, a line break.
  func comments(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard let end = endOfComment(at: position), end <= range.upperBound else {
        position += 1
        continue
      }
      bytes += view.bytes(in: position..<end)
      bytes += view.matches("//", at: position) ? style.lineBreak : [UInt8(ascii: " ")]
      position = end
    }
    return bytes
  }

  /// Returns the comment after a member on its line, with the white space before it, for a member
  /// that moves. Among members on one line, a line comment becomes a block comment, since it would
  /// hide the members after it.
  func commentAtEndOfLine(of origin: EditTree.MemberOrigin, isInline: Bool) -> [UInt8] {
    guard let source = memberRange(of: origin)?.range else { return [] }
    let start = source.separator?.upperBound ?? source.value.upperBound
    guard source.end > start else { return [] }
    let comment = view.bytes(in: start..<source.end)
    let text = String(decoding: comment, as: UTF8.self)
    guard isInline, style.family == .brackets, let slashes = text.firstRange(of: "//") else {
      return comment
    }
    let rest = text[slashes.upperBound...].replacing("*/", with: "* /")
    return Array((text[..<slashes.lowerBound] + "/*" + rest + " */").utf8)
  }

  private func endOfComment(at position: Int) -> Int? {
    style.family == .xml ? view.endOfXMLMiscellany(at: position) : view.endOfComment(at: position)
  }

  /// Returns the text of a key in the source; nil if it is not a string.
  func readKey(_ range: Range<Int>) -> String? {
    let key = view.bytes(in: range)
    let wrapped: [UInt8] =
      if style.family == .xml {
        Array("<dict>".utf8) + key + Array("<true/></dict>".utf8)
      } else if style.codec is any JSONCodec.Type {
        Array("{".utf8) + key + Array(":1}".utf8)
      } else {
        Array("{".utf8) + key + Array("=1;}".utf8)
      }
    return (try? PlistDocument(wrapped))?.root.key(at: 0)?.stringValue
  }
}

extension [UInt8] {
  /// Returns whether the text, which consists of white space and comments, ends in a line comment.
  func endsInLineComment(_ family: TextFamily) -> Bool {
    guard family == .brackets else { return false }
    let source = SourceBytes(self)
    var position = source.view.skipWideSpace(from: 0)
    while let end = source.view.endOfComment(at: position) {
      if end == count { return source.view.matches("//", at: position) }
      position = source.view.skipWideSpace(from: end)
    }
    return false
  }

  /// Returns the text of a string in double quotes, in formats in which quotes are a matter of
  /// style.
  func quoted(by style: SourceStyle) -> [UInt8] {
    let codec = style.codec
    guard
      codec == OpenStepFormat.self || codec == GNUStepFormat.self || codec == StringsFormat.self,
      let first, first != UInt8(ascii: "\""), first != UInt8(ascii: "'"), first != UInt8(ascii: "<")
    else { return self }
    return [UInt8(ascii: "\"")] + self + [UInt8(ascii: "\"")]
  }
}

extension ByteView {
  /// Returns the end of the comment that Xcode writes after an id, or `start` if there is none.
  func endOfProjectComment(from start: Int) -> Int {
    let comment = skipBlanks(from: start)
    guard matches("/*", at: comment), let end = endOfComment(at: comment) else { return start }
    return end
  }
}
