// The elements of an array that have no equal in another array, with the parts by which similar
// elements are found.

/// An element of an array, and what it consists of.
struct UnmatchedElement {
  /// The index in the array.
  var index: Int
  var kind: PlistKind
  /// The pairs of a dictionary, as the numbers of key and value, or the numbers of the elements of
  /// an array, in ascending order; empty for scalars.
  var parts: [UInt64] = []
  /// The ranks of the identity keys of a dictionary and the numbers of their values, by rank.
  var identities: [(rank: Int, value: UInt32)] = []

  /// Returns the number of equal parts of two elements.
  func sharedCount(with other: UnmatchedElement) -> Int {
    var (position, otherPosition, count) = (0, 0, 0)
    while position < parts.count, otherPosition < other.parts.count {
      let (part, otherPart) = (parts[position], other.parts[otherPosition])
      if part == otherPart { count += 1 }
      if part <= otherPart { position += 1 }
      if otherPart <= part { otherPosition += 1 }
    }
    return count
  }

  /// Returns whether the other element can be the same one with changes: false if they have the
  /// same identity key with different values.
  func mayContinue(as other: UnmatchedElement) -> Bool {
    for identity in identities {
      if let own = other.identities.first(where: { $0.rank == identity.rank }) {
        return own.value == identity.value
      }
    }
    return true
  }
}

/// The elements of an array that have no equal in another array.
struct UnmatchedElements {
  private(set) var elements: [UnmatchedElement]

  var isEmpty: Bool { elements.isEmpty }

  /// Collects elements of an array.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of the elements.
  ///   - isOld: Whether the array belongs to the old document.
  init(of array: Node, indexes: [Int], isOld: Bool, _ pair: borrowing NumberedPair) {
    let storage = isOld ? pair.old : pair.new
    elements = []
    elements.reserveCapacity(indexes.count)
    for index in indexes {
      let node = storage.nodes[storage.child(index, of: array)]
      var element = UnmatchedElement(index: index, kind: node.kind)
      if node.kind == .dictionary {
        element.collectPairs(of: node, storage, isOld: isOld, pair)
      } else if node.isList {
        element.parts = (0..<node.count).map { position in
          let child = storage.child(position, of: node)
          return UInt64(isOld ? pair.number(old: child) : pair.number(new: child))
        }
        element.parts.sort()
      }
      elements.append(element)
    }
  }

  mutating func removeAll(where isMatched: (Int) -> Bool) {
    elements.removeAll { isMatched($0.index) }
  }

  /// Returns the indexes of the elements whose value of an identity key is unique, by the number of
  /// the value.
  func uniqueIndexes(ofIdentity rank: Int, where isIncluded: (Int) -> Bool) -> [UInt32: Int] {
    var indexes: [UInt32: Int] = [:]
    for element in elements where isIncluded(element.index) {
      guard let identity = element.identities.first(where: { $0.rank == rank }) else { continue }
      indexes[identity.value] = indexes[identity.value] == nil ? element.index : -1
    }
    return indexes.filter { $0.value >= 0 }
  }
}

extension UnmatchedElement {
  /// Collects the pairs of a dictionary, and its identities.
  fileprivate mutating func collectPairs(
    of node: Node, _ storage: DocumentStorage, isOld: Bool, _ pair: borrowing NumberedPair
  ) {
    parts.reserveCapacity(node.count)
    for position in 0..<node.count {
      let (key, value) = (storage.key(position, of: node), storage.value(position, of: node))
      let keyNumber = isOld ? pair.number(old: key) : pair.number(new: key)
      let valueNumber = isOld ? pair.number(old: value) : pair.number(new: value)
      parts.append(UInt64(keyNumber) &<< 32 | UInt64(valueNumber))
      if let rank = pair.identityRank(ofKey: keyNumber), storage.nodes[value].canIdentify {
        identities.append((rank, valueNumber))
      }
    }
    parts.sort()
    identities.sort { $0.rank < $1.rank }
  }
}

extension Node {
  /// Whether a value of this kind can identify a dictionary.
  fileprivate var canIdentify: Bool {
    switch kind {
    case .string, .integer, .data, .uid: true
    default: false
    }
  }
}
