// The bookkeeping of a state in memory: the number of its changes, the number of saved changes, and
// the result of the last save, and its observers, through `withObservationTracking`.

internal import DurableFiles
internal import Observation
internal import StateStorage

/// The bookkeeping of the saves of one state.
struct SaveAccount {
  /// The source of the state when it was last loaded.
  var source: StateSource?
  /// The reason why an earlier generation was loaded, if one was.
  var recovery: StateError?
  /// The number of changes.
  var changes = 0
  /// The number of saved changes; -1 if not even the initial state is saved.
  var saved = 0
  /// The durability of the last save. For a loaded state, it is unknown, because the writer may
  /// have been killed before the save ended.
  var durability = AtomicReplacement.Durability.fast
  var failure: StateError?
  /// The number of changes when the state was last loaded.
  var changesWhenLoaded = 0
  /// The number of changes in the copy of the state that was stored next to the file.
  var changesSavedAside: Int?

  /// Creates the account of a state that was loaded, or of an initial one. `isStored` indicates
  /// whether the file already contains the state in the form that the store writes.
  init<State>(_ load: StateLoad<State>, isStored: Bool) {
    source = load.source
    recovery = load.error
    saved = isStored ? 0 : -1
  }

  var hasUnsavedChanges: Bool { saved < changes }

  /// Whether the state has been changed here since it was last saved or loaded.
  var isChangedHere: Bool { changes > max(saved, changesWhenLoaded) }

  /// Records that a state was loaded.
  mutating func take<State>(_ load: StateLoad<State>, isStored: Bool) {
    source = load.source
    recovery = load.error
    saved = isStored ? changes : -1
    changesWhenLoaded = changes
    durability = .fast
    failure = nil
  }

  /// Records that the state was saved as it was after a number of changes.
  mutating func noteSaved(_ changes: Int, durability: AtomicReplacement.Durability) {
    saved = changes
    self.durability = durability
    failure = nil
  }

  /// Records why a save failed. Data that did not reach the drive must be written again, because
  /// the system may have dropped it.
  mutating func noteFailure(_ error: StateError) {
    failure = error
    if error.code == .durabilityUnknown { saved = -1 }
  }

  /// The properties of an account that a change affects.
  struct AccountChanges: OptionSet {
    let rawValue: Int

    static var unsavedChanges: AccountChanges { AccountChanges(rawValue: 1) }
    static var failure: AccountChanges { AccountChanges(rawValue: 2) }
    static var value: AccountChanges { AccountChanges(rawValue: 4) }
  }

  /// Changes the account and returns the properties that changed.
  mutating func note(_ change: (inout SaveAccount) -> Void) -> AccountChanges {
    let (wasUnsaved, failureBefore) = (hasUnsavedChanges, failure)
    change(&self)
    var changed = AccountChanges()
    if wasUnsaved != hasUnsavedChanges { changed.insert(.unsavedChanges) }
    if failure != failureBefore { changed.insert(.failure) }
    return changed
  }
}

/// The observers of a state or a graph. This type is not generic because a key path of a generic
/// type is created again each time it is used, which takes longer than reading a state.
final class SaveObservers: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  // The observed properties, by name only: the values are stored in the observed object.
  private var value: Void { () }
  private var hasUnsavedChanges: Void { () }
  private var failure: Void { () }

  /// Records that a property is read.
  func noteReading(_ property: SaveAccount.AccountChanges) {
    if property.contains(.value) { registrar.access(self, keyPath: \.value) }
    if property.contains(.unsavedChanges) { registrar.access(self, keyPath: \.hasUnsavedChanges) }
    if property.contains(.failure) { registrar.access(self, keyPath: \.failure) }
  }

  func changeValue<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    registrar.willSet(self, keyPath: \.value)
    defer { registrar.didSet(self, keyPath: \.value) }
    return try body()
  }

  /// Notifies observers of changes. The caller must not hold a lock that observers may need.
  func notify(_ changed: SaveAccount.AccountChanges) {
    if changed.contains(.value) { registrar.withMutation(of: self, keyPath: \.value) {} }
    if changed.contains(.unsavedChanges) {
      registrar.withMutation(of: self, keyPath: \.hasUnsavedChanges) {}
    }
    if changed.contains(.failure) { registrar.withMutation(of: self, keyPath: \.failure) {} }
  }
}
