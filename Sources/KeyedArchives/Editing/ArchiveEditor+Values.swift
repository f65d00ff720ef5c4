// Setting values: the form of a new value, whether it replaces the contents of a slot or gets a new
// one, and the objects of standard classes that represent it.
internal import PropertyLists

extension ArchiveEditor {
  mutating func set(_ value: Plist, at path: PlistPath) throws(ArchiveError) {
    let target = try target(at: path)
    switch target {
    case .object(let slot):
      try requireObject(slot, path: path)
      guard value != .null else {
        throw ArchiveError(
          .invalidEdit, message: "an object cannot become nil",
          suggestion: "remove it instead", path: path)
      }
      try replace(slot, with: value, path: path)
    case .field(let location):
      let stored = try slots.value(at: location)
      if isInline(value, instead: stored) { return try slots.set(value, at: location) }
      try setReference(at: location, to: value, path: path, isMember: false)
    case .member:
      guard let location = target.location else { return }
      try setReference(at: location, to: value, path: path, isMember: true)
    case .newEntry(let slot, let collection, let key):
      let text = try newObject(.string(key), path: path, depth: 0)
      let object = try newObject(value, path: path, depth: 0)
      try addEntry(slot, collection, key: text, value: object)
    }
  }

  /// Whether a value is stored inline in a field.
  private func isInline(_ value: Plist, instead stored: Plist?) -> Bool {
    if slots.reference(stored) != nil { return false }
    return switch value.kind {
    case .bool, .integer, .real: true
    case .null, .uid: false
    default: stored?.kind == value.kind
    }
  }

  /// Stores a value as an object, and refers to it at a location.
  private mutating func setReference(
    at location: StoredLocation, to value: Plist, path: PlistPath, isMember: Bool
  ) throws(ArchiveError) {
    if value == .null, !isMember {
      return try slots.set(slots.reference(to: nilSlot()), at: location)
    }
    if let old = slots.reference(try slots.value(at: location)), old < slots.count,
      try !slots.isNull(old), try objectKind(old) != nil
    {
      if !slots.isShared(old) { return try replace(old, with: value, path: path) }
      let object = try slots.value(inSlot: old)
      if let field = try content(value, in: object) {
        var copy = object
        copy[field.key] = field.value
        return try slots.set(slots.reference(to: slots.addSlot(copy)), at: location)
      }
    }
    try slots.set(
      slots.reference(to: try newObject(value, path: path, depth: 0)), at: location)
  }

  /// Replaces the contents of a slot. The object keeps its class if the class represents the value.
  private mutating func replace(_ slot: Int, with value: Plist, path: PlistPath)
    throws(ArchiveError)
  {
    let location = StoredLocation(slot: slot)
    let object = try slots.value(inSlot: slot)
    if let field = try content(value, in: object) {
      return try slots.set(field.value, at: location.appending([.key(field.key)]))
    }
    if value.kind == .string, let url = try textOfURL(object) {
      return try setReference(
        at: location.appending([.key(url)]), to: value, path: path, isMember: false)
    }
    try slots.set(try contents(value, path: path, depth: 0), at: location)
  }

  /// The field of an object that represents a value of its class; nil if the class does not.
  private mutating func content(_ value: Plist, in object: Plist) throws(ArchiveError)
    -> ContentField?
  {
    for name in try slots.classNames(of: object) ?? [] {
      if let field = StandardLayout(className: name)?.content(value, in: object) { return field }
    }
    return nil
  }

  /// The field of a URL that refers to its text; nil for other objects.
  private mutating func textOfURL(_ object: Plist) throws(ArchiveError) -> String? {
    let names = try slots.classNames(of: object) ?? []
    guard names.contains(where: { StandardLayout(className: $0) == .url }),
      let text = slots.reference(object[URLLayout.relative]), text < slots.count,
      try slots.value(inSlot: text).kind == .string
    else { return nil }
    return URLLayout.relative
  }

  /// The kind of the scalar at a path; nil for all other values.
  mutating func scalarKind(at path: PlistPath) -> PlistKind? {
    do throws(ArchiveError) {
      let target = try target(at: path)
      var value: Plist?
      if case .object(let slot) = target {
        value = try slots.value(inSlot: slot)
      } else {
        value = try target.location.flatMap { location throws(ArchiveError) in
          try slots.value(at: location)
        }
      }
      if let slot = slots.reference(value) {
        guard slot < slots.count, try !slots.isNull(slot) else { return nil }
        value = try slots.value(inSlot: slot)
      }
      guard let value else { return nil }
      if !value.kind.isContainer { return value.kind }
      for name in try slots.classNames(of: value) ?? [] {
        switch StandardLayout(className: name) {
        case .date: return .date
        case .data: return .data
        case .string, .url, .uuid: return .string
        default: continue
        }
      }
      return nil
    } catch { return nil }
  }

