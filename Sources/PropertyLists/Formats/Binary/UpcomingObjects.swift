// Prefetches the values of the next elements of a large array of a binary file. Equal scalars are one
// object, so that the values of a dictionary can be anywhere in the file.

/// What is known about the next elements of an array: a list of each kind for each of eight elements,
/// which begins with the number of its entries. After a step back, or in another array of the file,
/// the lists describe other elements; what they prefetch is useless but harmless.
struct UpcomingObjects: ~Copyable {
  private var lists = LinearBuffer<Int>.unallocated

  /// The number of elements, and the size of the file in bytes, from which prefetching pays off:
  /// smaller files are in the cache.
  private static let smallestArray = 64
  private static let smallestFile = 1 << 22

  private enum UpcomingList: Int {
    /// The numbers of the values of an element.
    case value
    /// The offsets of the values; −1 for a number without one.
    case offset
    /// The offsets of the dictionaries among the values.
    case dictionary

    static let size = 16
    static let totalSize = 3 * 8 * size

    @inline(__always)
    func start(ofElement index: Int) -> Int { (rawValue << 3 | index & 7) &* Self.size }
  }

  /// Returns whether prefetching the elements of an array pays.
  @inline(__always)
  static func isWorthwhile(_ array: Node, in view: ByteView) -> Bool {
    array.count >= smallestArray && view.count >= smallestFile
  }

  /// Forgets what is known, because the next array is in another file.
  mutating func forget() {
    if lists.count > 0 { lists = .unallocated }
  }

  /// Prefetches the values of the elements after an index. Each step reads memory that a step for an
  /// earlier element prefetched.
  @inline(never)
  mutating func prefetch(_ array: Node, after index: Int, in nodes: BinaryNodes) {
    if lists.count == 0 { lists = LinearBuffer(zeros: UpcomingList.totalSize) }
    findValues(of: array, at: index &+ 5, in: nodes)
    findOffsets(ofElement: index &+ 4, in: nodes)
    findDictionaries(inElement: index &+ 2, in: nodes)
    forEach(.dictionary, ofElement: index &+ 1) { dictionary in
      nodes.forEachValue(ofDictionaryAt: dictionary) { nodes.view.prefetch(nodes.offset(of: $0)) }
    }
  }

  /// Finds the values of an element, and prefetches their entries in the offset table.
  @inline(__always)
  private mutating func findValues(of array: Node, at index: Int, in nodes: BinaryNodes) {
    guard index < array.count else { return record(.value, count: 0, ofElement: index) }
    let element = Int(nodes.reference(index, from: array.start))
    var count = 0
    nodes.forEachValue(ofDictionaryAt: nodes.offset(of: element)) { value in
      nodes.prefetchOffset(of: value)
      append(value, to: .value, &count, ofElement: index)
    }
    record(.value, count: count, ofElement: index)
  }

  /// Finds the offsets of an element's values, and prefetches the values.
  @inline(__always)
  private mutating func findOffsets(ofElement index: Int, in nodes: BinaryNodes) {
    fill(.offset, from: .value, ofElement: index) { value in
      let offset = nodes.offset(of: value)
      nodes.view.prefetch(offset)
      return offset
    }
  }

  /// Finds the dictionaries in an element, and prefetches the entries of their values in the offset
  /// table.
  @inline(__always)
  private mutating func findDictionaries(inElement index: Int, in nodes: BinaryNodes) {
    fill(.dictionary, from: .offset, ofElement: index) { offset in
      nodes.forEachValue(ofDictionaryAt: offset) { nodes.prefetchOffset(of: $0) } ? offset : nil
    }
  }

  // MARK: Lists

  @inline(__always)
  private mutating func append(
    _ entry: Int, to list: UpcomingList, _ count: inout Int, ofElement index: Int
  ) {
    count &+= 1
    lists[list.start(ofElement: index) &+ count] = entry
  }

  @inline(__always)
  private mutating func record(_ list: UpcomingList, count: Int, ofElement index: Int) {
    lists[list.start(ofElement: index)] = count
  }

  /// Fills a list of an element with what is found for the entries of another list.
  @inline(__always)
  private mutating func fill(
    _ list: UpcomingList, from other: UpcomingList, ofElement index: Int, find: (Int) -> Int?
  ) {
    let start = other.start(ofElement: index)
    var count = 0
    for position in 0..<lists[start] {
      if let entry = find(lists[start &+ 1 &+ position]) {
        append(entry, to: list, &count, ofElement: index)
      }
    }
    record(list, count: count, ofElement: index)
  }

  @inline(__always)
  private func forEach(_ list: UpcomingList, ofElement index: Int, _ body: (Int) -> Void) {
    let start = list.start(ofElement: index)
    let count = lists[start]
    for position in 0..<count { body(lists[start &+ 1 &+ position]) }
  }
}

extension BinaryNodes {
  @inline(__always)
  fileprivate func prefetchOffset(of index: Int) {
    view.prefetch(trailer.offsetTableOffset &+ index &* trailer.offsetWidth)
  }

  /// Calls a function with the numbers of the values of a dictionary with fewer than 15 pairs.
  /// Returns false for other objects.
  @inline(__always) @discardableResult
  fileprivate func forEachValue(ofDictionaryAt offset: Int, _ body: (Int) -> Void) -> Bool {
    let marker = view.byte(orZeroAt: offset)
    guard marker >> 4 == BinaryMarker.dictionary else { return false }
    let count = Int(marker & 0x0F)
    let room = trailer.offsetTableOffset &- offset &- 1
    guard count < BinaryMarker.extendedCount, count &* 2 &* trailer.referenceWidth <= room else {
      return false
    }
    for position in count..<count &* 2 {
      body(Int(reference(position, from: offset &+ 1)))
    }
    return true
  }
}
