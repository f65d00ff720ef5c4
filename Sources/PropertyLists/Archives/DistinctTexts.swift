// Finds equal texts of an archive, so that they become one object. A hash table of object numbers,
// with eight bytes per bucket, that compares the texts in the node table under construction.

/// The objects of an archive that are texts, by their text.
struct DistinctTexts: ~Copyable {
  /// A bucket of the hash table. Object 0 is nil and marks a free bucket.
  struct TextSlot: BitwiseCopyable {
    var hash: UInt32 = 0
    var object: UInt32 = 0
  }

  /// The buckets. Their number is a power of two, and at most three quarters are in use.
  private var slots: LinearBuffer<TextSlot>
  private var count = 0
  private let seed = processHashSeed

  init() {
    slots = LinearBuffer(minimumCapacity: 256)
    slots.append(repeating: TextSlot(), count: 256)
  }

  /// Returns the object of the text in a range, or `object` if the text is new.
  mutating func object(
    _ range: Range<Int>, orNew object: UInt32, table: borrowing NodeTableBuilder,
    objects: borrowing LinearBuffer<UInt32>
  ) -> UInt32 {
    let view = table.text.view
    let hash = view.hash(at: range.lowerBound, count: range.count, seed: seed)
    var position = Int(hash) & (slots.count &- 1)
    while slots[position].object != 0 {
      let known = slots[position]
      let node = table.nodes[Int(objects[Int(known.object)])]
      if known.hash == hash, node.count == range.count,
        view.isEqual(at: range.lowerBound, count: range.count, to: view, at: node.start)
      {
        return known.object
      }
      position = (position &+ 1) & (slots.count &- 1)
    }
    slots[position] = TextSlot(hash: hash, object: object)
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return object
  }

  private mutating func grow() {
    let size = slots.count * 2
    var larger = LinearBuffer<TextSlot>(minimumCapacity: size)
    larger.append(repeating: TextSlot(), count: size)
    for index in 0..<slots.count where slots[index].object != 0 {
      var position = Int(slots[index].hash) & (size - 1)
      while larger[position].object != 0 { position = (position + 1) & (size - 1) }
      larger[position] = slots[index]
    }
    slots = larger
  }
}
