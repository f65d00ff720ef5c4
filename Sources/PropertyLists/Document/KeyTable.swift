// Finds equal keys while a document is read: a hash table from the text of a key to its number.
// Most keys of a document thereby become one node each, repeated keys of a dictionary are detected,
// and a decoder can compare keys by number.

/// The distinct keys of a document under construction.
struct KeyTable: ~Copyable {
  /// A distinct key.
  struct DistinctKey: BitwiseCopyable {
    var start: UInt32
    var count: UInt32
    var node: UInt32
    /// The hash of the text; 0 for a key that is not found by its text.
    var hash: UInt32 = 0
    /// The number of the last dictionary that had this key, to detect repeated keys.
    var lastDictionary: UInt32
    /// One more than the number of the key that followed this one the last time. Usually the same
    /// key follows again.
    var successor: UInt32 = 0
  }

  var entries: LinearBuffer<DistinctKey>
  /// The numbers of the keys, by their hashes.
  private var index: HashIndex
  private let seed = processHashSeed
  private var dictionaries: UInt32 = 0
  /// The number of the previous key.
  private var last = 0
  /// The number of keys after which the total number is estimated next.
  private var nextEstimate = 1 << 12
  private static let growth = 8

  init() {
    entries = LinearBuffer(minimumCapacity: 32)
    index = HashIndex(minimumCapacity: 32)
  }

  /// Returns the number of the key with this text. A new key has the node `.max`.
  @inline(__always)
  mutating func entry(_ view: ByteView, at start: Int, count: Int) -> Int {
    entry(view, at: start, count: count, hash: view.hash(at: start, count: count, seed: seed))
  }

  /// Returns the number of the key with this text, whose hash is known.
  @inline(__always)
  mutating func entry(_ view: ByteView, at start: Int, count: Int, hash: UInt32) -> Int {
    let found = index.find(hash) { isEntry($0, view: view, start: start, count: count) }
    return found.number >= 0
      ? found.number : insert(hash, view: view, start: start, count: count, at: found)
  }

  /// Returns the hash of a key that will be looked up soon, and prefetches its slot.
  @inline(__always)
  func prefetchedHash(_ view: ByteView, at start: Int, count: Int) -> UInt32 {
    let hash = view.hash(at: start, count: count, seed: seed)
    index.prefetch(hash)
    return hash
  }

  private func isEntry(_ number: Int, view: ByteView, start: Int, count: Int) -> Bool {
    let entry = entries[number]
    return Int(entry.count) == count
      && view.isEqual(at: start, count: count, to: view, at: Int(entry.start))
  }

  @inline(never)
  private mutating func insert(
    _ hash: UInt32, view: ByteView, start: Int, count: Int, at lookup: HashIndex.Lookup
  ) -> Int {
    entries.append(
      DistinctKey(
        start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
        node: .max, hash: hash, lastDictionary: 0))
    index.insert(entries.count - 1, hash: hash, at: lookup)
    if entries.count == nextEstimate { reserve(for: view, readTo: start + count) }
    return entries.count - 1
  }

  /// Reserves memory for the keys in the rest of a text, if they are as frequent there as before, for up to
  /// eight times as many as were read.
  @inline(never)
  private mutating func reserve(for view: ByteView, readTo end: Int) {
    let most = entries.count * Self.growth
    nextEstimate = most
    let expected = min(entries.count * view.count / end, most)
    if expected <= entries.count { return }
    entries.reserve(expected - entries.count + expected / 16)
    index.reserve(expected)
  }

  /// The key that probably comes next.
  var expected: Int? {
    guard last < entries.count else { return nil }
    let successor = entries[last].successor
    return successor == 0 ? nil : Int(successor) &- 1
  }

  /// Records that a key was read.
  mutating func meet(_ number: Int) {
    entries[last].successor = UInt32(truncatingIfNeeded: number &+ 1)
    last = number
  }

  /// Records that the expected key was read.
  mutating func meetExpected(_ number: Int) { last = number }

  /// Starts a new dictionary for `isRepeated`.
  mutating func beginDictionary() { dictionaries &+= 1 }

  /// Returns whether the current dictionary already has the key, and marks the key.
  mutating func isRepeated(_ number: Int) -> Bool {
    var entry = entries[number]
    if entry.lastDictionary == dictionaries { return true }
    entry.lastDictionary = dictionaries
    entries[number] = entry
    return false
  }
}
