// A growing buffer of output bytes. Space is reserved once for a whole value before its bytes are
// stored. The finished buffer becomes `Data` or a document's source without a copy.
internal import CKernels
internal import CSystemCalls

/// A buffer that output is appended to.
@safe
struct ByteWriter: ~Copyable, @unchecked Sendable {
  private var block: ByteBlock
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0
  /// Whether data retains the storage, which must not move from then on.
  private var isShared = false
  /// The end of the tabs that are stored ahead of the output: from `largestExcess` bytes after the
  /// output up to this index, the memory consists of tabs.
  private var tabsEnd = 0

  /// The maximum number of bytes after the output that any function changes, except those that store
  /// tabs ahead. (Whole blocks are stored faster than an exact number of bytes.)
  private static var largestExcess: Int { MemoryLayout<SIMD64<UInt8>>.size }
  /// The number of tabs that are stored ahead at once.
  private static var tabsAhead: Int { 2048 }

  init(minimumCapacity: Int = 256) {
    block = ByteBlock(size: max(minimumCapacity, 64))
    unsafe base = block.base
    capacity = block.size
  }

  @inline(__always)
  mutating func reserve(_ amount: Int) {
    if capacity &- count < amount { grow(to: count + amount) }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe (base + count).copyMemory(from: text.utf8Start, byteCount: length)
    count &+= length
  }

  mutating func append(_ view: ByteView) { append(view, at: 0, count: view.count) }

  @inline(__always)
  mutating func append(_ view: ByteView, at index: Int, count length: Int) {
    reserve(length)
    if length > 0 {
      unsafe copyBytes(
        base + count, source: view.buffer(at: index, count: length).baseAddress, count: length)
    }
    count &+= length
  }

