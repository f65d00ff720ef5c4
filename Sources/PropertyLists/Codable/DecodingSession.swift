// One call of a decoder: the document, and the path to the current value. The path is a short stack
// of entries, so that coding paths are computed only on demand. A session is used again for the next
// call, because creating its buffers and containers takes longer than decoding a small document.

/// The state of one decoding. No two calls use it at the same time. After the call has ended, the
/// program can still use the containers that it kept; `EndedSessions` examines whether they are in use.
final class DecodingSession: EndedSession, @unchecked Sendable {
  /// The document; nil until the table of a binary file is needed.
  private var document: DocumentStorage? = DocumentStorage.empty
  /// The binary file that is decoded without a table, and the options for reading it.
  private var file: (source: SourceBytes, options: PlistReadingOptions)?
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  private let confined = UncheckedState(DecodingState())
  /// Created when a path is requested or an entry outlives its call; most sessions never need it.
  private var paths: CodingPathMemory?
  /// The error that makes the entire decoding fail, even if every type decodes: a type requested
  /// all keys of a dictionary that cannot be the keys of a Swift `Dictionary`.
  private(set) var refusal: DecodingError?
  /// The positions of keys in large dictionaries whose keys are not requested in order, by the dictionary's node.
  private var indexes: [Int: [[UInt8]: Int]] = [:]

  /// The sessions that can be used again.
  private static let spare = SpareSessions<DecodingSession>()
  /// A session whose call had more entries is not used again, because of the memory that it holds.
  private static let largestKeptCapacity = 4096

  /// The mutable state of a decoding, and views of the document, which reading does not retain.
  struct DecodingState: ~Copyable {
    var nodes = DocumentNodes(DocumentStorage.empty)
    /// The text that the nodes refer to.
    var source = DocumentStorage.empty.source
    var entries = LinearBuffer<DecodingEntry>(minimumCapacity: 32)
    var data = DataValues()
    var prefetching = ElementPrefetching(DocumentStorage.empty)
    var upcoming = UpcomingObjects()
    /// A reused buffer for the offsets of some values of an array or dictionary.
    var offsets = LinearBuffer<Int>.unallocated
    var scan = BinaryScan()
    var resources = CallResources<DecodingSession, DecodingFrame>()
    var successors = KeySuccessors()
    /// The highest entry for which `paths` has cached data, or −1.
    var highestRemembered = -1
    var listTypes = ListTypes()
    /// The types that last decoded themselves: from a list, and from any other value.
    var usesInitializer = (
      fromList: ObjectIdentifier(Never.self), fromOther: ObjectIdentifier(Never.self)
    )
  }

  var nodes: DocumentNodes { confined.state.nodes }
  var nodeCount: Int { confined.state.nodes.count }
  var source: NodeSource { confined.state.source }
  var view: ByteView { confined.state.source.view }

  private var entries: LinearBuffer<DecodingEntry> {
    _read { yield confined.state.entries }
    _modify { yield &confined.state.entries }
  }

  /// A value that encloses the current one.
  struct DecodingEntry: BitwiseCopyable {
    var parent: UInt32
    /// The container of the value, and the position in it; −1 for the root, and for an entry that
    /// has the same value as its parent.
    var container: Int32
    var position: Int32
    /// The caller's key, which is valid as long as the entry.
    var key: BorrowedKey
  }

  /// A value and its position. The node is −1 if the value is absent.
  struct DecodingPosition: BitwiseCopyable {
    var node: Int
    var container: Int
    var index: Int
    /// The entry of the container.
    var parent: UInt32
    /// The caller's key if the container is a dictionary.
    var key = BorrowedKey()
  }

  /// The number of nodes from which on the nodes of keys are recorded.
  private static let smallestNotedCount = 128
  /// Larger dictionaries get an index if their keys are not requested in order.
  private static let largestScan = 16

  private init() {}

  /// Decodes a value with the `init(from:)` of its type.
  @inline(__always)
  func decodeItself<T: Decodable>(_ type: T.Type, at position: DecodingPosition) throws -> T {
    let count = entries.count
    try checkStack(position)
    defer { truncate(to: count) }
    return try type.init(
      from: NodeDecoder(
        call: call, index: Int32(truncatingIfNeeded: position.node), entry: push(position)))
  }

  /// Adds an entry and returns its number.
  @inline(__always)
  func push(_ position: DecodingPosition) -> UInt32 {
    // The entry of a container that is used after its value has ended may be gone.
    let parent = min(Int(position.parent), max(entries.count, 1) &- 1)
    entries.append(
      DecodingEntry(
        parent: UInt32(truncatingIfNeeded: parent),
        container: Int32(truncatingIfNeeded: position.container),
        position: Int32(truncatingIfNeeded: position.index), key: position.key))
    return UInt32(truncatingIfNeeded: entries.count &- 1)
  }

