// Sets and dictionaries of Swift's, coded by the standard library: members and keys that a file has
// side by side may be one there, and what they hold would be lost without a word. Text with more combining
// marks in a row than are decoded is not encoded either.

/// A collection whose members are hashed.
private protocol HashedCollection {
  /// How many members the collection has; of a dictionary, keys and values.
  var memberCount: Int { get }
  /// Of how many values of a list each member is the first: 2 for keys, which a value follows.
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

/// The type of the last list that was coded: most lists next to each other have one type.
struct ListType {
  private var identity = ObjectIdentifier(Never.self)
  private var isHashed = false

  /// Whether a value of a type hashes its members. The answer is kept for the next list.
  @inline(__always)
  mutating func hashesMembers(_ type: Any.Type) -> Bool {
    identity == ObjectIdentifier(type) ? isHashed : looksHashed(type)
  }

  @inline(never)
  private mutating func looksHashed(_ type: Any.Type) -> Bool {
    (identity, isHashed) = (ObjectIdentifier(type), type is any HashedCollection.Type)
    return isHashed
  }
}

extension EncodingSession {
  /// Refuses a `Set`, or a `Dictionary` whose keys are not text, that has just encoded itself, where a
  /// member has more combining marks in a row than can be hashed when it is decoded.
  @inline(never)
  func checkMembers(of type: Any.Type, _ entry: EntryReference) throws {
    guard let list = encodedList(entry), hashesMembers(type),
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
  /// The first member of a list that has more combining marks in a row than the limit, and its position.
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

/// The long texts that were met in a list: a binary file can have one text in many places, which is made and
/// hashed once.
private struct MetTexts {
  private var last = -1
  private var all: Set<Int> = []

  /// Whether a text is to be made: not one that was met, nor a short one, which costs no more than this.
  mutating func insert(_ index: Int, text: Node) -> Bool {
    if text.count < 64 { return true }
    if index == last { return false }
    last = index
    return all.insert(index).inserted
  }
}

extension DecodingSession {
  /// Decodes a `Set`, or a `Dictionary` whose keys are not text, from an array or set. It is refused where
  /// two members are text that is equal but differs in bytes, and where one has more combining marks in a
  /// row than can be hashed. The same bytes twice are one member.
  @inline(never)
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

  /// The members of a list that are text of other characters than ASCII: others differ in bytes.
  private func texts(ofMembers stride: Int, _ list: Node) -> [Node] {
    var met = MetTexts()
    return Swift.stride(from: 0, to: list.count, by: stride).compactMap { position in
      let index = storage.child(position, of: list)
      let member = storage.nodes[index]
      guard member.kind == .string, !member.isASCIIText, met.insert(index, text: member) else {
        return nil
      }
      return member
    }
  }

  /// Decodes a set of text.
  private func textSet(_ position: DecodingPosition) throws -> Set<String> {
    let list = node(position.node)
    let entry = push(position)
    defer { pop(entry) }
    var texts = Set<String>(minimumCapacity: list.count)
    var met = MetTexts()
    for index in 0..<list.count {
      let child = element(index, of: list, at: position, entry: entry)
      if met.insert(child.node, text: node(child.node)) { texts.insert(try string(child)) }
    }
    return texts
  }

  private func unusable(_ fault: KeyFault, type: Any.Type, at position: DecodingPosition)
    -> DecodingError
  {
    let source = storage.position(of: max(position.node, 0))
    return error(
      .unusableKeys(PlistError(fault.code, message: fault.message, position: source)), type: type,
      at: position)
  }
}
