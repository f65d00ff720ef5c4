// A growing buffer of plain values whose memory is not touched before it is used. Small buffers
// come from the heap; large ones reserve address space, so that a generous capacity costs nothing.
// Every access is checked.
internal import CKernels
internal import CSystemCalls

/// A uniquely owned, growing buffer of plain values.
@safe
struct LinearBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private var isReserved: Bool
  private(set) var count = 0

  /// The size in bytes from which memory is reserved from the system instead of allocated on the
  /// heap.
  private static var reservationThreshold: Int { 1 << 20 }
  /// The number of unused bytes that `shrink` keeps. Moving a small buffer takes longer than
  /// decoding some values.
  private static var largestUnused: Int { 1024 }

  init(minimumCapacity: Int = 16) {
    (unsafe base, capacity, isReserved) = unsafe Self.allocate(max(minimumCapacity, 4))
  }

  /// Creates a buffer of elements whose bytes are all zero. The memory of a large buffer is not
  /// touched.
  init(zeros count: Int) {
    self.init(minimumCapacity: count)
    let size = count * MemoryLayout<Element>.stride
    if !isReserved { unsafe plinth_fill(base, 0, size) }
    self.count = count
  }

  /// Creates a buffer that allocates memory when the first element is added.
  static var unallocated: LinearBuffer { LinearBuffer(unallocated: ()) }

  private init(unallocated: Void) {
    (unsafe base, capacity, isReserved) = unsafe (Self.nothing, 0, false)
  }

  deinit { unsafe Self.release(base, capacity: capacity, reserved: isReserved) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count &+ 1) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  // Transparent, so that even without optimization the element's type is known: the tests spend
  // 2% of their time here otherwise.
  subscript(index: Int) -> Element {
    @_transparent get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      return unsafe base[index]
    }
    @_transparent set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      unsafe base[index] = newValue
    }
  }

  /// The address of the first element, for views of the buffer.
  @unsafe var address: UnsafePointer<Element> { unsafe UnsafePointer(base) }

  /// Prefetches an element that will be needed soon.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe plinth_prefetch(base + min(max(index, 0), capacity)) }

  /// Appends `amount` copies of one value.
  mutating func append(repeating element: Element, count amount: Int) {
    reserve(amount)
    unsafe (base + count).initialize(repeating: element, count: amount)
    count += amount
  }

  /// Appends the elements of another buffer from an index on.
  mutating func append(_ other: borrowing LinearBuffer, from index: Int) {
    precondition(index >= 0 && index <= other.count, "index out of range")
    let amount = other.count &- index
    reserve(amount)
    unsafe (base + count).update(from: other.base + index, count: amount)
    count &+= amount
  }

  /// Reserves space for `amount` more elements.
  @inline(__always)
  mutating func reserve(_ amount: Int) {
    if capacity &- count < amount { grow(to: count &+ amount) }
  }

  @inline(__always)
  mutating func truncate(to newCount: Int) {
    precondition(
      newCount >= 0 && newCount <= count, "a buffer can only be truncated to fewer elements")
    count = newCount
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    precondition(count > 0, "cannot remove an element from an empty buffer")
    count &-= 1
    return unsafe base[count]
  }

  /// Releases memory that was reserved and not used, if there is much of it.
  mutating func shrink() {
    let used = max(count, 4)
    let stride = MemoryLayout<Element>.stride
    guard (capacity - used) * stride > Self.largestUnused else { return }
    if isReserved {
      let kept = unsafe plinth_trim_memory(base, capacity * stride, used * stride)
      capacity = kept / stride
    } else {
      move(to: used)
    }
  }

  /// Whether the system can release a part of a reservation.
  static var canDiscard: Bool { plinth_can_discard_memory() }

  /// Releases the memory of elements, which are zero afterwards or unchanged, and which their owner
  /// never reads again.
  func discard(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "index out of range")
    guard isReserved else { return }
    let stride = MemoryLayout<Element>.stride
    unsafe plinth_discard_memory(base + range.lowerBound, range.count * stride)
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = Self.wholePages(max(needed, capacity * 2, 4))
    if !growInPlace(to: larger) { move(to: larger) }
  }

  /// Grows a reservation by letting the system move its pages, if it can. Returns whether the
  /// buffer grew.
  private mutating func growInPlace(to larger: Int) -> Bool {
    let stride = MemoryLayout<Element>.stride
    let size = capacity * stride
    guard isReserved, let moved = unsafe plinth_grow_memory(base, size, larger * stride) else {
      return false
    }
    unsafe base = moved.assumingMemoryBound(to: Element.self)
    capacity = larger
    return true
  }

  private mutating func move(to newCapacity: Int) {
    let (next, nextCapacity, nextReserved) = unsafe Self.allocate(newCapacity)
    unsafe next.update(from: base, count: count)
    unsafe Self.release(base, capacity: capacity, reserved: isReserved)
    unsafe (base, capacity, isReserved) = unsafe (next, nextCapacity, nextReserved)
  }

  /// Returns the capacity, rounded up to a multiple of two megabytes if it is at least that large:
  /// only such reservations get large pages from their first byte.
  private static func wholePages(_ capacity: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    return max(capacity, wholeLargePages(capacity * stride) / stride)
  }

  @unsafe
  private static func allocate(_ capacity: Int) -> (UnsafeMutablePointer<Element>, Int, Bool) {
    let capacity = wholePages(capacity)
    let size = capacity * MemoryLayout<Element>.stride
    if size >= reservationThreshold, let memory = unsafe plinth_reserve_memory(size) {
      return unsafe (memory.bindMemory(to: Element.self, capacity: capacity), capacity, true)
    }
    precondition(MemoryLayout<Element>.alignment <= 16, "the heap aligns to 16 bytes at most")
    guard let memory = unsafe plinth_allocate(size) else { preconditionFailure("out of memory") }
    return unsafe (memory.bindMemory(to: Element.self, capacity: capacity), capacity, false)
  }

  @unsafe
  private static func release(_ base: UnsafeMutablePointer<Element>, capacity: Int, reserved: Bool)
  {
    if reserved {
      unsafe plinth_release_memory(base, capacity * MemoryLayout<Element>.stride)
    } else if capacity > 0 {
      unsafe plinth_free(base)
    }
  }

  /// The address of a buffer without memory.
  @unsafe private static var nothing: UnsafeMutablePointer<Element> {
    unsafe UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped
  }
}

