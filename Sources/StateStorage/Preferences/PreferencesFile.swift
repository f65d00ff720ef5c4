// The file of a domain: a read reports what was found, and a write changes single keys under the
// lock, so that other processes' changes remain. Relies on `FileBackend` for access to the drive.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// Changes by key: a new value, or nil to remove the key.
typealias PreferenceChangeSet = [String: StoredPreference?]

/// A file of preferences and the generations next to it.
struct PreferencesFile: Sendable {
  let backend: FileBackend

  struct PreferencesContents: Sendable {
    private(set) var values: [String: Plist] = [:]
    /// The keys whose values are four-byte reals.
    private(set) var singles: Set<String> = []
    var condition = Preferences.Condition.missing
    /// The format of the file, which writing preserves.
    var format = PlistFormat.binary
    /// The identity of the file; nil if it is missing or invalid.
    var identity: FileIdentity?
    /// The file as it was read, whose layout and comments writing preserves; nil for binary files.
    var source: PlistDocument?

    /// The value of a key.
    subscript(key: String) -> StoredPreference? {
      get { values[key].map { StoredPreference($0, isSingle: singles.contains(key)) } }
      set {
        values[key] = newValue?.plist
        if newValue?.isSingle == true { singles.insert(key) } else { singles.remove(key) }
      }
    }

    /// Returns a value as the file would store it: only binary files have reals of two widths.
    func held(_ value: StoredPreference?) -> StoredPreference? {
      guard format != .binary, let value, value.isSingle else { return value }
      return StoredPreference(value.plist)
    }

    /// Returns the same contents, updated with a later snapshot of the file if its bytes are
    /// unchanged; nil otherwise.
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

  /// Reads the file; if it is invalid, returns the newest valid generation instead.
  ///
  /// - Parameter known: The previous contents; their values are reused if the bytes are the same.
  func read(knowing known: PreferencesContents? = nil) -> PreferencesContents {
    let reading = GenerationReading(
      backend: backend, subject: "the preferences file",
      decode: { (snapshot) throws(StateError) -> PreferencesContents in
        if let known = known?.confirmed(by: snapshot) { return known }
        return try decode(snapshot)
      })
    let reason: StateError
    switch reading.find(0) {
    case .absent: return PreferencesContents()
    case .good(let contents, _): return contents
    case .invalid(let error, _), .unreadable(let error): reason = error
    }
    for number in 1...oldestGeneration {
      guard case .good(let contents, _) = reading.find(number) else { continue }
      return PreferencesContents(
        values: contents.values, singles: contents.singles,
        condition: .recovered(generation: number, reason: reason), format: contents.format,
        source: contents.source)
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
        format: document.format ?? .binary, identity: snapshot.identity,
        source: document.format == .binary ? nil : document)
    } catch {
      throw StateError(
        .corrupt, message: "the file does not contain valid preferences",
        path: backend.path, underlyingError: error)
    }
  }

  private static func values(_ root: PlistNode) throws(PlistError) -> (
    values: [String: Plist], singles: Set<String>
  ) {
    guard root.kind == .dictionary else {
      throw PlistError(
        .typeMismatch,
        message: "expected a dictionary at the root, found a value of type \(root.kind)")
    }
    var values = [String: Plist](minimumCapacity: root.count)
    var singles: Set<String> = []
    for (key, value) in zip(root.keys, root.children) {
      if CombiningMarks.exceedLimit(in: key) {
        throw PlistError(.combiningLimit, message: KeyFault.combiningMarks(key).message)
      }
      // Keys in different Unicode normalization forms are distinct in a file but equal here, so
      // one of them would be lost.
      if values.updateValue(try Plist(value), forKey: key) != nil {
        throw PlistError(
          .equivalentKeys, message: "two keys have the same text: \(PlistError.quoted(key))")
      }
      if value.isSingle { singles.insert(key) }
    }
    return (values, singles)
  }

  // MARK: Writing

  /// Changes keys of the file under its lock, and leaves the others as they are in the file.
  ///
  /// - Parameters:
  ///   - overwriting: Whether an invalid file may be replaced, in which case it is set aside.
  ///   - known: The contents of the file when the caller last read or wrote it.
  ///   - own: The file as the caller last wrote it. If no value changes, it is not written again.
  /// - Returns: The new contents of the file.
  func write(
    _ changes: PreferenceChangeSet, over overwriting: StateOverwriting,
    knowing known: PreferencesContents, own: FileIdentity?
  ) throws(StateError) -> PreferencesContents {
    do { return try update(over: overwriting, knowing: known, own: own) { _ in changes } } catch let
      error as StateError
    { throw error } catch { throw StateError(saving: "the preferences", error, path: backend.path) }
  }

  /// Changes keys of the file under its lock, depending on its contents; returns the new contents.
  /// The function is called again if a program without the lock has written in the meantime.
  func update(
    over overwriting: StateOverwriting, knowing known: PreferencesContents, own: FileIdentity?,
    _ changes: ([String: Plist]) throws -> PreferenceChangeSet
  ) throws -> PreferencesContents {
    try backend.withLock { backend in
      let locked = PreferencesFile(backend: backend)
      for _ in 0..<4 {
        do {
          return try locked.change(changes, overwriting: overwriting, known: known, own: own)
        } catch FileError.Code.conflict {
          // A program that does not use the lock has written between reading and replacing.
          continue
        }
      }
      return try locked.change(changes, overwriting: overwriting, known: known, own: own)
    }
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
    contents.source = contents.format == .binary ? nil : try? PlistDocument(data)
    return contents
  }

  /// Whether two values have identical bytes. Texts in different Unicode normalization forms can be
  /// equal but not identical.
  private static func isSame(_ left: StoredPreference?, as right: StoredPreference?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    guard left.plist == right.plist, left.isSingle == right.isSingle else { return false }
    return (try? left.plist.encoded(as: .binary)) == (try? right.plist.encoded(as: .binary))
  }

  private func plan(_ contents: PreferencesContents, overwriting: StateOverwriting) throws
    -> SavingPlan
  {
    if let reason = contents.condition.error {
      if overwriting == .known {
        throw StateError(
          .wouldOverwrite, message: "refused to overwrite preferences that could not be read",
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
  /// Returns the bytes of a file with these values: in the format of the file if that can store
  /// them all, otherwise in binary format, which the file then keeps. XML cannot store fractions of
  /// a second or control characters. A text file keeps its comments, the order of its keys and its
  /// layout.
  fileprivate mutating func encode() throws -> Data {
    let document = try PlistDocument(.dictionary(values, isSorted: true), singles: singles)
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    options.reals = .shortest
    if format != .binary, document.losses(writtenAs: format).isEmpty {
      if let data = edited(to: document) { return data }
      // Other text formats write values of several types in the same form.
      if let data = try? document.encoded(as: format, options: options),
        format == .xml || (try? PlistDocument(data))?.hasSameValues(as: document) == true
      {
        return data
      }
    }
    format = .binary
    return try document.encoded(as: .binary, options: options)
  }

  /// Returns the file that was read with the values of a document; nil if that is impossible.
  private func edited(to document: PlistDocument) -> Data? {
    guard let source, source.format == format,
      let edits = try? PlistDifference(from: source, to: document).edits
        .withAutomaticPositions,
      let data = try? source.applying(edits).data,
      (try? PlistDocument(data))?.hasSameValues(as: document) == true
    else { return nil }
    return data
  }
}
