// Prefetches the values of the next elements of a large array of a binary file. Most values follow
// their dictionary in the file. Equal scalars are one object, though, so that any value can be anywhere
// in the file.

/// What is known about the next elements of an array. After a step back, or in another array, it
/// describes other elements; what is prefetched then is useless but harmless.
struct UpcomingObjects: ~Copyable {
  /// The offsets of elements, by the last bits of their indexes.
  private var offsets = LinearBuffer<Int>.unallocated
  /// The positions in an element of values that are not next to it, and of dictionaries, one bit each.
  /// Elements of an array are usually alike, so that only some of them are examined.
  private var distantValues: UInt32 = 0
  private var dictionaries: UInt32 = 0

  /// The number of elements, and the size of the file in bytes, from which prefetching pays off:
  /// smaller files are in the cache.
  private static let smallestArray = 64
  private static let smallestFile = 1 << 22
  /// The number of offsets, a power of two.
  private static let offsetCount = 8
  /// The maximum number of bytes of an element that are prefetched.
  private static let mostBytes = 512
  /// The number of elements of which two are examined, a power of two.
  private static let examinationInterval = 64
  /// The number of objects after a dictionary that are next to it.
  private static let nearCount = 64
  /// The number of objects at the beginning of a file that are in the cache if they occur often.
  private static let frequentCount = 512

  /// Returns whether prefetching the elements of an array pays.
  @inline(__always)
  static func isWorthwhile(_ array: Node, in view: ByteView) -> Bool {
    array.count >= smallestArray && view.count >= smallestFile
  }

  /// Prefetches the values of the elements after an index. Each step reads memory that a step for an
  /// earlier element prefetched.
  @inline(never)
  mutating func prefetch(_ array: Node, after index: Int, in nodes: BinaryNodes) {
    if offsets.count == 0 { offsets = LinearBuffer(zeros: Self.offsetCount) }
    find(index &+ 7, of: array, in: nodes)
    if distantValues != 0 {
      nodes.forEachValue(ofDictionaryAt: offset(index &+ 5), positions: distantValues) {
        nodes.prefetchOffset(of: $0)
      }
      nodes.forEachValue(ofDictionaryAt: offset(index &+ 4), positions: distantValues) {
        nodes.view.prefetch(nodes.offset(of: $0))
      }
    }
    if dictionaries != 0 {
      nodes.forEachValue(ofDictionaryAt: offset(index &+ 3), positions: dictionaries) {
        nodes.forEachValue(ofDictionaryAt: nodes.offset(of: $0)) { nodes.prefetchOffset(of: $0) }
      }
      nodes.forEachValue(ofDictionaryAt: offset(index &+ 1), positions: dictionaries) {
        nodes.forEachValue(ofDictionaryAt: nodes.offset(of: $0)) {
          nodes.view.prefetch(nodes.offset(of: $0))
        }
      }
    }
  }

  /// The offset of an element that was found.
  @inline(__always)
  private func offset(_ index: Int) -> Int { offsets[index & (Self.offsetCount &- 1)] }

  /// Finds an element, and prefetches the objects between the one before it and this one, and the
  /// entry of a later one in the offset table.
  @inline(__always)
  private mutating func find(_ index: Int, of array: Node, in nodes: BinaryNodes) {
    let slot = index & (Self.offsetCount &- 1)
    guard index &+ 3 < array.count else {
      offsets[slot] = 0
      return
    }
    nodes.prefetchOffset(of: Int(nodes.reference(index &+ 3, from: array.start)))
    let element = Int(nodes.reference(index, from: array.start))
    let found = nodes.offset(of: element)
    offsets[slot] = found
    var next = offset(index &- 1)
    let end = min(found, next &+ Self.mostBytes)
    while next < end {
      nodes.view.prefetch(next)
      next &+= 64
    }
    let phase = index & (Self.examinationInterval &- 1)
    if phase < 2 {
      if phase == 0 { (distantValues, dictionaries) = (0, 0) }
      examine(element, at: found, in: nodes)
    }
  }

  /// Finds the positions of an element's distant values and dictionaries.
  @inline(never)
  private mutating func examine(_ element: Int, at offset: Int, in nodes: BinaryNodes) {
    var bit: UInt32 = 1
    nodes.forEachValue(ofDictionaryAt: offset) { value in
      let isNear = UInt(bitPattern: value &- element) < UInt(bitPattern: Self.nearCount)
      if !isNear, value >= Self.frequentCount { distantValues |= bit }
      if nodes.isDictionary(at: nodes.offset(of: value)) { dictionaries |= bit }
      bit &<<= 1
    }
  }
}

extension BinaryNodes {
  @inline(__always)
  fileprivate func prefetchOffset(of index: Int) {
    view.prefetch(trailer.offsetTableOffset &+ index &* trailer.offsetWidth)
  }

  @inline(__always)
  fileprivate func isDictionary(at offset: Int) -> Bool {
    view.byte(orZeroAt: offset) &>> 4 == BinaryMarker.dictionary
  }

  /// Calls a function with the numbers of some values of a dictionary with fewer than 15 pairs; does
  /// nothing for other objects.
  ///
  /// - Parameter positions: The positions of the values, one bit each.
  @inline(__always)
  fileprivate func forEachValue(
    ofDictionaryAt offset: Int, positions: UInt32 = .max, _ body: (Int) -> Void
  ) {
    let marker = view.byte(orZeroAt: offset)
    let count = Int(marker & 0x0F)
    let room = trailer.offsetTableOffset &- offset &- 1
    guard marker &>> 4 == BinaryMarker.dictionary, count < BinaryMarker.extendedCount,
      count &* 2 &* trailer.referenceWidth <= room
    else { return }
    var rest = positions & (1 &<< UInt32(truncatingIfNeeded: count) &- 1)
    while rest != 0 {
      body(Int(reference(count &+ rest.trailingZeroBitCount, from: offset &+ 1)))
      rest &= rest &- 1
    }
  }
}