/// A buffer has one owner at a time, and can move to another thread.
extension LinearBuffer: @unchecked Sendable where Element: Sendable {}

extension LinearBuffer<UInt32> {
  /// Appends big-endian numbers of 1 to 4 bytes. Returns the largest of them, or 0 if there are none.
  mutating func append(bigEndianNumbers amount: Int, width: Int, in view: ByteView, at index: Int)
    -> UInt32
  {
    precondition((1...4).contains(width), "wider numbers do not fit")
    let bytes = unsafe view.buffer(at: index, count: amount * width)
    reserve(amount)
    let largest = unsafe plinth_read_numbers(bytes.baseAddress, amount, width, base + count)
    count += amount
    return largest
  }
}

/// The size in bytes of a large page: two megabytes.
let largePageSize = 1 << 21

/// Returns a size in bytes, rounded up to whole large pages if it is at least one.
func wholeLargePages(_ size: Int) -> Int {
  size < largePageSize ? size : (size + largePageSize - 1) & ~(largePageSize - 1)
}

extension LinearBuffer {
  /// Calls a function with the elements.
  func withSpan<Result, Failure: Error>(_ body: (Span<Element>) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    let elements = unsafe UnsafeBufferPointer(start: UnsafePointer(base), count: count)
    return try body(unsafe Span(_unsafeElements: elements))
  }

  /// Calls a function with the bytes of the elements.
  func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    let size = count * MemoryLayout<Element>.stride
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: size)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  func copy() -> LinearBuffer {
    var copy = LinearBuffer(minimumCapacity: count)
    unsafe copy.base.update(from: base, count: count)
    copy.count = count
    return copy
  }

  /// Appends elements that are stored at any address.
  mutating func append(copying memory: RawSpan) {
    let amount = memory.byteCount / MemoryLayout<Element>.stride
    reserve(amount)
    unsafe memory.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count).copyMemory(
        from: source, byteCount: amount * MemoryLayout<Element>.stride)
    }
    count += amount
  }
}
