// The keys of a binary file's dictionaries: all strings, each once. Where a key stands twice the
// first value counts, as in Apple's parser, and the other pair is left out.

/// The check of dictionaries, one after the other.
struct DistinctKeys: ~Copyable {
  private let view: ByteView
  /// For each object that was met as a key: the number of its text, plus one.
  private var numbers: LinearBuffer<UInt32>
  private var keys = KeyTable()
  /// The texts of the keys as UTF-8, whatever their form: equal texts are equal bytes here.
  private var text = ByteWriter(minimumCapacity: 1024)
  /// The dictionary that was checked last and had no repeated key: most have the same keys as the
  /// one before.
  private var lastStart = 0
  private var lastCount = 0

  init(_ view: ByteView, objectCount: Int) {
    self.view = view
    numbers = LinearBuffer(minimumCapacity: objectCount)
    numbers.append(repeating: 0, count: objectCount)
  }

  @inline(__always)
  mutating func check(
    _ index: Int, _ nodes: inout LinearBuffer<Node>, _ references: inout LinearBuffer<UInt32>,
    _ offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) {
    let node = nodes[index]
    if hasKeysOfLast(node, references) { return }
    if try isDistinct(index, nodes, references, offsets) {
      lastStart = node.start
      lastCount = node.count
    } else {
      resolve(index, &nodes, &references)
    }
  }

  @inline(__always)
  private func hasKeysOfLast(_ node: Node, _ references: borrowing LinearBuffer<UInt32>) -> Bool {
    guard node.count == lastCount else { return false }
    for position in 0..<node.count
    where references[node.start &+ position] != references[lastStart &+ position] { return false }
    return true
  }

  private mutating func isDistinct(
    _ index: Int, _ nodes: borrowing LinearBuffer<Node>,
    _ references: borrowing LinearBuffer<UInt32>,
    _ offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) -> Bool {
    let node = nodes[index]
    keys.beginDictionary()
    var isDistinct = true
    for position in 0..<node.count {
      let key = Int(references[node.start + position])
      guard nodes[key].kind == .string else { throw notString(index, offsets) }
      if keys.isRepeated(number(of: key, nodes[key])) { isDistinct = false }
    }
    return isDistinct
  }

  /// The number of a key's text; the text is looked at once for each object.
  @inline(__always)
  private mutating func number(of key: Int, _ node: Node) -> Int {
    let known = numbers[key]
    return known != 0 ? Int(known) &- 1 : newNumber(of: key, node)
  }

  @inline(never)
  private mutating func newNumber(of key: Int, _ node: Node) -> Int {
    let start = text.count
    if node.form == NodeForm.plain {
      text.append(view, at: node.start, count: node.count)
    } else if node.form == NodeForm.utf16,
      view.firstLoneSurrogate(at: node.start, units: node.count) != nil
    {
      // Has no UTF-8 of its own: its code units, behind a byte that UTF-8 never has.
      text.append(0xFF)
      text.append(view, at: node.start, count: node.count * 2)
    } else {
      text.append(node.text(in: view))
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

  private func notString(_ index: Int, _ offsets: borrowing LinearBuffer<UInt32>) -> PlistError {
    PlistError(
      .keyNotString, "a key of object \(index) is not a string",
      position: SourcePosition(offset: Int(offsets[index])))
  }

  /// Keeps the first pair of each key.
  private func resolve(
    _ index: Int, _ nodes: inout LinearBuffer<Node>, _ references: inout LinearBuffer<UInt32>
  ) {
    let node = nodes[index]
    var seen: Set<UInt32> = []
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      guard seen.insert(numbers[Int(key)]).inserted else { continue }
      kept.append((key, references[node.start + node.count + position]))
    }
    for (position, pair) in kept.enumerated() {
      references[node.start + position] = pair.key
      references[node.start + kept.count + position] = pair.value
    }
    nodes[index] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
  }
}
