// The keys of a binary file's dictionaries: all strings, each once. Where a key stands twice the
// first value counts, as in Apple's parser, and the other pair is left out.

/// The check of dictionaries, one after the other.
struct DistinctKeys: ~Copyable {
  private let view: ByteView
  /// For each object that was met as a key: its number in one of the tables, plus one, times two;
  /// odd for UTF-16.
  private var numbers: LinearBuffer<UInt32>
  private var narrow = KeyTable()
  private var wide = KeyTable()
  /// The dictionary that was checked last and had no repeated key: most have the same keys as the
  /// one before.
  private var lastStart = 0
  private var lastCount = 0

  /// Marks a key that has equals in another form, and must be compared as text.
  private static let slow = UInt32.max

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
    narrow.beginDictionary()
    wide.beginDictionary()
    var isDistinct = true
    for position in 0..<node.count {
      let key = Int(references[node.start + position])
      guard nodes[key].kind == .string else { throw notString(index, offsets) }
      let number = number(of: key, nodes[key])
      if number == Self.slow {
        isDistinct = false
      } else if number & 1 == 0
        ? narrow.isRepeated(Int(number / 2) - 1) : wide.isRepeated(Int(number / 2) - 1)
      {
        isDistinct = false
      }
    }
    return isDistinct
  }

  private mutating func number(of key: Int, _ node: Node) -> UInt32 {
    if numbers[key] != 0 { return numbers[key] }
    let number: UInt32
    switch node.form {
    case NodeForm.plain:
      number = UInt32(narrow.entry(view, at: node.start, count: node.count) + 1) * 2
    case NodeForm.utf16 where hasWideUnit(node):
      number = UInt32(wide.entry(view, at: node.start, count: node.count * 2) + 1) * 2 + 1
    default:
      number = Self.slow
    }
    numbers[key] = number
    return number
  }

  /// Whether UTF-16 text holds a unit that no other form has.
  private func hasWideUnit(_ node: Node) -> Bool {
    (0..<node.count).contains { view[node.start + 2 * $0] != 0 }
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
    var seen: Set<[UInt8]> = []
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      guard seen.insert(Array(nodes[Int(key)].text(in: view).utf8)).inserted else { continue }
      kept.append((key, references[node.start + node.count + position]))
    }
    for (position, pair) in kept.enumerated() {
      references[node.start + position] = pair.key
      references[node.start + kept.count + position] = pair.value
    }
    nodes[index] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
  }
}
