// The members of containers in text with brackets.

extension DocumentStorage {
  /// Returns the ranges of a container's members. The dictionary of a strings file has no braces.
  /// Takes time linear in the members that are not containers; the end of a container is found from
  /// its last value.
  ///
  /// - Parameter isTyped: Returns whether a container that begins at an offset has a typed form,
  ///   whose brackets are not those of the container.
  func bracketMembers(
    ofContainer index: Int, isTyped: @escaping (Int) -> Bool = { _ in false }
  ) -> MemberRanges {
    var scan = BracketMemberScan(self, container: index, isTyped: isTyped)
    scan.run()
    return scan.ranges
  }

  /// Returns the position after a value that was read.
  fileprivate func endOfBracketNode(_ index: Int, isTyped: (Int) -> Bool) -> Int {
    let chain = lastChildren(of: index)
    guard let last = chain.last else { return view.endOfBracketValue(at: Int(offsets[index])) }
    var position = view.endOfBracketValue(at: Int(offsets[last]))
    for container in chain.dropLast().reversed() {
      let opening = view.byte(orZeroAt: Int(offsets[container]))
      position = view.skipTrivia(from: position)
      if view.byte(orZeroAt: position) == UInt8(ascii: ";")
        || view.byte(orZeroAt: position) == UInt8(ascii: ",")
      {
        position = view.skipTrivia(from: position + 1)
      }
      guard !isTyped(Int(offsets[container])),
        view.byte(orZeroAt: position) == opening.closingBracket
      else {
        return view.endOfBracketValue(at: Int(offsets[index]))
      }
      position += 1
    }
    return position
  }
}

/// A scan of one container.
private struct BracketMemberScan {
  private let storage: DocumentStorage
  private let view: ByteView
  private let isDictionary: Bool
  /// The values of the container in the order of the text, and the next one that is expected.
  private let children: [(offset: Int, index: Int)]
  private var next = 0
  private var position: Int
  private let isTyped: (Int) -> Bool
  var ranges: MemberRanges

  init(_ storage: DocumentStorage, container: Int, isTyped: @escaping (Int) -> Bool) {
    self.storage = storage
    self.isTyped = isTyped
    view = storage.view
    let node = storage.nodes[container]
    isDictionary = node.kind == .dictionary
    children = storage.childrenInText(of: node)
    let start = Int(storage.offsets[container])
    let isBraceless = isDictionary && view.byte(orZeroAt: start) != UInt8(ascii: "{")
    position = isBraceless ? storage.origin.text?.textStart ?? start : start + 1
    ranges = MemberRanges(contents: position..<position)
  }

  mutating func run() {
    while true {
      let start = view.skipTrivia(from: position)
      guard start < view.count, !view[start].closesBracket else {
        ranges.contents = ranges.contents.lowerBound..<max(start, ranges.contents.lowerBound)
        return
      }
      if view[start] == UInt8(ascii: ";") || view[start] == UInt8(ascii: ",") {
        // A separator without a member.
        position = start + 1
        if let last = ranges.members.indices.last { ranges.members[last].end = position }
      } else {
        read(start)
      }
    }
  }

  private mutating func read(_ start: Int) {
    var member = MemberRanges.MemberRange(value: start..<start, end: start)
    if isDictionary {
      let key = start..<view.endOfBracketScalar(at: start)
      member.key = key
      member.value = key
      let equals = view.skipTrivia(from: key.upperBound)
      let byte = view.byte(orZeroAt: equals)
      if byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") {
        let value = view.skipTrivia(from: equals + 1)
        member.value = value..<end(ofValueAt: value)
      } else if next < children.count, children[next].offset == start {
        next += 1
      }
    } else {
      member.value = start..<end(ofValueAt: start)
    }
    position = member.value.upperBound
    let separator = view.skipTrivia(from: position)
    let byte = view.byte(orZeroAt: separator)
    if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") {
      member.separator = separator..<separator + 1
      position = separator + 1
    }
    position = view.endOfLineComment(from: position) ?? position
    member.end = position
    ranges.members.append(member)
  }

  private mutating func end(ofValueAt start: Int) -> Int {
    while next < children.count, children[next].offset < start { next += 1 }
    guard next < children.count, children[next].offset == start else {
      return start < view.count ? view.endOfBracketValue(at: start) : start
    }
    next += 1
    return storage.endOfBracketNode(children[next - 1].index, isTyped: isTyped)
  }
}

extension ByteView {
  /// Returns the end of a comment that is the last thing on the line of a member; nil if there is
  /// none.
  fileprivate func endOfLineComment(from start: Int) -> Int? {
    var position = skipBlanks(from: start)
    guard let end = endOfComment(at: position) else { return nil }
    while position < end {
      if self[position].isLineBreak { return nil }
      position += 1
    }
    let next = skipBlanks(from: end)
    let byte = byte(orZeroAt: next)
    let isLast =
      next >= count || byte.isLineBreak || byte.closesBracket
    return isLast ? end : nil
  }

  /// Returns the position of the first byte that is neither a space nor a tab.
  func skipBlanks(from start: Int) -> Int {
    var position = start
    while position < count,
      self[position] == UInt8(ascii: " ") || self[position] == UInt8(ascii: "\t")
    { position += 1 }
    return position
  }
}

extension UInt8 {
  /// The bracket that closes a container that this one opens.
  fileprivate var closingBracket: UInt8 {
    switch self {
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: UInt8(ascii: "]")
    }
  }
}
