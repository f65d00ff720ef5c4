// Coding paths, computed on demand. The last path is cached, so that the errors of one container
// share its keys, and an error that is discarded costs no more than its own last key.

/// The coding path that was requested last, and the keys of entries that outlive the call that
/// created them.
package struct CodingPathMemory {
  /// An entry, and the number of elements of `keys` that lead to it.
  private struct PathLevel {
    var entry: Int
    var keyCount: Int
  }

  private struct OwnedKey {
    var entry: Int
    var key: any CodingKey
  }

  private var keys: [any CodingKey] = []
  private var levels: [PathLevel] = []
  private var owned: [OwnedKey] = []

  package init() {}

  /// The highest entry that has cached data, or −1.
  package var highestEntry: Int { max(levels.last?.entry ?? -1, owned.last?.entry ?? -1) }

  /// Stores the key of an entry, which must have the highest number so far.
  package mutating func keep(_ key: any CodingKey, of entry: Int) {
    owned.append(OwnedKey(entry: entry, key: key))
  }

  /// Removes the data of all entries from a number on.
  package mutating func forget(from entry: Int) {
    while let last = levels.last, last.entry >= entry { levels.removeLast() }
    while let last = owned.last, last.entry >= entry { owned.removeLast() }
  }

  /// Returns the path to an entry, followed by one more key.
  ///
  /// - Parameter step: Returns the parent of an entry, which has a lower number, and the key of the
  ///   entry. Receives the key that was stored for the entry.
  package mutating func path(
    to entry: Int, appending last: (any CodingKey)? = nil,
    _ step: (_ entry: Int, _ kept: (any CodingKey)?) -> (parent: Int, key: (any CodingKey)?)
  ) -> [any CodingKey] {
    var missing: [PathLevel] = []
    var steps: [any CodingKey] = []
    var entry = entry
    while entry > 0 {
      while let last = levels.last, last.entry > entry { levels.removeLast() }
      if levels.last?.entry == entry { break }
      let (parent, key) = step(entry, keptKey(of: entry))
      missing.append(PathLevel(entry: entry, keyCount: key == nil ? 0 : 1))
      if let key { steps.append(key) }
      entry = parent
    }
    if entry <= 0 { levels.removeAll(keepingCapacity: true) }
    let common = levels.last?.keyCount ?? 0
    if keys.count > common { keys.removeSubrange(common...) }
    keys.append(contentsOf: steps.reversed())
    var count = common
    for level in missing.reversed() {
      count += level.keyCount
      levels.append(PathLevel(entry: level.entry, keyCount: count))
    }
    if let last { keys.append(last) }
    return keys
  }

  private func keptKey(of entry: Int) -> (any CodingKey)? {
    var range = owned.startIndex..<owned.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if owned[middle].entry == entry { return owned[middle].key }
      range =
        owned[middle].entry < entry ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

/// A dictionary's key in a coding path, used if the caller did not provide one.
package struct PlistCodingKey: CodingKey, Sendable {
  package let stringValue: String
  package var intValue: Int? { Int(stringValue) }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { self.init(stringValue: String(intValue)) }
}

/// An array's index in a coding path.
package struct PlistIndexKey: CodingKey, Sendable {
  let index: Int

  package init(_ index: Int) { self.index = index }
  package init?(intValue: Int) { self.init(intValue) }
  package init?(stringValue: String) { nil }

  package var stringValue: String { "Index \(index)" }
  package var intValue: Int? { index }
}

extension EncodingError {
  /// Returns the error for a value that property lists cannot represent, with the path of the
  /// offending value.
  static func invalidValue(_ value: Any, cause error: PlistError) -> EncodingError {
    .invalidValue(
      value,
      Context(
        codingPath: error.path.codingPath, debugDescription: error.message, underlyingError: error))
  }
}

extension PlistPath {
  /// The steps as `Codable` keys.
  package var codingPath: [any CodingKey] {
    steps.map { step -> any CodingKey in
      switch step {
      case .key(let key): PlistCodingKey(stringValue: key)
      case .index(let index): PlistIndexKey(index)
      }
    }
  }

  /// Creates a path from a coding path of this package's coders.
  package init(codingPath: [any CodingKey]) {
    self.init(
      codingPath.map { ($0 as? PlistIndexKey).map { .index($0.index) } ?? .key($0.stringValue) })
  }
}
