// Equal texts of an archive are one object: a hash table of object numbers, with eight bytes a place,
// which looks the texts up in the table that is made.

/// The objects of an archive that are texts, by their text.
struct DistinctTexts: ~Copyable {
  /// A place of the hash table. Object 0 is nil, so that it marks a free place.
  struct TextSlot: BitwiseCopyable {
    var hash: UInt32 = 0
    var object: UInt32 = 0
  }

  /// A power of two long, at most three quarters full.
  private var slots: LinearBuffer<TextSlot>
  private var count = 0
  private let seed = processHashSeed

  init() {
    slots = LinearBuffer(minimumCapacity: 256)
    slots.append(repeating: TextSlot(), count: 256)
  }

  /// The object of the text that stands in a range; `object` when the text is new.
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
