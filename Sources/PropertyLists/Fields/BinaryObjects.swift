// The objects of a binary file, read one by one where a value requests them, without a table of all
// objects. Only accepts: every object must be requested, each container exactly once, and none may
// be of a rare kind; `BinaryReader` judges all other files.

/// The objects of a binary property list.
final class BinaryObjects {
  let view: ByteView
  let trailer: BinaryTrailer
  private let visits: UncheckedState<ObjectVisits>

  /// Which objects were requested, and which are expected next.
  private struct ObjectVisits: ~Copyable {
    /// A bit for each object: a scalar that was read, or a container that was entered.
    var visited: LinearBuffer<UInt64>
    var count = 0
    /// The bytes that the contents of objects take, counted once for each object.
    var claimed = 0
    /// The bytes of text and data, counted each time that a value requests them.
    var expanded = 0
    var isIrregular = false
    /// See `UpcomingList`. Empty for small files.
    var upcoming: LinearBuffer<Int>
  }

  /// The number of bytes between the header and the offset table, which all objects share.
  private var area: Int { trailer.offsetTableOffset - BinaryTrailer.headerSize }

  /// Creates the objects of a file, which must be retained; nil if `BinaryReader` should read it.
  convenience init?(_ source: SourceBytes, options: PlistReadingOptions) {
    let view = source.view
    guard view.byte(orZeroAt: 0) == UInt8(ascii: "b"), view.matches("bplist00", at: 0),
      options == PlistReadingOptions(), let trailer = try? BinaryTrailer(view),
      trailer.offsetWidth <= 8, trailer.referenceWidth <= 4,
      trailer.objectCount <= options.maximumObjectCount
    else { return nil }
    self.init(view, trailer: trailer)
  }

  init(_ view: ByteView, trailer: BinaryTrailer) {
    self.view = view
    self.trailer = trailer
    let words = trailer.objectCount / 64 + 1
    var visited = LinearBuffer<UInt64>(minimumCapacity: words)
    visited.append(repeating: 0, count: words)
    visits = UncheckedState(ObjectVisits(visited: visited, upcoming: Self.upcomingLists(view)))
  }

  /// Whether every object was requested and is valid.
  var areComplete: Bool {
    !visits.state.isIrregular && visits.state.count == trailer.objectCount
      && visits.state.claimed <= area
  }

  /// Records a reason to read the file with `BinaryReader`.
  @inline(never)
  func refuse() -> Node {
    visits.state.isIrregular = true
    return Node(.null)
  }

  /// Marks an object. Returns false if it was marked before.
  @inline(__always)
  private func mark(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(index & 63)
    let word = visits.state.visited[index >> 6]
    if word & bit != 0 { return false }
    visits.state.visited[index >> 6] = word | bit
    visits.state.count &+= 1
    return true
  }

  /// Whether there is an object with a number, and it was requested.
  @inline(__always)
  func isMarked(_ index: Int) -> Bool {
    index < trailer.objectCount
      && visits.state.visited[index >> 6] & 1 << UInt64(index & 63) != 0
  }

  /// Requests all objects that were not requested, if they are scalars, as the additional copies of
  /// references in archives are. Unreferenced containers are a reason to read the file with
  /// `BinaryReader`.
  func judgeRest() {
    for word in 0..<visits.state.visited.count {
      var rest = ~visits.state.visited[word]
      while rest != 0 {
        let index = word << 6 | rest.trailingZeroBitCount
        rest &= rest &- 1
        if index >= trailer.objectCount { return }
        if node(index).kind.isContainer { visits.state.isIrregular = true }
        if visits.state.isIrregular { return }
      }
    }
  }

  /// Notes that the contents of a container are read. Returns false if they were read before, or if
  /// nothing more should be read.
  @inline(__always)
  func enter(_ container: Node, at index: Int) -> Bool {
    let size = container.referenceCount &* trailer.referenceWidth
    visits.state.claimed &+= size &+ 1
    // Objects that overlap could have many times as many elements as the file has bytes.
    if visits.state.claimed > area { visits.state.isIrregular = true }
    return mark(index) && !visits.state.isIrregular
  }

