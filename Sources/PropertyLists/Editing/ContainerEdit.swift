// Computes the changes in the text of one container: members that were replaced, renamed, added,
// removed or moved, and the separators between them.
internal import OrderedCollections

/// The edit of one container in the text.
struct ContainerEdit {
  let editor: TextEditor
  let tree: EditTree
  let container: Int
  let opened: EditTree.OpenedContainer
  let view: ByteView
  let ranges: MemberRanges
  let depth: Int
  let layout: MemberLayout
  var changes: [TextEditor.TextChange] = []
  /// The members that keep their order, by their indexes in `members`.
  private(set) var kept: [Int] = []
  /// For each position of the container as it was read, the index of its range.
  let rangeIndexes: [Int]
  /// For each range, whether a member in the same order has it.
  private(set) var isKept: [Bool]
  /// The indexes of the elements of an array or set, by their indexes in `members`.
  private var elementIndexes: [Int] = []
  /// The ranges of members that continue elsewhere.
  private var movedRanges: Set<Int> = []

  init(_ editor: TextEditor, container: Int) {
    self.editor = editor
    tree = editor.tree
    self.container = container
    opened = editor.tree.containers[container]
    view = editor.view
    let ranges = editor.ranges[container] ?? MemberRanges(contents: 0..<0)
    self.ranges = ranges
    depth = editor.depths[container] ?? 0
    layout = MemberLayout(
      ranges, editor: editor, container: container, node: opened.node ?? 0)
    rangeIndexes = editor.rangeIndexes[container] ?? []
    isKept = Array(repeating: false, count: ranges.members.count)
  }

  /// The path of the container. Takes time linear in the arrays around it.
  private var path: PlistPath { tree.path(of: container) }

  /// Returns the changes in the text of the container.
  mutating func textChanges() throws(PlistError) -> [TextEditor.TextChange] {
    try refuseReference()
    if opened.kind != .dictionary {
      elementIndexes = Array(repeating: 0, count: opened.members.count)
      for (index, number) in opened.order.enumerated() { elementIndexes[Int(number)] = index }
    }
    kept = keptMembers()
    for number in kept {
      if let index = rangeIndex(ofMember: number) { isKept[index] = true }
    }
    keepRepeatedKeys()
    for number in opened.order {
      if let index = rangeIndex(ofMember: Int(number)), !isKept[index] { movedRanges.insert(index) }
    }
    for position in editor.movedPositions[container] ?? [] where position < rangeIndexes.count {
      movedRanges.insert(rangeIndexes[position])
    }
    if opened.isChanged { try editMembers(kept: Set(kept)) } else { try replaceValues(of: kept) }
    return changes
  }

  /// Throws if the container would be read as a reference of a keyed archive.
  private func refuseReference() throws(PlistError) {
    guard opened.isChanged, opened.kind == .dictionary, opened.order.count == 1,
      !editor.style.codec.holdsReferences
    else { return }
    let member = opened.members[Int(opened.order[0])]
    let kind = tree.kind(of: member.value)
    guard tree.keyText(at: 0, in: container) == "CF$UID", kind == .integer || kind == .real else {
      return
    }
    throw PlistError(
      .notRepresentable,
      message: "a dictionary whose only key is CF$UID, with a number, would be read as a UID",
      path: path)
  }

  // MARK: Members that stay

  /// Returns the members of the document that keep their order, by their indexes in `members`.
  private func keptMembers() -> [Int] {
    var members: [Int] = []
    var sequence: [Int] = []
    var isAscending = true
    for number in opened.order {
      guard rangeIndex(ofMember: Int(number)) != nil,
        let position = opened.members[Int(number)].origin?.position
      else { continue }
      if let last = sequence.last, last >= position { isAscending = false }
      members.append(Int(number))
      sequence.append(position)
    }
    if isAscending { return members }
    return IncreasingSubsequence.indexes(of: sequence).map { members[$0] }
  }

