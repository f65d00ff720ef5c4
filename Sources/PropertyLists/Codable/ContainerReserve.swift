// The reuse of keyed containers. The standard library wraps a keyed container in an object whose
// type depends on the coding keys. Creating one takes more time than coding a small value, because
// the type is looked up at run time. A session therefore keeps the containers that it has created
// and returns them again for other values with the same coding keys, unless the program still has a
// reference to them.
//
// The sessions of archives use this file from another module, for whose types the compiler must
// specialize it: hence the attributes.

/// What a keyed container codes: one value, which is replaced when the container is used again.
@usableFromInline
package protocol ReusableFrame: AnyObject {
  /// The value to code.
  associatedtype FrameContents
  /// What a session knows of the keys of one type.
  associatedtype Keys: ReusableKeys
  /// The session that codes the value.
  associatedtype Session: AnyObject

  /// Whether every container retains its frame. If not, the session retains the frames of the
  /// containers that it keeps.
  static var isRetainedByContainer: Bool { get }

  /// Set if the session does not keep the container.
  var unkept: UnkeptContainers? { get set }

  init(_ contents: FrameContents, keys: Keys, session: Session)

  /// Starts coding another value.
  func begin(_ contents: FrameContents)

  /// The number of the value's entry, which is larger than those of the values that enclose it.
  var entryNumber: UInt32 { get }
}

/// An object to which the frames of those containers refer that a session has created but does not
/// keep. Once the program has released all of them, only the session refers to it.
@usableFromInline
package final class UnkeptContainers: Sendable {
  @usableFromInline init() {}
}

/// What a session knows of the keys of one type.
@usableFromInline
package protocol ReusableKeys: AnyObject {
  init()

  /// Forgets all keys at the end of a call.
  func forget()
}

/// The object in which the standard library wraps a container. It is only retained, released and
/// checked for other references, which does not depend on its class.
@usableFromInline
final class ContainerBox {}

/// Returns boxes as containers of one type. A function of a generic class finds the type of its
/// result in its object. In any other function, Swift's runtime looks it up each time, because the
/// size of a container is not known when this module is compiled.
@usableFromInline
final class ContainerCast<Container> {
  @usableFromInline init() {}

  @inline(never)
  @usableFromInline
  func container(_ box: ContainerBox) -> Container { unsafe unsafeBitCast(box, to: Container.self) }
}

