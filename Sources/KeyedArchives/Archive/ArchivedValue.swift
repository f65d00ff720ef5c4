// A view of one value of an archive: what stands inline, or what a reference leads to.
public import PropertyLists

/// A value of an archive: a small view that can be copied freely and keeps the archive alive.
///
/// Accessors give nil when the value is of another kind; none converts.
public struct ArchivedValue: Sendable {
  let table: ArchiveTable
  /// The value where it stands: maybe a reference.
  let stored: PlistNode
  /// The slot that it refers to; negative for none, `ReferenceForm.outside` for one out of range.
  let slot: Int

  /// The slot of what is stored inline.
  private static let inline = -2

  /// What a value can be.
  public enum Kind: Sendable, Hashable {
    /// Nil: a reference to the string `$null`.
    case null
    /// A string, number, boolean, data or date: inline, or in a slot of its own.
    case scalar
    /// Values in order without a class: inline, or in a slot of its own.
    case array
    /// Values by key without a class: only inline.
    case dictionary
    /// An object with a class.
    case object
    /// A reference that leads nowhere, or to what is no object. Never met from `$top` on.
    case damaged
  }

  init(_ table: ArchiveTable, _ stored: PlistNode) {
    self.table = table
    self.stored = stored
    slot = table.slot(referredBy: stored) ?? Self.inline
  }

  init(_ table: ArchiveTable, slot: Int, _ node: PlistNode) {
    self.table = table
    self.slot = slot
    stored = node
  }

  /// What the value is.
  public var kind: Kind {
    if slot == ReferenceForm.outside { return .damaged }
    guard slot >= 0 else { return inlineKind }
    switch table.slots[slot].kind {
    case .null: return .null
    case .plain: return .scalar
    case .array: return .array
    case .object: return .object
    default: return .damaged
    }
  }

  private var inlineKind: Kind {
    switch stored.kind {
    case .null: .null
    case .array, .set: .array
    case .dictionary: .dictionary
    default: .scalar
    }
  }

  /// The slot that the value has; nil for what is stored inline.
  public var uid: PlistUID? { slot >= 0 ? PlistUID(UInt32(truncatingIfNeeded: slot)) : nil }

  /// The property list's own value: that of the slot, or the one that is stored inline.
  public var node: PlistNode { slot >= 0 ? table.objects[slot] ?? stored : stored }

  /// Where the value, or the reference to it, stands in the input.
  public var position: SourcePosition? { stored.position }

  /// The object.
  public var object: ArchivedObject? {
    guard slot >= 0, table.slots[slot].kind == .object else { return nil }
    return ArchivedObject(table: table, slot: slot, node: node)
  }

  /// The elements of an array; empty for other kinds.
  public var elements: ArchivedMembers {
    ArchivedMembers(table, kind == .array ? .list(node) : .none)
  }

  /// The pairs of an inline dictionary; empty for other kinds.
  public var fields: ArchivedFields {
    ArchivedFields(table, kind == .dictionary ? node : nil, hidden: -1)
  }
}

/// A value and the key that it is stored under.
public struct ArchivedField: Sendable {
  /// The key as it is stored.
  public let key: String
  /// The value.
  public let value: ArchivedValue
}

/// The pairs of an object or dictionary, in the order of the file.
public struct ArchivedFields: RandomAccessCollection, Sendable {
  let table: ArchiveTable
  let node: PlistNode?
  /// The place of the pair that is not among them; negative for none.
  let hidden: Int

  init(_ table: ArchiveTable, _ node: PlistNode?, hidden: Int) {
    (self.table, self.node, self.hidden) = (table, node, hidden)
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of pairs.
  public var endIndex: Int { (node?.count ?? 0) - (hidden >= 0 ? 1 : 0) }

  /// A pair.
  public subscript(position: Int) -> ArchivedField {
    let place = hidden >= 0 && position >= hidden ? position + 1 : position
    return ArchivedField(
      key: node?.key(at: place)?.stringValue ?? "",
      value: ArchivedValue(table, node?.value(at: place) ?? table.objects))
  }

  /// The value of a key as it is stored; nil when there is none. Linear in the number of pairs.
  public subscript(key: String) -> ArchivedValue? {
    guard let node, let place = node.position(ofKey: key), place != hidden else { return nil }
    return node.value(at: place).map { ArchivedValue(table, $0) }
  }
}

/// Values in order: elements of an array, or members of a collection.
public struct ArchivedMembers: RandomAccessCollection, Sendable {
  /// Where the members stand.
  enum Places: Sendable {
    case none
    /// In an array.
    case list(PlistNode)
    /// In pairs of a dictionary.
    case pairs(PlistNode, [Int])
  }

  let table: ArchiveTable
  let places: Places

  init(_ table: ArchiveTable, _ places: Places) { (self.table, self.places) = (table, places) }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int {
    switch places {
    case .none: 0
    case .list(let node): node.count
    case .pairs(_, let places): places.count
    }
  }

  /// A member.
  public subscript(position: Int) -> ArchivedValue {
    ArchivedValue(table, node(at: position) ?? table.objects)
  }

  /// The member as it is stored.
  func node(at position: Int) -> PlistNode? {
    switch places {
    case .none: nil
    case .list(let node): node[position]
    case .pairs(let node, let places): node.value(at: places[position])
    }
  }
}
