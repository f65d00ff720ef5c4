// An archive as one property-list value, for comparing archives: objects are nested where they are
// reached first, whatever their slots.
package import PropertyLists

extension KeyedArchive {
  /// Returns the values of `$top` with all objects that are reachable from them, as a value that
  /// does not depend on the numbers of slots; nil if it would be nested more than 512 levels deep,
  /// or if its paths would be much longer than the archive.
  ///
  /// Each object is nested at its shortest path, the first in the order of keys; everywhere else,
  /// it is `{"$ref": path}`. An array or a dictionary with string keys is an array or dictionary if
  /// its class is exactly `NSArray` or `NSDictionary`; text, numbers, data, and dates of the class
  /// `NSDate` are plain values. All other objects are dictionaries of their fields and `$class`;
  /// standard classes have their contents, as in the JSON. Stored keys that begin with `$` get
  /// another `$`. Unreachable objects are ignored. Takes time linear in the archive.
  package func graphTree() -> Plist? {
    var builder = ArchiveTreeBuilder(self)
    return builder.tree()
  }

  /// Whether a document has the outer structure of an archive; does not check its objects.
  package static func hasFrame(_ document: PlistDocument) -> Bool {
    ArchiveTable.hasFrame(document)
  }
}

/// A builder of the tree of one archive.
private struct ArchiveTreeBuilder {
  private let archive: KeyedArchive
  /// The first location of each object that was reached.
  private var origins: [TreeOrigin?]
  /// The objects in the order in which they were reached, nearest first.
  private var order: [Int] = []
  /// The finished objects, and their heights.
  private var trees: [Int: (value: Plist, height: Int)] = [:]
  private var texts: [Int: Plist] = [:]
  /// The number of steps that the paths of references may still have.
  private var remainingSteps: Int
  private var paths: [Int: String] = [:]

  /// The location of a reference: the object that contains it, and the steps from there.
  private struct TreeOrigin {
    /// The slot; −1 for `$top`.
    var parent: Int
    var steps: [PlistPath.Step]
  }

  /// A part of the tree before its objects are inserted.
  private indirect enum TreePart {
    case plain(Plist)
    case stored(ArchivedValue)
    case list([TreePart], isSet: Bool)
    case pairs([(key: String, part: TreePart)])
  }

  init(_ archive: KeyedArchive) {
    self.archive = archive
    origins = Array(repeating: nil, count: archive.objects.count)
    remainingSteps = 1 << 16 + 4 * min(archive.document.byteCount, Int(UInt32.max))
  }

  mutating func tree() -> Plist? {
    let top = TreePart.pairs(archive.top.map { ($0.key.escapedTreeKey, .stored($0.value)) })
    reach(top, from: -1)
    var next = 0
    while next < order.count {
      reach(part(ofObject: order[next]), from: order[next])
      next += 1
    }
    for slot in order.reversed() {
      guard let tree = built(part(ofObject: slot), in: slot) else { return nil }
      trees[slot] = tree
    }
    guard var tree = built(top, in: -1)?.value, let frame = frame() else { return nil }
    for (key, value) in frame { tree[key] = value }
    return tree
  }

  /// The other parts of the archive: the archiver, the version, the classes.
  private func frame() -> [(String, Plist)]? {
    var (parts, others): ([(String, Plist)], Plist) = ([], [:])
    let root = archive.document.root
    for (key, node) in zip(root.keys, root.children) where key != "$top" && key != "$objects" {
      guard let value = try? Plist(node) else { return nil }
      if key == "$archiver" || key == "$version" {
        parts.append((key, value))
      } else {
        others[key] = value
      }
    }
    if others != [:] { parts.append(("$others", others)) }
    var classes: Plist = [:]
    for found in archive.classes {
      var record: Plist = ["$classes": .array(found.chain.map { .string($0) })]
      if !found.hints.isEmpty { record["$classhints"] = .array(found.hints.map { .string($0) }) }
      classes[found.name] = record
    }
    return parts + [("$classes", classes)]
  }

  // MARK: Parts

