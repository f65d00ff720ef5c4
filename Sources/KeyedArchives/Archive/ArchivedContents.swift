// What the objects of Foundation's everyday classes hold, by the layouts of these classes.
public import PropertyLists

/// What an object of one of Foundation's everyday classes holds.
public enum ArchivedContents: Sendable {
  /// The members of an array, set or ordered set.
  case items(ArchivedValue.Members)
  /// The pairs of a dictionary; as many keys as values.
  case entries(keys: ArchivedValue.Members, values: ArchivedValue.Members)
  /// The members of a counted set, and how many times each is in it.
  case countedItems(ArchivedValue.Members, counts: [PlistInteger])
  /// A date: seconds since 2001-01-01T00:00:00Z, real or integer.
  case date(PlistNode)
  /// Text.
  case string(PlistNode)
  /// Bytes.
  case data(PlistNode)
  /// A URL: its text, a plain string, and the URL that it is relative to, nil where none is stored.
  case url(ArchivedValue, base: ArchivedValue?)
  /// A UUID.
  case uuid(UUID)
  /// The object that stands for nothing.
  case null
  /// A decimal number: `NaN`, or digits without an exponent.
  case decimal(String)
}

extension ArchivedObject {
  /// What an object of a standard class holds, and what else is stored with it.
  public struct StandardContents: Sendable {
    /// What it holds.
    public let contents: ArchivedContents
    let object: ArchivedObject
    /// The positions of the pairs that the contents were read from, and of `$class`.
    let taken: [Int]

    /// The fields that are not part of the contents, in the order of the file.
    public var otherFields: [Field] {
      otherPositions.compactMap { position in
        guard let key = object.node.key(at: position)?.stringValue,
          let value = object.node.value(at: position)
        else { return nil }
        return Field(key: key, value: ArchivedValue(object.table, stored: value))
      }
    }

    /// The positions of the pairs that are not part of the contents.
    var otherPositions: [Int] {
      var isTaken = Array(repeating: false, count: object.node.count)
      for position in taken { isTaken[position] = true }
      return isTaken.indices.filter { !isTaken[$0] }
    }
  }

  /// The object as one of a standard class: arrays, sets, dictionaries, dates, strings, data, URLs,
  /// UUIDs, decimal numbers and the null object, by exact class name. Nil for objects of every other
  /// class, subclasses among them, and where the stored keys have another form.
  ///
  /// - Throws: `ArchiveError` where a collection contradicts itself. Linear in the members.
  public func standard() throws(ArchiveError) -> StandardContents? {
    guard let layout = StandardLayout(className: className) else { return nil }
    var fields = StoredFields(
      table, node: node.id, noting: node.position(ofKey: "$class").map { [$0] } ?? [])
    do throws(LayoutFault) {
      guard let contents = try contents(layout, fields: &fields) else { return nil }
      return StandardContents(contents: contents, object: self, taken: fields.taken ?? [])
    } catch {
      // Only collections contradict themselves; everything else is shown by its fields.
      if error.code == .typeMismatch || error.code == .valueNotFound { return nil }
      throw table.error(error, object: node.id)
    }
  }

  private func contents(
    _ layout: StandardLayout, fields: inout StoredFields
  ) throws(LayoutFault) -> ArchivedContents? {
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
    case .url: return url(try URLLayout.parts(&fields))
    case .uuid: return .uuid(try UUIDLayout.uuid(&fields))
    case .null: return .null
    case .decimal: return .decimal(try DecimalLayout.parts(&fields).plainDigits)
    }
  }

  private func members(_ members: StoredMembers) -> ArchivedValue.Members {
    ArchivedValue.Members(table, members: members)
  }

  /// The text of a URL is plain text here; an object that holds text is shown by its fields.
  private func url(_ parts: URLLayout.URLReferences) -> ArchivedContents? {
    let text = ArchivedValue(table, stored: table.view(parts.relative))
    guard text.kind == .scalar, text.node.kind == .string else { return nil }
    return .url(text, base: parts.base.map { ArchivedValue(table, stored: table.view($0)) })
  }
}
