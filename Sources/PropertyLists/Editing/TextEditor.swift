// Computes the new text of a file: for each container that edits changed, the ranges of its text
// that are replaced. Everything else remains.
internal import OrderedCollections

/// An editor of one text file.
struct TextEditor {
  /// A range of the text and the bytes that replace it.
  struct TextChange {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  let tree: EditTree
  let storage: DocumentStorage
  let view: ByteView
  let style: SourceStyle
  /// The values of a project after the edits, from which its comments are generated; nil for other
  /// files, and as long as no comment is needed.
  var project: ProjectEditing?
  /// The opened containers whose text is edited. All others are written as a whole.
  private(set) var hasText: Set<Int> = []
  /// The ranges of the members of each opened container, as far as they are needed.
  private(set) var ranges: [Int: MemberRanges] = [:]
  /// For each position of an opened container as it was read, the index of its range; −1 if it has
  /// none.
  private(set) var rangeIndexes: [Int: [Int]] = [:]
  /// The changes in the text of each container, without those in containers in it.
  private var changes: [Int: [TextChange]] = [:]
  /// The members of each container that keep their text where it is.
  private var keptMembers: [Int: [Int]] = [:]
  /// The positions of the members that leave each container.
  private(set) var movedPositions: [Int: [Int]] = [:]
  /// The number of containers around each opened container.
  private(set) var depths: [Int: Int] = [:]

  private let updatesComments: Bool

  init(_ tree: EditTree, codec: any FormatCodec.Type, updatesComments: Bool) {
    self.tree = tree
    self.updatesComments = updatesComments
    storage = tree.storage
    view = tree.storage.view
    style = SourceStyle(tree.storage, codec: codec)
  }

  /// Returns the changes in ascending order, without overlap.
  ///
  /// - Throws: `PlistError` with the path of a value that the format cannot hold.
  mutating func textChanges() throws(PlistError) -> [TextChange] {
    let root: Int
    switch tree.root {
    case .node: return []
    case .new(let plist): return try replacingRoot(by: plist)
    case .container(let container): root = container
    }
    let order = openedContainers(from: root)
    if tree.isProject {
      project = try ProjectEditing(tree, opened: order, updatesComments: updatesComments)
    }
    noteRanges(Set(order).union(movedPositions.keys))
    if !hasText.contains(root) { return try replacingRoot(by: tree.plist(of: tree.root)) }
    for container in order.reversed() where hasText.contains(container) {
      guard ranges[container] != nil else {
        keptMembers[container] = tree.containers[container].order.map { Int($0) }
        continue
      }
      var edit = ContainerEdit(self, container: container)
      changes[container] = try edit.textChanges()
      keptMembers[container] = edit.kept
    }
    var all = changesInPlace(from: root)
    if let project { all += project.commentChanges(in: storage) }
    return Self.disjoint(all)
  }

  /// Finds the ranges of the members of containers. Those of a container in which only deeper
  /// containers change are not needed.
  private mutating func noteRanges(_ containers: Set<Int>) {
    let mayBeTyped = style.codec is any JSONCodec.Type
    for container in containers {
      guard let node = tree.containers[container].node else { continue }
      let isNeeded = tree.containers[container].isChanged || movedPositions[container] != nil
      guard isNeeded || mayBeTyped else {
        hasText.insert(container)
        continue
      }
      guard let found = style.codec.memberRanges(ofContainer: node, in: storage) else { continue }
      hasText.insert(container)
      ranges[container] = found
      rangeIndexes[container] = rangeIndexes(found, of: tree.containers[container])
    }
  }

  /// Returns the opened containers that the root still contains, each before those in it.
  private mutating func openedContainers(from root: Int) -> [Int] {
    var order: [Int] = []
    var pending = [(container: root, depth: 0)]
    while let (container, depth) = pending.popLast() {
      order.append(container)
      depths[container] = depth
      for number in tree.containers[container].order {
        let member = tree.containers[container].members[Int(number)]
        if let origin = member.origin, origin.container != container {
          movedPositions[origin.container, default: []].append(origin.position)
        }
        if case .container(let inner) = member.value { pending.append((inner, depth + 1)) }
      }
    }
    return order
  }

