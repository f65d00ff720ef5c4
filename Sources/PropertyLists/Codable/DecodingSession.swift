// One call of a decoder: the document, and the way down to the value at hand, kept as a short stack
// of entries so that coding paths are made only when somebody asks.

/// The state of one decoding.
final class DecodingSession {
  let storage: DocumentStorage
  let view: ByteView
  let userInfo: [CodingUserInfoKey: Any]
  private let confined = Confined(State())
  /// Places of keys, for large dictionaries that are not asked in order.
  private var indexes: [Int: [[UInt8]: Int]] = [:]

  /// What changes while values are decoded.
  struct State: ~Copyable {
    var entries = LinearBuffer<Entry>(minimumCapacity: 32)
    /// For a position in a dictionary of some size, the position that was asked for next: types ask
    /// for their keys in the same order each time.
    var successors = LinearBuffer<UInt32>(minimumCapacity: 256)

    init() { successors.append(repeating: 0, count: 256) }
  }

  private var entries: LinearBuffer<Entry> {
    @inline(__always) _read { yield confined.state.entries }
    @inline(__always) _modify { yield &confined.state.entries }
  }

  /// A step on the way down.
  struct Entry: BitwiseCopyable {
    var parent: UInt32
    /// The container that the value stands in, and where; −1 for the root and for the same value
    /// once more.
    var container: Int32
    var position: Int32
    /// The position of the key that was asked for last in the value itself, a dictionary, plus one.
    var cursor: UInt32
  }

  /// A value, and where it stands. The index is −1 for a value that is absent.
  struct Place: BitwiseCopyable {
    var index: Int
    var container: Int
    var position: Int
    /// The entry of the container.
    var parent: UInt32
  }

  /// Dictionaries above this size get an index when their keys are not asked in order.
  private static let largestScan = 16

  init(_ storage: DocumentStorage, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.storage = storage
    self.userInfo = userInfo
    view = storage.view
    entries.append(Entry(parent: 0, container: -1, position: -1, cursor: 0))
  }

  /// Decodes a value that decodes itself.
  @inline(__always)
  func decodeItself<T: Decodable>(_ type: T.Type, _ place: Place) throws -> T {
    let count = entries.count
    defer { if entries.count > count { entries.truncate(to: count) } }
    return try T(
      from: NodeDecoder(
        session: self, index: Int32(truncatingIfNeeded: place.index), entry: push(place)))
  }

  /// Adds an entry; its number.
  @inline(__always)
  func push(_ place: Place) -> UInt32 {
    entries.append(
      Entry(
        parent: place.parent, container: Int32(truncatingIfNeeded: place.container),
        position: Int32(truncatingIfNeeded: place.position), cursor: 0))
    return UInt32(truncatingIfNeeded: entries.count &- 1)
  }

  /// Takes an entry, and all that were added after it, away again.
  func pop(_ entry: UInt32) { entries.truncate(to: min(Int(entry), entries.count)) }

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
    if guess < dictionary.count, isKey(key, guess, dictionary) { return found(guess, entry) }
    let position =
      last < dictionary.count && isKey(key, last, dictionary) ? last : search(key, dictionary)
    if position < 0 { return -1 }
    confined.state.successors[slot] = UInt32(truncatingIfNeeded: position)
    return found(position, entry)
  }

  @inline(__always)
  private func found(_ position: Int, _ entry: UInt32) -> Int {
    if Int(entry) < entries.count {
      entries[Int(entry)].cursor = UInt32(truncatingIfNeeded: position &+ 1)
    }
    return position
  }

  @inline(__always)
  private func isKey(_ key: String, _ position: Int, _ dictionary: Node) -> Bool {
    storage.nodes[storage.key(position, of: dictionary)].isText(key, in: view)
  }

  private func search(_ key: String, _ dictionary: Node) -> Int {
    if dictionary.count > Self.largestScan { return indexed(key, dictionary) }
    for position in 0..<dictionary.count where isKey(key, position, dictionary) { return position }
    return -1
  }

  /// Keys are told apart by their bytes: two may be equal as `String`s.
  private func indexed(_ key: String, _ dictionary: Node) -> Int {
    if indexes[dictionary.start] == nil {
      var index = [[UInt8]: Int](minimumCapacity: dictionary.count)
      for position in 0..<dictionary.count {
        let node = storage.nodes[storage.key(position, of: dictionary)]
        index[Array(node.text(in: view).utf8)] = position
      }
      indexes[dictionary.start] = index
    }
    return indexes[dictionary.start]?[Array(key.utf8)] ?? -1
  }

  // MARK: Paths

  /// The keys and indices from the root to the value of an entry.
  func codingPath(_ entry: UInt32) -> [any CodingKey] {
    PlistPath(steps(entry)).codingPath
  }

  private func steps(_ entry: UInt32) -> [PlistPath.Step] {
    var steps: [PlistPath.Step] = []
    var number = Int(entry)
    while number > 0, number < entries.count {
      let entry = entries[number]
      if let step = step(Int(entry.container), Int(entry.position)) { steps.append(step) }
      // Entries are made after their parents: the way up ends.
      number = Int(entry.parent) < number ? Int(entry.parent) : 0
    }
    return steps.reversed()
  }

  private func step(_ container: Int, _ position: Int) -> PlistPath.Step? {
    guard container >= 0, position >= 0 else { return nil }
    let node = storage.nodes[container]
    guard node.kind == .dictionary else { return .index(position) }
    guard position < node.count else { return nil }
    return .key(storage.nodes[storage.key(position, of: node)].text(in: view))
  }

  // MARK: Errors

  /// The path to a value, for both kinds of error.
  func path(_ place: Place) -> PlistPath {
    PlistPath(steps(place.parent) + [step(place.container, place.position)].compactMap { $0 })
  }

  func context(_ code: PlistError.Code, _ message: String, _ place: Place) -> DecodingError.Context
  {
    let path = path(place)
    let error = PlistError(
      code, message, position: storage.position(of: max(place.index, 0)), path: path)
    return DecodingError.Context(
      codingPath: path.codingPath, debugDescription: error.description, underlyingError: error)
  }

  /// The value is of another kind than the type needs.
  @inline(never)
  func mismatch(_ type: Any.Type, _ expected: String, _ place: Place) -> DecodingError {
    let node = node(place.index)
    if isNull(node) {
      let message = "expected \(expected) for \(type), found nothing"
      return .valueNotFound(type, context(.valueNotFound, message, place))
    }
    let message = "expected \(expected) for \(type), found \(node.kind.phrase)"
    return .typeMismatch(type, context(.typeMismatch, message, place))
  }

  @inline(never)
  func outOfRange(_ type: Any.Type, _ value: String, _ place: Place) -> DecodingError {
    .dataCorrupted(context(.integerOutOfRange, "\(value) does not fit in \(type)", place))
  }

  /// Whether a value stands for nil: a null, or the string `$null`.
  @inline(__always)
  func isNull(_ node: Node) -> Bool {
    guard node.kind == .string else { return node.kind == .null }
    if node.form <= NodeForm.utf8 {
      return node.count == 5 && view.matches("$null", at: node.start)
    }
    return node.isText("$null", in: view)
  }
}

extension PlistKind {
  /// The kind as a sentence has it.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer: "an integer"
    case .real: "a real"
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .uid: "a UID"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}
