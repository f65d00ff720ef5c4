// An object of an archive: its class, its stored fields, and the contents of objects of
// Foundation's common classes, read according to their layouts.
public import PropertyLists

/// An object of an archive, of any class.
public struct ArchivedObject: Sendable {
  let table: ArchiveTable
  let slot: Int
  let node: PlistNode

  /// The slot of the object.
  public var uid: PlistUID { PlistUID(UInt32(truncatingIfNeeded: slot)) }

  private var record: Int { table.slots[slot].record }

  /// The class.
  public var archivedClass: ArchivedClass { ArchivedClass(table, record: record) }

  /// The slot of the class record.
  public var classUID: PlistUID { PlistUID(UInt32(truncatingIfNeeded: table.records[record].slot)) }

  /// The class name as it is stored.
  public var className: String { table.records[record].name }

  /// The string node of the class name; it may contain unpaired surrogates.
  var classNameNode: PlistNode { table.view(table.records[record].nameNode) }

  /// The fields as they are stored, without `$class`, in file order.
  public var fields: Fields {
    Fields(table: table, node: node, hidden: node.position(ofKey: "$class") ?? -1)
  }

  /// The stored value of a key; nil if there is none. Takes time linear in the number of fields.
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

    /// The stored value of a key; nil if there is none. Takes time linear in the number of pairs.
    public subscript(key: String) -> ArchivedValue? {
      guard let node, let index = node.position(ofKey: key), index != hidden else { return nil }
      return node.value(at: index).map { ArchivedValue(table, stored: $0) }
    }
  }
}

/// The contents of an object of one of Foundation's common classes.
public enum ArchivedContents: Sendable {
  /// The members of an array, set or ordered set.
  case items(ArchivedValue.Members)
  /// The pairs of a dictionary; there are as many keys as values.
  case entries(keys: ArchivedValue.Members, values: ArchivedValue.Members)
  /// The members of a counted set, and the count of each.
  case countedItems(ArchivedValue.Members, counts: [PlistInteger])
  /// A date: seconds since 2001-01-01T00:00:00Z, as a real number or an integer.
  case date(PlistNode)
  /// Text.
  case string(PlistNode)
  /// Bytes.
  case data(PlistNode)
  /// A URL: its text, which is a plain string, and its base URL, which is nil if none is stored.
  case url(ArchivedValue, base: ArchivedValue?)
  /// A UUID.
  case uuid(UUID)
  /// The object that represents nil in collections.
  case null
  /// A decimal number: `NaN`, or digits without an exponent.
  case decimal(String)
}

extension ArchivedObject {
  /// The contents of an object of a standard class, and the other fields stored with them.
  public struct StandardContents: Sendable {
    /// The contents.
    public let contents: ArchivedContents
    let object: ArchivedObject
    /// The indexes of the pairs that the contents were read from, and of `$class`.
    let taken: [Int]

    /// The fields that are not part of the contents, in file order.
    public var otherFields: [Field] {
      otherPositions.compactMap { position in
        guard let key = object.node.key(at: position)?.stringValue,
          let value = object.node.value(at: position)
        else { return nil }
        return Field(key: key, value: ArchivedValue(object.table, stored: value))
      }
    }

    /// The indexes of the pairs that are not part of the contents.
    var otherPositions: [Int] {
      var isTaken = Array(repeating: false, count: object.node.count)
      for position in taken { isTaken[position] = true }
      return isTaken.indices.filter { !isTaken[$0] }
    }
  }

  /// Returns the contents of an object of a standard class, by exact class name: arrays, sets,
  /// dictionaries, dates, strings, data, URLs, UUIDs, decimal numbers and the null object. Returns
  /// nil for all other classes, including subclasses, and if the stored keys have another form.
  ///
  /// - Throws: `ArchiveError` for an inconsistent collection. Takes time linear in the members.
  public func standard() throws(ArchiveError) -> StandardContents? {
    guard let layout = StandardLayout(className: className) else { return nil }
    var fields = StoredFields(
      table: table, node: node.id, taken: node.position(ofKey: "$class").map { [$0] } ?? [])
    do throws(LayoutFault) {
      guard let contents = try contents(layout, fields: &fields) else { return nil }
      return StandardContents(contents: contents, object: self, taken: fields.taken ?? [])
    } catch {
      // Only collections can be inconsistent; all other objects are shown as their fields.
      if error.code == .typeMismatch || error.code == .valueNotFound { return nil }
      throw table.error(error, object: node.id)
    }
  }

  private func contents(_ layout: StandardLayout, fields: inout StoredFields) throws(LayoutFault)
    -> ArchivedContents?
  {
    switch layout {
    case .array, .set, .orderedSet: return .items(members(try ArrayLayout.members(&fields)))
    case .dictionary:
      let entries = try DictionaryLayout.entries(&fields)
      return .entries(keys: members(entries.keys), values: members(entries.values))
    case .countedSet:
      let entries = try CountedSetLayout.entries(&fields)
      return .countedItems(members(entries.members), counts: entries.counts)
    case .date: return .date(table.view(try DateLayout.seconds(&fields)))
    case .string: return .string(table.view(try StringLayout.text(&fields)))
    case .data: return .data(table.view(try DataLayout.bytes(&fields)))
    case .url:
      let parts = try URLLayout.parts(&fields)
      // A URL whose text is an object is shown as its fields.
      let text = ArchivedValue(table, stored: table.view(parts.relative))
      guard text.kind == .scalar, text.node.kind == .string else { return nil }
      return .url(text, base: parts.base.map { ArchivedValue(table, stored: table.view($0)) })
    case .uuid: return .uuid(try UUIDLayout.uuid(&fields))
    case .null: return .null
    case .decimal: return .decimal(try DecimalLayout.parts(&fields).plainDigits)
    }
  }

  private func members(_ members: StoredMembers) -> ArchivedValue.Members {
    ArchivedValue.Members(table: table, members: members)
  }
}