  /// Returns a reference, which is at most the number of objects.
  @inline(__always)
  func reference(at offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: view.bigEndianInOneLoad(at: offset, width: trailer.referenceWidth))
  }

  /// Returns the offset of an object; −1 if there is none.
  @inline(__always)
  private func offset(of index: Int) -> Int {
    let entry = trailer.offsetTableOffset &+ index &* trailer.offsetWidth
    guard index < trailer.objectCount else { return -1 }
    let position = view.bigEndianInOneLoad(at: entry, width: trailer.offsetWidth)
    guard position >= UInt64(BinaryTrailer.headerSize), position < UInt64(trailer.offsetTableOffset)
    else { return -1 }
    return Int(truncatingIfNeeded: position)
  }

  /// Returns the number in a UID of at most four bytes; −1 for other objects.
  @inline(__always)
  func uid(_ index: Int) -> Int {
    let offset = offset(of: index)
    guard offset >= 0, view[offset] & 0xFC == BinaryMarker.uid << 4,
      let bits = bits(index, at: offset, width: Int(view[offset] & 3) &+ 1)
    else { return -1 }
    return Int(truncatingIfNeeded: bits)
  }

  /// Returns whether an object is a container.
  @inline(__always)
  func isContainer(_ index: Int) -> Bool {
    let offset = offset(of: index)
    return offset >= 0 && view[offset] >> 4 >= BinaryMarker.array
  }

  /// Returns an object as a node. The start of a container is the offset of its first reference.
  @inline(__always)
  func node(_ index: Int) -> Node {
    let offset = offset(of: index)
    if offset < 0 { return refuse() }
    let marker = view[offset]
    switch marker >> 4 {
    case BinaryMarker.asciiString, BinaryMarker.utf16String, BinaryMarker.data, BinaryMarker.array,
      BinaryMarker.dictionary:
      return counted(index, marker: marker, at: offset)
    case BinaryMarker.integer where marker & 0x0F < 4:
      let width = 1 << Int(marker & 0x0F)
      guard let bits = bits(index, at: offset, width: width) else { return refuse() }
      return Node(.integer, form: marker & 0x0F, payload: bits)
    default: return rare(index, marker: marker, at: offset)
    }
  }

  /// Returns the bits of a number.
  @inline(__always)
  private func bits(_ index: Int, at offset: Int, width: Int) -> UInt64? {
    guard trailer.offsetTableOffset &- offset > width else { return nil }
    if mark(index) { visits.state.claimed &+= width &+ 1 }
    return view.bigEndianInOneLoad(at: offset &+ 1, width: width)
  }

  private func rare(_ index: Int, marker: UInt8, at offset: Int) -> Node {
    switch marker {
    case BinaryMarker.uid << 4..<BinaryMarker.uid << 4 | 4:
      let size = marker & 0x0F
      return bits(index, at: offset, width: Int(size) + 1).map {
        Node(.uid, form: size, payload: $0)
      } ?? refuse()
    case BinaryMarker.true, BinaryMarker.false:
      if mark(index) { visits.state.claimed &+= 1 }
      return Node(.bool, payload: marker == BinaryMarker.true ? 1 : 0)
    case BinaryMarker.real64:
      return bits(index, at: offset, width: 8).map { Node(.real, payload: $0) } ?? refuse()
    case BinaryMarker.real32:
      return bits(index, at: offset, width: 4).map {
        Node(.real, form: NodeForm.single, payload: $0)
      } ?? refuse()
    case BinaryMarker.date64:
      return bits(index, at: offset, width: 8).map { Node(.date, payload: $0) } ?? refuse()
    default: return refuse()
    }
  }

  /// Returns an object that begins with a count.
  @inline(__always)
  private func counted(_ index: Int, marker: UInt8, at offset: Int) -> Node {
    var count = Int(marker & 0x0F)
    var start = offset &+ 1
    if count == BinaryMarker.extendedCount {
      guard let (extended, end) = extendedCount(at: offset) else { return refuse() }
      (count, start) = (extended, end)
    }
    let room = trailer.offsetTableOffset &- start
    let kind = marker >> 4
    if kind >= BinaryMarker.array {
      let references = kind == BinaryMarker.dictionary ? count &* 2 : count
      guard count <= room, references &* trailer.referenceWidth <= room else { return refuse() }
      return Node(
        kind == BinaryMarker.dictionary ? .dictionary : .array, count: count,
        payload: UInt64(truncatingIfNeeded: start))
    }
    let size = kind == BinaryMarker.utf16String ? count &* 2 : count
    guard count <= room, size <= room else { return refuse() }
    if mark(index) { visits.state.claimed &+= size &+ 1 }
    visits.state.expanded &+= size
    if visits.state.expanded > 16 &* view.count { return refuse() }
    let payload = UInt64(truncatingIfNeeded: start)
    if kind == BinaryMarker.data { return Node(.data, count: count, payload: payload) }
    if kind == BinaryMarker.utf16String {
      return Node(.string, form: NodeForm.utf16, count: count, payload: payload)
    }
    return view.isASCII(at: start, count: count)
      ? Node(.string, form: NodeForm.plain, count: count, payload: payload) : refuse()
  }

  private func extendedCount(at offset: Int) -> (count: Int, start: Int)? {
    guard trailer.offsetTableOffset - offset > 2 else { return nil }
    let marker = view[offset + 1]
    let width = 1 << Int(marker & 0x0F)
    guard marker >> 4 == BinaryMarker.integer, marker & 0x0F <= 3,
      trailer.offsetTableOffset - offset - 1 > width
    else { return nil }
    let value = view.bigEndianInOneLoad(at: offset + 2, width: width)
    return value <= UInt64(view.count) ? (Int(value), offset + 2 + width) : nil
  }
}

