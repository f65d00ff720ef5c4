// One call of a decoder that reads numbered fields. A session is used again for the next call.

/// The state of one decoding of fields. No two calls use it at the same time.
package final class FieldReading: @unchecked Sendable {
  private let confined: UncheckedState<ReadingState>
  /// The document; nil for a binary file that is read without a table.
  private var storage: DocumentStorage?
  /// The objects of a binary file that is read without a table.
  private var objects: BinaryObjects?
  private var passed: PassedElements?
  private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The sessions that can be used again.
  private static let spare = SpareSessions<FieldReading>()

  /// The mutable state, and views of the document.
  struct ReadingState: ~Copyable {
    var table: FieldTable
    var prefetching: ElementPrefetching
    /// The keys of each type's fields, by their identity.
    var keys: [UnretainedReference<KnownKeys>?] = []
    /// The same keys in any order. None is released before the session.
    var allKeys: [KnownKeys] = []
    var data = DataValues()
  }

  /// The error of a value that `Codable` should decode. It is created once, because most programs
  /// that meet it meet it often.
  static let irregular: any Error = DecodingError.dataCorrupted(
    DecodingError.Context(
      codingPath: [], debugDescription: "the value is decoded once more by Codable"))

  init(_ storage: DocumentStorage) {
    self.storage = storage
    confined = UncheckedState(
      ReadingState(table: FieldTable(storage), prefetching: ElementPrefetching(storage)))
  }

  /// Calls a function with a session for a document: one that was used before, or a new one.
  static func with<Value>(
    _ storage: DocumentStorage, userInfo: [CodingUserInfoKey: any Sendable],
    passed: PassedElements? = nil, body: (FieldReading) throws -> Value
  ) throws -> Value {
    let session = spare.take() ?? FieldReading(storage)
    session.begin(storage, userInfo: userInfo, passed: passed)
    defer { session.end() }
    let value = try body(session)
    if passed?.wasRefused == true { throw irregular }
    return value
  }

  /// Calls a function with a session for a binary file that is read without a table; returns nil if
  /// `BinaryReader` should read the file.
  static func with<Value>(
    _ objects: BinaryObjects, userInfo: [CodingUserInfoKey: any Sendable],
    body: (FieldReading) throws -> Value
  ) -> Value? {
    let session = spare.take() ?? FieldReading(.empty)
    session.storage = nil
    session.objects = objects
    session.userInfo = userInfo
    session.confined.state.table = FieldTable(objects: objects)
    defer { session.end() }
    guard let value = try? body(session), objects.areComplete else { return nil }
    return value
  }

  func begin(
    _ storage: DocumentStorage, userInfo: [CodingUserInfoKey: any Sendable],
    passed: PassedElements? = nil
  ) {
    self.storage = storage
    self.userInfo = userInfo
    confined.state.table = FieldTable(storage, passed: passed)
    self.passed = passed
    confined.state.prefetching = ElementPrefetching(storage)
    objects = nil
  }

  /// Releases the document, and forgets the numbers of its keys.
  private func end() {
    begin(.empty, userInfo: [:])
    confined.state.data.releaseBlock()
    for keys in confined.state.allKeys { keys.forget() }
    _ = Self.spare.keep(self)
    EndedSessions.shared.releaseSome()
  }

  var table: FieldTable {
    @inline(__always)
    _read { yield confined.state.table }
  }

  /// Returns the keys of a type's fields.
  @inline(__always)
  func keys(of fields: PlistFields) -> UnretainedReference<KnownKeys> {
    if fields.identity < confined.state.keys.count, let keys = confined.state.keys[fields.identity]
    {
      return keys
    }
    return newKeys(of: fields)
  }

  @inline(never)
  private func newKeys(of fields: PlistFields) -> UnretainedReference<KnownKeys> {
    let missing = fields.identity + 1 - confined.state.keys.count
    if missing > 0 { confined.state.keys += Array(repeating: nil, count: missing) }
    let keys = KnownKeys(fields)
    confined.state.allKeys.append(keys)
    confined.state.keys[fields.identity] = UnretainedReference(keys)
    return UnretainedReference(keys)
  }

  /// Prefetches memory for the elements of an array after an index, and releases that of elements
  /// before it.
  @inline(__always)
  func prefetchElements(of array: Node, after index: Int) {
    if confined.state.table.hasNoNodes {
      confined.state.table.prefetchObjects(of: array, after: index)
    } else {
      confined.state.table.pass(array, before: index)
      confined.state.prefetching.prefetch(array, after: index)
    }
  }

  /// Returns the document for another decoder, which decodes a value, and ends the release of nodes;
  /// nil if nodes of the value were released, so that the result of this session is discarded.
  func storage(for value: PlistFieldValue) -> DocumentStorage? {
    confined.state.table.keepRest(value.index) ? storage : nil
  }

  /// Returns the bytes of data.
  func data(_ node: Node) -> Data {
    let view = table.source.view
    return confined.state.data.data(node, in: view) ?? storage?.data(of: node)
      ?? view.data(at: node.start, count: node.count)
  }
}