  /// Throws if the remaining stack is too small for the nested values. Checking every eighth level
  /// is sufficient, because the required reserve is larger than the stack use of eight levels.
  func checkStack(_ position: DecodingPosition) throws {
    if entries.count & 7 == 0, StackGuard.isLow { throw tooDeep(position) }
  }

  private func tooDeep(_ position: DecodingPosition) -> DecodingError {
    error(.stackLimit, type: Any.self, at: position)
  }

  /// Removes an entry and all later ones.
  func pop(_ entry: UInt32) { truncate(to: Int(entry)) }

  private func truncate(to count: Int) {
    guard count < entries.count else { return }
    entries.truncate(to: count)
    if count <= confined.state.highestRemembered { forget(from: count) }
  }

  private func forget(from entry: Int) {
    paths?.forget(from: entry)
    confined.state.highestRemembered = paths?.highestEntry ?? -1
  }

  /// Adds an entry that outlives the call that provides its key.
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
  func node(_ index: Int) -> Node {
    index < 0 ? Node(.null) : confined.state.nodes.tableNode(index) ?? binaryNode(index)
  }

  @inline(never)
  private func binaryNode(_ index: Int) -> Node {
    confined.state.nodes.binary?.node(index) ?? Node(.null)
  }

  /// Returns a child by its position among the references of a container.
  @inline(__always)
  func child(_ position: Int, of node: Node) -> Int {
    Int(confined.state.nodes.reference(position, from: node.start))
  }

  @inline(__always)
  func value(_ position: Int, of dictionary: Node) -> Int {
    child(dictionary.count &+ position, of: dictionary)
  }

  /// Prefetches memory for the elements of an array after an index.
  @inline(__always)
  func prefetchElements(of array: Node, after index: Int) {
    guard let nodes = confined.state.nodes.binary else {
      return confined.state.prefetching.prefetch(array, after: index)
    }
    if UpcomingObjects.isWorthwhile(array, in: nodes.view) {
      confined.state.upcoming.prefetch(array, after: index, in: nodes)
    }
  }

  /// Calls a function with a buffer for the offsets of some values.
  @inline(__always)
  func withOffsets<Result>(_ body: (inout LinearBuffer<Int>) -> Result) -> Result {
    body(&confined.state.offsets)
  }

  /// Returns the bytes of data.
  func data(_ node: Node) -> Data {
    if let data = confined.state.data.data(node, in: view) { return data }
    let document = file == nil ? document : nil
    return document?.data(of: node) ?? view.data(at: node.start, count: node.count)
  }

  // MARK: Keys

  /// Returns the position of a key in the dictionary of a container, or −1.
  @inline(__always)
  func position(of key: some CodingKey, _ frame: DecodingFrame) -> Int {
    guard let number = key.caseNumber else { return position(of: key.stringValue, frame) }
    let known = frame.keys.position(
      ofCase: number, dictionary: frame.node, nodes: confined.state.nodes)
    if known >= 0 { return found(known, frame: frame) }
    let position = position(of: key.stringValue, frame)
    // In a smaller document, few keys are requested often enough to be worth recording.
    if position >= 0, confined.state.nodes.count >= Self.smallestNotedCount {
      let node = child(position, of: frame.node)
      frame.keys.note(
        case: number, position: position, node: UInt32(truncatingIfNeeded: node))
    }
    return position
  }

  /// Returns the position of a key, or −1. First tries the key that followed the last one the
  /// previous time, then the next key in the document.
  @inline(never)
  private func position(of key: String, _ frame: DecodingFrame) -> Int {
    let dictionary = frame.node
    let last = Int(frame.cursor)
    let guess = confined.state.successors.position(after: last, count: dictionary.count)
    if guess < dictionary.count, isKey(key, position: guess, dictionary: dictionary) {
      return found(guess, frame: frame)
    }
    let position =
      last < dictionary.count && isKey(key, position: last, dictionary: dictionary)
      ? last : search(key, in: frame)
    if position < 0 { return -1 }
    confined.state.successors.note(position, after: last, count: dictionary.count)
    return found(position, frame: frame)
  }

  @inline(__always)
  private func found(_ position: Int, frame: DecodingFrame) -> Int {
    frame.cursor = UInt32(truncatingIfNeeded: position &+ 1)
    return position
  }