  /// Returns the index of the range of a member whose text is in this container.
  private func rangeIndex(ofMember number: Int) -> Int? {
    guard let origin = opened.members[number].origin, origin.container == container,
      origin.position < rangeIndexes.count, rangeIndexes[origin.position] >= 0
    else { return nil }
    return rangeIndexes[origin.position]
  }

  /// Keeps the overridden pairs of keys that stay as they are. A pair that moves could otherwise come
  /// before one that it overrides.
  private mutating func keepRepeatedKeys() {
    guard opened.kind == .dictionary, ranges.members.count > opened.originalCount else { return }
    var texts: Set<ByteKey> = []
    for number in opened.order where Int(number) < opened.originalCount {
      guard let range = rangeIndex(ofMember: Int(number)), isKept[range] else { continue }
      if case .node(let index)? = opened.members[Int(number)].key {
        texts.insert(ByteKey(tree.text(ofKey: .node(index))))
      }
    }
    let read = Set(rangeIndexes)
    for index in ranges.members.indices where !read.contains(index) {
      guard let key = ranges.members[index].key else { continue }
      isKept[index] = editor.readKey(key).map { texts.contains(ByteKey($0)) } ?? true
    }
  }

  /// Replaces the values of members that are written as a whole.
  private mutating func replaceValues(of members: [Int]) throws(PlistError) {
    for number in members { try replaceValue(ofMember: number) }
  }

  private mutating func replaceValue(ofMember number: Int) throws(PlistError) {
    guard let index = rangeIndex(ofMember: number) else { return }
    let member = opened.members[number]
    let range = ranges.members[index]
    let isRenamed = if case .new? = member.key { true } else { false }
    let isShorthand = range.key == range.value
    var value: [UInt8]?
    switch member.value {
    case .node: break
    case .container(let inner) where editor.hasText.contains(inner): break
    case .container, .new:
      value = try valueText(
        ofMember: number, range: range, line: layout.line(of: range))
    }
    if isShorthand, isRenamed || value != nil {
      let key = isRenamed ? try newKey(member) : view.bytes(in: range.value)
      let text = key + layout.keyValueSeparator + (value ?? view.bytes(in: range.value))
      changes.append(TextEditor.TextChange(range: range.value, bytes: text))
      return
    }
    if isRenamed, let key = range.key {
      let keyRange = keyRange(key, range)
      let text = spaced(try newKey(member), before: keyRange.upperBound)
      changes.append(TextEditor.TextChange(range: keyRange, bytes: text))
    }
    if let value {
      let valueRange = valueRange(range)
      let text = spaced(value, before: valueRange.upperBound)
      changes.append(TextEditor.TextChange(range: valueRange, bytes: text))
    }
  }

  /// Returns new text, with a space if it would join a comment that follows.
  private func spaced(_ text: [UInt8], before offset: Int) -> [UInt8] {
    guard editor.style.family == .brackets, view.byte(orZeroAt: offset) == UInt8(ascii: "/"),
      let first = text.first, first != UInt8(ascii: "\""), first != UInt8(ascii: "'")
    else { return text }
    return text + [UInt8(ascii: " ")]
  }

  private func keyText(of member: EditTree.EditedMember) -> String {
    member.key.map(tree.text(ofKey:)) ?? ""
  }

  /// Returns the range of a key; in a project, with the comment after an id.
  private func keyRange(_ key: Range<Int>, _ range: MemberRanges.MemberRange) -> Range<Int> {
    guard tree.isProject else { return key }
    return key.lowerBound..<view.endOfProjectComment(from: key.upperBound)
  }

  /// Returns the range of a value; in a project, with the comment after an id.
  private func valueRange(_ range: MemberRanges.MemberRange) -> Range<Int> {
    guard tree.isProject else { return range.value }
    return range.value.lowerBound..<view.endOfProjectComment(from: range.value.upperBound)
  }

