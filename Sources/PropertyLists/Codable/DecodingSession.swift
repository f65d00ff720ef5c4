// One call of a decoder: the document, and the way down to the value at hand, kept as a short stack
// of entries so that coding paths are made only when somebody asks.

/// The state of one decoding.
final class DecodingSession {
  let storage: DocumentStorage
  let view: ByteView
  /// What the nodes point into.
  let source: NodeSource
  let userInfo: [CodingUserInfoKey: Any]
  private let confined = UncheckedState(DecodingState())
  /// Made when somebody asks for a path or an entry outlives its call: most sessions need none.
  private var paths: CodingPathMemory?
  /// Why the whole decoding fails whatever comes of it: keys were asked for that a dictionary of Swift's
  /// would lose one of.
  private(set) var refusal: DecodingError?
  /// Places of keys, for large dictionaries that are not asked in order.
  private var indexes: [Int: [[UInt8]: Int]] = [:]

  /// What changes while values are decoded.
  struct DecodingState: ~Copyable {
    var entries = LinearBuffer<DecodingEntry>(minimumCapacity: 32)
    /// For a position in a dictionary of some size, the position that was asked for next: types ask
    /// for their keys in the same order each time.
    var successors = LinearBuffer<UInt32>(minimumCapacity: 256)
    /// The highest entry that `paths` keeps something of, or −1.
    var highestRemembered = -1
    /// The type that was decoded from a list last, and whether it hashes its members.
    var lastList = ListType()
    /// The types that decoded themselves last: from a list, and from any other value.
    var decodedItself = (
      fromList: ObjectIdentifier(Never.self), fromOther: ObjectIdentifier(Never.self)
    )

    init() { successors.append(repeating: 0, count: 256) }
  }

  private var entries: LinearBuffer<DecodingEntry> {
    @inline(__always) _read { yield confined.state.entries }
    @inline(__always) _modify { yield &confined.state.entries }
  }

  /// A step on the way down.
  struct DecodingEntry: BitwiseCopyable {
    var parent: UInt32
    /// The container that the value stands in, and where; −1 for the root and for the same value
    /// once more.
    var container: Int32
    var position: Int32
    /// The position of the key that was asked for last in the value itself, a dictionary, plus one.
    var cursor: UInt32
    /// The caller's key: it lasts as long as the entry.
    var key: BorrowedKey
  }

  /// A value, and where it stands. The index is −1 for a value that is absent.
  struct DecodingPosition: BitwiseCopyable {
    var node: Int
    var container: Int
    var index: Int
    /// The entry of the container.
    var parent: UInt32
    /// The caller's key, where the container is a dictionary.
    var key = BorrowedKey()
  }

  /// Dictionaries above this size get an index when their keys are not asked in order.
  private static let largestScan = 16

  init(_ storage: DocumentStorage, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.storage = storage
    self.userInfo = userInfo
    view = storage.view
    source = storage.source
    entries.append(
      DecodingEntry(parent: 0, container: -1, position: -1, cursor: 0, key: BorrowedKey()))
  }

  /// Decodes a value that decodes itself.
  @inline(__always)
  func decodeItself<T: Decodable>(_ type: T.Type, at position: DecodingPosition) throws -> T {
    let count = entries.count
    try checkStack(position)
    defer { truncate(to: count) }
    return try type.init(
      from: NodeDecoder(
        session: self, index: Int32(truncatingIfNeeded: position.node), entry: push(position)))
  }

  /// Adds an entry; its number.
  @inline(__always)
  func push(_ position: DecodingPosition) -> UInt32 {
    append(position)
    return UInt32(truncatingIfNeeded: entries.count &- 1)
  }

  @inline(__always)
  private func append(_ position: DecodingPosition) {
    entries.append(
      DecodingEntry(
        parent: position.parent, container: Int32(truncatingIfNeeded: position.container),
        position: Int32(truncatingIfNeeded: position.index), cursor: 0,
        key: position.key))
  }

  /// Throws where too little is left of the stack for the values in a value. A look at every eighth level
  /// is enough: what must be left is more than eight levels take.
  @inline(__always)
  func checkStack(_ position: DecodingPosition) throws {
    if entries.count & 7 == 0, StackGuard.isLow { throw tooDeep(position) }
  }

  @inline(never)
  private func tooDeep(_ position: DecodingPosition) -> DecodingError {
    error(.stackLimit, type: Any.self, at: position)
  }

  /// Takes an entry, and all that were added after it, away again.
  @inline(__always)
  func pop(_ entry: UInt32) { truncate(to: Int(entry)) }

  @inline(__always)
  private func truncate(to count: Int) {
    guard count < entries.count else { return }
    entries.truncate(to: count)
    if count <= confined.state.highestRemembered { forget(from: count) }
  }

  @inline(never)
  private func forget(from entry: Int) {
    paths?.forget(from: entry)
    confined.state.highestRemembered = paths?.highestEntry ?? -1
  }

  /// Adds an entry that lasts longer than the call that gives its key.
  @inline(never)
  func push(_ position: DecodingPosition, keeping key: any CodingKey) -> UInt32 {
    var position = position
    position.key = BorrowedKey()
    let entry = push(position)
    if paths == nil { paths = CodingPathMemory() }
    paths?.keep(key, of: Int(entry))
    confined.state.highestRemembered = Int(entry)
    return entry
  }

  @inline(__always)
  func node(_ index: Int) -> Node { index < 0 ? Node(.null) : storage.nodes[index] }

  // MARK: Keys