  @inline(__always)
  private func isKey(_ key: String, position: Int, dictionary: Node) -> Bool {
    node(child(position, of: dictionary)).isText(key, in: confined.state.source)
  }

  private func search(_ key: String, in frame: DecodingFrame) -> Int {
    let (number, dictionary) = (Int(frame.index), frame.node)
    if dictionary.count <= Self.largestScan {
      for position in 0..<dictionary.count
      where isKey(key, position: position, dictionary: dictionary) { return position }
      return -1
    }
    // An index of a large dictionary by the bytes of the keys: two may be equal as `String`s.
    if indexes[number] == nil {
      var index = [[UInt8]: Int](minimumCapacity: dictionary.count)
      for position in 0..<dictionary.count {
        index[Array(keyText(position, of: dictionary).utf8)] = position
      }
      indexes[number] = index
    }
    return indexes[number]?[Array(key.utf8)] ?? -1
  }

  /// Throws if the keys of a dictionary cannot be the keys of a Swift `Dictionary`.
  func requireTextKeys(_ position: DecodingPosition) throws {
    if let fault = keyFault(position) {
      throw error(.unusableKeys(fault), type: [String: Any].self, at: position)
    }
  }

  /// Returns the reason why the keys of a dictionary cannot be the keys of a Swift `Dictionary`. All keys
  /// of a file without a table are ASCII.
  private func keyFault(_ position: DecodingPosition) -> PlistError? {
    file == nil ? document?.keyFault(ofDictionary: position.node) : nil
  }

  private func keyText(_ position: Int, of dictionary: Node) -> String {
    node(child(position, of: dictionary)).text(in: source)
  }

  /// Returns what is known of a type that is decoded from an array or set.
  func listType(_ type: Any.Type) -> ListTypes.KnownType { confined.state.listTypes.known(type) }

  /// Returns whether a type is the one that last decoded itself, so that it need not be compared
  /// with other types.
  func usesInitializer(_ type: Any.Type, fromList isList: Bool) -> Bool {
    let last =
      isList ? confined.state.usesInitializer.fromList : confined.state.usesInitializer.fromOther
    return last == ObjectIdentifier(type)
  }

  func noteUsesInitializer(_ type: Any.Type, fromList isList: Bool) {
    if isList {
      confined.state.usesInitializer.fromList = ObjectIdentifier(type)
    } else {
      confined.state.usesInitializer.fromOther = ObjectIdentifier(type)
    }
  }

  /// Returns whether the keys of a dictionary can be the keys of a Swift `Dictionary`. If not, the
  /// decoding fails at its end, because `allKeys` cannot throw.
  func admitsTextKeys(_ position: DecodingPosition) -> Bool {
    guard let fault = keyFault(position) else { return true }
    if refusal == nil {
      refusal = error(.unusableKeys(fault), type: [String: Any].self, at: position)
    }
    return false
  }

  // MARK: Containers

  /// Returns a container that reads a dictionary.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type, contents: DecodingFrame.FrameContents)
    -> KeyedDecodingContainer<Key>
  {
    confined.state.resources.containers.container(
      type, contents: contents, entry: contents.entry, session: self
    ) { frame, isKept in
      isKept
        ? KeyedDecodingContainer(KeyedDecoding<Key, Void>(frame: frame, owner: ()))
        : KeyedDecodingContainer(KeyedDecoding<Key, DecodingFrame>(frame: frame, owner: frame))
    }
  }

  // MARK: Calls

  var call: DecodingCall { confined.state.resources.call(of: self) }

  /// Calls a function with a session for a document: one that was used before, or a new one.
  static func with<Value>(
    _ storage: DocumentStorage, userInfo: [CodingUserInfoKey: any Sendable],
    body: (DecodingSession) throws -> Value
  ) throws -> Value {
    let session = spare.take() ?? DecodingSession()
    session.begin(storage, userInfo: userInfo)
    defer { session.retire() }
    return try body(session)
  }

  /// Calls a function with a session for the bytes of a property list, and with the number of the
  /// root. A binary file has no table if possible.
  static func with<Value>(
    _ source: SourceBytes, options: PlistReadingOptions,
    userInfo: [CodingUserInfoKey: any Sendable],
    body: (DecodingSession, Int) throws -> Value
  ) throws -> Value {
    let session = spare.take() ?? DecodingSession()
    defer { session.retire() }
    let root = try session.begin(source, options: options, userInfo: userInfo)
    return try body(session, root)
  }

  private func begin(_ storage: DocumentStorage, userInfo: [CodingUserInfoKey: any Sendable]) {
    document = storage
    confined.state.nodes = DocumentNodes(storage)
    confined.state.source = storage.source
    confined.state.prefetching = ElementPrefetching(storage)
    begin(userInfo)
  }

