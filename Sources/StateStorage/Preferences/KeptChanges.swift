// Changes of preferences that could not be written before a process ended, and that nobody was told of:
// kept in a file of their own next to the preferences until they are written. Relies on
// `AtomicReplacement` for the file.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// The changes that an earlier process has left: a property list of the values that were set and the
/// keys that were removed.
struct KeptChanges {
  let file: PreferencesFile

  private static let valuesKey = "Values"
  private static let removedKey = "Removed"

  private var system: any FileSystem { file.place.system }

  /// The file that they are kept in.
  var path: FilePath {
    let preferences = file.place.path
    guard let name = preferences.lastComponent else { return FilePath() }
    let own = FilePath(root: nil, [name]).companion(prefix: ".", suffix: ".unwritten")
    return preferences.removingLastComponent().appending(own.components)
  }

  /// What was kept, and what identifies it; nil where there is nothing, or what is there cannot be
  /// read.
  func read() -> (changes: PreferenceChangeSet, identity: FileIdentity)? {
    let limit = file.place.options.sizeLimit
    guard let found = try? FileContents.snapshot(of: path, limit: limit, in: system),
      let root = try? PlistDocument(found.bytes).root, root.kind == .dictionary,
      let values = root[Self.valuesKey], values.kind == .dictionary
    else { return nil }
    var changes: PreferenceChangeSet = [:]
    for key in root[Self.removedKey]?.children ?? [] {
      if let key = key.stringValue { changes.updateValue(nil, forKey: key) }
    }
    for (key, value) in zip(values.keys, values.children) {
      guard let value = try? Plist(value) else { return nil }
      changes.updateValue(value, forKey: key)
    }
    return (changes, found.identity)
  }

  /// Keeps changes, with those that are kept already. Where that is not possible either, they are
  /// lost, as they would have been anyway.
  func keep(_ changes: PreferenceChangeSet) {
    var all = read()?.changes ?? [:]
    for (key, value) in changes { all.updateValue(value, forKey: key) }
    let removed = all.filter { $0.value == nil }.keys.sorted()
    let root: Plist = [
      Self.removedKey: .array(removed.map { .string($0) }),
      Self.valuesKey: .dictionary(all.compactMapValues(\.self), isSorted: true),
    ]
    guard let data = try? root.encoded(as: .binary) else { return }
    let options = AtomicReplacement.Options(
      durability: .consistent, newFilePermissions: .ownerReadWrite)
    _ = try? AtomicReplacement.write(data.span, to: path, options: options, in: system)
  }

  /// Removes what was kept, now that it is written; what was kept since stays.
  func remove(_ identity: FileIdentity) {
    let path = path
    guard let name = path.lastComponent,
      (try? FileContents.identity(of: path, in: system)) == identity
    else { return }
    // With a dot at its end, a path may lead through symbolic links.
    let parent = path.removingLastComponent().appending(".")
    guard let directory = try? OpenDirectory(parent, for: .listing, in: system) else { return }
    try? directory.removeFile(FilePath(root: nil, [name]))
  }
}
