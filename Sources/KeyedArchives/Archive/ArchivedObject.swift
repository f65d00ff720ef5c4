// An object of an archive: its class and its fields as they are stored.
public import PropertyLists

/// An object of an archive, of any class.
public struct ArchivedObject: Sendable {
  let table: ArchiveTable
  let slot: Int
  let node: PlistNode

  /// The slot of the object.
  public var uid: PlistUID { PlistUID(UInt32(truncatingIfNeeded: slot)) }

  /// The class.
  public var classRecord: ClassRecord {
    ClassRecord(entry: table.records[Int(table.slots[slot].record)])
  }

  /// The name of the class as it is stored.
  public var className: String { table.records[Int(table.slots[slot].record)].name }

  /// The fields as they are stored, but for `$class`, in the order of the file.
  public var fields: ArchivedFields {
    ArchivedFields(table, node, hidden: node.position(ofKey: "$class") ?? -1)
  }

  /// The value of a key as it is stored; nil when there is none. Linear in the number of fields.
  public subscript(key: String) -> ArchivedValue? {
    key == "$class" ? nil : node[key].map { ArchivedValue(table, $0) }
  }

  /// Where the object stands in the input.
  public var position: SourcePosition? { node.position }
}

/// A class as an archive tells of it.
public struct ClassRecord: Sendable {
  let entry: RecordEntry

  /// The slot of the record.
  public var uid: PlistUID { PlistUID(UInt32(truncatingIfNeeded: entry.slot)) }

  /// `$classname` as it is stored.
  public var name: String { entry.name }

  /// `$classes`: the class and its super-classes up to the root; nil when it is absent.
  public var classes: [String]? { strings("$classes") }

  /// `$classhints`: classes that may stand in for it; nil when it is absent.
  public var hints: [String]? { strings("$classhints") }

  /// Where the record stands in the input.
  public var position: SourcePosition? { entry.node.position }

  private func strings(_ key: String) -> [String]? {
    entry.node[key].map { $0.children.compactMap(\.stringValue) }
  }
}