/// The containers of one type of coding keys that a session has created.
@safe
@usableFromInline
package final class ContainerReserve<Frame: ReusableFrame> {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let keys: Frame.Keys
  /// The containers. Those before `used` were given out for values that enclose the next one.
  @usableFromInline let reserve: UnsafeMutablePointer<ReservedContainer>
  @usableFromInline let capacity: Int
  @usableFromInline @exclusivity(unchecked) var count = 0
  @usableFromInline @exclusivity(unchecked) var used = 0

  /// The cast of the containers, as an object of any class; nil if there is none yet.
  @usableFromInline @exclusivity(unchecked) var cast: Unmanaged<ContainerBox>?

  /// A container and the frame inside it.
  @usableFromInline
  struct ReservedContainer {
    @usableFromInline var box: ContainerBox
    @usableFromInline let unretainedBox: UnretainedReference<ContainerBox>
    @usableFromInline let retainedFrame: Frame
    @usableFromInline let frame: UnretainedReference<Frame>

    @inlinable
    init(box: ContainerBox, frame: Frame) {
      self.box = box
      unretainedBox = UnretainedReference(box)
      retainedFrame = frame
      self.frame = UnretainedReference(frame)
    }
  }

  /// The maximum number of containers that are kept. A type that contains itself needs one for each
  /// level.
  @inlinable static var largestCount: Int { 256 }

  /// - Parameter isKept: Whether the containers can be used again.
  @inlinable
  init(_ type: ObjectIdentifier, isKept: Bool) {
    self.type = type
    keys = Frame.Keys()
    capacity = isKept ? Self.largestCount : 0
    unsafe reserve = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  deinit {
    unsafe cast?.release()
    unsafe reserve.deinitialize(count: count)
    unsafe reserve.deallocate()
  }

  /// Makes a container to which the program has no reference code a value. Returns false if there is
  /// none.
  ///
  /// - Parameter entry: The number of the value's entry.
  @inlinable
  @inline(__always)
  func begin(_ contents: Frame.FrameContents, entry: UInt32) -> Bool {
    // The containers of values that enclose this one are in use; those of others are probably not.
    while unsafe used > 0,
      unsafe (reserve + used - 1).pointee.frame.with({ $0.entryNumber }) >= entry
    {
      unsafe used &-= 1
    }
    let next = unsafe reserve + used
    guard unsafe used < count, unsafe isKnownUniquelyReferenced(&next.pointee.box) else {
      return false
    }
    unsafe used &+= 1
    unsafe next.pointee.frame.with { $0.begin(contents) }
    return true
  }

  /// Returns the container that began to code a value.
  @inlinable
  @inline(__always)
  func lastContainer<Container>(as type: Container.Type) -> Container {
    let box = unsafe (reserve + used - 1).pointee.unretainedBox
    guard let cast = unsafe cast else { return box.with { unsafe unsafeBitCast($0, to: type) } }
    return unsafe cast._withUnsafeGuaranteedRef { cast in
      box.with { unsafe unsafeBitCast(cast, to: ContainerCast<Container>.self).container($0) }
    }
  }

  /// Returns whether a new container can be kept: it is an object, and the program has no reference
  /// to a container that was kept for the same depth.
  @inlinable
  func canKeep<Container>(_ type: Container.Type) -> Bool {
    unsafe MemoryLayout<Container>.size == MemoryLayout<ContainerBox>.size && used == count
      && count < capacity
  }

  /// Keeps a new container.
  @inlinable
  func keep<Container>(_ container: Container, frame: Frame) {
    // The container is not a class to the compiler, which refuses to convert it directly.
    let box = unsafe withUnsafePointer(to: container) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: ContainerBox.self).pointee
    }
    if unsafe cast == nil {
      unsafe cast = Unmanaged.passRetained(
        unsafeBitCast(ContainerCast<Container>(), to: ContainerBox.self))
    }
    unsafe (reserve + count).initialize(to: ReservedContainer(box: box, frame: frame))
    unsafe count &+= 1
    unsafe used = count
  }

  /// Whether the program has no reference to any container.
  @inlinable
  func isUnreferenced() -> Bool {
    for index in unsafe 0..<count
    where unsafe !isKnownUniquelyReferenced(&(reserve + index).pointee.box) { return false }
    return true
  }

  /// Ends a call.
  @inlinable
  func retire() {
    unsafe used = 0
    keys.forget()
  }
}

