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
      text, cause: PlistError(.combiningLimit, KeyFault.combiningMarks(text).message, path: path))
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
  func decodeHashed<T: Decodable>(_ type: T.Type, _ place: Place) throws -> T {
    guard let hashed = type as? any HashedCollection.Type else {
      return try decodeItself(type, place)
    }
    let texts = texts(ofMembers: hashed.memberStride, node(place.index))
    for text in texts where text.exceedsCombiningMarks(in: source) {
      throw unusable(.combiningMarks(text.text(in: source)), type, place)
    }
    let value =
      try T.self == Set<String>.self
      ? sameType(textSet(place), as: type) : decodeItself(type, place)
    if let made = value as? any HashedCollection, made.memberCount < node(place.index).count,
      let fault = KeyFault.first(inAny: texts.map { $0.text(in: source) })
    {
      throw unusable(fault, type, place)
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
  private func textSet(_ place: Place) throws -> Set<String> {
    let list = node(place.index)
    let entry = push(place)
    defer { pop(entry) }
    var texts = Set<String>(minimumCapacity: list.count)
    var met = MetTexts()
    for position in 0..<list.count {
      let child = element(position, of: list, at: place, entry: entry)
      if met.insert(child.index, text: node(child.index)) { texts.insert(try string(child)) }
    }
    return texts
  }

  private func unusable(_ fault: KeyFault, _ type: Any.Type, _ place: Place) -> DecodingError {
    let position = storage.position(of: max(place.index, 0))
    return error(
      .unusableKeys(PlistError(fault.code, fault.message, position: position)), type, place)
  }
}
