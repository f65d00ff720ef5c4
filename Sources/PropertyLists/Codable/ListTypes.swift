// Swift arrays, and what a session knows of the types that it codes in their own ways.

/// A list that is decoded in one loop. The standard library would decode it through a container, and
/// would move the elements each time that the list grows.
protocol ListDecoding {
  init()

  /// Appends the elements of an array or set. A static function that returns the list would have to
  /// ask Swift's runtime for its type.
  mutating func appendElements(
    in session: DecodingSession, at position: DecodingSession.DecodingPosition) throws
}

/// The maximum number of bytes that are reserved for the elements of an array.
private let largestReserve = 1 << 24

extension Array: ListDecoding where Element: Decodable {
  mutating func appendElements(
    in session: DecodingSession, at position: DecodingSession.DecodingPosition
  ) throws {
    try session.checkStack(position)
    let array = session.node(position.node)
    let entry = session.push(position)
    defer { session.pop(entry) }
    // A small file can have an array of many elements that are one value, or are invalid.
    let affordable = largestReserve / MemoryLayout<Element>.stride
    reserveCapacity(Swift.min(array.count, session.nodeCount, affordable))
    for index in 0..<array.count {
      session.prefetchElements(of: array, after: index)
      let element = session.element(index, of: array, at: position, entry: entry)
      append(try session.decode(Element.self, at: element))
    }
  }
}

/// A list that is encoded in one loop. The standard library would encode it through a container.
protocol ListEncoding {
  /// Encodes the elements of an array. `List` must be this type.
  static func encode<List>(
    _ list: List, in session: EncodingSession, entry: EncodingSession.EntryReference) throws
}

extension Array: ListEncoding where Element: Encodable {
  static func encode<List>(
    _ list: List, in session: EncodingSession, entry: EncodingSession.EntryReference
  ) throws {
    var array = session.container(.array, entry: entry)
    #if canImport(ObjectiveC)
      // After a forced cast of an array of objects, its subscript checks each element.
      if Element.self is AnyObject.Type {
        let elements = knownType(list, as: [Element].self)
        for index in 0..<elements.count {
          try session.encode(element: elements[index], index: index, of: array, entry: entry)
          try session.writePartIfLarge(of: &array, elementCount: elements.count, entry: entry)
        }
        return
      }
    #endif
    defer { withExtendedLifetime(list) {} }
    let elements = StoredElements<Element>(of: list)
    for index in 0..<elements.count {
      try session.encode(element: elements[index], index: index, of: array, entry: entry)
      try session.writePartIfLarge(of: &array, elementCount: elements.count, entry: entry)
    }
  }
}

/// What is known of the types that were coded last and may be lists or well-known, at positions that are
/// computed from the types. Asking Swift's runtime about a type takes longer than decoding a short
/// list.
struct ListTypes: ~Copyable {
  struct KnownType: BitwiseCopyable {
    var identity = ObjectIdentifier(Never.self)
    var isHashed = false
    /// The type, if its lists are decoded in one loop.
    var list: (any ListDecoding.Type)?
    /// The type, if its lists are encoded in one loop.
    var encodedList: (any ListEncoding.Type)?
    /// Set for a type that is encoded without its `encode(to:)`.
    var wellKnown: WellKnownType?
  }

  private var known = LinearBuffer<KnownType>(minimumCapacity: count)
  /// The number of positions, a power of two.
  private static var count: Int { 64 }

  init() { known.append(repeating: KnownType(), count: Self.count) }

  /// Returns what is known of a type. The result is cached.
  @inline(__always)
  mutating func known(_ type: Any.Type) -> KnownType {
    let last = known[Self.position(of: type)]
    return last.identity == ObjectIdentifier(type) ? last : other(type)
  }

  /// Returns what is known of a type after its own position was examined. The type may be at the
  /// adjacent position.
  @inline(never)
  private mutating func other(_ type: Any.Type) -> KnownType {
    let position = Self.position(of: type)
    let second = known[position ^ 1]
    if second.identity == ObjectIdentifier(type) { return second }
    known[position ^ 1] = known[position]
    let found = KnownType(
      identity: ObjectIdentifier(type), isHashed: isHashedCollection(type),
      list: type as? any ListDecoding.Type, encodedList: type as? any ListEncoding.Type,
      wellKnown: WellKnownType(type))
    known[position] = found
    return found
  }

  @inline(__always)
  private static func position(of type: Any.Type) -> Int {
    Int(bitPattern: ObjectIdentifier(type)) &>> 4 & (count - 1)
  }
}

/// A type that property lists represent directly, or an array or dictionary of one.
enum WellKnownType: BitwiseCopyable {
  case date, data, strings, integers, reals, pairs

  /// Whether a size is that of one of these types, or of an array. Types of other sizes need not be
  /// looked up.
  @inline(__always)
  static func canHave(size: Int) -> Bool {
    size == MemoryLayout<[Int]>.size || size == MemoryLayout<[String: String]>.size
      || size == MemoryLayout<Date>.size || size == MemoryLayout<Data>.size
  }

  init?(_ type: Any.Type) {
    if type == Date.self {
      self = .date
    } else if type == Data.self {
      self = .data
    } else if type == [String].self {
      self = .strings
    } else if type == [Int].self {
      self = .integers
    } else if type == [Double].self {
      self = .reals
    } else if type == [String: String].self {
      self = .pairs
    } else {
      return nil
    }
  }
}