  /// Returns the index of the range of each position.
  private func rangeIndexes(_ ranges: MemberRanges, of opened: EditTree.OpenedContainer) -> [Int] {
    guard let container = opened.node else { return [] }
    let node = storage.nodes[container]
    var found: [Int: Int] = [:]
    var indexes: [Int] = []
    indexes.reserveCapacity(opened.originalCount)
    var next = 0
    for position in 0..<opened.originalCount {
      let isDictionary = node.kind == .dictionary
      let child =
        isDictionary ? storage.value(position, of: node) : storage.child(position, of: node)
      let offset = Int(storage.offsets[child])
      if next < ranges.members.count, ranges.members[next].value.lowerBound == offset {
        indexes.append(next)
        next += 1
        continue
      }
      // Only repeated keys disturb the order.
      if found.isEmpty {
        for (number, member) in ranges.members.enumerated() {
          found[member.value.lowerBound] = number
        }
      }
      indexes.append(found[offset] ?? -1)
      next = max(next, (found[offset] ?? -1) + 1)
    }
    return indexes
  }

  /// Returns the range of a member of an opened container.
  func memberRange(of origin: EditTree.MemberOrigin) -> (
    range: MemberRanges.MemberRange, lead: Range<Int>
  )? {
    guard let found = ranges[origin.container], let indexes = rangeIndexes[origin.container],
      origin.position < indexes.count, indexes[origin.position] >= 0
    else { return nil }
    let index = indexes[origin.position]
    let start = index > 0 ? found.members[index - 1].end : found.contents.lowerBound
    return (found.members[index], start..<found.members[index].start)
  }

  /// Returns the changes of the containers that are where they were. The text of a container that
  /// moved includes its changes.
  private func changesInPlace(from root: Int) -> [TextChange] {
    var all: [TextChange] = []
    var pending = [root]
    while let container = pending.popLast() {
      all += changes[container] ?? []
      for number in keptMembers[container] ?? [] {
        if case .container(let inner) = tree.containers[container].members[number].value,
          hasText.contains(inner)
        {
          pending.append(inner)
        }
      }
    }
    return all
  }

