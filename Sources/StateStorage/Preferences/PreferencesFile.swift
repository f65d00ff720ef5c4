// The file of a domain: read with an account of what was found, and changed under its lock key by
// key, so that what others have changed stays. Relies on `FileBackend` for everything on the drive.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// Keys that are to have a value, or none.
typealias PreferenceChangeSet = [String: StoredPreference?]

/// A file of preferences and the generations beside it.
struct PreferencesFile: Sendable {
  let backend: FileBackend

  /// What a file has.
  struct PreferencesContents: Sendable {
    private(set) var values: [String: Plist] = [:]
    /// The keys whose reals have four bytes.
    private(set) var singles: Set<String> = []
    var condition = Preferences.Condition.missing
    /// The format of the file, which it keeps.
    var format = PlistFormat.binary
    /// What tells the file from later ones; nil when it is not there or no good.
    var identity: FileIdentity?

    /// The value of a key.
    subscript(key: String) -> StoredPreference? {
      get { values[key].map { StoredPreference($0, isSingle: singles.contains(key)) } }
      set {
        values[key] = newValue?.plist
        if newValue?.isSingle == true { singles.insert(key) } else { singles.remove(key) }
      }
    }

    /// A value as the file can hold it: only binary files have reals of two widths.
    func held(_ value: StoredPreference?) -> StoredPreference? {
      guard format != .binary, let value, value.isSingle else { return value }
      return StoredPreference(value.plist)
    }

    /// The same contents, where a file that was read later has the bytes of the one that they are from.
    func confirmed(by snapshot: FileSnapshot) -> PreferencesContents? {
      guard condition.error == nil, let identity, identity == snapshot.identity,
        let checksum = identity.checksum, checksum == snapshot.identity.checksum
      else { return nil }
      var contents = self
      (contents.condition, contents.identity) = (.loaded(snapshot.integrity), snapshot.identity)
      return contents
    }
  }

  // MARK: Reading

  /// Reads the file; one that is no good is replaced in memory by the newest generation that is.
  ///
  /// - Parameter known: What the file had before: its values are taken where the bytes are the same.
  func read(knowing known: PreferencesContents? = nil) -> PreferencesContents {
    let reading = GenerationReading(
      backend: backend, subject: "the file of preferences",
      decode: { (snapshot) throws(StateError) -> PreferencesContents in
        if let known = known?.confirmed(by: snapshot) { return known }
        return try decode(snapshot)
      })
    switch reading.find(0) {
    case .absent: return PreferencesContents()
    case .good(let contents, _): return contents
    case .noGood(let reason, _), .unreadable(let reason): return older(reading, reason: reason)
    }
  }

  private func older(_ reading: GenerationReading<PreferencesContents>, reason: StateError)
    -> PreferencesContents
  {
    for number in 1...oldestGeneration {
      guard case .good(let contents, _) = reading.find(number) else { continue }
      return PreferencesContents(
        values: contents.values, singles: contents.singles,
        condition: .recovered(generation: number, reason: reason), format: contents.format)
    }
    return PreferencesContents(condition: .unusable(reason))
  }

  private func decode(_ snapshot: FileSnapshot) throws(StateError) -> PreferencesContents {
    do throws(PlistError) {
      let document = try PlistDocument(snapshot.bytes)
      if let problem = TruncatedText.problem(document, bytes: snapshot.bytes) { throw problem }
      try document.requireStringKeys("preferences")
      let (values, singles) = try Self.values(document.root)
      return PreferencesContents(
        values: values, singles: singles, condition: .loaded(snapshot.integrity),
        format: document.format ?? .binary, identity: snapshot.identity)
    } catch {
      throw StateError(
        .corrupt, message: "the file is no dictionary of preferences", path: backend.path,
        underlyingError: error)
    }
  }

  private static func values(
    _ root: PlistNode
  ) throws(PlistError) -> (values: [String: Plist], singles: Set<String>) {
    guard root.kind == .dictionary else {
      throw PlistError(
        .typeMismatch, message: "preferences are a dictionary, not a value of type \(root.kind)")
    }
    var values = [String: Plist](minimumCapacity: root.count)
    var singles: Set<String> = []
    for (key, value) in zip(root.keys, root.children) {
      if CombiningMarks.exceedLimit(in: key) {
        throw PlistError(.combiningLimit, message: KeyFault.combiningMarks(key).message)
      }
      // Keys in different forms of Unicode are two in a file, and one here: nothing may be lost.
      if values.updateValue(try Plist(value), forKey: key) != nil {
        throw PlistError(
          .equivalentKeys, message: "two keys are the same text, \(PlistError.quoted(key))")
      }
      if value.isSingle { singles.insert(key) }
    }
    return (values, singles)
  }

