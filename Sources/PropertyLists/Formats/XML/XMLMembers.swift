// The members of containers in XML.

extension DocumentStorage {
  /// Returns the ranges of a container's members. Takes time linear in the members that are not
  /// containers; the end of a container is found from its last value.
  func xmlMembers(ofContainer index: Int) -> MemberRanges {
    let start = Int(offsets[index])
    let end = min(view.firstIndex(of: UInt8(ascii: ">"), from: start) + 1, view.count)
    var ranges = MemberRanges(contents: end..<end)
    ranges.isEmptyElement = end >= 2 && view[end - 2] == UInt8(ascii: "/")
    if ranges.isEmptyElement { return ranges }
    let isDictionary = nodes[index].kind == .dictionary
    let children = childrenInText(of: nodes[index])
    var next = 0
    var position = end
    while true {
      let start = view.skipXMLTrivia(from: position)
      guard start < view.count, !view.matches("</", at: start) else {
        ranges.contents = end..<start
        return ranges
      }
      var member = MemberRanges.MemberRange(value: start..<start, end: start)
      var value = start
      if isDictionary {
        let key = start..<view.endOfElement(at: start)
        member.key = key
        value = view.skipXMLTrivia(from: key.upperBound)
      }
      while next < children.count, children[next].offset < value { next += 1 }
      let isKnown = next < children.count && children[next].offset == value
      let valueEnd = isKnown ? endOfXMLNode(children[next].index) : view.endOfElement(at: value)
      member.value = value..<max(value, valueEnd)
      member.end = view.endOfLineXMLComment(from: member.value.upperBound)
      position = max(member.end, start + 1)
      ranges.members.append(member)
    }
  }

  /// Returns the position after a value that was read.
  private func endOfXMLNode(_ index: Int) -> Int {
    let chain = lastChildren(of: index)
    guard let last = chain.last else { return view.endOfElement(at: Int(offsets[index])) }
    var position = view.endOfElement(at: Int(offsets[last]))
    for container in chain.dropLast().reversed() {
      position = view.skipXMLTrivia(from: position)
      let tag: StaticString = nodes[container].kind == .dictionary ? "</dict" : "</array"
      guard view.matches(tag, at: position) else {
        return view.endOfElement(at: Int(offsets[index]))
      }
      position = min(view.firstIndex(of: UInt8(ascii: ">"), from: position) + 1, view.count)
    }
    return position
  }
}

extension ByteView {
  /// Returns the position of the first byte that is neither white space nor part of a comment or
  /// processing instruction.
  func skipXMLTrivia(from start: Int) -> Int {
    var position = skipSpace(from: start)
    while let end = endOfXMLMiscellany(at: position) { position = skipSpace(from: end) }
    return position
  }

  /// Returns the position after a comment or processing instruction; nil if there is none.
  func endOfXMLMiscellany(at position: Int) -> Int? {
    if matches("<!--", at: position) {
      return firstRange(of: "-->", from: position + 4)?.upperBound ?? count
    }
    if matches("<?", at: position) {
      return firstRange(of: "?>", from: position + 2)?.upperBound ?? count
    }
    return nil
  }

  /// Returns the end of a comment that is the last thing on the line of a member, or the end of the
  /// member.
  fileprivate func endOfLineXMLComment(from end: Int) -> Int {
    let start = skipBlanks(from: end)
    guard matches("<!--", at: start), let commentEnd = endOfXMLMiscellany(at: start) else {
      return end
    }
    for position in start..<commentEnd where self[position].isLineBreak { return end }
    let next = skipBlanks(from: commentEnd)
    return next >= count || self[next].isLineBreak ? commentEnd : end
  }
}

extension UInt8 {
  /// Whether the byte is a line feed or a carriage return.
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
