// An object of an archive: its class and its stored fields.
public import PropertyLists

/// An object of an archive, of any class.
public struct ArchivedObject: Sendable {
  let table: ArchiveTable
  let slot: Int
  let node: PlistNode

  /// The slot of the object.
  public var uid: PlistUID { PlistUID(UInt32(truncatingIfNeeded: slot)) }

  private var record: Int { Int(table.slots[slot].record) }

  /// The class.
  public var archivedClass: ArchivedClass { ArchivedClass(table, record: record) }

  /// The slot of the class record.
  public var classUID: PlistUID {
    PlistUID(UInt32(truncatingIfNeeded: table.records[record].slot))
  }

  /// The class name as it is stored.
  public var className: String { table.records[record].name }

  /// The string node of the class name; it may contain unpaired surrogates.
  var classNameNode: PlistNode { table.view(table.records[record].nameNode) }

  /// The fields as they are stored, without `$class`, in file order.
  public var fields: Fields {
    Fields(table: table, node: node, hidden: node.position(ofKey: "$class") ?? -1)
  }

  /// The value of a key as it is stored; nil if there is none. Takes time linear in the number of
  /// fields.
  public subscript(key: String) -> ArchivedValue? {
    key == "$class" ? nil : node[key].map { ArchivedValue(table, stored: $0) }
  }

  /// The location of the object in the input.
  public var position: SourcePosition? { node.position }

  /// A value with its key.
  public struct Field: Sendable {
    /// The key as it is stored.
    public let key: String
    /// The value.
    public let value: ArchivedValue
  }

  /// The pairs of an object or dictionary, in file order.
  public struct Fields: RandomAccessCollection, Sendable {
    let table: ArchiveTable
    let node: PlistNode?
    /// The index of the pair to leave out; negative for none.
    let hidden: Int

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of pairs.
    public var endIndex: Int { (node?.count ?? 0) - (hidden >= 0 ? 1 : 0) }

    /// The pair at an index.
    public subscript(position: Int) -> Field {
      let index = hidden >= 0 && position >= hidden ? position + 1 : position
      return Field(
        key: node?.key(at: index)?.stringValue ?? "",
        value: ArchivedValue(table, stored: node?.value(at: index) ?? table.view(table.objectsNode))
      )
    }

    /// The value of a key as it is stored; nil if there is none. Takes time linear in the number of
    /// pairs.
    public subscript(key: String) -> ArchivedValue? {
      guard let node, let index = node.position(ofKey: key), index != hidden else { return nil }
      return node.value(at: index).map { ArchivedValue(table, stored: $0) }
    }
  }
}
