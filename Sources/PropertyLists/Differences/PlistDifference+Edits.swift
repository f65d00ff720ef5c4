// The edits that turn the old property list of a difference into the new one.

extension PlistDifference {
  /// The edits that turn the old property list into the new one, apart from the order of keys, when
  /// they are applied one after another.
  ///
  /// An array with so many changes that editing it element by element would take quadratic time is
  /// replaced as a whole.
  ///
  /// - Throws: `PlistError` with the path of a new value that is not a `Plist`: `keyNotString` for
  ///   a dictionary with keys that are not strings.
  public var edits: [PlistEdit] {
    get throws(PlistError) {
      var composer = EditComposer(changes: changes)
      return try composer.edits()
    }
  }
}

/// A composer of edits from the records of a difference.
private struct EditComposer {
  let changes: PlistDifference.Changes
  /// The compared containers whose path is `containerPath`.
  private var container: Int32 = -1
  private var containerPath = PlistPath()
  /// The compared containers that were last replaced as a whole.
  private var replaced: Int32 = -1
  /// The dictionary whose order of keys is known.
  private var orderedContainer: Int32 = -1
  private var isSorted = false

  init(changes: PlistDifference.Changes) { self.changes = changes }

  mutating func edits() throws(PlistError) -> [PlistEdit] {
    var edits: [PlistEdit] = []
    edits.reserveCapacity(changes.records.count)
    for record in changes.records {
      if record.hasOtherNeighbors, let edit = removal(of: record) { edits.append(edit) }
      if let edit = try edit(for: record) { edits.append(edit) }
    }
    return edits
  }

  private mutating func edit(for record: ChangeRecord) throws(PlistError) -> PlistEdit? {
    guard record.container >= 0 else {
      return .set(PlistPath(), try value(record.newValue, at: PlistPath()))
    }
    let pair = changes.pairs[Int(record.container)]
    if pair.isReplaced { return try replacement(of: record.container) }
    if container != record.container {
      container = record.container
      // The edits of the containers around this one come first, so that its path is the new one.
      containerPath = changes.path(ofContainers: Int(container), isOld: false)
    }
    let isDictionary = changes.new.storage.nodes[Int(pair.new)].kind == .dictionary
    return try isDictionary ? pairEdit(record, in: pair) : elementEdit(record)
  }

  /// Returns the edit that replaces the outermost of the containers to be replaced; nil if it was
  /// returned before.
  private mutating func replacement(of container: Int32) throws(PlistError) -> PlistEdit? {
    var outermost = container
    while true {
      let parent = changes.pairs[Int(outermost)].parent
      guard parent >= 0, changes.pairs[Int(parent)].isReplaced else { break }
      outermost = parent
    }
    if replaced == outermost { return nil }
    replaced = outermost
    let path = changes.path(ofContainers: Int(outermost), isOld: false)
    return .set(path, try value(changes.pairs[Int(outermost)].new, at: path))
  }

  /// Returns the edit that removes a renamed pair before it is inserted at its new position.
  private func removal(of record: ChangeRecord) -> PlistEdit? {
    let pair = changes.pairs[Int(record.container)]
    if pair.isReplaced { return nil }
    let path = changes.path(ofContainers: Int(record.container), isOld: false)
    return .remove(path.appending(changes.step(record.oldPosition, in: pair, isOld: true)))
  }

  private func elementEdit(_ record: ChangeRecord) throws(PlistError) -> PlistEdit {
    let source = containerPath.appending(.index(Int(record.source)))
    let target = containerPath.appending(.index(Int(record.target)))
    switch record.kind {
    case .removed: return .remove(source)
    case .moved: return .move(source, to: target)
    case .added: return .insert(target, try value(record.newValue, at: target))
    case .changed, .renamed:
      let path = containerPath.appending(.index(Int(record.newPosition)))
      return .set(path, try value(record.newValue, at: path))
    }
  }

  private mutating func pairEdit(_ record: ChangeRecord, in pair: ComparedContainers)
    throws(PlistError) -> PlistEdit
  {
    func path(isOld: Bool) -> PlistPath {
      let position = isOld ? record.oldPosition : record.newPosition
      return containerPath.appending(changes.step(position, in: pair, isOld: isOld))
    }
    switch record.kind {
    case .removed: return .remove(path(isOld: true))
    case .renamed where !record.hasOtherNeighbors:
      return .rename(path(isOld: true), to: key(record.newPosition, in: pair))
    case .added, .renamed:
      let path = path(isOld: false)
      let position = position(of: record, in: pair)
      return .insert(path, try value(record.newValue, at: path), position: position)
    case .changed, .moved:
      let path = path(isOld: false)
      return .set(path, try value(record.newValue, at: path))
    }
  }

  /// Returns the key at a position of a new dictionary.
  private func key(_ position: UInt32, in pair: ComparedContainers) -> String {
    changes.step(position, in: pair, isOld: false).text ?? ""
  }

  /// Returns the position of an added pair: after the key that precedes it in the new dictionary,
  /// unless the keys of the old dictionary are sorted.
  private mutating func position(of record: ChangeRecord, in pair: ComparedContainers)
    -> PlistEdit.PairPosition
  {
    if orderedContainer != record.container {
      orderedContainer = record.container
      isSorted = changes.old.storage.hasSortedKeys(ofDictionary: Int(pair.old))
    }
    if isSorted { return .automatic }
    if record.newPosition == 0 { return .first }
    return .after(key(record.newPosition - 1, in: pair))
  }

  private func value(_ node: UInt32, at path: PlistPath) throws(PlistError) -> Plist {
    do throws(PlistError) {
      return try Plist(PlistNode(changes.new.storage, index: Int(node)))
    } catch {
      throw error.path.isEmpty ? error.at(path) : error
    }
  }
}

extension DocumentStorage {
  /// Returns whether a dictionary has at least two keys, in the order of their bytes.
  fileprivate func hasSortedKeys(ofDictionary index: Int) -> Bool {
    let node = nodes[index]
    if node.count < 2 { return false }
    var last = nodes[key(0, of: node)].text(in: source)
    for position in 1..<node.count {
      let next = nodes[key(position, of: node)].text(in: source)
      if !last.precedesInBytes(next) { return false }
      last = next
    }
    return true
  }
}