  private func part(ofObject slot: Int) -> TreePart {
    let value = archive.objects[slot]
    guard let object = value.object else {
      return .list(value.elements.map { .stored($0) }, isSet: false)
    }
    let standard = (try? object.standard()) ?? nil
    let others = standard?.otherFields ?? Array(object.fields)
    if let standard, others.isEmpty, let bare = bare(standard.contents, className: object.className)
    {
      return bare
    }
    var pairs: [(key: String, part: TreePart)] = [("$class", .plain(.string(object.className)))]
    pairs += standard.map { contents($0.contents) } ?? []
    return .pairs(pairs + others.map { ($0.key.escapedTreeKey, .stored($0.value)) })
  }

  /// The contents of an object as a plain container or value; nil for most classes.
  private func bare(_ contents: ArchivedContents, className: String) -> TreePart? {
    switch contents {
    case .items(let members) where className == "NSArray":
      return .list(members.map { .stored($0) }, isSet: false)
    case .entries(let keys, let values) where className == "NSDictionary":
      let texts = keys.compactMap { $0.kind == .scalar ? $0.node.stringValue : nil }
      guard texts.count == keys.count, Set(texts).count == keys.count else { return nil }
      return .pairs(zip(texts, values).map { ($0.escapedTreeKey, .stored($1)) })
    case .date(let node) where className == "NSDate":
      guard let seconds = node.realValue, seconds.isFinite else { return nil }
      return .plain(.date(Date(timeIntervalSinceReferenceDate: seconds)))
    default: return nil
    }
  }

  private func contents(_ contents: ArchivedContents) -> [(key: String, part: TreePart)] {
    func list(_ members: ArchivedValue.Members) -> TreePart {
      .list(members.map { .stored($0) }, isSet: false)
    }
    switch contents {
    case .items(let members): return [("$items", list(members))]
    case .entries(let keys, let values):
      let pairs = zip(keys, values).map { TreePart.list([.stored($0), .stored($1)], isSet: false) }
      return [("$entries", .list(pairs, isSet: false))]
    case .countedItems(let members, let counts):
      let numbers = Plist.array(counts.map { .integer($0) })
      return [("$items", list(members)), ("$counts", .plain(numbers))]
    case .date(let node): return [("$date", .plain(scalar(node)))]
    case .string(let node): return [("$string", .plain(scalar(node)))]
    case .data(let node): return [("$data", .plain(scalar(node)))]
    case .url(let text, let base):
      return [("$url", .stored(text))] + (base.map { [("$base", .stored($0))] } ?? [])
    case .uuid(let uuid): return [("$uuid", .plain(.string(uuid.uuidString)))]
    case .null: return []
    case .decimal(let digits): return [("$decimal", .plain(.string(digits)))]
    }
  }

  private func scalar(_ node: PlistNode) -> Plist { (try? Plist(node)) ?? .null }

  /// The parts of an inline container; nil for other values.
  private func inlineParts(_ value: ArchivedValue) -> TreePart? {
    guard value.uid == nil else { return nil }
    switch value.kind {
    case .array:
      return .list(value.elements.map { .stored($0) }, isSet: value.node.kind == .set)
    case .dictionary:
      return .pairs(value.fields.map { ($0.key.escapedTreeKey, .stored($0.value)) })
    default: return nil
    }
  }

  // MARK: Order

  /// Records the objects that a part refers to and that were not reached before.
  private mutating func reach(_ part: TreePart, from parent: Int) {
    var waiting: [(part: TreePart, steps: [PlistPath.Step])] = [(part, [])]
    while let (part, steps) = waiting.popLast() {
      switch part {
      case .plain: continue
      case .list(let parts, _):
        for (index, part) in parts.enumerated().reversed() {
          waiting.append((part, steps + [.index(index)]))
        }
      case .pairs(let pairs):
        for pair in pairs.sorted(by: { $1.key.precedesInBytes($0.key) }) {
          waiting.append((pair.part, steps + [.key(pair.key)]))
        }
      case .stored(let value):
        if let slot = value.uid.map({ Int($0.value) }) {
          guard value.kind == .object || value.kind == .array, origins[slot] == nil else {
            continue
          }
          origins[slot] = TreeOrigin(parent: parent, steps: steps)
          order.append(slot)
        } else if let inner = inlineParts(value) {
          waiting.append((inner, steps))
        }
      }
    }
  }