  /// Sorts changes and drops those inside a range that another one replaces.
  private static func disjoint(_ changes: [TextChange]) -> [TextChange] {
    let order = changes.indices.sorted { left, right in
      let (a, b) = (changes[left].range, changes[right].range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.isEmpty != b.isEmpty { return a.isEmpty }
      return a.isEmpty ? left < right : a.upperBound > b.upperBound
    }
    var result: [TextChange] = []
    var end = 0
    for index in order where changes[index].range.lowerBound >= end {
      result.append(changes[index])
      end = changes[index].range.upperBound
    }
    return result
  }

  /// Returns the change of the root, from its first byte to its last.
  private func replacingRoot(by plist: Plist) throws(PlistError) -> [TextChange] {
    let range = style.codec.range(ofValue: storage.root, in: storage)
    if style.codec == StringsFormat.self {
      guard plist.kind == .dictionary else {
        throw PlistError(
          .notRepresentable,
          message: "expected a dictionary at the root of a strings file, found \(plist.kind.phrase)"
        )
      }
      let data = try plist.encoded(as: .strings)
      return [TextChange(range: range, bytes: style.withLineBreaks([UInt8](data)))]
    }
    let line = view.indentation(ofLineAt: range.lowerBound)
    let text = try text(
      of: plist, line: line, unit: style.unit, depth: 0, isInline: !style.hasLines
    ) { PlistPath() }
    return [TextChange(range: range, bytes: text)]
  }

  // MARK: Text

  /// Returns the text of a value.
  ///
  /// - Parameters:
  ///   - line: The white space at the beginning of the line of the value.
  ///   - isInline: Whether the value has no line breaks.
  func text(
    of plist: Plist, line: [UInt8], unit: [UInt8], depth: Int, isInline: Bool,
    path: () -> PlistPath
  ) throws(PlistError) -> [UInt8] {
    let document = try document(plist, path: path)
    return try text(
      of: document.root, line: line, unit: unit, depth: depth, isInline: isInline, path: path)
  }

  private func document(_ plist: Plist, path: () -> PlistPath) throws(PlistError) -> PlistDocument {
    do throws(PlistError) {
      let document = try PlistDocument(plist)
      if !style.codec.holdsReferences, let inner = plist.pathOfReferenceKey {
        throw PlistError(
          .notRepresentable,
          message: "a dictionary whose only key is CF$UID, with a number, would be read as a UID",
          path: inner)
      }
      return document
    } catch { throw error.prefixed(path()) }
  }

  /// Returns the text of a node of any document.
  func text(
    of node: PlistNode, line: [UInt8], unit: [UInt8], depth: Int, isInline: Bool,
    path: () -> PlistPath
  ) throws(PlistError) -> [UInt8] {
    var options = PlistWritingOptions()
    options.root = node.index
    options.layout = isInline ? .compact : .indented
    options.maximumDepth = .max
    let indentation = style.indentation(line: line, unit: unit, depth: depth)
    let storage = node.storage
    do throws(PlistError) {
      if !style.codec.holdsOtherKeys {
        try storage.requireStringKeys(style.codec.plural, from: node.index)
      }
      let data = try style.codec.writeValue(storage, options: options, indentation: indentation)
      let text = [UInt8](data ?? Data())
      let hasCompactLayout =
        style.family == .brackets
        && style.codec != GlyphsFormat.self && style.codec != ProjectFormat.self
      if isInline, !hasCompactLayout {
        return text.joiningLines(style.family)
      }
      return style.withLineBreaks(text)
    } catch { throw error.prefixed(path()) }
  }

  /// Returns the text of a key, with its quotes or tags.
  func text(ofKey key: String, depth: Int, path: () -> PlistPath) throws(PlistError) -> [UInt8] {
    let pair = Plist.dictionary([key: .string("")])
    let text = try text(
      of: pair, line: [], unit: [], depth: max(depth, 1), isInline: false, path: path)
    let source = SourceBytes(text)
    if style.family == .xml {
      let start = source.view.firstRange(of: "<key>", from: 0)?.lowerBound ?? 0
      return source.view.bytes(in: start..<source.view.endOfElement(at: start))
    }
    let start = source.view.skipTrivia(from: 1)
    return source.view.bytes(in: start..<source.view.endOfBracketScalar(at: start))
  }

  /// Returns the text of a range with the changes of the containers in it.
  func text(of range: Range<Int>, opened container: Int?) -> [UInt8] {
    guard let container else { return view.bytes(in: range) }
    var inner: [TextChange] = []
    var pending = [container]
    while let container = pending.popLast() {
      inner += changes[container] ?? []
      for number in tree.containers[container].order {
        let value = tree.containers[container].members[Int(number)].value
        if case .container(let next) = value { pending.append(next) }
      }
    }
    var output: [UInt8] = []
    var position = range.lowerBound
    for change in Self.disjoint(inner)
    where change.range.lowerBound >= position && change.range.upperBound <= range.upperBound {
      output += view.bytes(in: position..<change.range.lowerBound)
      output += change.bytes
      position = change.range.upperBound
    }
    return output + view.bytes(in: position..<range.upperBound)
  }
}

extension FormatCodec {
  /// Whether the format has references of its own, so that a dictionary with the key `CF$UID` is
  /// not read as one.
  static var holdsReferences: Bool { isOpenStepFamily || format == .binary }
}

extension Plist {
  /// The path of the first dictionary whose only key is `CF$UID`, with a number; nil if there is
  /// none. Takes linear time.
  fileprivate var pathOfReferenceKey: PlistPath? {
    var pending = [(self, PlistPath())]
    while let (value, path) = pending.popLast() {
      if let pairs = value.pairs {
        if pairs.count == 1, let number = pairs["CF$UID"],
          number.kind == .integer || number.kind == .real
        {
          return path
        }
        for (key, value) in pairs.elements where value.kind.isContainer {
          pending.append((value, path.appending(.key(key))))
        }
      }
      for (index, value) in (value.elements ?? []).enumerated() where value.kind.isContainer {
        pending.append((value, path.appending(.index(index))))
      }
    }
    return nil
  }
}

extension PlistError {
  /// Returns the error of a value inside another value, with the path from the root.
  func prefixed(_ path: PlistPath) -> PlistError {
    PlistError(
      code, message: message, suggestion: suggestion, path: PlistPath(path.steps + keyPath.steps))
  }
}
