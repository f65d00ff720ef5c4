// The paths of edits: from `$top` or a slot, through objects and their collections, to a value.
internal import PropertyLists

/// The value that the path of an edit leads to.
enum EditTarget {
  /// An object itself: `@12`.
  case object(slot: Int)
  /// A field of an object or of `$top`, or a value in an inline container. It may be absent.
  case field(StoredLocation)
  /// A member of a collection; for a dictionary, the value of a pair.
  case member(slot: Int, CollectionFields, index: Int)
  /// The pair of a key that a dictionary does not have.
  case newEntry(slot: Int, CollectionFields, key: String)

  /// The location of the value; nil for objects and absent pairs.
  var location: StoredLocation? {
    switch self {
    case .object, .newEntry: nil
    case .field(let location): location
    case .member(let slot, let collection, let index):
      switch collection {
      case .list(let members), .counted(let members, _, _), .dictionary(_, let members):
        StoredLocation(slot: slot, steps: members.steps(index))
      }
    }
  }

  /// Whether the value is a member of a collection.
  var isMember: Bool {
    switch self {
    case .member, .newEntry: true
    case .object, .field: false
    }
  }
}

extension ArchiveEditor {
  /// Follows a path.
  ///
  /// - Throws: `ArchiveError` with `noSuchPath` if a step before the last has no value, or if an
  ///   index is out of range.
  mutating func target(at path: PlistPath) throws(ArchiveError) -> EditTarget {
    guard let first = path.steps.first else {
      throw ArchiveError(
        .noSuchPath, message: "expected a path in the archive, such as root.name or @12.name")
    }
    var target = EditTarget.field(StoredLocation(steps: [first]))
    if let slot = Self.slot(first) {
      guard slot < slots.count else {
        throw ArchiveError(
          .noSuchPath,
          message: "there is no object \(slot); the archive has \(slots.count.counting("object"))",
          path: path)
      }
      target = .object(slot: slot)
    }
    for (number, step) in path.steps.enumerated().dropFirst() {
      let parent = PlistPath(Array(path.steps.prefix(number)))
      target = try self.target(step, of: target, parent: parent)
    }
    return target
  }

  /// The slot of a first step `@12`; nil for a key of `$top`.
  private static func slot(_ step: PlistPath.Step) -> Int? {
    guard case .key(let key) = step, key.utf8.first == UInt8(ascii: "@") else { return nil }
    let digits = key.utf8.dropFirst()
    let isNumber = 1...10 ~= digits.count && digits.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? Int(key.dropFirst()) : nil
  }

  /// Follows one step.
  private mutating func target(
    _ step: PlistPath.Step, of container: EditTarget, parent: PlistPath
  ) throws(ArchiveError) -> EditTarget {
    var location = StoredLocation()
    if case .object(let slot) = container {
      location = StoredLocation(slot: slot)
    } else {
      guard let found = container.location, let stored = try slots.value(at: found) else {
        throw noValue(parent)
      }
      location = found
      if let slot = slots.reference(stored) {
        guard slot < slots.count else { throw noValue(parent) }
        location = StoredLocation(slot: slot)
      }
    }
    guard let value = try slots.value(at: location) else { throw noValue(parent) }
    if location.steps.isEmpty, let slot = location.slot {
      if try slots.isNull(slot) {
        throw ArchiveError(.noSuchPath, message: "the value at \(parent) is nil", path: parent)
      }
      guard try objectKind(slot) != nil else { throw notObject(slot, at: parent) }
      let collection = try collection(in: slot)
      // As in the JSON, the members of a list can be written as its contents.
      if let collection, case .key("$items") = step, collection.isList {
        return .object(slot: slot)
      }
      if let collection,
        let target = try member(step, of: collection, slot: slot, parent: parent)
      {
        return target
      }
    }
    return .field(try child(step, of: value, at: location, parent: parent))
  }