  // MARK: New objects

  /// Adds a pair to a dictionary.
  private mutating func addEntry(
    _ slot: Int, _ collection: CollectionFields, key: Int, value: Int
  ) throws(ArchiveError) {
    guard case .dictionary(let keys, let values) = collection else { return }
    for (members, object) in [(keys, key), (values, value)] {
      let location = StoredLocation(slot: slot)
      let reference = slots.reference(to: object)
      switch members {
      case .numbered:
        try slots.set(reference, at: location.appending(members.steps(members.count)))
      case .array(let key, _):
        let array = location.appending([.key(key)])
        if try slots.value(at: array) == nil {
          try slots.set([reference], at: array)
        } else {
          try slots.append(reference, at: array)
        }
      }
    }
  }

  /// A slot that represents nil.
  private mutating func nilSlot() throws(ArchiveError) -> Int {
    if let slot = knownNilSlot { return slot }
    var slot = 0
    while slot < slots.count, try !slots.isNull(slot) { slot += 1 }
    if slot == slots.count { slot = slots.addSlot(.string(ArchiveTable.nullText)) }
    knownNilSlot = slot
    return slot
  }

  /// Adds the object of a value and returns its slot.
  private mutating func newObject(_ value: Plist, path: PlistPath, depth: Int)
    throws(ArchiveError) -> Int
  { slots.addSlot(try contents(value, path: path, depth: depth)) }

  /// Returns the contents of a slot for a value, after adding the objects that it refers to.
  /// Recurses once for each level of containers, at most 512 times.
  private mutating func contents(_ value: Plist, path: PlistPath, depth: Int)
    throws(ArchiveError) -> Plist
  {
    guard depth < Plist.maximumDepth else {
      throw ArchiveError(
        .depthLimit, message: "values are nested more than \(Plist.maximumDepth) levels deep",
        path: path)
    }
    switch value {
    case .bool, .integer, .real, .data: return value
    case .string(let text) where !text.hasSameBytes(as: ArchiveTable.nullText): return value
    case .array(let elements), .set(let elements):
      let layout = value.kind == .array ? StandardLayout.array : .set
      let members = try references(to: elements, path: path, depth: depth)
      return try object(layout, fields: [ArrayLayout.objects: members])
    case .dictionary:
      let keys = try references(to: value.keyTexts.map(Plist.string), path: path, depth: depth)
      let values = try references(to: value.children, path: path, depth: depth)
      return try object(
        .dictionary, fields: [DictionaryLayout.keys: keys, ArrayLayout.objects: values])
    default:
      guard let (layout, fields) = StandardLayout.fields(value) else {
        throw ArchiveError(
          .invalidEdit,
          message: "a value of type \(value.kind) cannot be set; it is a reference",
          suggestion: "retarget the reference instead", path: path)
      }
      return try object(layout, fields: fields)
    }
  }

  private mutating func references(to values: [Plist], path: PlistPath, depth: Int)
    throws(ArchiveError) -> Plist
  {
    var references: [Plist] = []
    for value in values {
      references.append(
        slots.reference(to: try newObject(value, path: path, depth: depth + 1)))
    }
    return .array(references)
  }

  /// Returns an object of a standard class, after adding the class record if there is none.
  private mutating func object(_ layout: StandardLayout, fields: Plist) throws(ArchiveError)
    -> Plist
  {
    var object = fields
    object["$class"] = slots.reference(to: try classRecord(layout))
    return object
  }

  private mutating func classRecord(_ layout: StandardLayout) throws(ArchiveError) -> Int {
    if let known = standardRecords[layout] { return known }
    let name = layout.className
    let known = try classRecords().first { $0.names[0].hasSameBytes(as: name) }?.slot
    let chain: [Plist] = [.string(name), .string(ArchivedClass.root)]
    let slot =
      known ?? slots.addSlot(["$classname": .string(name), "$classes": .array(chain)])
    standardRecords[layout] = slot
    return slot
  }
}

extension ArchivedClass {
  /// The name of the class that all classes inherit from.
  static let root = "NSObject"
}