  // MARK: Building

  /// A container of one object whose children are being built.
  private struct OpenTreePart {
    var parts: [TreePart]
    /// The keys of a dictionary; nil for lists.
    var keys: [String]?
    var isSet = false
    var values: [Plist] = []
    var height = 0
    var steps: [PlistPath.Step]

    /// The finished container; nil if two keys are equal as strings.
    var plist: Plist? {
      guard let keys else { return isSet ? .set(values) : .array(values) }
      var dictionary: Plist = [:]
      for (key, value) in zip(keys, values) { dictionary[key] = value }
      return dictionary.pairCount == keys.count ? dictionary : nil
    }
  }

  /// Builds the tree of an object after the trees of all objects that are nested in it.
  private mutating func built(_ part: TreePart, in slot: Int) -> (value: Plist, height: Int)? {
    var frames: [OpenTreePart] = []
    var (current, steps): (TreePart?, [PlistPath.Step]) = (part, [])
    while true {
      var finished: (value: Plist, height: Int)?
      switch current {
      case .plain(let value)?: finished = (value, value.kind.isContainer ? 1 : 0)
      case .stored(let value)?:
        if let inner = inlineParts(value) {
          current = inner
          continue
        }
        guard let leaf = leaf(value, in: slot, steps: steps) else { return nil }
        finished = leaf
      case .list(let parts, let isSet)?:
        frames.append(OpenTreePart(parts: parts, keys: nil, isSet: isSet, steps: steps))
      case .pairs(let pairs)?:
        frames.append(OpenTreePart(parts: pairs.map(\.part), keys: pairs.map(\.key), steps: steps))
      case nil: break
      }
      if frames.count > Plist.maximumDepth { return nil }
      while true {
        guard let top = frames.indices.last else { return finished }
        if let done = finished {
          frames[top].values.append(done.value)
          frames[top].height = max(frames[top].height, done.height)
        }
        let index = frames[top].values.count
        if index < frames[top].parts.count {
          current = frames[top].parts[index]
          steps = frames[top].steps + [frames[top].keys.map { .key($0[index]) } ?? .index(index)]
          break
        }
        let closed = frames.removeLast()
        guard closed.height < Plist.maximumDepth, let value = closed.plist else { return nil }
        finished = (value, closed.height + 1)
      }
    }
  }

  /// The value of a reference or scalar; nil if the paths of references are too long.
  private mutating func leaf(_ value: ArchivedValue, in slot: Int, steps: [PlistPath.Step]) -> (
    value: Plist, height: Int
  )? {
    switch value.kind {
    case .object, .array:
      let target = value.uid.map { Int($0.value) } ?? 0
      if let origin = origins[target], origin.parent == slot, origin.steps == steps,
        let tree = trees.removeValue(forKey: target)
      {
        return tree
      }
      guard let path = path(of: target) else { return nil }
      return (["$ref": .string(path)], 1)
    case .null: return (.null, 0)
    default:
      let node = value.node
      guard node.storedLength > 16 else { return (scalar(node), 0) }
      // Long text may have many references, and is created once.
      if texts[node.id] == nil { texts[node.id] = scalar(node) }
      return (texts[node.id] ?? .null, 0)
    }
  }

  /// The path of an object in the tree.
  private mutating func path(of slot: Int) -> String? {
    if let known = paths[slot] { return known }
    var (steps, current): ([PlistPath.Step], Int) = ([], slot)
    while current >= 0, let origin = origins[current] {
      steps += origin.steps.reversed()
      guard steps.count <= remainingSteps else { return nil }
      current = origin.parent
    }
    remainingSteps -= steps.count
    var text = ""
    for step in steps.reversed() {
      // The description of a path shortens long keys.
      var part = "\(PlistPath([step]))"
      if case .key(let key) = step {
        if key.utf8.count > 100 { part = "\"\(key)\"" }
        if !text.isEmpty { part = "." + part }
      }
      text += part
    }
    paths[slot] = text
    return text
  }
}

extension String {
  /// A stored key, with another `$` if it begins with one.
  fileprivate var escapedTreeKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }
}
