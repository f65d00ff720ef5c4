// What the keyed containers of archives code. A session uses its containers again for other
// objects.
internal import PropertyLists

/// The fields that a keyed container of an unarchiver reads.
@safe
final class UnarchivingFrame: ReusableFrame {
  let keys: KeyPositions
  let session: UnarchivingSession
  private let unretainedSession: UnretainedReference<UnarchivingSession>
  /// The state of the session, which is read without retaining the session again.
  private let state: UnsafeMutablePointer<UnarchivingSession.UnarchivingParts>
  @exclusivity(unchecked) private var contents: ArchiveContents

  /// The fields of an object, and the entry of its value.
  struct ArchiveContents {
    var fields: ObjectFields
    var entry: UInt32
  }

  var unkept: UnkeptContainers?
  static var isRetainedByContainer: Bool { false }

  init(_ contents: ArchiveContents, keys: KeyPositions, session: UnarchivingSession) {
    self.keys = keys
    self.session = session
    unretainedSession = UnretainedReference(session)
    unsafe state = session.confined.address
    unsafe self.contents = contents
  }

  /// Calls a function with the session, which is not retained again.
  @inline(__always)
  func withSession<Result>(_ body: (UnarchivingSession) throws -> Result) rethrows -> Result {
    try unretainedSession.with(body)
  }

  /// The mutable state of the session. Mutations must not overlap.
  @inline(__always) var parts: UnarchivingSession.UnarchivingParts {
    @inline(__always)
    _read { yield unsafe state.pointee }
    @inline(__always)
    _modify { yield unsafe &state.pointee }
  }

  @inline(__always) var fields: ObjectFields { unsafe contents.fields }
  @inline(__always) var entryNumber: UInt32 { unsafe contents.entry }
  @inline(__always) var entry: Int { Int(entryNumber) }

  /// The object's dictionary; −1 for the pairs of one of Foundation's dictionaries.
  @inline(__always) var record: Int {
    unsafe contents.fields.values == nil ? contents.fields.node : -1
  }

  /// Starts reading another object.
  @inline(__always)
  func begin(_ contents: ArchiveContents) { unsafe self.contents = contents }
}

/// The fields that a keyed container of an archiver adds.
@safe
final class ArchivingFrame: ReusableFrame {
  let keys: KeyNumbers
  @exclusivity(unchecked) private var contents: ArchiveContents

  /// The container of a value, or nil if the value already had another form, and its entry.
  struct ArchiveContents: BitwiseCopyable {
    var container: ArchivingEntry?
    var entry: Int
    /// The dictionary and the object, if the container has fields; otherwise the dictionary is
    /// `.max`.
    private(set) var fields: UInt32 = .max
    private(set) var object: UInt32 = 0

    init(container: ArchivingEntry?, entry: Int) {
      self.container = container
      self.entry = entry
      guard let container, container.form == .record else { return }
      (fields, object) = (container.container, container.object)
    }
  }

  var unkept: UnkeptContainers?
  static var isRetainedByContainer: Bool { true }

  init(_ contents: ArchiveContents, keys: KeyNumbers, session: ArchivingSession) {
    self.keys = keys
    unsafe self.contents = contents
  }

  @inline(__always) var container: ArchivingEntry? { unsafe contents.container }
  @inline(__always) var entry: Int { unsafe contents.entry }
  @inline(__always) var fields: UInt32 { unsafe contents.fields }
  @inline(__always) var object: UInt32 { unsafe contents.object }
  /// A container of a finished value has the number of an entry that does not exist.
  @inline(__always) var entryNumber: UInt32 { UInt32(clamping: entry) }

  /// Starts adding to another object.
  @inline(__always)
  func begin(_ contents: ArchiveContents) { unsafe self.contents = contents }
}
