// A view of one value of an archive: an inline value, or the target of a reference.
public import PropertyLists

/// A value of an archive: a small view that is cheap to copy and keeps the archive alive.
///
/// Accessors return nil if the value is of another kind; they never convert.
public struct ArchivedValue: Sendable {
  let table: ArchiveTable
  /// The stored value, which may be a reference.
  let stored: PlistNode
  /// The slot that the value refers to; negative for none, `ArchiveTable.outside` if out of range.
  let slot: Int

  /// The slot number of inline values.
  private static let inline = -2

  /// The kind of a value.
  public enum Kind: Sendable, Hashable {
    /// Nil: a reference to the string `$null`.
    case null
    /// A string, number, Boolean, data or date: inline, or in a separate slot.
    case scalar
    /// An array of values without a class: inline, or in a separate slot.
    case array
    /// A dictionary without a class: always inline.
    case dictionary
    /// An object with a class.
    case object
    /// A reference that is dangling or refers to something that is not an object. Values reachable
    /// from `$top` never have this kind.
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

  /// The kind of the value.
  public var kind: Kind {
    if slot == ArchiveTable.outside { return .damaged }
    if slot >= 0 {
      return switch table.slots[slot].kind {
      case .null: .null
      case .plain: .scalar
      case .array: .array
      case .object: .object
      default: .damaged
      }
    }
    return switch stored.kind {
    case .null: .null
    case .array, .set: .array
    case .dictionary: .dictionary
    default: .scalar
    }
  }

  /// The slot of the value; nil for inline values.
  public var uid: PlistUID? { slot >= 0 ? PlistUID(UInt32(truncatingIfNeeded: slot)) : nil }

  /// The underlying property-list value: the contents of the slot, or the inline value.
  public var node: PlistNode { slot >= 0 ? table.object(inSlot: slot) : stored }

  /// The location of the value, or of the reference to it, in the input.
  public var position: SourcePosition? { stored.position }

  /// The object.
  public var object: ArchivedObject? {
    guard slot >= 0, table.slots[slot].kind == .object else { return nil }
    return ArchivedObject(table: table, slot: slot, node: node)
  }

  /// The elements of an array; empty for other kinds.
  public var elements: Members {
    Members(table: table, members: kind == .array ? .list(node.id) : .none)
  }

  /// The pairs of an inline dictionary; empty for other kinds.
  public var fields: ArchivedObject.Fields {
    ArchivedObject.Fields(table: table, node: kind == .dictionary ? node : nil, hidden: -1)
  }

  /// An ordered collection of values: the elements of an array, or the members of a collection.
  public struct Members: RandomAccessCollection, Sendable {
    let table: ArchiveTable
    let members: StoredMembers

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { members.count(in: table) }

    /// The member at an index.
    public subscript(position: Int) -> ArchivedValue {
      ArchivedValue(table, stored: table.view(members.node(position, in: table)))
    }
  }
}
