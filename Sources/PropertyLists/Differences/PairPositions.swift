// The positions at which the keys that they added go among ours.

/// The positions of keys that are added to a dictionary.
///
/// A key follows the key that it follows in their dictionary, and after that the keys that we added
/// in the same position. If the keys of both sides are sorted, the merged keys are, too. The objects
/// of a project have such an order for each class, because the file has a section for each.
struct PairPositions {
  /// The keys of one class of objects, or of any other dictionary.
  private struct KeySection {
    /// Our keys and those that were inserted, in order.
    var keys: [String] = []
    /// Whether the keys of both sides are in ascending order.
    var isSorted = true
    var lastOfTheirs: String?
    /// The last of our keys that we did not add.
    var anchor: String?
    /// The last of the keys that we added before all others.
    var start: String?
    /// The key after which the next of their keys goes.
    var previous: String?

    mutating func addTheirs(_ key: String) {
      if let last = lastOfTheirs, !last.precedesInBytes(key) { isSorted = false }
      lastOfTheirs = key
    }

    mutating func addOurs(_ key: String) {
      if let last = keys.last, !last.precedesInBytes(key) { isSorted = false }
      keys.append(key)
    }

    mutating func insert(_ key: String) {
      previous = key
      if let index = index(of: key) { keys.insert(key, at: index) }
    }

    /// The index of a key among sorted keys; nil if they are not sorted.
    func index(of key: String) -> Int? {
      guard isSorted, keys.count > 1 else { return nil }
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle].precedesInBytes(key) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private let isPerClass: Bool
  private var sections: [String: KeySection] = [:]
  /// For each of our keys, the last key that we added directly after it.
  private var ends: [ByteKey: String] = [:]

  init(isPerClass: Bool) { self.isPerClass = isPerClass }

  private func section(of node: PlistNode?) -> String {
    isPerClass ? node?["isa"]?.stringValue ?? "" : ""
  }

  /// Adds one of their keys, in their order.
  mutating func addTheirs(_ key: String, _ node: PlistNode?) {
    sections[section(of: node), default: KeySection()].addTheirs(key)
  }

  /// Adds one of our keys, in our order.
  mutating func addOurs(_ key: String, _ node: PlistNode?, isNew: Bool) {
    let name = section(of: node)
    sections[name, default: KeySection()].addOurs(key)
    if !isNew {
      sections[name]?.anchor = key
    } else if let anchor = sections[name]?.anchor {
      ends[ByteKey(anchor)] = key
    } else {
      sections[name]?.start = key
    }
  }

  /// Continues after a key that both sides have.
  mutating func follow(_ key: String, _ node: PlistNode?) {
    sections[section(of: node), default: KeySection()].previous = ends[ByteKey(key)] ?? key
  }

  /// Continues after a key that was inserted.
  mutating func insert(_ key: String, _ node: PlistNode?) {
    sections[section(of: node), default: KeySection()].insert(key)
  }

  /// Returns the position of a key that is inserted.
  func position(of key: String, _ node: PlistNode?) -> PlistEdit.PairPosition {
    guard let section = sections[section(of: node)] else { return first }
    if let index = section.index(of: key) {
      return index == 0 ? first : .after(section.keys[index - 1])
    }
    return (section.previous ?? section.start).map { .after($0) } ?? first
  }

  /// The position before all keys of a class is that of its section, which depends on the format.
  private var first: PlistEdit.PairPosition { isPerClass ? .automatic : .first }
}
