// The layout of the members of a container: the white space, separators and quotes that a new member
// takes from its neighbors, or from the style of the file.

/// The layout of one container.
struct MemberLayout {
  private let ranges: MemberRanges
  private let view: ByteView
  private let style: SourceStyle
  private let isBraceless: Bool
  /// The byte after a member: a comma or a semicolon; nil in XML.
  let separator: UInt8?
  /// Whether each member has a separator.
  let isTerminated: Bool
  /// Whether the last member has a separator.
  let isLastSeparated: Bool
  /// Whether all members are on the line of the container.
  let isInline: Bool
  /// The white space at the beginning of the line of a new member.
  let memberLine: [UInt8]
  /// The white space of one level.
  let unit: [UInt8]
  /// The white space before a member that is not the first.
  let otherLead: [UInt8]
  /// The text between a key and its value.
  let keyValueSeparator: [UInt8]
  /// The text after the last member of a container that had none.
  let tail: [UInt8]
  /// Whether the text of a container without members is replaced.
  let replacesContents: Bool
  let hasQuotedKeys: Bool
  let hasQuotedStrings: Bool

  // Long because it derives every property of the layout from the same few facts.
  init(_ ranges: MemberRanges, editor: TextEditor, container: Int, node: Int) {
    let (view, style, storage) = (editor.view, editor.style, editor.storage)
    (self.ranges, self.view, self.style) = (ranges, view, style)
    let start = Int(storage.offsets[node])
    let isDictionary = storage.nodes[node].kind == .dictionary
    let isJSON = style.codec is any JSONCodec.Type
    let members = ranges.members
    isBraceless =
      style.family == .brackets && isDictionary && view.byte(orZeroAt: start) != UInt8(ascii: "{")
    isTerminated = style.family == .brackets && isDictionary && !isJSON
    separator = style.family == .xml ? nil : UInt8(ascii: isTerminated ? ";" : ",")
    isLastSeparated =
      members.last.map { $0.separator != nil } ?? (style.codec == ProjectFormat.self)
    let line = view.indentation(ofLineAt: start)
    let isEmpty = ranges.isEmptyElement || members.isEmpty
    let hasLines = view.hasLineBreak(in: ranges.contents)
    let inLead = members.first { range in
      range.start > 0 && view.startsLine(at: range.start)
    }
    isInline =
      isEmpty
      ? !hasLines && !isBraceless && editor.isInline(around: container)
      : inLead == nil && !isBraceless
    let memberLine: [UInt8]
    if let inLead {
      memberLine = view.indentation(ofLineAt: inLead.start)
    } else {
      memberLine = isBraceless ? [] : isInline ? line : line + style.unit
    }
    self.memberLine = memberLine
    let isDeeper = memberLine.count > line.count && memberLine.starts(with: line)
    unit = !isBraceless && isDeeper ? Array(memberLine.dropFirst(line.count)) : style.unit
    let newLine = style.lineBreak + memberLine
    let space: [UInt8] = style.family == .xml ? [] : [UInt8(ascii: " ")]
    if isBraceless, members.isEmpty {
      otherLead = style.lineBreak
    } else if isInline {
      otherLead =
        members.count > 1 && Self.isBlank(members, index: 1, view: view)
        ? view.bytes(in: members[0].end..<members[1].start) : space
    } else if members.count > 1, Self.isBlank(members, index: 1, view: view),
      view.hasLineBreak(in: members[0].end..<members[1].start)
    {
      otherLead = view.bytes(in: members[0].end..<members[1].start)
    } else {
      otherLead = newLine
    }
    keyValueSeparator = Self.keyValueSeparator(
      members, view: view, style: style, newLine: isInline ? [] : newLine)
    replacesContents =
      isEmpty && !hasLines && !isBraceless
      && view.skipBlanks(from: ranges.contents.lowerBound) >= ranges.contents.upperBound
    tail =
      isBraceless
      ? style.lineBreak
      : isInline && replacesContents
        ? view.bytes(in: ranges.contents) : isInline || hasLines ? [] : style.lineBreak + line
    let isNewTable = isBraceless && members.isEmpty
    hasQuotedKeys =
      isNewTable || Self.areQuoted(members.prefix(16).compactMap(\.key), view: view)
    hasQuotedStrings =
      isNewTable
      || Self.areQuoted(
        members.prefix(16).map(\.value).filter { range in
          let byte = view.byte(orZeroAt: range.lowerBound)
          return ![UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<")].contains(byte)
        }, view: view)
  }

  private static func areQuoted(_ ranges: [Range<Int>], view: ByteView) -> Bool {
    !ranges.isEmpty
      && ranges.allSatisfy {
        let byte = view.byte(orZeroAt: $0.lowerBound)
        return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      }
  }

  private static func keyValueSeparator(
    _ members: [MemberRanges.MemberRange], view: ByteView, style: SourceStyle, newLine: [UInt8]
  ) -> [UInt8] {
    for member in members.prefix(4) {
      guard let key = member.key, key != member.value else { continue }
      let range = key.upperBound..<member.value.lowerBound
      let text = view.bytes(in: range)
      let isPlain = text.allSatisfy {
        $0.isXMLSpace || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":")
      }
      let isOneLine = !text.contains(where: \.isLineBreak)
      if isPlain, style.family == .xml || isOneLine { return text }
    }
    if style.family == .xml { return newLine }
    return Array((style.codec is any JSONCodec.Type ? ": " : " = ").utf8)
  }