  // MARK: Writing

  /// Changes keys of the file under its lock, and leaves the others as they are there now.
  ///
  /// - Parameters:
  ///   - changes: The keys.
  ///   - overwriting: Whether a file that is no good may be replaced; it is put aside then.
  ///   - known: What the file had when the caller read or wrote it last.
  ///   - own: The file as the caller wrote it last: when nothing changes it, it is not written.
  /// - Returns: What the file has now.
  func write(
    _ changes: PreferenceChangeSet, over overwriting: StateOverwriting,
    knowing known: PreferencesContents,
    own: FileIdentity?
  ) throws(StateError) -> PreferencesContents {
    do {
      return try update(over: overwriting, knowing: known, own: own) { _ in changes }
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError(saving: "the preferences", error, path: backend.path)
    }
  }

  /// Changes keys of the file under its lock, by what it has then.
  ///
  /// - Parameter changes: Gives the keys that change by the values in the file. It is called again where a
  ///   program that knows no lock has written meanwhile.
  /// - Returns: What the file has now.
  func update(
    over overwriting: StateOverwriting, knowing known: PreferencesContents, own: FileIdentity?,
    _ changes: ([String: Plist]) throws -> PreferenceChangeSet
  ) throws -> PreferencesContents {
    try backend.withLock { backend in
      let locked = PreferencesFile(backend: backend)
      return try repeatedly {
        try locked.change(changes, overwriting: overwriting, known: known, own: own)
      }
    }
  }

  /// Programs that know no lock may write between reading and replacing; then all begins anew.
  private func repeatedly(_ attempt: () throws -> PreferencesContents) throws -> PreferencesContents
  {
    for _ in 0..<4 {
      do {
        return try attempt()
      } catch FileError.Code.conflict {
        continue
      }
    }
    return try attempt()
  }

  private func change(
    _ changes: ([String: Plist]) throws -> PreferenceChangeSet, overwriting: StateOverwriting,
    known: PreferencesContents, own: FileIdentity?
  ) throws -> PreferencesContents {
    var contents = read(knowing: known)
    var plan = try plan(contents, overwriting: overwriting)
    plan.verified = contents.identity
    var changesValues = false
    for (key, change) in try changes(contents.values) {
      let value = contents.held(change)
      changesValues = changesValues || !Self.isSame(value, as: contents[key])
      contents[key] = value
    }
    if let own, own == contents.identity, !changesValues { return contents }
    let data = try contents.encode()
    if let suffix = plan.aside { try backend.putAside(as: suffix) }
    contents.identity = try backend.replace(with: data, plan, durability: .durable)
    contents.condition = .loaded(.verified)
    return contents
  }

  /// Whether two values are the same to the byte. Text in two forms of Unicode is equal, and not the same.
  private static func isSame(_ left: StoredPreference?, as right: StoredPreference?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    guard left.plist == right.plist, left.isSingle == right.isSingle else { return false }
    return (try? left.plist.encoded(as: .binary)) == (try? right.plist.encoded(as: .binary))
  }

  private func plan(
    _ contents: PreferencesContents, overwriting: StateOverwriting
  ) throws -> SavingPlan {
    if let reason = contents.condition.error {
      if overwriting == .known {
        throw StateError(
          .wouldOverwrite, message: "nothing is written over preferences that could not be read",
          path: backend.path, underlyingError: reason)
      }
      let damaged = try KnownContents.recovered(backend.identity(like: nil))
      return try damaged.plan(over: .known, present: nil, version: 1, backend.path)
    }
    guard let identity = contents.identity else { return SavingPlan(precondition: .absent) }
    return SavingPlan(precondition: .unchanged(identity))
  }
}

extension PreferencesFile.PreferencesContents {
  /// The bytes of a file with these values: in the format of the file where that can hold them all, else
  /// binary, which it stays. In XML, fractions of a second and control characters are such values.
  fileprivate mutating func encode() throws -> Data {
    let document = try PlistDocument(.dictionary(values, isSorted: false), singles: singles)
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    options.reals = .shortest
    if format != .binary, document.losses(writtenAs: format).isEmpty,
      let data = try? document.encoded(as: format, options: options),
      // Other text formats have one form for values of several types.
      format == .xml || (try? PlistDocument(data))?.hasSameValues(as: document) == true
    {
      return data
    }
    format = .binary
    return try document.encoded(as: .binary, options: options)
  }
}
