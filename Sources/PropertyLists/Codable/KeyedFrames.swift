// What keyed containers code, and what a session knows of the keys of their types.

/// The dictionary that a keyed container reads.
@safe
final class DecodingFrame: ReusableFrame {
  let session: DecodingSession
  private let unretainedSession: UnretainedReference<DecodingSession>
  let keys: KeyPositions
  @exclusivity(unchecked) private var contents: FrameContents
  @exclusivity(unchecked) private var cursorOfLast: UInt32 = 0

  /// A dictionary's node, its index, and the entry of its value.
  struct FrameContents: BitwiseCopyable {
    var node: Node
    var index: Int32
    var entry: UInt32
  }

  var unkept: UnkeptContainers?
  static var isRetainedByContainer: Bool { false }

  init(_ contents: FrameContents, keys: KeyPositions, session: DecodingSession) {
    self.session = session
    unretainedSession = UnretainedReference(session)
    self.keys = keys
    unsafe self.contents = contents
  }

  @inline(__always) var node: Node { unsafe contents.node }
  @inline(__always) var index: Int32 { unsafe contents.index }
  @inline(__always) var entryNumber: UInt32 { unsafe contents.entry }

  /// Calls a function with the session, which is not retained again.
  @inline(__always)
  func withSession<Result>(_ body: (DecodingSession) throws -> Result) rethrows -> Result {
    try unretainedSession.with(body)
  }

  /// One more than the position of the key that was requested last.
  @inline(__always) var cursor: UInt32 {
    get { unsafe cursorOfLast }
    set { unsafe cursorOfLast = newValue }
  }

  /// Starts reading another dictionary.
  @inline(__always)
  func begin(_ contents: FrameContents) {
    unsafe self.contents = contents
    unsafe cursorOfLast = 0
  }
}

/// The dictionary that a keyed container adds to.
@safe
final class EncodingFrame: ReusableFrame {
  let keys: KeyNumbers
  @exclusivity(unchecked) private var contents: FrameContents

  /// A dictionary's node, or nil if the value was already encoded as something else, and the entry
  /// of the value.
  struct FrameContents: BitwiseCopyable {
    var container: UInt32?
    var entry: EncodingSession.EntryReference
  }

  var unkept: UnkeptContainers?
  static var isRetainedByContainer: Bool { true }

  init(_ contents: FrameContents, keys: KeyNumbers, session: EncodingSession) {
    self.keys = keys
    unsafe self.contents = contents
  }

  @inline(__always) var container: UInt32? { unsafe contents.container }
  @inline(__always) var entry: EncodingSession.EntryReference { unsafe contents.entry }
  @inline(__always) var entryNumber: UInt32 { unsafe contents.entry.number }

  /// Starts adding to another dictionary.
  @inline(__always)
  func begin(_ contents: FrameContents) { unsafe self.contents = contents }
}

/// For each case of an enum of coding keys, the key's node and its position in the dictionary in
/// which it was found last. Equal keys of a document are usually one node, so that comparing two
/// numbers replaces creating and comparing the text of the key.
@safe
@usableFromInline
package final class KeyPositions: ReusableKeys {
  /// Where a key was found, and in which session.
  private struct KnownKey: BitwiseCopyable {
    var session: UInt32 = 0
    var node: UInt32 = 0
    var position: UInt32 = 0
  }

  @exclusivity(unchecked) private var known = LinearBuffer<KnownKey>(minimumCapacity: 16)
  /// The number of the current session, which is never 0.
  @exclusivity(unchecked) private var session: UInt32 = 1

  @usableFromInline package init() {}

  /// Forgets all keys, because the next document has other nodes.
  @usableFromInline
  package func forget() {
    unsafe session &+= 1
    if unsafe session == 0 {
      unsafe known.truncate(to: 0)
      unsafe session = 1
    }
  }

  /// Returns the position of a key in a dictionary if it is the position in which the key was found
  /// last; −1 otherwise.
  @inline(__always)
  func position<Nodes: ReferenceLookup>(ofCase number: Int, dictionary: Node, nodes: Nodes) -> Int {
    guard unsafe number < known.count else { return -1 }
    let key = unsafe known[number]
    let position = Int(key.position)
    guard unsafe key.session == session, position < dictionary.count,
      nodes.reference(position, from: dictionary.start) == key.node
    else { return -1 }
    return position
  }

  /// Records where a key was found.
  @inline(never)
  func note(case number: Int, position: Int, node: UInt32) {
    let missing = unsafe number &+ 1 &- known.count
    if missing > 0 { unsafe known.append(repeating: KnownKey(), count: missing) }
    let position = UInt32(truncatingIfNeeded: position)
    unsafe known[number] = unsafe KnownKey(session: session, node: node, position: position)
  }
}

/// For a position in a dictionary of a given size, the position that was requested next. Types
/// request their keys in the same order each time.
struct KeySuccessors: ~Copyable {
  private var positions = LinearBuffer<UInt32>(minimumCapacity: 256)

  init() { positions.append(repeating: 0, count: 256) }

  /// Returns the position that was requested after a position in a dictionary with as many pairs.
  @inline(__always)
  func position(after last: Int, count: Int) -> Int {
    Int(positions[Self.index(last, count: count)])
  }

  /// Records the position that was requested after another.
  @inline(__always)
  mutating func note(_ position: Int, after last: Int, count: Int) {
    positions[Self.index(last, count: count)] = UInt32(truncatingIfNeeded: position)
  }

  @inline(__always)
  private static func index(_ last: Int, count: Int) -> Int { (count &* 29 &+ last) & 255 }
}

/// For each case of an enum of coding keys, the number of the key in the table under construction.
@safe
@usableFromInline
package final class KeyNumbers: ReusableKeys {
  @exclusivity(unchecked) private var known = LinearBuffer<UInt32>(minimumCapacity: 16)

  @usableFromInline package init() {}

  /// Forgets all keys, because the next table has other numbers.
  @usableFromInline
  package func forget() { unsafe known.truncate(to: 0) }

  /// Returns the number of a key; nil if it is not known.
  @inline(__always)
  package func number(ofCase number: Int) -> UInt32? {
    guard unsafe number < known.count else { return nil }
    let key = unsafe known[number]
    return key == .max ? nil : key
  }

  /// Records the number of a key.
  @inline(never)
  package func note(case number: Int, key: UInt32) {
    let missing = unsafe number &+ 1 &- known.count
    if missing > 0 { unsafe known.append(repeating: .max, count: missing) }
    unsafe known[number] = key
  }
}
