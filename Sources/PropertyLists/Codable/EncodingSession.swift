// One call of an encoder: the table under construction, and the way down to the value at hand.

/// The state of one encoding.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: Any]
  private let maximumDepth: Int
  private let confined = Confined(State())
  /// The containers that were asked for under a key, by dictionary and key.
  private var nestedContainers: [UInt64: UInt32] = [:]
  /// Stands for the node of an entry whose value is a single one.
  private static let scalar = UInt32.max - 1

  /// What changes while values are encoded.
  struct State: ~Copyable {
    var builder = NodeTableBuilder()
    var entries = LinearBuffer<Entry>(minimumCapacity: 32)
  }

  private var builder: NodeTableBuilder {
    @inline(__always) _read { yield confined.state.builder }
    @inline(__always) _modify { yield &confined.state.builder }
  }

  private var entries: LinearBuffer<Entry> {
    @inline(__always) _read { yield confined.state.entries }
    @inline(__always) _modify { yield &confined.state.entries }
  }

  /// A value that encodes itself: where it goes, and the node that it has made so far.
  struct Entry: BitwiseCopyable {
    var parent: UInt32
    /// How many containers are around the value.
    var depth: UInt32
    var slot: NodeTableBuilder.Slot
    /// The position in an array.
    var position: UInt32
    /// The value's node, `scalar`, or `.max`.
    var node: UInt32
  }

  /// Where a value goes.
  struct Place: BitwiseCopyable {
    var slot: NodeTableBuilder.Slot
    var position: UInt32
    /// The entry of the container.
    var parent: UInt32

    static var root: Place { Place(slot: .root, position: 0, parent: 0) }
  }

  init(_ userInfo: [CodingUserInfoKey: any Sendable], _ maximumDepth: Int) {
    self.userInfo = userInfo
    self.maximumDepth = maximumDepth
    entries.append(Entry(parent: 0, depth: 0, slot: .root, position: 0, node: .max))
  }

  /// The finished table, once the outermost value has encoded itself.
  func seal(_ value: some Encodable) throws -> DocumentStorage {
    guard builder.root != nil else {
      let context = EncodingError.Context(
        codingPath: [], debugDescription: "\(type(of: value)) encoded no value")
      throw EncodingError.invalidValue(value, context)
    }
    var finished = NodeTableBuilder()
    swap(&finished, &builder)
    // Containers that somebody keeps beyond the call find nothing open any more.
    entries.truncate(to: 1)
    nestedContainers = [:]
    return try finished.seal()
  }

  // MARK: Values that encode themselves

  /// Encodes one of the types that property lists know, or lets the value encode itself. A value
  /// that encodes nothing becomes an empty dictionary.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, _ place: Place) throws {
    if encodeWellKnown(value, place) { return }
    let entry = push(place)
    let container = builder.openContainer(place.slot)
    do {
      try value.encode(to: NodeEncoder(session: self, entry: entry))
    } catch {
      builder.restore(container, place.slot)
      entries.truncate(to: min(Int(entry), entries.count))
      throw error
    }
    if Int(entry) < entries.count {
      if entries[Int(entry)].node == .max, place.slot.container != .max {
        builder.append(Node(.dictionary), at: place.slot)
      }
      entries.truncate(to: Int(entry))
    }
  }

  @inline(__always)
  func push(_ place: Place) -> UInt32 {
    let depth = entries[min(Int(place.parent), entries.count &- 1)].depth
    entries.append(
      Entry(
        parent: place.parent, depth: depth, slot: place.slot, position: place.position, node: .max))
    return UInt32(truncatingIfNeeded: entries.count &- 1)
  }

  /// The container of an entry's value: made on first use, found again after that; nil when the
  /// value has already become something else.
  func container(_ kind: PlistKind, _ entry: UInt32) -> UInt32? {
    guard Int(entry) < entries.count else { return nil }
    var state = entries[Int(entry)]
    if state.node == Self.scalar { return nil }
    if state.node != .max { return builder.kind(of: state.node) == kind ? state.node : nil }
    state.node = builder.append(Node(kind), at: state.slot)
    state.depth &+= 1
    builder.depth = max(builder.depth, Int(state.depth))
    entries[Int(entry)] = state
    return state.node
  }

  /// Refuses a container that is nested too deep, before recursion gets further. A scalar may stand
  /// in the deepest one.
  func checkDepth(_ entry: UInt32, _ value: Any.Type) throws {
    guard Int(entry) < entries.count, Int(entries[Int(entry)].depth) > maximumDepth else { return }
    throw PlistError(
      .depthLimit, "containers are nested more than \(maximumDepth) deep", path: path(entry))
  }

  /// Where the value of an entry goes, for a single value; marks the entry as used.
  func singleValueSlot(_ entry: UInt32) -> NodeTableBuilder.Slot? {
    guard Int(entry) < entries.count, entries[Int(entry)].node == .max else { return nil }
    entries[Int(entry)].node = Self.scalar
    return entries[Int(entry)].slot
  }

  /// Takes the mark away after a single value that was not encoded, so that another can take its
  /// place.
  func freeSingleValue(_ entry: UInt32) {
    if Int(entry) < entries.count { entries[Int(entry)].node = .max }
  }

  /// The container under a key that the caller fills: asked for again, it is the same one.
  func nestedContainer(_ kind: PlistKind, _ entry: UInt32) -> UInt32? {
    guard Int(entry) < entries.count else { return nil }
    let slot = entries[Int(entry)].slot
    let place = UInt64(slot.container) << 32 | UInt64(slot.key)
    if let node = nestedContainers[place], builder.kind(of: node) == kind {
      entries[Int(entry)].node = node
      entries[Int(entry)].depth &+= 1
      return node
    }
    let node = container(kind, entry)
    nestedContainers[place] = node
    return node
  }

  // MARK: Values that property lists know

  @inline(__always)
  func key(_ key: some CodingKey) -> UInt32 { builder.key(key.stringValue) }

  /// Whether a container can still be filled: not once the encoding is over.
  @inline(__always)
  func isOpen(_ container: UInt32) -> Bool { builder.isNode(container) }

  func count(of container: UInt32) -> Int { builder.count(of: container) }

  @inline(__always)
  func append(_ node: Node, _ slot: NodeTableBuilder.Slot) { builder.append(node, at: slot) }

  @inline(__always)
  func append(string: String, _ slot: NodeTableBuilder.Slot) {
    builder.append(string: string, at: slot)
  }

  @inline(__always)
  func append(integer: some FixedWidthInteger, _ slot: NodeTableBuilder.Slot) throws {
    if let value = Int64(exactly: integer) {
      builder.append(Node(.integer, payload: UInt64(bitPattern: value)), at: slot)
    } else {
      try appendLarge(integer, slot)
    }
  }

  @inline(never)
  private func appendLarge(_ integer: some FixedWidthInteger, _ slot: NodeTableBuilder.Slot) throws
  {
    guard let value = Int128(exactly: integer) else {
      throw PlistError(.notRepresentable, "\(integer) needs more than 128 bits with sign")
    }
    builder.append(integer: PlistInteger(value), at: slot)
  }

  @inline(__always)
  func append(null slot: NodeTableBuilder.Slot) { builder.append(string: "$null", at: slot) }

  /// Encodes the value, when its type is one that property lists know, or an array or dictionary of
  /// such.
  @inline(__always)
  private func encodeWellKnown<T>(_ value: T, _ place: Place) -> Bool {
    if T.self == Date.self {
      let seconds = sameType(value, as: Date.self).timeIntervalSinceReferenceDate
      append(Node(.date, payload: seconds.bitPattern), place.slot)
    } else if T.self == Data.self {
      builder.append(data: sameType(value, as: Data.self), at: place.slot)
    } else if T.self == [String].self {
      encode(strings: sameType(value, as: [String].self), place)
    } else if T.self == [Int].self {
      let values = sameType(value, as: [Int].self)
      encode(run: values.count, place) {
        Node(.integer, payload: UInt64(bitPattern: Int64(values[$0])))
      }
    } else if T.self == [Double].self {
      let values = sameType(value, as: [Double].self)
      encode(run: values.count, place) { Node(.real, payload: values[$0].bitPattern) }
    } else if T.self == [String: String].self {
      encode(pairs: sameType(value, as: [String: String].self), place)
    } else {
      return false
    }
    return true
  }

  private func encode(run count: Int, _ place: Place, _ element: (Int) -> Node) {
    noteContainer(place)
    builder.append(run: count, at: place.slot, element)
  }

  private func encode(strings: [String], _ place: Place) {
    noteContainer(place)
    let array = builder.append(Node(.array), at: place.slot)
    for string in strings { builder.append(string: string, at: .init(container: array, key: .max)) }
  }

  private func encode(pairs: [String: String], _ place: Place) {
    noteContainer(place)
    builder.append(pairs: pairs, at: place.slot)
  }

  private func noteContainer(_ place: Place) {
    builder.depth = max(
      builder.depth, Int(entries[min(Int(place.parent), entries.count - 1)].depth) + 1)
  }

  // MARK: Paths

  /// The keys and indices from the root to the value of an entry.
  func codingPath(_ entry: UInt32) -> [any CodingKey] {
    path(entry).codingPath
  }

  private func path(_ entry: UInt32) -> PlistPath {
    var steps: [PlistPath.Step] = []
    var number = Int(entry)
    while number > 0, number < entries.count {
      let entry = entries[number]
      if entry.slot.key != .max {
        steps.append(.key(builder.text(ofKey: entry.slot.key)))
      } else if entry.slot.container != .max {
        steps.append(.index(Int(entry.position)))
      }
      number = Int(entry.parent) < number ? Int(entry.parent) : 0
    }
    return PlistPath(steps.reversed())
  }

  /// A second value was encoded where one stands.
  func secondValue(_ entry: UInt32, _ value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(entry),
        debugDescription: "a second value of another shape was encoded in the same place"))
  }
}
