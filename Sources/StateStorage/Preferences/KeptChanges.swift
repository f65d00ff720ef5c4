// Changes to preferences that could not be written before a process ended and that were not
// reported to the program. Relies on `AtomicReplacement` for their file.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// The unwritten changes of an earlier process, in a file next to the preferences until they are
/// written: the values that were set, the keys that were removed, and the previous values of these
/// keys in the file.
struct KeptChanges {
  let file: PreferencesFile

  private static let (valuesKey, removedKey) = ("Values", "Removed")
  /// The keys that were set to four-byte reals.
  private static let singlesKey = "Singles"
  private static let (oldValuesKey, missingKey) = ("OldValues", "OldMissing")
  /// The time to wait for another process that is storing changes.
  private static let lockWaiting = Duration.milliseconds(500)

  private var system: any FileSystem { file.backend.system }

  /// The file that contains the changes.
  var path: FilePath {
    let preferences = file.backend.path
    guard let name = preferences.lastComponent else { return FilePath() }
    let own = FilePath(root: nil, [name]).companion(prefix: ".", suffix: ".unwritten")
    return preferences.removingLastComponent().appending(own.components)
  }

  /// The stored changes.
  struct Found {
    var changes: PreferenceChangeSet
    /// The previous values of these keys in the preferences file, as far as they were known.
    var old: PreferenceChangeSet
    var identity: FileIdentity

    /// Returns the changes that are still current: all of them if the preferences have not been
    /// written since, otherwise those to keys whose values have not changed since.
    func changes(to contents: PreferencesFile.PreferencesContents) -> PreferenceChangeSet {
      let isOlder =
        contents.identity.map { $0.modificationTime <= identity.modificationTime } ?? true
      if isOlder { return changes }
      return changes.filter { key, _ in
        guard let before = old[key] else { return false }
        return contents.values[key] == before?.plist
      }
    }
  }

  /// Returns the stored changes; nil if there are none or they cannot be read.
  func read() -> Found? {
    let limit = file.backend.options.sizeLimit
    guard let found = try? FileContents.snapshot(of: path, limit: limit, in: system),
      let root = try? PlistDocument(found.bytes).root, root.kind == .dictionary,
      var changes = Self.changeSet(root, valuesKey: Self.valuesKey, removedKey: Self.removedKey)
    else { return nil }
    for key in root[Self.singlesKey]?.children.compactMap(\.stringValue) ?? [] {
      if case let value?? = changes[key] {
        changes[key] = StoredPreference(value.plist, isSingle: true)
      }
    }
    let old = Self.changeSet(root, valuesKey: Self.oldValuesKey, removedKey: Self.missingKey) ?? [:]
    return Found(changes: changes, old: old, identity: found.identity)
  }

  private static func changeSet(_ root: PlistNode, valuesKey: String, removedKey: String)
    -> PreferenceChangeSet?
  {
    guard let values = root[valuesKey], values.kind == .dictionary else { return nil }
    var changes: PreferenceChangeSet = [:]
    for key in root[removedKey]?.children ?? [] {
      if let key = key.stringValue { changes.updateValue(nil, forKey: key) }
    }
    for (key, value) in zip(values.keys, values.children) {
      guard let value = try? Plist(value) else { return nil }
      changes.updateValue(StoredPreference(value), forKey: key)
    }
    return changes
  }

  /// Stores changes in addition to those already stored; `known` are the last known contents of the
  /// file. If that fails too, they are lost, as they would have been without this attempt.
  func keep(_ changes: PreferenceChangeSet, to known: PreferencesFile.PreferencesContents) {
    whileLocked {
      let found = read()
      var (all, old) = (found?.changes ?? [:], found?.old ?? [:])
      for (key, value) in changes {
        all.updateValue(value, forKey: key)
        if known.condition.error == nil { old.updateValue(known[key], forKey: key) }
      }
      let singles = all.filter { $0.value?.isSingle == true }.keys.sorted()
      var pairs = Self.pairs(all, valuesKey: Self.valuesKey, removedKey: Self.removedKey).merging(
        Self.pairs(old, valuesKey: Self.oldValuesKey, removedKey: Self.missingKey)
      ) { $1 }
      if !singles.isEmpty { pairs[Self.singlesKey] = .array(singles.map { .string($0) }) }
      let root = Plist.dictionary(pairs, isSorted: true)
      guard let data = try? root.encoded(as: .binary) else { return }
      let options = AtomicReplacement.Options(
        durability: .consistent, newFilePermissions: .ownerReadWrite, locking: .held)
      _ = try? AtomicReplacement.write(data.span, to: path, options: options, in: system)
    }
  }

  private static func pairs(_ changes: PreferenceChangeSet, valuesKey: String, removedKey: String)
    -> [String: Plist]
  {
    let removed = changes.filter { $0.value == nil }.keys.sorted()
    return [
      removedKey: .array(removed.map { .string($0) }),
      valuesKey: .dictionary(changes.compactMapValues { $0?.plist }, isSorted: true),
    ]
  }

  /// Removes the stored changes once they are written or obsolete. Changes that were stored later
  /// stay.
  func remove(_ identity: FileIdentity) {
    let path = path
    guard let name = path.lastComponent else { return }
    whileLocked {
      // In file systems with unstable file numbers, the file is identified by its contents.
      guard (try? FileContents.identity(of: path, like: identity, in: system)) == identity else {
        return
      }
      // With a trailing dot, a path may lead through symbolic links.
      let parent = path.removingLastComponent().appending(".")
      guard let directory = try? OpenDirectory(parent, for: .listing, in: system) else { return }
      try? directory.removeFile(FilePath(root: nil, [name]))
    }
  }

  /// Runs a function while no other process stores changes. If a lock is not possible, runs it
  /// without one.
  private func whileLocked(_ body: () -> Void) {
    let lock = FileLock(path, newFilePermissions: .ownerReadWrite)
    let held = try? LockedFile(lock, waiting: Self.lockWaiting, in: system)
    defer { held?.close() }
    body()
  }
}
