// The reuse of keyed containers. The standard library wraps a keyed container in an object whose
// type depends on the coding keys. Creating one takes more time than coding a small value, because
// the type is looked up at run time. A session therefore keeps the containers that it has created
// and returns them again for other values with the same coding keys, unless the program still has a
// reference to them.
internal import Synchronization

/// What a keyed container codes: one value, which is replaced when the container is used again.
protocol ReusableFrame: AnyObject {
  /// The number of the value's entry, which is larger than those of the values that enclose it.
  var entryNumber: UInt32 { get }
}

/// The containers of one type of coding keys that a session has created.
@safe
final class ContainerReserve<Frame: ReusableFrame> {
  let type: ObjectIdentifier
  /// The containers. Those before `used` were given out for values that enclose the next one.
  private let reserve: UnsafeMutablePointer<ReservedContainer>
  private let capacity: Int
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var used = 0

  /// The object in which the standard library wraps a container. It is only retained, released and
  /// checked for other references, which does not depend on its class.
  final class ContainerBox {}

  /// A container and the frame inside it.
  private struct ReservedContainer {
    var box: ContainerBox
    let frame: Frame
  }

  /// The maximum number of containers that are kept. A type that contains itself needs one for each
  /// level.
  private static var largestCount: Int { 256 }

  /// - Parameter isKept: Whether the containers can be used again.
  init(_ type: ObjectIdentifier, isKept: Bool) {
    self.type = type
    capacity = isKept ? Self.largestCount : 0
    unsafe reserve = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  deinit {
    unsafe reserve.deinitialize(count: count)
    unsafe reserve.deallocate()
  }

  /// Returns a container to which the program has no reference, and its frame; nil if there is none.
  ///
  /// - Parameter entry: The number of the entry of the value to code.
  @inline(__always)
  func take(_ entry: UInt32) -> (box: ContainerBox, frame: Frame)? {
    // The containers of values that enclose this one are in use; those of others are probably not.
    while unsafe used > 0, unsafe (reserve + used - 1).pointee.frame.entryNumber >= entry {
      unsafe used &-= 1
    }
    let next = unsafe reserve + used
    guard unsafe used < count, unsafe isKnownUniquelyReferenced(&next.pointee.box) else {
      return nil
    }
    unsafe used &+= 1
    return unsafe (next.pointee.box, next.pointee.frame)
  }

  /// Returns a box as the container that it is.
  @inline(__always)
  func container<Container>(_ box: ContainerBox, as type: Container.Type) -> Container {
    unsafe unsafeBitCast(box, to: type)
  }

  /// Keeps a new container, if it is an object.
  func keep<Container>(_ container: Container, frame: Frame) {
    guard MemoryLayout<Container>.size == MemoryLayout<ContainerBox>.size, unsafe used == count,
      unsafe count < capacity
    else { return }
    // The container is not a class to the compiler, which refuses to convert it directly.
    let box = unsafe withUnsafePointer(to: container) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: ContainerBox.self).pointee
    }
    unsafe (reserve + count).initialize(to: ReservedContainer(box: box, frame: frame))
    unsafe count &+= 1
    unsafe used = count
  }

  /// Ends a session. Returns whether the program has no reference to any container.
  func retire() -> Bool {
    unsafe used = 0
    var isUnreferenced = true
    for index in unsafe 0..<count
    where unsafe !isKnownUniquelyReferenced(&(reserve + index).pointee.box) {
      isUnreferenced = false
    }
    return isUnreferenced
  }
}

/// The reserves of a session, by the types of coding keys.
struct ContainerReserves<Frame: ReusableFrame, Keys: AnyObject>: ~Copyable {
  /// The containers of one type, and its keys.
  struct TypeReserve {
    let containers: ContainerReserve<Frame>
    let keys: Keys
  }

  /// The reserves, at indexes that are computed from the types.
  private var slots: [TypeReserve?]
  private var occupied: [Int] = []

  /// The number of slots, a power of two.
  private static var slotCount: Int { 64 }
  /// The number of slots in which a type can be.
  private static var stepCount: Int { 8 }

  init() { slots = Array(repeating: nil, count: Self.slotCount) }

  /// Returns the reserve of a type. A type for which there is no slot gets one that keeps nothing.
  @inline(__always)
  mutating func reserve(_ type: ObjectIdentifier, newKeys: () -> Keys) -> TypeReserve {
    let slot = Int(bitPattern: type) >> 4 & (Self.slotCount - 1)
    if let reserve = slots[slot], reserve.containers.type == type { return reserve }
    return reserve(type, from: slot, newKeys: newKeys)
  }

  @inline(never)
  private mutating func reserve(_ type: ObjectIdentifier, from first: Int, newKeys: () -> Keys)
    -> TypeReserve
  {
    for step in 0..<Self.stepCount {
      let slot = (first + step) & (Self.slotCount - 1)
      guard let reserve = slots[slot] else {
        let reserve = TypeReserve(
          containers: ContainerReserve(type, isKept: true), keys: newKeys())
        slots[slot] = reserve
        occupied.append(slot)
        return reserve
      }
      if reserve.containers.type == type { return reserve }
    }
    return TypeReserve(containers: ContainerReserve(type, isKept: false), keys: newKeys())
  }

  /// Ends a session: calls a function with the keys of each type, and returns whether the program
  /// has no reference to any container.
  mutating func retire(_ body: (Keys) -> Void) -> Bool {
    var isUnreferenced = true
    for slot in occupied {
      guard let reserve = slots[slot] else { continue }
      body(reserve.keys)
      if !reserve.containers.retire() { isUnreferenced = false }
    }
    return isUnreferenced
  }

  /// Releases all containers.
  mutating func removeAll() {
    for slot in occupied { slots[slot] = nil }
    occupied = []
  }
}

/// The sessions of one kind that can be used again.
final class SpareSessions<Session: AnyObject & Sendable>: Sendable {
  private let sessions = Mutex<[Session]>([])
  private static var mostKept: Int { 8 }

  /// Removes and returns a session; nil if there is none.
  func take() -> Session? { sessions.withLock { $0.popLast() } }

  /// Keeps a session. Returns false if there are enough.
  func keep(_ session: Session) -> Bool {
    sessions.withLock { sessions in
      guard sessions.count < Self.mostKept else { return false }
      sessions.append(session)
      return true
    }
  }
}

extension CodingKey {
  /// The number of the case of an enum without payloads that has up to 256 cases; nil for other
  /// keys. Keys of one type with equal numbers are equal, and have the same text as long as a
  /// session lasts.
  @inline(__always)
  var caseNumber: Int? {
    switch MemoryLayout<Self>.size {
    case 0: 0
    case 1: Int(unsafe unsafeBitCast(self, to: UInt8.self))
    default: nil
    }
  }
}
