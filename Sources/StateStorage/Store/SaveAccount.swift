// What is known of the saves of a state in memory: how many changes it has, how many of them are saved, and
// what became of the last save.

internal import DurableFiles

/// The account of the saves of one state.
struct SaveAccount {
  /// Where the state came from when it was loaded last.
  var source: StateSource?
  /// Why an earlier generation was loaded, if one was.
  var recovery: StateError?
  /// How many changes there were.
  var changes = 0
  /// How many of them are saved; -1 when not even the state before the first is.
  var saved = 0
  /// What the last save promised. Of a state that was loaded that is not known: its writer may have
  /// died before the end of its save.
  var durability = AtomicReplacement.Durability.fast
  var failure: StateError?
  /// How many changes there were when the state was loaded last.
  var changesWhenLoaded = 0
  /// How many changes the state has of which there is a copy next to the file.
  var changesSavedAside: Int?

  /// An account of a state that was loaded, or is the first.
  ///
  /// - Parameter isStored: Whether the file has the state already, in the form that the store writes.
  init<State>(_ load: StateLoad<State>, isStored: Bool) {
    source = load.source
    recovery = load.error
    saved = isStored ? 0 : -1
  }

  /// Whether there is something that is not saved.
  var hasUnsavedChanges: Bool { saved < changes }

  /// Whether the state was changed here since it was saved or loaded.
  var isChangedHere: Bool { changes > max(saved, changesWhenLoaded) }

  /// Goes on with a state that was loaded.
  mutating func take<State>(_ load: StateLoad<State>, isStored: Bool) {
    source = load.source
    recovery = load.error
    saved = isStored ? changes : -1
    changesWhenLoaded = changes
    durability = .fast
    failure = nil
  }

  /// Notes that the state was saved, as it was after a number of changes.
  mutating func noteSaved(_ changes: Int, durability: AtomicReplacement.Durability) {
    saved = changes
    self.durability = durability
    failure = nil
  }

  /// Notes why a save failed. What did not reach the drive has to be written again: the system may have
  /// dropped it.
  mutating func noteFailure(_ error: StateError) {
    failure = error
    if error.code == .durabilityUnknown { saved = -1 }
  }

  /// What is new.
  struct AccountChanges: OptionSet {
    let rawValue: Int

    static var unsavedChanges: AccountChanges { AccountChanges(rawValue: 1) }
    static var failure: AccountChanges { AccountChanges(rawValue: 2) }
    static var value: AccountChanges { AccountChanges(rawValue: 4) }
  }

  /// Changes the account, and finds out what is new of it.
  mutating func note(_ change: (inout SaveAccount) -> Void) -> AccountChanges {
    let (wasUnsaved, failureBefore) = (hasUnsavedChanges, failure)
    change(&self)
    var news = AccountChanges()
    if wasUnsaved != hasUnsavedChanges { news.insert(.unsavedChanges) }
    if failure != failureBefore { news.insert(.failure) }
    return news
  }
}
