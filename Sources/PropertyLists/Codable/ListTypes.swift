// Swift arrays, and what a session knows of the types that it codes as lists.

/// A list that is decoded in one loop. The standard library would decode it through a container, and
/// would move the elements each time that the list grows.
protocol ListDecoding {
  /// Decodes the elements of an array or set.
  static func decode<List>(
    in session: DecodingSession, at position: DecodingSession.DecodingPosition, as list: List.Type
  ) throws -> List
}

/// The maximum number of bytes that are reserved for the elements of an array.
private let largestReserve = 1 << 24

extension Array: ListDecoding where Element: Decodable {
  static func decode<List>(
    in session: DecodingSession, at position: DecodingSession.DecodingPosition, as list: List.Type
  ) throws -> List {
    try session.checkStack(position)
    let array = session.node(position.node)
    let entry = session.push(position)
    defer { session.pop(entry) }
    var elements = Self()
    // A small file can have an array of many elements that are one value, or are invalid.
    let affordable = largestReserve / MemoryLayout<Element>.stride
    elements.reserveCapacity(Swift.min(array.count, session.nodeCount, affordable))
    for index in 0..<array.count {
      session.prefetchElements(of: array, after: index)
      let element = session.element(index, of: array, at: position, entry: entry)
      elements.append(try session.decode(Element.self, at: element))
    }
    return sameType(elements, as: list)
  }
}

/// The types of the lists that were coded last, at positions that are computed from the types. A
/// session codes lists of a few types, and asking Swift's runtime about a type takes longer than
/// decoding a short list.
struct ListTypes: ~Copyable {
  struct KnownType: BitwiseCopyable {
    var identity = ObjectIdentifier(Never.self)
    var isHashed = false
    /// The type, if its lists are decoded in one loop.
    var list: (any ListDecoding.Type)?
  }

  private var known = LinearBuffer<KnownType>(minimumCapacity: count)
  /// The number of positions, a power of two.
  private static var count: Int { 16 }

  init() { known.append(repeating: KnownType(), count: Self.count) }

  /// Returns what is known of a type. The result is cached for the next list.
  @inline(__always)
  mutating func known(_ type: Any.Type) -> KnownType {
    let last = known[Self.position(of: type)]
    return last.identity == ObjectIdentifier(type) ? last : look(type)
  }

  @inline(never)
  private mutating func look(_ type: Any.Type) -> KnownType {
    let found = KnownType(
      identity: ObjectIdentifier(type), isHashed: isHashedCollection(type),
      list: type as? any ListDecoding.Type)
    known[Self.position(of: type)] = found
    return found
  }

  @inline(__always)
  private static func position(of type: Any.Type) -> Int {
    Int(bitPattern: ObjectIdentifier(type)) >> 4 & (count - 1)
  }
}
