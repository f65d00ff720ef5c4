// A view of one value of an archive: what stands inline, or what a reference leads to.
public import PropertyLists

/// A value of an archive: a small view that can be copied freely and keeps the archive alive.
///
/// Accessors give nil when the value is of another kind; none converts.
public struct ArchivedValue: Sendable {
  let table: ArchiveTable
  /// The value where it stands: maybe a reference.
  let stored: PlistNode
  /// The slot that it refers to; negative for none, `ArchiveTable.outside` for one out of range.
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

  init(_ table: ArchiveTable, stored: PlistNode) {
    self.table = table
    self.stored = stored
    slot = table.slot(referredBy: stored) ?? Self.inline
  }

  init(_ table: ArchiveTable, slot: Int, node: PlistNode) {
    self.table = table
    self.slot = slot
    stored = node
  }

  /// What the value is.
  public var kind: Kind {
    if slot == ArchiveTable.outside { return .damaged }
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
  public var node: PlistNode { slot >= 0 ? table.object(inSlot: slot) : stored }

  /// Where the value, or the reference to it, stands in the input.
  public var position: SourcePosition? { stored.position }

  /// The object.
  public var object: ArchivedObject? {
    guard slot >= 0, table.slots[slot].kind == .object else { return nil }
    return ArchivedObject(table: table, slot: slot, node: node)
  }

  /// The elements of an array; empty for other kinds.
  public var elements: Members {
    Members(table, members: kind == .array ? .list(node.id) : .none)
  }

  /// The pairs of an inline dictionary; empty for other kinds.
  public var fields: ArchivedObject.Fields {
    ArchivedObject.Fields(table, node: kind == .dictionary ? node : nil, hidden: -1)
  }
}

extension ArchivedValue {
  /// Values in order: elements of an array, or members of a collection.
  public struct Members: RandomAccessCollection, Sendable {
    let table: ArchiveTable
    let members: StoredMembers

    init(_ table: ArchiveTable, members: StoredMembers) {
      (self.table, self.members) = (table, members)
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { members.count(in: table) }

    /// A member.
    public subscript(position: Int) -> ArchivedValue {
      ArchivedValue(table, stored: table.view(members.node(position, in: table)))
    }
  }
}