/// The reserves of a session, by the types of coding keys.
@usableFromInline
package struct ContainerReserves<Frame: ReusableFrame>: ~Copyable {
  /// The reserves, at indexes that are computed from the types.
  @usableFromInline var slots: [UnretainedReference<ContainerReserve<Frame>>?]
  /// The same reserves in any order, retained.
  @usableFromInline var reserves: [ContainerReserve<Frame>] = []
  /// The same reserves, for loops that need not retain them again.
  @usableFromInline var unretainedReserves: [UnretainedReference<ContainerReserve<Frame>>] = []
  /// The containers that are not kept; nil if there was none.
  @usableFromInline var unkept: UnkeptContainers?
  /// Whether no more containers are kept.
  @usableFromInline var isClosed = false

  /// The number of slots, a power of two.
  @inlinable static var slotCount: Int { 64 }
  /// The number of slots in which a type can be.
  @inlinable static var stepCount: Int { 8 }

  @inlinable
  package init() { slots = Array(repeating: nil, count: Self.slotCount) }

  /// Returns a container that codes a value: one that was used before, or a new one.
  ///
  /// - Parameters:
  ///   - type: The type of the container's keys.
  ///   - contents: The value to code.
  ///   - entry: The number of the value's entry.
  ///   - session: The session that codes the value.
  ///   - make: A function that creates the container of a frame, which the session retains if the
  ///     second argument is true. It must not use the reserves.
  @inlinable
  @inline(__always)
  package mutating func container<Key: CodingKey, Container>(
    _ type: Key.Type, contents: Frame.FrameContents, entry: UInt32, session: Frame.Session,
    make: (Frame, Bool) -> Container
  ) -> Container {
    let type = ObjectIdentifier(type)
    let slot = Int(bitPattern: type) &>> 4 & (Self.slotCount - 1)
    if let reserve = slots[slot],
      reserve.with({ $0.type == type && $0.begin(contents, entry: entry) })
    {
      return reserve.with { $0.lastContainer(as: Container.self) }
    }
    let reserve = reserve(type, from: slot)
    if reserve.begin(contents, entry: entry) { return reserve.lastContainer(as: Container.self) }
    let frame = Frame(contents, keys: reserve.keys, session: session)
    return newContainer(frame, in: reserve, make: make)
  }

  @inlinable
  @inline(never)
  mutating func newContainer<Container>(
    _ frame: Frame, in reserve: ContainerReserve<Frame>, make: (Frame, Bool) -> Container
  ) -> Container {
    guard reserve.canKeep(Container.self) else {
      if unkept == nil { unkept = UnkeptContainers() }
      frame.unkept = unkept
      return make(frame, false)
    }
    let container = make(frame, true)
    reserve.keep(container, frame: frame)
    return container
  }

  /// Returns the reserve of a type. A type for which there is no slot gets one that keeps nothing.
  @inlinable
  @inline(never)
  mutating func reserve(_ type: ObjectIdentifier, from first: Int) -> ContainerReserve<Frame> {
    for step in 0..<Self.stepCount where !isClosed {
      let slot = (first + step) & (Self.slotCount - 1)
      guard let known = slots[slot] else {
        let reserve = ContainerReserve<Frame>(type, isKept: true)
        slots[slot] = UnretainedReference(reserve)
        reserves.append(reserve)
        unretainedReserves.append(UnretainedReference(reserve))
        return reserve
      }
      if known.with({ $0.type == type }) { return known.with { $0 } }
    }
    return ContainerReserve(type, isKept: false)
  }

  /// Ends a call: forgets the keys of all types.
  @inlinable
  package func retire() { for reserve in unretainedReserves { reserve.with { $0.retire() } } }

  /// Whether the program has no reference to any container.
  @inlinable
  package mutating func isUnreferenced() -> Bool {
    if unkept != nil, !isKnownUniquelyReferenced(&unkept) { return false }
    for reserve in unretainedReserves where !reserve.with({ $0.isUnreferenced() }) { return false }
    return true
  }

  /// Keeps no more containers, and releases those that were kept, because their frames refer to the
  /// session. Returns false if some cannot be released yet: the program has references to them, and
  /// they do not retain their frames. Call the function again later; until then, the program may
  /// use the session in another thread.
  @inlinable
  package mutating func close() -> Bool {
    if !isClosed {
      slots = Array(repeating: nil, count: Self.slotCount)
      isClosed = true
    }
    guard Frame.isRetainedByContainer || reserves.allSatisfy({ $0.isUnreferenced() }) else {
      return false
    }
    (reserves, unretainedReserves) = ([], [])
    return true
  }
}

extension CodingKey {
  /// The number of the case of an enum without payloads that has up to 256 cases; nil for other
  /// keys. Keys of one type with equal numbers are equal, and have the same text as long as a
  /// session lasts.
  @inlinable
  @inline(__always)
  package var caseNumber: Int? {
    switch MemoryLayout<Self>.size {
    case 0: 0
    case 1: Int(truncatingIfNeeded: unsafe unsafeBitCast(self, to: UInt8.self))
    default: nil
    }
  }
}