  private func newKey(_ member: EditTree.EditedMember) throws(PlistError) -> [UInt8] {
    let key = keyText(of: member)
    var text = try editor.text(ofKey: key, depth: depth) { path }
    if layout.hasQuotedKeys { text = text.quoted(by: editor.style) }
    if tree.isProjectObjects(container) { text += editor.project?.comment(ofID: key) ?? [] }
    return text
  }

  /// Returns the text of a new value of a member.
  private func valueText(
    ofMember number: Int, range: MemberRanges.MemberRange?, line: [UInt8]
  ) throws(PlistError) -> [UInt8] {
    let member = opened.members[number]
    let step = step(toMember: number)
    if let project = editor.project {
      return try project.text(
        of: member, path: path.appending(step), line: line, layout: layout, editor: editor)
    }
    let plist = try tree.plist(of: member.value)
    let isBraceless = editor.style.codec == StringsFormat.self && depth == 0
    var text = try editor.text(
      of: plist, line: line, unit: layout.unit, depth: isBraceless ? 0 : depth + 1,
      isInline: layout.isInline
    ) { path.appending(step) }
    if plist.kind == .string {
      let old = range.map { view.byte(orZeroAt: $0.value.lowerBound) }
      let isQuoted =
        old.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } ?? layout.hasQuotedStrings
      if isQuoted { text = text.quoted(by: editor.style) }
    }
    return text
  }

  /// Returns the step to a member from the container.
  private func step(toMember number: Int) -> PlistPath.Step {
    let member = opened.members[number]
    if member.key != nil { return .key(keyText(of: member)) }
    return .index(number < elementIndexes.count ? elementIndexes[number] : 0)
  }

  // MARK: Members that change

  private mutating func editMembers(kept: Set<Int>) throws(PlistError) {
    if ranges.isEmptyElement { return try fillEmptyElement() }
    var groups = membersInText(kept: kept)
    let first = groups.removeFirst()
    let last = groups.last.map { $0.added.last ?? $0.number } ?? first.added.last
    var previous: Int?
    var added = first.added
    for group in groups {
      try replaceValue(ofMember: group.number)
      try changeGap(after: previous, before: group.range, added: added, last: last)
      setSeparator(of: ranges.members[group.range], isLast: group.number == last)
      (previous, added) = (group.range, group.added)
    }
    try changeGap(after: previous, before: nil, added: added, last: last)
  }

  /// A member that stays, and the members that are added after it. The first has no member.
  private struct MemberGroup {
    var number = -1
    var range = -1
    var added: [Int] = []
  }

  /// Returns the members in the order of the text.
  private func membersInText(kept: Set<Int>) -> [MemberGroup] {
    var groups = [MemberGroup()]
    var isAscending = true
    for number in opened.order.map({ Int($0) }) {
      if kept.contains(number), let range = rangeIndex(ofMember: number) {
        if let last = groups.last, last.range >= range { isAscending = false }
        groups.append(MemberGroup(number: number, range: range))
      } else {
        groups[groups.count - 1].added.append(number)
      }
    }
    // The value of a repeated key is that of its last pair.
    if !isAscending { groups.sort { $0.range < $1.range } }
    return groups
  }

  /// Adds or removes the separator after a member that stays.
  private mutating func setSeparator(of range: MemberRanges.MemberRange, isLast: Bool) {
    guard let separator = layout.separator else { return }
    if isLast, layout.isTerminated || layout.isLastSeparated == (range.separator != nil) { return }
    if !isLast || layout.isLastSeparated {
      if range.separator != nil { return }
      var end = range.value.upperBound
      if tree.isProject { end = view.endOfProjectComment(from: end) }
      changes.append(TextEditor.TextChange(range: end..<end, bytes: [separator]))
    } else if let separator = range.separator {
      changes.append(TextEditor.TextChange(range: separator, bytes: []))
    }
  }

  /// Changes the text between two members that stay: removes the members that were there, and adds
  /// new ones.
  private mutating func changeGap(
    after previous: Int?, before next: Int?, added: [Int], last: Int?
  ) throws(PlistError) {
    let first = previous.map { $0 + 1 } ?? 0
    let gap = first..<(next ?? ranges.members.count)
    let removed = gap.filter { !isKept[$0] }
    if removed.isEmpty, added.isEmpty { return }
    let texts = try added.map { number throws(PlistError) in
      try addedText(of: number, isLast: number == last)
    }
    if tree.isProjectObjects(container), let project = editor.project {
      return changeObjects(after: previous, before: next, texts: texts, added: added, project)
    }
    if removed.count < gap.count {
      // Overridden pairs between the removed ones stay.
      for index in removed { remove(index) }
      if !texts.isEmpty { add(texts, after: previous, before: next, removed: []) }
    } else if previous == nil, texts.isEmpty, let next, layout.isBlank(before: next),
      layout.isBlank(before: 0)
    {
      // The next member takes the white space before the first one.
      let range = ranges.members[0].start..<ranges.members[next].start
      changes.append(TextEditor.TextChange(range: range, bytes: []))
    } else {
      add(texts, after: previous, before: next, removed: removed)
    }
  }

  /// Removes a member, except for the comments before it that stay.
  private mutating func remove(_ index: Int) {
    let range = layout.leadRange(of: index).lowerBound..<ranges.members[index].end
    var bytes = keptComments(before: index)
    let following = view.bytes(in: range.upperBound..<min(range.upperBound + 1, view.count))
    bytes += lineBreak(after: index > 0 ? index - 1 : nil, bytes, before: following)
    changes.append(TextEditor.TextChange(range: range, bytes: bytes))
  }

  /// Replaces adjacent members after a member by new ones.
  private mutating func add(
    _ texts: [[UInt8]], after previous: Int?, before next: Int?, removed: [Int]
  ) {
    let start = previous.map { ranges.members[$0].end } ?? layout.start
    var bytes: [UInt8] = []
    for index in removed { bytes += keptComments(before: index) }
    var end = start
    if let last = removed.last { end = ranges.members[last].end }
    bytes += added(texts, after: previous, before: next, comments: bytes, end: end)
    if opened.order.isEmpty, tree.parent(of: container) == nil {
      bytes += layout.contentsOfEmptyRoot
    } else if !texts.isEmpty {
      if previous == nil, let next, let newLead = layout.newLead(ofFirst: next) {
        end = ranges.members[next].start
        bytes += newLead
      } else if ranges.members.isEmpty {
        bytes += layout.tail
        if layout.replacesContents { end = ranges.contents.upperBound }
      }
    }
    changes.append(TextEditor.TextChange(range: start..<end, bytes: bytes))
  }

  /// Returns the text of new members with the white space around them, so that no comment hides or
  /// continues it.
  ///
  /// - Parameters:
  ///   - comments: The comments of removed members before the text.
  ///   - end: The offset of what follows the text.
  private func added(
    _ texts: [[UInt8]], after previous: Int?, before next: Int?, comments: [UInt8], end: Int
  ) -> [UInt8] {
    var lead = layout.lead(after: previous, before: next)
    let following = texts.isEmpty ? view.bytes(in: end..<min(end + 1, view.count)) : lead
    var bytes = lineBreak(after: previous, comments, before: following)
    for text in texts {
      bytes += lead
      bytes += text
      lead = layout.otherLead
    }
    let isBeforeComment =
      editor.style.family == .brackets && view.byte(orZeroAt: end) == UInt8(ascii: "/")
    // Unquoted text would continue in a comment that follows.
    if !texts.isEmpty, isBeforeComment { bytes.append(UInt8(ascii: " ")) }
    return bytes
  }

  /// Returns a line break if text after a member or after other text would be part of a line
  /// comment.
  private func lineBreak(after previous: Int?, _ bytes: [UInt8], before following: [UInt8])
    -> [UInt8]
  {
    if following.first?.isLineBreak == true { return [] }
    var last = bytes
    if bytes.isEmpty, let previous {
      let range = ranges.members[previous]
      last = view.bytes(in: (range.separator ?? range.value).upperBound..<range.end)
    }
    return last.endsInLineComment(editor.style.family) ? editor.style.lineBreak : []
  }

  /// Returns the text of a new or moved member, with its separator.
  private func addedText(of number: Int, isLast: Bool) throws(PlistError) -> [UInt8] {
    let member = opened.members[number]
    var text: [UInt8]
    if let origin = member.origin, let movedText = try movedText(of: member, origin: origin) {
      text = movedText
    } else {
      text = []
      if member.key != nil { text = try newKey(member) + layout.keyValueSeparator }
      text += try valueText(
        ofMember: number, range: nil, line: layout.memberLine)
    }
    let isSeparated = !isLast || layout.isTerminated || layout.isLastSeparated
    if isSeparated, let separator = layout.separator { text.append(separator) }
    if let origin = member.origin {
      text += editor.commentAtEndOfLine(of: origin, isInline: layout.isInline)
    }
    return text
  }

  /// Returns the text of a member that comes from elsewhere, with the comments directly before it;
  /// nil if its text cannot be used here.
  private func movedText(of member: EditTree.EditedMember, origin: EditTree.MemberOrigin)
    throws(PlistError) -> [UInt8]?
  {
    guard let source = editor.memberRange(of: origin) else { return nil }
    var opened: Int?
    switch member.value {
    case .new: return nil
    case .container(let inner):
      if !editor.hasText.contains(inner) { return nil }
      opened = inner
    case .node: break
    }
    let isSame = origin.container == container
    let line = isSame ? layout.memberLine : view.indentation(ofLineAt: source.range.start)
    var text = editor.attachedComments(of: origin)
    if member.key != nil {
      if let key = source.range.key, key != source.range.value {
        let isNamed = if case .node? = member.key { true } else { false }
        text += try isNamed ? view.bytes(in: key) : newKey(member)
        text += view.bytes(in: key.upperBound..<source.range.value.lowerBound)
      } else {
        text += try newKey(member) + layout.keyValueSeparator
      }
    } else if let key = source.range.key, key != source.range.value {
      text += editor.comments(in: key.upperBound..<source.range.value.lowerBound)
    }
    let end = source.range.separator?.lowerBound ?? valueRange(source.range).upperBound
    text += editor.text(of: source.range.value.lowerBound..<end, opened: opened)
    return text.reindented(editor.style.family, from: line, to: layout.memberLine)
  }

  // MARK: Comments

  /// Returns the text before a removed member that stays: its comments, unless they leave with it.
  private func keptComments(before index: Int) -> [UInt8] {
    if layout.isBlank(before: index) { return [] }
    let range = layout.leadRange(of: index)
    let comments = editor.comments(in: range, before: ranges.members[index].start)
    let leaves = movedRanges.contains(index)
    let isOwn = editor.style.codec == StringsFormat.self && depth == 0
    let end = leaves || isOwn ? comments.attachedStart : comments.lineStart
    let kept = view.bytes(in: range.lowerBound..<max(range.lowerBound, end))
    return kept.allSatisfy(\.isXMLSpace) ? [] : kept
  }

  // MARK: Empty elements

  /// Replaces an empty-element tag of XML with tags around the new members.
  private mutating func fillEmptyElement() throws(PlistError) {
    if opened.order.isEmpty { return }
    let tag = opened.kind == .dictionary ? "dict" : "array"
    let start = Int(editor.storage.offsets[opened.node ?? 0])
    // The tag without its slash.
    var bytes = view.bytes(in: start..<max(start, ranges.contents.lowerBound - 2))
    while bytes.last?.isXMLSpace == true { bytes.removeLast() }
    bytes.append(UInt8(ascii: ">"))
    for number in opened.order {
      bytes += layout.otherLead
      bytes += try addedText(of: Int(number), isLast: false)
    }
    bytes += layout.tail + Array("</\(tag)>".utf8)
    changes.append(
      TextEditor.TextChange(range: start..<ranges.contents.lowerBound, bytes: bytes))
  }
}
