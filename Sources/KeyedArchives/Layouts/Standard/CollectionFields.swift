// The fields in which an object of a standard class stores its members or its only value, given as
// a property-list value that can be edited. The layouts of reading use nodes instead.
internal import PropertyLists

/// The fields that store the members of a collection, each a reference.
enum MemberFields {
  /// The elements of an array under one key.
  case array(key: String, count: Int)
  /// Fields whose keys are a prefix and a number, which grows by a step.
  case numbered(prefix: String, first: Int, step: Int, count: Int)

  var count: Int {
    switch self {
    case .array(_, let count), .numbered(_, _, _, let count): count
    }
  }

  /// Returns the steps from the object to a member.
  func steps(_ index: Int) -> [PlistPath.Step] {
    switch self {
    case .array(let key, _): [.key(key), .index(index)]
    case .numbered(let prefix, let first, let step, _):
      [.key(prefix + "\(first + index * step)")]
    }
  }
}

/// The members of a collection, by the layout of its class.
enum CollectionFields {
  case list(MemberFields)
  case dictionary(keys: MemberFields, values: MemberFields)
  /// The members, their counts, and the key of the number of members.
  case counted(MemberFields, counts: MemberFields, total: String)

  /// Whether the members have indexes.
  var isList: Bool { if case .dictionary = self { false } else { true } }

  /// Finds the members of an object; nil if its class is not a collection, or its fields have
  /// another form.
  init?(_ layout: StandardLayout, of object: Plist) {
    switch layout {
    case .array, .set, .orderedSet:
      self = .list(Self.members(object, key: ArrayLayout.objects, prefix: ArrayLayout.numbered))
    case .dictionary:
      let keys = Self.members(
        object, key: DictionaryLayout.keys, prefix: DictionaryLayout.numberedKey)
      let values = Self.members(object, key: ArrayLayout.objects, prefix: ArrayLayout.numbered)
      guard keys.count == values.count else { return nil }
      self = .dictionary(keys: keys, values: values)
    case .countedSet:
      guard let fields = CountedSetLayout.fields(of: object) else { return nil }
      self = .counted(fields.members, counts: fields.counts, total: fields.total)
    default: return nil
    }
  }

  private static func members(_ object: Plist, key: String, prefix: String) -> MemberFields {
    if let elements = object[key]?.elements { return .array(key: key, count: elements.count) }
    var count = 0
    while object[prefix + "\(count)"] != nil { count += 1 }
    return count == 0
      ? .array(key: key, count: 0) : .numbered(prefix: prefix, first: 0, step: 1, count: count)
  }
}

extension CountedSetLayout {
  /// Returns the fields of the members and their counts, and the key of the number of members.
  fileprivate static func fields(of object: Plist) -> (
    members: MemberFields, counts: MemberFields, total: String
  )? {
    if let number = object[count]?.intValue {
      let members = MemberFields.numbered(prefix: member, first: 0, step: 1, count: number)
      let counts = MemberFields.numbered(prefix: count, first: 0, step: 1, count: number)
      return isComplete(object, members, counts) ? (members, counts, count) : nil
    }
    guard let number = object[generatedCount]?.intValue else { return nil }
    let members = MemberFields.numbered(prefix: generated, first: 1, step: 2, count: number)
    let counts = MemberFields.numbered(prefix: generated, first: 2, step: 2, count: number)
    return isComplete(object, members, counts) ? (members, counts, generatedCount) : nil
  }

  /// Whether the object has all of the fields; the number of members may be hostile.
  private static func isComplete(_ object: Plist, _ fields: MemberFields...) -> Bool {
    fields.allSatisfy { list in
      list.count >= 0 && (0..<list.count).allSatisfy { object[PlistPath(list.steps($0))] != nil }
    }
  }
}

/// The inline field that is the whole content of an object of a standard class, and its new value.
struct ContentField {
  var key: String
  var value: Plist
}

extension StandardLayout {
  /// Returns the field of an object that takes a new content; nil if the class does not store such
  /// a value, or stores it under other keys.
  func content(_ value: Plist, in object: Plist) -> ContentField? {
    func field(_ keys: [String], kinds: [PlistKind], _ value: Plist) -> ContentField? {
      keys.first { key in object[key].map { kinds.contains($0.kind) } ?? false }.map {
        ContentField(key: $0, value: value)
      }
    }
    switch (self, value) {
    case (.string, .string): return field([StringLayout.string], kinds: [.string], value)
    case (.data, .data): return field([DataLayout.data, DataLayout.bytes], kinds: [.data], value)
    case (.date, .date(let date)):
      let seconds = Plist.real(date.timeIntervalSinceReferenceDate)
      return field([DateLayout.time], kinds: [.real, .integer], seconds)
    case (.uuid, .string(let text)):
      guard let uuid = UUID(uuidString: text) else { return nil }
      return field(
        [UUIDLayout.bytes, UUIDLayout.generated], kinds: [.data], .data(uuid.bytes))
    default: return nil
    }
  }

  /// The fields of a new object of the class, without `$class`; nil for values that other objects
  /// are needed for.
  static func fields(_ value: Plist) -> (layout: StandardLayout, fields: Plist)? {
    switch value {
    case .date(let date):
      (.date, [DateLayout.time: .real(date.timeIntervalSinceReferenceDate)])
    case .string: (.string, [StringLayout.string: value])
    case .null: (.null, [:])
    default: nil
    }
  }
}