  /// Appends the UTF-8 of a string and returns the number of bytes appended. Disfavored, because a
  /// literal would otherwise be a `String`, which takes a call and a copy of unknown length.
  @_disfavoredOverload
  @inline(__always)
  @discardableResult
  mutating func append(_ text: String) -> Int {
    let before = count
    let isStored: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe store($0) }
    if isStored == nil {
      // A string bridged from another runtime is converted to UTF-8 first.
      var text = text
      text.withUTF8 { unsafe store($0) }
    }
    return count &- before
  }

  @unsafe
  @inline(__always)
  private mutating func store(_ utf8: UnsafeBufferPointer<UInt8>) {
    reserve(utf8.count)
    unsafe copyBytes(base + count, source: UnsafeRawPointer(utf8.baseAddress), count: utf8.count)
    count &+= utf8.count
  }

  mutating func append(_ data: Data) {
    let length = data.count
    reserve(length)
    unsafe data.withUnsafeBytes {
      unsafe copyBytes(base + count, source: $0.baseAddress, count: $0.count)
    }
    count += length
  }

  mutating func append(bytes: RawSpan) {
    reserve(bytes.byteCount)
    unsafe bytes.withUnsafeBytes {
      unsafe copyBytes(base + count, source: $0.baseAddress, count: $0.count)
    }
    count += bytes.byteCount
  }

  /// Appends a byte several times, such as the spaces of an indentation.
  @inline(__always)
  mutating func append(repeating byte: UInt8, count amount: Int) {
    if amount > 8 { return fill(byte, amount: amount) }
    append(packed: UInt64(byte) &* 0x0101_0101_0101_0101, count: amount)
  }

  @inline(never)
  private mutating func fill(_ byte: UInt8, amount: Int) {
    reserve(max(amount, 32))
    if amount <= 32 {
      // A whole block is stored faster than an exact number of bytes.
      unsafe base.storeBytes(
        of: SIMD32<UInt8>(repeating: byte), toByteOffset: count, as: SIMD32<UInt8>.self)
    } else {
      unsafe plinth_fill(base + count, byte, amount)
    }
    count &+= amount
  }

  /// Appends the tabs of an indentation. Most tabs of a deep one were stored before: it takes half as
  /// long to store many at once as to store those of each line.
  @inline(__always)
  mutating func append(tabs amount: Int) {
    if amount > 8 { return appendDeep(tabs: amount) }
    append(packed: Self.eightTabs, count: amount)
  }

  private static var tab: UInt8 { UInt8(ascii: "\t") }
  private static var eightTabs: UInt64 { UInt64(tab) &* 0x0101_0101_0101_0101 }

  @inline(never)
  private mutating func appendDeep(tabs amount: Int) {
    reserve(amount + Self.largestExcess)
    store(tabs: amount)
  }

  /// Appends tabs, for which memory is reserved.
  @inline(__always)
  private mutating func store(tabs amount: Int) {
    let block = SIMD64<UInt8>(repeating: Self.tab)
    unsafe base.storeBytes(of: block, toByteOffset: count, as: SIMD64<UInt8>.self)
    let end = count &+ amount
    if amount > Self.largestExcess, end > tabsEnd { storeTabsAhead(to: end) }
    count = end
  }

  /// Stores tabs after the output up to an index, and farther ahead if memory is reserved.
  @inline(never)
  private mutating func storeTabsAhead(to end: Int) {
    let start = max(tabsEnd, count &+ Self.largestExcess)
    tabsEnd = max(end, min(start &+ Self.tabsAhead, capacity))
    unsafe plinth_fill(base + start, Self.tab, tabsEnd &- start)
  }

  /// Appends tabs, a line that was output before, and the same number of tabs.
  @inline(__always)
  mutating func append(tabs: Int, lineAt start: Int, count amount: Int) {
    precondition(
      tabs >= 0 && amount >= 0 && start >= 0 && start <= count &- amount,
      "the line must be output")
    if tabs > 8 { return appendDeep(tabs: tabs, lineAt: start, count: amount) }
    reserve(amount + 24)
    unsafe base.storeBytes(of: Self.eightTabs, toByteOffset: count, as: UInt64.self)
    count &+= tabs
    unsafe copyBytes(base + count, source: UnsafeRawPointer(base + start), count: amount)
    count &+= amount
    unsafe base.storeBytes(of: Self.eightTabs, toByteOffset: count, as: UInt64.self)
    count &+= tabs
  }

  @inline(never)
  private mutating func appendDeep(tabs: Int, lineAt start: Int, count amount: Int) {
    reserve(amount + 2 * tabs + Self.largestExcess)
    store(tabs: tabs)
    unsafe copyBytes(base + count, source: UnsafeRawPointer(base + start), count: amount)
    count &+= amount
    store(tabs: tabs)
  }

  /// Appends the low `width` bytes of a number, most significant first.
  @inline(__always)
  mutating func append(bigEndian value: UInt64, width: Int) {
    precondition(width >= 1 && width <= 8, "the width must be 1 to 8 bytes")
    reserve(8)
    let shifted = (value << UInt64((8 &- width) &* 8)).bigEndian
    unsafe base.storeBytes(of: shifted, toByteOffset: count, as: UInt64.self)
    count &+= width
  }

  /// Appends a byte and the eight bytes of a number, most significant first.
  @inline(__always)
  mutating func append(_ byte: UInt8, bigEndian value: UInt64) {
    reserve(9)
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    unsafe base.storeBytes(of: value.bigEndian, toByteOffset: count &+ 1, as: UInt64.self)
    count &+= 9
  }

  /// Appends elements of a buffer as big-endian numbers of `width` bytes, at most eight.
  mutating func append(
    bigEndian numbers: borrowing LinearBuffer<UInt32>, from index: Int, count amount: Int,
    width: Int
  ) {
    precondition(width >= 1 && width <= 8, "the width must be 1 to 8 bytes")
    precondition(
      index >= 0 && amount >= 0 && amount <= numbers.count &- index, "index out of range")
    reserve(amount * width)
    let target = unsafe (base + count).assumingMemoryBound(to: UInt8.self)
    unsafe plinth_write_numbers(numbers.address + index, amount, width, target)
    count &+= amount &* width
  }

  /// Appends up to eight bytes that are packed in a word, the first byte lowest.
  @inline(__always)
  mutating func append(packed word: UInt64, count length: Int) {
    precondition(length >= 0 && length <= 8, "a word has at most 8 bytes")
    reserve(8)
    unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  /// Appends up to eight bytes that are packed in a word, the first byte lowest, and part of a view.
  @inline(__always)
  mutating func append(
    packed word: UInt64, count wordLength: Int, then view: ByteView, at index: Int,
    count length: Int
  ) {
    precondition(wordLength >= 0 && wordLength <= 8, "a word has at most 8 bytes")
    let source = unsafe view.buffer(at: index, count: length).baseAddress
    reserve(length &+ 8)
    unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    unsafe copyBytes(base + count + wordLength, source: source, count: length)
    count &+= wordLength &+ length
  }

  /// Appends the base64 of as many bytes as wide instructions can encode, and returns the number of
  /// those bytes.
  mutating func appendWholeGroups(base64 view: ByteView) -> Int {
    reserve(view.count / 3 * 4 + 64)
    let text = unsafe (base + count).assumingMemoryBound(to: UInt8.self)
    let bytes = unsafe view.buffer(at: 0, count: view.count).assumingMemoryBound(to: UInt8.self)
    let taken = unsafe plinth_encode_base64(bytes.baseAddress, view.count, text)
    count += taken / 3 * 4
    return taken
  }

  /// Stores a big-endian number of 1, 2 or 4 bytes over bytes that were appended.
  @inline(__always)
  mutating func store(bigEndian number: UInt32, width: Int, at position: Int) {
    precondition(
      width > 0 && position >= 0 && position <= count &- width, "the position must be output")
    switch width {
    case 4:
      unsafe base.storeBytes(of: number.bigEndian, toByteOffset: position, as: UInt32.self)
    case 2:
      let low = UInt16(truncatingIfNeeded: number).bigEndian
      unsafe base.storeBytes(of: low, toByteOffset: position, as: UInt16.self)
    default:
      precondition(width == 1, "a number takes 1, 2 or 4 bytes")
      let low = UInt8(truncatingIfNeeded: number)
      unsafe base.storeBytes(of: low, toByteOffset: position, as: UInt8.self)
    }
  }

  /// Copies bytes over others. The two ranges may overlap if the second one begins before the first.
  @inline(__always)
  mutating func copy(_ amount: Int, from start: Int, to position: Int) {
    precondition(
      amount >= 0 && start >= 0 && position >= 0 && max(start, position) <= count &- amount,
      "the bytes must be output")
    precondition(
      position <= start || position &- start >= amount, "bytes cannot be copied over themselves")
    unsafe copyBytes(base + position, source: UnsafeRawPointer(base + start), count: amount)
  }

  mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count, "output can only be truncated to fewer bytes")
    count = length
    tabsEnd = 0
  }

  /// Releases memory that was reserved for more output, if little more will follow.
  mutating func shrink() {
    block.shrink(to: count)
    capacity = block.size
    tabsEnd = 0
  }

  /// The output so far. The view is valid until the next mutation.
  @inline(__always)
  var view: ByteView { unsafe ByteView(base: base, count: count) }

  /// The output so far, followed by memory for more. Searches that end with the output can read
  /// whole blocks of this view.
  @inline(__always)
  var memory: ByteView { unsafe ByteView(base: base, count: capacity) }

  /// Returns the output as data, which adopts the storage without a copy.
  consuming func data() -> Data {
    let length = count
    return takeBlock().data(from: 0, count: length)
  }

  /// Returns the output as data. It is copied if it takes less than half of its memory and is not so
  /// large that the unused memory is released without a copy.
  consuming func trimmedData() -> Data {
    guard Self.trimmedSizes.contains(count), room > count else { return data() }
    var exact = ByteWriter(minimumCapacity: count)
    exact.append(view)
    return exact.data()
  }

  /// The sizes in bytes of outputs that are copied if they take less than half of their memory.
  private static let trimmedSizes = 4096..<1 << 20

  /// The number of bytes that can be appended before the storage grows.
  var room: Int { capacity - count }

  /// Returns the output from an index on as data that retains the storage, which must not be
  /// truncated and cannot grow after this.
  mutating func sharedData(from start: Int) -> Data {
    precondition(start >= 0 && start <= count, "the data must be output")
    isShared = true
    return block.data(from: start, count: count - start)
  }

  /// Returns the storage itself, for a caller that keeps it.
  consuming func takeBlock() -> ByteBlock {
    block.shrink(to: count)
    return block
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    precondition(!isShared, "shared output cannot move")
    let larger = wholeLargePages(max(needed, capacity * 2))
    if !block.growInPlace(to: larger) {
      let next = ByteBlock(size: larger)
      unsafe next.base.copyMemory(from: base, byteCount: count)
      block = next
    }
    unsafe base = block.base
    capacity = block.size
    tabsEnd = 0
  }
}