  /// The position of a key in a dictionary, or −1. The key that was asked for after the last one
  /// the time before is tried first, then the next one in the document.
  @inline(never)
  func position(of key: String, in dictionary: Node, _ entry: UInt32) -> Int {
    let last = Int(entry) < entries.count ? Int(entries[Int(entry)].cursor) : 0
    let slot = (dictionary.count &* 29 &+ last) & 255
    let guess = Int(confined.state.successors[slot])
    if guess < dictionary.count, isKey(key, position: guess, dictionary: dictionary) {
      return found(guess, entry: entry)
    }
    let position =
      last < dictionary.count && isKey(key, position: last, dictionary: dictionary)
      ? last : search(key, dictionary: dictionary)
    if position < 0 { return -1 }
    confined.state.successors[slot] = UInt32(truncatingIfNeeded: position)
    return found(position, entry: entry)
  }

  @inline(__always)
  private func found(_ position: Int, entry: UInt32) -> Int {
    if Int(entry) < entries.count {
      entries[Int(entry)].cursor = UInt32(truncatingIfNeeded: position &+ 1)
    }
    return position
  }

  @inline(__always)
  private func isKey(_ key: String, position: Int, dictionary: Node) -> Bool {
    storage.nodes[storage.key(position, of: dictionary)].isText(key, in: source)
  }

  private func search(_ key: String, dictionary: Node) -> Int {
    if dictionary.count > Self.largestScan { return indexed(key, dictionary: dictionary) }
    for position in 0..<dictionary.count
    where isKey(key, position: position, dictionary: dictionary) { return position }
    return -1
  }

  /// Keys are told apart by their bytes: two may be equal as `String`s.
  private func indexed(_ key: String, dictionary: Node) -> Int {
    if indexes[dictionary.start] == nil {
      var index = [[UInt8]: Int](minimumCapacity: dictionary.count)
      for position in 0..<dictionary.count {
        let node = storage.nodes[storage.key(position, of: dictionary)]
        index[Array(node.text(in: source).utf8)] = position
      }
      indexes[dictionary.start] = index
    }
    return indexes[dictionary.start]?[Array(key.utf8)] ?? -1
  }

  /// Throws where the keys of a dictionary cannot be those of a dictionary of Swift's.
  func requireTextKeys(_ position: DecodingPosition) throws {
    if let fault = storage.keyFault(ofDictionary: position.node) {
      throw error(.unusableKeys(fault), type: [String: Any].self, at: position)
    }
  }

  /// Whether a value of a type, which is decoded from an array or set, hashes its members.
  @inline(__always)
  func hashesMembers(_ type: Any.Type) -> Bool { confined.state.lastList.hashesMembers(type) }

  /// Whether a type is the one that decoded itself last, so that it need not be compared with others.
  @inline(__always)
  func decodedItself(_ type: Any.Type, fromList isList: Bool) -> Bool {
    let last =
      isList ? confined.state.decodedItself.fromList : confined.state.decodedItself.fromOther
    return last == ObjectIdentifier(type)
  }

  @inline(__always)
  func noteDecodesItself(_ type: Any.Type, fromList isList: Bool) {
    if isList {
      confined.state.decodedItself.fromList = ObjectIdentifier(type)
    } else {
      confined.state.decodedItself.fromOther = ObjectIdentifier(type)
    }
  }

  /// Whether the keys of a dictionary can be those of a dictionary of Swift's. Where they cannot, the
  /// decoding fails in the end: whoever asks for all keys cannot be told at once.
  func admitsTextKeys(_ position: DecodingPosition) -> Bool {
    guard let fault = storage.keyFault(ofDictionary: position.node) else { return true }
    if refusal == nil {
      refusal = error(.unusableKeys(fault), type: [String: Any].self, at: position)
    }
    return false
  }

  // MARK: Paths

  /// The keys and indices from the root to the value of an entry, and one further.
  func codingPath(_ entry: UInt32, appending last: (any CodingKey)? = nil) -> [any CodingKey] {
    let number = Int(entry) < entries.count ? Int(entry) : 0
    if paths == nil { paths = CodingPathMemory() }
    let path = paths?.path(to: number, appending: last) { number, kept in
      let entry = entries[number]
      return (
        Int(entry.parent),
        entry.key.key(keyText(entry.container, index: entry.position)) ?? kept
          ?? key(entry.container, index: entry.position)
      )
    }
    confined.state.highestRemembered = paths?.highestEntry ?? -1
    return path ?? []
  }

  /// The keys and indices from the root to a value.
  func codingPath(_ position: DecodingPosition) -> [any CodingKey] {
    let (container, index) = (Int32(position.container), Int32(position.index))
    let last = position.key.key(keyText(container, index: index)) ?? key(container, index: index)
    return codingPath(position.parent, appending: last)
  }

  /// The key of a value in its container as the document has it.
  private func key(_ container: Int32, index: Int32) -> (any CodingKey)? {
    guard container >= 0, index >= 0 else { return nil }
    let node = storage.nodes[Int(container)]
    guard node.kind == .dictionary else { return PlistIndexKey(Int(index)) }
    return keyText(container, index: index).map { PlistCodingKey(stringValue: $0) }
  }

  /// The text of a key in a dictionary; nil where there is none.
  private func keyText(_ container: Int32, index: Int32) -> String? {
    guard container >= 0, index >= 0 else { return nil }
    let node = storage.nodes[Int(container)]
    guard node.kind == .dictionary, index < node.count else { return nil }
    return storage.nodes[storage.key(Int(index), of: node)].text(in: source)
  }

  /// Whether a value stands for nil.
  @inline(__always)
  func isNull(_ node: Node) -> Bool {
    node.isNull(in: source)
  }
}