// MARK: Prefetching

// Equal scalars are one object, so that the values of a dictionary can be anywhere in the file.
extension BinaryObjects {
  /// The number of elements, and the size of the file in bytes, from which on prefetching pays:
  /// smaller files are in the cache.
  private static let smallestArray = 64
  private static let smallestFile = 1 << 22

  /// Prefetches the values of the next elements of an array. Each step reads memory that a step for
  /// an earlier element prefetched.
  @inline(__always)
  func prefetchElements(of array: Node, after index: Int) {
    if array.count >= Self.smallestArray, view.count >= Self.smallestFile {
      prefetchValues(of: array, after: index)
    }
  }

  @inline(never)
  private func prefetchValues(of array: Node, after index: Int) {
    findValues(of: array, at: index &+ 5)
    findOffsets(ofElement: index &+ 4)
    findDictionaries(inElement: index &+ 2)
    forEach(.dictionary, ofElement: index &+ 1) { dictionary in
      forEachValue(ofDictionaryAt: dictionary) { view.prefetch(offset(of: $0)) }
    }
  }

  /// Finds the values of an element, and prefetches their entries in the offset table.
  @inline(__always)
  private func findValues(of array: Node, at index: Int) {
    guard index < array.count else { return record(.value, count: 0, ofElement: index) }
    let element = Int(reference(at: array.start &+ index &* trailer.referenceWidth))
    var count = 0
    forEachValue(ofDictionaryAt: offset(of: element)) { value in
      prefetchOffset(of: value)
      append(value, to: .value, &count, ofElement: index)
    }
    record(.value, count: count, ofElement: index)
  }

  /// Finds the offsets of an element's values, and prefetches the values.
  @inline(__always)
  private func findOffsets(ofElement index: Int) {
    var count = 0
    forEach(.value, ofElement: index) { value in
      let offset = offset(of: value)
      view.prefetch(offset)
      append(offset, to: .offset, &count, ofElement: index)
    }
    record(.offset, count: count, ofElement: index)
  }

  /// Finds the dictionaries in an element, and prefetches the entries of their values in the offset
  /// table.
  @inline(__always)
  private func findDictionaries(inElement index: Int) {
    var count = 0
    forEach(.offset, ofElement: index) { offset in
      if forEachValue(ofDictionaryAt: offset, { prefetchOffset(of: $0) }) {
        append(offset, to: .dictionary, &count, ofElement: index)
      }
    }
    record(.dictionary, count: count, ofElement: index)
  }

  @inline(__always)
  private func prefetchOffset(of index: Int) {
    view.prefetch(trailer.offsetTableOffset &+ index &* trailer.offsetWidth)
  }

  /// Calls a function with the numbers of the values of a dictionary with fewer than 15 pairs.
  /// Returns false for other objects.
  @inline(__always) @discardableResult
  private func forEachValue(ofDictionaryAt offset: Int, _ body: (Int) -> Void) -> Bool {
    guard offset >= 0, view[offset] >> 4 == BinaryMarker.dictionary else { return false }
    let count = Int(view[offset] & 0x0F)
    let room = trailer.offsetTableOffset &- offset &- 1
    guard count < BinaryMarker.extendedCount, count &* 2 &* trailer.referenceWidth <= room else {
      return false
    }
    for position in count..<count &* 2 {
      body(Int(reference(at: offset &+ 1 &+ position &* trailer.referenceWidth)))
    }
    return true
  }

  // MARK: Lists

  /// What is known about the next elements: a list of each kind for each of eight elements, which
  /// begins with the number of its entries. After a step back, or in another array, the lists are
  /// those of other elements: what they prefetch is useless but valid.
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

  private static func upcomingLists(_ view: ByteView) -> LinearBuffer<Int> {
    view.count < smallestFile ? .unallocated : LinearBuffer(zeros: UpcomingList.totalSize)
  }

  @inline(__always)
  private func append(
    _ entry: Int, to list: UpcomingList, _ count: inout Int, ofElement index: Int
  ) {
    count &+= 1
    visits.state.upcoming[list.start(ofElement: index) &+ count] = entry
  }

  @inline(__always)
  private func record(_ list: UpcomingList, count: Int, ofElement index: Int) {
    visits.state.upcoming[list.start(ofElement: index)] = count
  }

  @inline(__always)
  private func forEach(_ list: UpcomingList, ofElement index: Int, _ body: (Int) -> Void) {
    let start = list.start(ofElement: index)
    let count = visits.state.upcoming[start]
    var position = 1
    while position <= count {
      body(visits.state.upcoming[start &+ position])
      position &+= 1
    }
  }
}
