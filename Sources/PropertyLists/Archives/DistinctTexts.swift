// Equal strings of an archive are one object: an index of object numbers that looks up the strings
// in the table under construction. Relies on `HashIndex`.

/// The objects of an archive that are strings, by their text.
struct DistinctTexts: ~Copyable {
  private var index: HashIndex
  private let seed = processHashSeed

  init() { index = HashIndex(minimumCapacity: 128) }

  /// The object with the text at a range; `object` if the text is new. Takes views, because the
  /// compiler would copy the table.
  mutating func object(
    _ range: Range<Int>, orNew object: UInt32, text view: ByteView, nodes: BufferView<Node>,
    objects: BufferView<UInt32>
  ) -> UInt32 {
    self.object(
      range, hash: hash(range, text: view), orNew: object, text: view, nodes: nodes,
      objects: objects)
  }

  /// The number of texts.
  var count: Int { index.count }

  /// Makes the index large enough for a number of texts.
  mutating func reserve(_ count: Int) { index.reserve(count) }

  func hash(_ range: Range<Int>, text view: ByteView) -> UInt32 {
    view.hash(at: range.lowerBound, count: range.count, seed: seed)
  }

  /// Brings the memory for a hash into the cache.
  func prefetch(_ hash: UInt32) { index.prefetch(hash) }

  /// Returns the object with the text at a range, whose hash is known; `object` if the text is new.
  mutating func object(
    _ range: Range<Int>, hash: UInt32, orNew object: UInt32, text view: ByteView,
    nodes: BufferView<Node>, objects: BufferView<UInt32>
  ) -> UInt32 {
    var found = index.first(hash)
    while found.number >= 0 {
      let node = nodes[Int(objects[found.number])]
      if node.count == range.count,
        view.isEqual(at: range.lowerBound, count: range.count, to: view, at: node.start)
      {
        return UInt32(truncatingIfNeeded: found.number)
      }
      found = index.next(after: found, hash: hash)
    }
    index.insert(Int(object), hash: hash, at: found)
    return object
  }
}
