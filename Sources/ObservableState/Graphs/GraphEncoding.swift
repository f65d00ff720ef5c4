// One encoding of a graph, in increments, while the graph continues to change. Relies on the
// archiver, which encodes an object out of turn before it is changed.

internal import KeyedArchives
internal import StateStorage

/// An encoding of a graph in progress, on the actor of the graph.
final class GraphEncoding {
  private let archiver: KeyedArchiver
  /// The number of changes to the graph when the encoding began.
  let changes: Int
  /// Whether the encoding must start over because a change did not name its object.
  var isStale = false
  /// Whether objects that the graph might not contain were encoded out of turn.
  private var isAhead = false

  /// Begins with the root, without encoding the objects that it refers to.
  init<Root>(
    _ root: Root, format: GraphFormat<Root>, schema: StateSchema, changes: Int,
    expecting objects: Int
  ) throws {
    self.changes = changes
    archiver = KeyedArchiver(gradually: format.options, expecting: objects)
    try format.encode(root, archiver)
    if schema.version > 1 { try archiver.encode(schema.version, forKey: schema.key) }
  }

  /// Encodes an object that is about to change.
  func encode(_ object: AnyObject) {
    if isStale { return }
    isAhead = true
    // An object that the graph does not contain yet might not be ready to be encoded.
    do { try archiver.encodeBeforeChange(of: object) } catch { isStale = true }
  }

  /// Encodes one more increment of about ten milliseconds, after which the actor is free, or
  /// everything that remains. Returns whether everything is encoded.
  func encodePiece(isLast: Bool) throws -> Bool {
    let start = ContinuousClock.now
    var count = 0
    do {
      return try archiver.encodeWaiting {
        count &+= 1
        // Reading the clock takes as long as encoding an object.
        return isLast || count % 16 != 0 || ContinuousClock.now - start < .milliseconds(10)
      }
    } catch {
      try startOver(because: error)
      return false
    }
  }

  /// Starts over after an error that an object encoded out of turn may have caused.
  private func startOver(because error: any Error) throws {
    guard isAhead else { throw error }
    isStale = true
  }

  /// The number of objects that were visited.
  var objectCount: Int { archiver.instanceCount }

  /// Returns the encoded objects, for use on any thread; nil if the encoding must start over.
  func finish() throws -> EncodedObjects? {
    do { return try archiver.finishEncodingObjects() } catch {
      try startOver(because: error)
      return nil
    }
  }
}
