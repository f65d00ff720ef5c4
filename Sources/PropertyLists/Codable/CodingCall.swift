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

  /// Returns whether the program has no reference to a coder or container of the call.
  mutating func isUnreferenced() -> Bool {
    (current == nil || isKnownUniquelyReferenced(&current)) && containers.isUnreferenced()
  }

  /// Ends the call. Returns whether the session can be used again: the program has no reference to
  /// a coder or container of the call.
  mutating func end() -> Bool {
    containers.retire()
    defer { current = nil }
    return isUnreferenced()
  }

  /// Releases what was created for a session that is not used again. Returns false if containers
  /// cannot be released yet; see `ContainerReserves.close`.
  mutating func release() -> Bool {
    // A decoder that the program keeps may read this in another thread when it is already set.
    if !isReleased { isReleased = true }
    return containers.close()
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

/// A session that has ended while the program still uses some of its containers.
package protocol EndedSession: AnyObject, Sendable {
  /// Releases the containers, if the program has no reference to them; returns false otherwise.
  func closeContainers() -> Bool
}

/// The sessions that have ended while the program still uses some of their containers. A container
/// that a session keeps does not retain the session, which would be retained and released for each
/// value that is decoded. Nothing reports that the program has released a container. The end of each
/// later call therefore examines two of these sessions.
package final class EndedSessions: Sendable {
  package static let shared = EndedSessions()

  private let list = Mutex<SessionList>(SessionList())
  private let count = Atomic<Int>(0)

  /// The sessions that are examined next, and those that were examined before.
  private struct SessionList {
    var next: [any EndedSession] = []
    var examined: [any EndedSession] = []
  }

  private init() {}

  /// Ends a session: releases its containers now or later. No new call may use the session, but
  /// containers that the program kept still can.
  package func end(_ session: some EndedSession) {
    if !session.closeContainers() { add(session) }
    releaseSome()
  }

  private func add(_ session: any EndedSession) {
    list.withLock { $0.examined.append(session) }
    count.add(1, ordering: .relaxed)
  }

  /// Examines two of the sessions, and releases those whose containers the program no longer uses.
  package func releaseSome() {
    if count.load(ordering: .relaxed) == 0 { return }
    // Releasing a session can call code of the program, so the list is not locked then.
    for _ in 0..<2 {
      guard let session = takeNext() else { return }
      if !session.closeContainers() { add(session) }
    }
  }

  private func takeNext() -> (any EndedSession)? {
    list.withLock { list in
      if list.next.isEmpty { swap(&list.next, &list.examined) }
      guard let session = list.next.popLast() else { return nil }
      count.subtract(1, ordering: .relaxed)
      return session
    }
  }
}