  /// Starts decoding the bytes of a property list; returns the number of its root.
  private func begin(
    _ source: SourceBytes, options: PlistReadingOptions,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Int {
    if let binary = BinaryNodes(source.view, options: options),
      let nodes = confined.state.scan.nodes(binary, options: options)
    {
      (document, file) = (nil, (source, options))
      confined.state.nodes = nodes
      confined.state.source = NodeSource(source.view)
      begin(userInfo)
      return binary.trailer.topObject
    }
    let storage = try DocumentStorage.read(source, options: options.forDecoding)
    begin(storage, userInfo: userInfo)
    return storage.root
  }

  private func begin(_ userInfo: [CodingUserInfoKey: any Sendable]) {
    // The conversion of the dictionary to another type takes time even if it is empty.
    if userInfo.isEmpty { self.userInfo = [:] } else { self.userInfo = userInfo }
    entries.append(DecodingEntry(parent: 0, container: -1, position: -1, key: BorrowedKey()))
  }

  /// Returns the document, for values without a type. That of a binary file without a table is read
  /// when it is first needed; its nodes have the numbers of the objects.
  func wholeDocument() throws(PlistError) -> DocumentStorage {
    if let document { return document }
    guard let file else { return .empty }
    let read = try DocumentStorage.read(file.source, options: file.options)
    guard read.nodes.count == nodes.count else {
      throw PlistError(.unexpectedEnd, message: "the file changed while it was decoded")
    }
    document = read
    return read
  }

  /// Returns a value for an error.
  func failedValue(_ position: DecodingPosition) -> FailedValue {
    guard let file, let binary = nodes.binary else {
      return .node(position.node, of: document ?? .empty)
    }
    let offset = binary.offset(of: max(position.node, 0))
    return .object(node(position.node), offset: offset, of: file.source)
  }

  /// Ends the call. The session can be used again if the program has no reference to a decoder or
  /// container of the call.
  private func retire() {
    confined.state.data.releaseBlock()
    if confined.state.resources.end(), entries.capacity <= Self.largestKeptCapacity {
      reset()
      if Self.spare.keep(self) { return EndedSessions.shared.releaseSome() }
    }
    EndedSessions.shared.end(self)
  }

  package func closeContainers() -> Bool { confined.state.resources.release() }

  /// Releases the document and everything else that belonged to the call.
  private func reset() {
    begin(.empty, userInfo: [:])
    file = nil
    entries.truncate(to: 0)
    confined.state.highestRemembered = -1
    (paths, refusal, indexes) = (nil, nil, [:])
  }

  // MARK: Paths

  /// Returns the keys and indexes from the root to the value of an entry, followed by one more key.
  func codingPath(_ entry: UInt32, appending last: (any CodingKey)? = nil) -> [any CodingKey] {
    let number = Int(entry) < entries.count ? Int(entry) : 0
    var memory = paths.take() ?? CodingPathMemory()
    let path = memory.path(to: number, appending: last) { number, kept in
      let entry = entries[number]
      return (
        Int(entry.parent),
        entry.key.key(keyText(entry.container, index: entry.position)) ?? kept
          ?? key(entry.container, index: entry.position)
      )
    }
    confined.state.highestRemembered = memory.highestEntry
    paths = memory
    return path
  }

  /// Returns the keys and indexes from the root to a value.
  func codingPath(_ position: DecodingPosition) -> [any CodingKey] {
    let (container, index) = (Int32(position.container), Int32(position.index))
    let last = position.key.key(keyText(container, index: index)) ?? key(container, index: index)
    return codingPath(position.parent, appending: last)
  }

  /// Returns the key or index of a value in its container, as the document has it.
  private func key(_ container: Int32, index: Int32) -> (any CodingKey)? {
    guard container >= 0, index >= 0 else { return nil }
    guard node(Int(container)).kind == .dictionary else { return PlistIndexKey(Int(index)) }
    return keyText(container, index: index).map { PlistCodingKey(stringValue: $0) }
  }

  /// Returns the text of a key in a dictionary; nil if there is none.
  private func keyText(_ container: Int32, index: Int32) -> String? {
    guard container >= 0, index >= 0 else { return nil }
    let node = node(Int(container))
    guard node.kind == .dictionary, index < node.count else { return nil }
    return keyText(Int(index), of: node)
  }

  /// Whether a value represents nil.
  func isNull(_ node: Node) -> Bool { node.isNull(in: source) }
}

/// A call of a decoder, to which its decoders refer.
typealias DecodingCall = CodingCall<DecodingSession>