  // MARK: White space before members

  /// The text of the root without members, where an empty text would have another meaning: a file
  /// without text is not a property list, and a pair of braces is JSON.
  var contentsOfEmptyRoot: [UInt8] {
    if isBraceless { return style.lineBreak }
    let isDictionary = view.byte(orZeroAt: ranges.contents.lowerBound - 1) == UInt8(ascii: "{")
    return style.codec.isOpenStepFamily && isDictionary ? Array("/* empty */".utf8) : []
  }

  /// The offset at which the first member is added: after the comments of a table that has no
  /// members, and otherwise after the opening delimiter.
  var start: Int {
    isBraceless && ranges.members.isEmpty ? ranges.contents.upperBound : ranges.contents.lowerBound
  }

  /// Returns the range of the text before a member.
  func leadRange(of index: Int) -> Range<Int> {
    let start = index > 0 ? ranges.members[index - 1].end : ranges.contents.lowerBound
    return start..<max(start, ranges.members[index].start)
  }

  /// Returns whether the text before a member is only white space.
  func isBlank(before index: Int) -> Bool {
    let range = leadRange(of: index)
    return view.bytes(in: range).allSatisfy(\.isXMLSpace)
  }

  private static func isBlank(
    _ members: [MemberRanges.MemberRange], index: Int, view: ByteView
  ) -> Bool {
    view.bytes(in: members[index - 1].end..<members[index].start).allSatisfy(\.isXMLSpace)
  }

  /// Returns the white space at the beginning of the line of a member.
  func line(of range: MemberRanges.MemberRange) -> [UInt8] {
    isInline ? memberLine : view.indentation(ofLineAt: range.start)
  }

  /// Returns the white space before a member, without comments.
  private func space(before index: Int) -> [UInt8] {
    let range = leadRange(of: index)
    if isBlank(before: index) { return view.bytes(in: range) }
    if isBraceless {
      if index == 0 { return [] }
      // The empty lines before the comment.
      let space = view.bytes(in: range.lowerBound..<view.skipSpace(from: range.lowerBound))
      return space.contains(where: \.isLineBreak) ? space : otherLead
    }
    return view.hasLineBreak(in: range)
      ? style.lineBreak + line(of: ranges.members[index]) : otherLead
  }

  /// Returns the white space before a new member between two members that stay.
  func lead(after previous: Int?, before next: Int?) -> [UInt8] {
    if ranges.members.isEmpty {
      guard isBraceless else { return isInline ? [] : otherLead }
      let end = ranges.contents.upperBound
      let isEnded = ranges.contents.isEmpty || view[end - 1].isLineBreak
      return isEnded ? [] : otherLead
    }
    guard let previous else { return space(before: 0) }
    if previous > 0 { return space(before: previous) }
    if let next, next == previous + 1 { return space(before: next) }
    return otherLead
  }

  /// Returns the text before the member that was the first one, after a new first member; nil if it
  /// stays.
  func newLead(ofFirst index: Int) -> [UInt8]? {
    let range = leadRange(of: index)
    if !isBlank(before: index) {
      guard isBraceless, index == 0 else { return nil }
      return otherLead + view.bytes(in: view.skipSpace(from: range.lowerBound)..<range.upperBound)
    }
    return view.hasLineBreak(in: range) && !(isBraceless && index == 0) ? nil : otherLead
  }
}

extension TextEditor {
  /// Returns whether the containers around a container without members are on one line.
  func isInline(around container: Int) -> Bool {
    guard let parent = tree.parent(of: container), let node = tree.containers[parent].node,
      let outer = ranges[parent] ?? style.codec.memberRanges(ofContainer: node, in: storage),
      let first = outer.members.first
    else { return !style.hasLines }
    return !outer.members.contains { view.startsLine(at: $0.start) } && first.start > 0
  }
}

extension ByteView {
  /// Returns whether only white space precedes a byte on its line.
  func startsLine(at offset: Int) -> Bool {
    var position = offset
    while position > 0,
      self[position - 1] == UInt8(ascii: " ") || self[position - 1] == UInt8(ascii: "\t")
    {
      position -= 1
    }
    if position == 0 || self[position - 1].isLineBreak { return true }
    // A comment of ordinary length can precede the member on its line.
    guard matches("*/", at: position - 2) || matches("-->", at: position - 3) else { return false }
    var start = position
    while start > 0, position - start < 1024, !self[start - 1].isLineBreak { start -= 1 }
    let first = skipBlanks(from: start)
    return (start == 0 || self[start - 1].isLineBreak)
      && (matches("/*", at: first) || matches("<!--", at: first))
  }

  /// Returns the offset of the first byte of a line.
  func startOfLine(of offset: Int) -> Int {
    var position = offset
    while position > 0, !self[position - 1].isLineBreak { position -= 1 }
    return position
  }

  /// Returns the offset after a line break at a byte, or the byte.
  func endOfLineBreak(at offset: Int) -> Int {
    guard offset < count, self[offset].isLineBreak else { return offset }
    let isPair =
      self[offset] == UInt8(ascii: "\r") && byte(orZeroAt: offset + 1) == UInt8(ascii: "\n")
    return offset + (isPair ? 2 : 1)
  }
}
