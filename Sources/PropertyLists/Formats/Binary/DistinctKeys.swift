// Validation of the dictionary keys of a binary file. Keys must be scalars; nearly all are strings.
// If a key is repeated, the first value counts, as in Apple's parser, and the other pairs are
// dropped.

/// A checker of the keys of all dictionaries, one after another.
struct DistinctKeys: ~Copyable {
  private let view: ByteView
  /// For each object that was used as a key: the number of its text, plus one.
  private var numbers: LinearBuffer<UInt32>
  private var keys = KeyTable()
  /// The text of the keys as UTF-8, whatever their original form, so that equal keys have equal
  /// bytes.
  private var text = ByteWriter(minimumCapacity: 1024)
  /// The references of the last checked dictionary that had only distinct string keys. Most
  /// dictionaries have the same keys as the one before.
  private var lastStart = 0
  private var lastCount = 0
  /// Whether the current dictionary has a key that is not a string.
  private var currentHasOtherKey = false
  /// Whether any dictionary has a key that is not a string.
  private(set) var hasOtherKeys = false
  /// The pairs that were dropped, up to the maximum number of warnings.
  private(set) var dropped: [DroppedPair] = []

  init(_ view: ByteView, objectCount: Int) {
    self.view = view
    numbers = LinearBuffer(minimumCapacity: objectCount)
    numbers.append(repeating: 0, count: objectCount)
  }

  mutating func check(
    _ index: Int, nodes: inout LinearBuffer<Node>, references: inout LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) {
    let node = nodes[index]
    if hasKeysOfLast(node, references: references) { return }
    if try isOrdinary(index, nodes: nodes, references: references, offsets: offsets) {
      lastStart = node.start
      lastCount = node.count
    } else {
      resolve(index, nodes: &nodes, references: &references)
    }
  }

  private func hasKeysOfLast(_ node: Node, references: borrowing LinearBuffer<UInt32>) -> Bool {
    guard node.count == lastCount else { return false }
    for position in 0..<node.count
    where references[node.start &+ position] != references[lastStart &+ position] { return false }
    return true
  }

  /// Returns whether all keys are distinct strings.
  private mutating func isOrdinary(
    _ index: Int, nodes: borrowing LinearBuffer<Node>, references: borrowing LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) -> Bool {
    let node = nodes[index]
    keys.beginDictionary()
    var isOrdinary = true
    for position in 0..<node.count {
      let key = Int(references[node.start + position])
      if nodes[key].kind != .string {
        try admitOtherKey(key, node: nodes[key], index: index, offsets: offsets)
        isOrdinary = false
      }
      if keys.isRepeated(number(of: key, nodes[key])) { isOrdinary = false }
    }
    return isOrdinary
  }

  /// Accepts a key that is not a string, as Apple's parser does for every scalar.
  @inline(never)
  private mutating func admitOtherKey(
    _ key: Int, node: Node, index: Int, offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) {
    guard !node.kind.isContainer else {
      throw PlistError(
        .keyNotString,
        message: "expected a scalar as a key of object \(index), found \(node.kind.phrase)",
        position: SourcePosition(offset: Int(offsets[index])))
    }
    currentHasOtherKey = true
  }

  /// Returns the number of a key's text. Each object's text is compared only once.
  private mutating func number(of key: Int, _ node: Node) -> Int {
    let known = numbers[key]
    return known != 0 ? Int(known) &- 1 : newNumber(of: key, node)
  }

  @inline(never)
  private mutating func newNumber(of key: Int, _ node: Node) -> Int {
    let start = text.count
    if node.isPlainText {
      text.append(view, at: node.start, count: node.count)
    } else {
      text.append(identityOf: node, in: NodeSource(view))
    }
    let number = keys.entry(text.view, at: start, count: text.count - start)
    if keys.entries[number].node == .max {
      keys.entries[number].node = UInt32(truncatingIfNeeded: key)
    } else {
      text.truncate(to: start)
    }
    numbers[key] = UInt32(truncatingIfNeeded: number + 1)
    return number
  }

  /// Keeps the first pair of each key, and marks dictionaries with keys that are not strings.
  private mutating func resolve(
    _ index: Int, nodes: inout LinearBuffer<Node>, references: inout LinearBuffer<UInt32>
  ) {
    let node = nodes[index]
    var seen: Set<UInt32> = []
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      guard seen.insert(numbers[Int(key)]).inserted else {
        if dropped.count < DroppedPair.mostKept {
          dropped.append(DroppedPair(dictionary: UInt32(truncatingIfNeeded: index), key: key))
        }
        continue
      }
      kept.append((key, references[node.start + node.count + position]))
    }
    for (position, pair) in kept.enumerated() {
      references[node.start + position] = pair.key
      references[node.start + kept.count + position] = pair.value
    }
    nodes[index] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
    if currentHasOtherKey { nodes[index] = nodes[index].withOtherKeys }
    hasOtherKeys = hasOtherKeys || currentHasOtherKey
    currentHasOtherKey = false
  }
}