  /// The error for a slot that values cannot refer to.
  func notObject(_ slot: Int, at path: PlistPath) -> ArchiveError {
    ArchiveError(
      .invalidEdit, message: "slot \(slot) is a class record or invalid, not an object", path: path)
  }

  private func noValue(_ path: PlistPath) -> ArchiveError {
    ArchiveError(.noSuchPath, message: "there is no value at \(path) of the archive", path: path)
  }

  /// The members of a collection object; nil for all other slots.
  mutating func collection(in slot: Int) throws(ArchiveError) -> CollectionFields? {
    let object = try slots.value(inSlot: slot)
    guard object.kind == .dictionary,
      let name = try slots.classNames(of: object)?.first,
      let layout = StandardLayout(className: name)
    else { return nil }
    return CollectionFields(layout, of: object)
  }

  /// A field of an object or inline dictionary, or an element of an array.
  private func child(
    _ step: PlistPath.Step, of value: Plist, at location: StoredLocation, parent: PlistPath
  ) throws(ArchiveError) -> StoredLocation {
    switch (step, value.kind) {
    case (.key(let key), .dictionary) where key.hasSameBytes(as: "$class") && location.isObject:
      throw ArchiveError(
        .invalidEdit, message: "the class of an object cannot be edited as a field",
        suggestion: "rename the class instead", path: parent.appending(step))
    case (.key, .dictionary): return location.appending([step])
    case (_, .array), (_, .set):
      let count = value.elements?.count ?? 0
      if let index = step.index(in: count) { return location.appending([.index(index)]) }
      throw outOfRange(step, count: count, parent: parent)
    default:
      throw ArchiveError(
        .noSuchPath,
        message: value.kind == .dictionary
          ? "expected a key at \(parent), found an index"
          : "expected an object or a container at \(parent), found a value of type \(value.kind)",
        path: parent)
    }
  }

  private func outOfRange(_ step: PlistPath.Step, count: Int, parent: PlistPath) -> ArchiveError {
    ArchiveError(
      .noSuchPath,
      message: "\(PlistPath([step])) is not the index of a member; \(parent) has "
        + count.counting("member"), path: parent)
  }

  // MARK: Collections

  /// The member that a step leads to; nil if it may be a stored field.
  private mutating func member(
    _ step: PlistPath.Step, of collection: CollectionFields, slot: Int, parent: PlistPath
  ) throws(ArchiveError) -> EditTarget? {
    switch collection {
    case .list(let members), .counted(let members, _, _):
      if let index = step.index(in: members.count) {
        return .member(slot: slot, collection, index: index)
      }
      if case .key(let key) = step, Int(key) == nil { return nil }
      throw outOfRange(step, count: members.count, parent: parent)
    case .dictionary(let keys, _):
      guard case .key(let key) = step else { return nil }
      let object = try slots.value(inSlot: slot)
      for index in 0..<keys.count {
        guard let found = slots.reference(object[PlistPath(keys.steps(index))]),
          found < slots.count,
          let text = try text(ofKey: found), text.hasSameBytes(as: key)
        else { continue }
        return .member(slot: slot, collection, index: index)
      }
      // Fields that the dictionary stores can be addressed, too.
      return object[key] == nil ? .newEntry(slot: slot, collection, key: key) : nil
    }
  }

  /// The text of a dictionary's key: of a string or number, or of a string object.
  private mutating func text(ofKey slot: Int) throws(ArchiveError) -> String? {
    let value = try slots.value(inSlot: slot)
    switch value {
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .dictionary:
      let names = try slots.classNames(of: value) ?? []
      guard names.contains(where: { StandardLayout(className: $0) == .string }) else { return nil }
      return value[StringLayout.string]?.stringValue
    default: return nil
    }
  }
}

extension StoredLocation {
  /// Whether the location is that of a slot.
  fileprivate var isObject: Bool { slot != nil && steps.isEmpty }
}
