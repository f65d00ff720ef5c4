// One encoding of a graph, piece by piece, while the graph goes on changing. Relies on the archiver, which
// encodes an object out of turn before it is changed.

internal import KeyedArchives

/// A graph that is being encoded, on its actor.
final class GraphEncoding {
  private let archiver: KeyedArchiver
  /// How many changes the graph had when it began.
  let changes: Int
  /// Whether it has to begin anew: something was changed that was not named.
  var isStale = false
  /// Whether objects were encoded out of turn, which the graph need not hold.
  private var isAhead = false

  /// How long a piece may take, before its last object. The actor is free after each.
  private static var longestPiece: Duration { .milliseconds(10) }

  /// Begins with the root, and encodes none of the objects that it refers to yet.
  ///
  /// - Parameters:
  ///   - root: The root of the graph.
  ///   - format: How it is encoded.
  ///   - schema: The version of the graph.
  ///   - changes: How many changes the graph had.
  ///   - objects: How many objects it is expected to have.
  init<Root>(
    _ root: Root, format: GraphFormat<Root>, schema: StateSchema, changes: Int,
    expecting objects: Int
  ) throws {
    self.changes = changes
    archiver = KeyedArchiver(gradually: format.options, expecting: objects)
    try format.encode(root, archiver)
    if schema.version > 1 { try archiver.encode(schema.version, forKey: schema.key) }
  }

  /// Encodes an object that is about to be changed.
  func encode(_ object: AnyObject) {
    if isStale { return }
    isAhead = true
    // An object that the graph does not hold yet may be one that cannot be encoded yet.
    do { try archiver.encodeBeforeChange(of: object) } catch { isStale = true }
  }

  /// Encodes one more piece, or all of the rest.
  ///
  /// - Returns: Whether all is encoded.
  func encodePiece(isLast: Bool) throws -> Bool {
    let start = ContinuousClock.now
    var count = 0
    do {
      return try archiver.encodeWaiting {
        count &+= 1
        // The clock takes as long as an object.
        return isLast || count % 16 != 0 || ContinuousClock.now - start < Self.longestPiece
      }
    } catch {
      try startOver(because: error)
      return false
    }
  }

  /// Begins anew after an error where an object that was encoded out of turn may have led to it.
  private func startOver(because error: any Error) throws {
    guard isAhead else { throw error }
    isStale = true
  }

  /// How many objects were met.
  var objectCount: Int { archiver.instanceCount }

  /// What was encoded, for any thread; nil where it has to begin anew.
  func finish() throws -> EncodedObjects? {
    do { return try archiver.finishEncodingObjects() } catch {
      try startOver(because: error)
      return nil
    }
  }
}
