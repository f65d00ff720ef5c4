// The rules that edits of values and of files share: the meaning of a step, the position of a new
// pair, the meaning of a merge, and the errors.
internal import OrderedCollections

extension PlistPath.Step {
  /// The key of a pair; nil for an index in brackets, which does not lead into a dictionary.
  var text: String? {
    switch self {
    case .key(let key): key
    case .index: nil
    }
  }

  /// Returns the index of an existing element among a number of elements; nil if there is none.
  package func index(in count: Int) -> Int? {
    let index = number(in: count)
    return (0..<count).contains(index) ? index : nil
  }

  /// Returns the index at which an element is inserted; nil if it is out of range.
  func insertionIndex(in count: Int) -> Int? {
    let index = number(in: count)
    return (0...count).contains(index) ? index : nil
  }

  /// Returns the index that the step names, counted from the beginning; −1 for a key that is not a
  /// number.
  private func number(in count: Int) -> Int {
    switch self {
    case .index(let index): index < 0 ? count + index : index
    case .key(let key): Int(key) ?? -1
    }
  }
}

extension PlistEdit.PairPosition {
  /// Returns the index at which a new key is inserted among the keys of a dictionary.
  func index(of key: String, keys: [String]) -> Int {
    switch self {
    case .first: return 0
    case .after(let other):
      if let index = keys.firstIndex(where: { $0.hasSameBytes(as: other) }) { return index + 1 }
    case .automatic: break
    }
    let isSorted =
      keys.count > 1 && zip(keys, keys.dropFirst()).allSatisfy { $0.precedesInBytes($1) }
    return isSorted ? keys.firstIndex { key.precedesInBytes($0) } ?? keys.count : keys.count
  }
}

extension [PlistEdit] {
  /// The same edits, with new pairs at the positions that fit the order of the keys.
  package var withAutomaticPositions: [PlistEdit] {
    map { edit in
      if case .insert(let path, let value, _) = edit { .insert(path, value) } else { edit }
    }
  }
}

extension PlistEdit {
  /// Throws unless both values of a merge are dictionaries.
  static func requireDictionaries(
    merging other: PlistKind, into kind: PlistKind, at path: PlistPath
  ) throws(PlistError) {
    if kind != .dictionary {
      throw PlistError(
        .invalidEdit, message: "expected a dictionary to merge into, found \(kind.phrase)",
        path: path)
    }
    if other != .dictionary {
      throw PlistError(
        .invalidEdit, message: "expected a dictionary to merge, found \(other.phrase)", path: path)
    }
  }

  /// Returns the values that are set when a dictionary is merged into another, by their paths from
  /// that dictionary.
  ///
  /// - Parameter path: The path of the dictionary, for errors.
  static func settings(merging other: Plist, into value: Plist, at path: PlistPath)
    throws(PlistError) -> [(path: PlistPath, value: Plist)]
  {
    try requireDictionaries(merging: other.kind, into: value.kind, at: path)
    var settings: [(path: PlistPath, value: Plist)] = []
    var pending = [(PlistPath(), value, other)]
    while let (path, value, other) = pending.popLast() {
      for (key, new) in other.pairs ?? [:] {
        let path = path.appending(.key(key))
        if let old = value[key], old.kind == .dictionary, new.kind == .dictionary {
          pending.append((path, old, new))
        } else if value[key] != new {
          settings.append((path, new))
        }
      }
    }
    return settings
  }
}

extension PlistError {
  /// Returns the error for an edit that the root does not support.
  static func rootEdit(_ verb: String) -> PlistError {
    PlistError(.invalidEdit, message: "the root cannot be \(verb)")
  }

  static func keyExists(_ key: String, parent: PlistPath) -> PlistError {
    PlistError(
      .keyExists, message: "the key \(PlistError.quoted(key)) already exists",
      path: parent.appending(.key(key)))
  }
}
