// One call of a coder. A session creates containers and coders for the call, which the program may
// keep. If it has kept none, the session is used again for another call.
internal import Synchronization

/// A call of a coder, to which its encoders or decoders refer.
final class CodingCall<Session: AnyObject> {
  let session: Session
  private let unretainedSession: UnretainedReference<Session>

  init(_ session: Session) {
    self.session = session
    unretainedSession = UnretainedReference(session)
  }

  /// Calls a function with the session, which is not retained again.
  @inline(__always)
  func withSession<Result>(_ body: (Session) throws -> Result) rethrows -> Result {
    try unretainedSession.with(body)
  }
}

/// What a session has created for the current call.
struct CallResources<Session: AnyObject, Frame: ReusableFrame>: ~Copyable {
  /// The containers, which the next call uses again.
  var containers = ContainerReserves<Frame>()
  /// The current call. Coders that outlive their call have a reference to it.
  private var current: CodingCall<Session>?
  private var isReleased = false

  /// Returns the current call.
  @inline(__always)
  mutating func call(of session: Session) -> CodingCall<Session> {
    if let current { return current }
    return newCall(of: session)
  }

  @inline(never)
  private mutating func newCall(of session: Session) -> CodingCall<Session> {
    let call = CodingCall(session)
    if !isReleased { current = call }
    return call
  }

  /// Ends the call. Returns whether the session can be used again: the program has no reference to
  /// a coder or container of the call.
  mutating func end() -> Bool {
    let hasNoContainer = containers.retire()
    let hasNoCoder = current == nil || isKnownUniquelyReferenced(&current)
    current = nil
    return hasNoContainer && hasNoCoder
  }

  /// Releases the containers of a session that is not used again, because they refer to the
  /// session. Those that the program still refers to can be used as long as it does.
  mutating func release() {
    isReleased = true
    containers.close()
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