/// A block of memory with one owner. Small blocks come from the heap; large blocks are reserved
/// address space whose pages are committed when they are first written.
@safe
final class ByteBlock: @unchecked Sendable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var size: Int
  private let isReserved: Bool

  init(size: Int) {
    let size = wholeLargePages(size)
    if size >= Self.leastReserved, let memory = unsafe plinth_reserve_memory(size) {
      unsafe base = memory
      isReserved = true
    } else {
      guard let memory = unsafe plinth_allocate(size) else { preconditionFailure("out of memory") }
      unsafe base = memory
      isReserved = false
    }
    self.size = size
  }

  deinit {
    if isReserved { unsafe plinth_release_memory(base, size) } else { unsafe plinth_free(base) }
  }

  /// The size of the smallest block that is reserved.
  private static let leastReserved = 1 << 20

  /// Grows the block by letting the heap extend it or the system move its pages, if they can. No other
  /// code may use the old base address. Returns whether the block grew.
  func growInPlace(to larger: Int) -> Bool {
    guard let moved = unsafe moved(to: larger) else { return false }
    unsafe base = moved
    size = larger
    return true
  }

  private func moved(to larger: Int) -> UnsafeMutableRawPointer? {
    if isReserved { return unsafe plinth_grow_memory(base, size, larger) }
    return larger < Self.leastReserved ? unsafe plinth_reallocate(base, larger) : nil
  }

  /// Returns part of the block as data that retains the block.
  func data(from start: Int, count: Int) -> Data {
    precondition(start >= 0 && count >= 0 && count <= size &- start, "the data must be inside")
    return unsafe Data(
      bytesNoCopy: base + start, count: count,
      deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  func shrink(to used: Int) { if isReserved { size = unsafe plinth_trim_memory(base, size, used) } }
}

/// Copies bytes; short runs are copied without a function call.
@unsafe
@inline(__always)
func copyBytes(_ target: UnsafeMutableRawPointer, source: UnsafeRawPointer?, count: Int) {
  guard let source = unsafe source else { return }
  if count > 32 {
    unsafe target.copyMemory(from: source, byteCount: count)
  } else if count >= 16 {
    unsafe copyEnds(target, source: source, count: count, word: SIMD16<UInt8>.self)
  } else if count >= 8 {
    unsafe copyEnds(target, source: source, count: count, word: UInt64.self)
  } else if count >= 4 {
    unsafe copyEnds(target, source: source, count: count, word: UInt32.self)
  } else {
    for offset in 0..<count {
      unsafe target.storeBytes(
        of: source.load(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset,
        as: UInt8.self)
    }
  }
}

/// Copies the first and the last bytes of a run as whole words, which may overlap.
@unsafe
@inline(__always)
private func copyEnds<Word: BitwiseCopyable>(
  _ target: UnsafeMutableRawPointer, source: UnsafeRawPointer, count: Int, word: Word.Type
) {
  let last = count &- MemoryLayout<Word>.size
  let head = unsafe source.loadUnaligned(as: Word.self)
  let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: Word.self)
  unsafe target.storeBytes(of: head, as: Word.self)
  unsafe target.storeBytes(of: tail, toByteOffset: last, as: Word.self)
}
