// Swift sets and dictionaries, as encoded by the standard library. Members and keys that are
// distinct in a file may be equal in Swift, and their values would be silently lost. Text with more
// consecutive combining marks than can be decoded is not encoded either.

/// A collection whose members are hashed.
private protocol HashedCollection {
  /// The number of members of the collection; for a dictionary, of keys and values.
  var memberCount: Int { get }
  /// The number of list elements per member: 2 for dictionaries, where a value follows each key.
  static var memberStride: Int { get }
}

extension Set: HashedCollection {
  fileprivate var memberCount: Int { count }
  fileprivate static var memberStride: Int { 1 }
}

extension Dictionary: HashedCollection {
  fileprivate var memberCount: Int { count * 2 }
  fileprivate static var memberStride: Int { 2 }
}

/// Returns whether a type is a collection that hashes its members. Slow: see `ListTypes`.
func isHashedCollection(_ type: Any.Type) -> Bool { type is any HashedCollection.Type }

extension EncodingSession {
  /// Throws if a member of a `Set`, or of a `Dictionary` whose keys are not text, has more
  /// consecutive combining marks than can be hashed when it is decoded. Called after the collection
  /// has encoded itself.
  func checkMembers(of type: Any.Type, _ entry: EntryReference) throws {
    guard let list = encodedList(entry), listType(type).isHashed,
      let hashed = type as? any HashedCollection.Type,
      let (position, text) = markedMember(of: list, stride: hashed.memberStride)
    else { return }
    let path = PlistPath(codingPath: codingPath(entry) + [PlistIndexKey(position)])
    throw EncodingError.invalidValue(
      text,
      cause: PlistError(.combiningLimit, message: KeyFault.combiningMarks(text).message, path: path)
    )
  }
}

extension NodeTableBuilder {
  /// Returns the first member of a list with more consecutive combining marks than the limit, and
  /// its position.
  func markedMember(of list: UInt32, stride: Int) -> (position: Int, text: String)? {
    let node = nodes[Int(list)]
    guard node.form != Self.runForm else { return nil }
    var child = UInt32(truncatingIfNeeded: node.payload)
    for position in 0..<node.count {
      let member = nodes[Int(child)]
      let isText = member.kind == .string && position.isMultiple(of: stride)
      if isText, member.exceedsCombiningMarks(in: NodeSource(text.view)) {
        return (position, member.text(in: NodeSource(text.view)))
      }
      child = links[Int(child)].next
    }
    return nil
  }
}

/// The long strings that were seen in a list. A binary file can refer to one string many times; the
/// string is decoded and hashed only once.
private struct SeenTexts {
  private var last = -1
  private var all: Set<Int> = []

  /// Returns whether a string must be decoded: true for short strings, for which this check would
  /// cost as much, and for long strings that were not seen before.
  mutating func insert(_ index: Int, text: Node) -> Bool {
    if text.count < 64 { return true }
    if index == last { return false }
    last = index
    return all.insert(index).inserted
  }
}

extension DecodingSession {
  /// Decodes a `Set`, or a `Dictionary` whose keys are not text, from an array or set. Throws if
  /// two members are strings that are equal but differ in their bytes, or if a member has more
  /// consecutive combining marks than can be hashed. Members with identical bytes count as one.
  func decodeHashed<T: Decodable>(_ type: T.Type, at position: DecodingPosition) throws -> T {
    guard let hashed = type as? any HashedCollection.Type else {
      return try decodeItself(type, at: position)
    }
    let texts = texts(ofMembers: hashed.memberStride, node(position.node))
    for text in texts where text.exceedsCombiningMarks(in: source) {
      throw unusable(.combiningMarks(text.text(in: source)), type: type, at: position)
    }
    let value =
      try T.self == Set<String>.self
      ? sameType(textSet(position), as: type) : decodeItself(type, at: position)
    if let made = value as? any HashedCollection, made.memberCount < node(position.node).count,
      let fault = KeyFault.first(inAny: texts.map { $0.text(in: source) })
    {
      throw unusable(fault, type: type, at: position)
    }
    return value
  }

  /// Returns the members of a list that are non-ASCII text. ASCII strings are equal only if their
  /// bytes are equal.
  private func texts(ofMembers stride: Int, _ list: Node) -> [Node] {
    var seen = SeenTexts()
    return Swift.stride(from: 0, to: list.count, by: stride).compactMap { position in
      let index = child(position, of: list)
      let member = node(index)
      guard member.kind == .string, !member.isASCIIText, seen.insert(index, text: member) else {
        return nil
      }
      return member
    }
  }

  /// Decodes a set of strings.
  private func textSet(_ position: DecodingPosition) throws -> Set<String> {
    let list = node(position.node)
    let entry = push(position)
    defer { pop(entry) }
    var texts = Set<String>(minimumCapacity: list.count)
    var seen = SeenTexts()
    for index in 0..<list.count {
      let child = element(index, of: list, at: position, entry: entry)
      if seen.insert(child.node, text: node(child.node)) { texts.insert(try string(child)) }
    }
    return texts
  }

  private func unusable(_ fault: KeyFault, type: Any.Type, at position: DecodingPosition)
    -> DecodingError
  {
    let source = failedValue(position).position
    return error(
      .unusableKeys(PlistError(fault.code, message: fault.message, position: source)), type: type,
      at: position)
  }
}
