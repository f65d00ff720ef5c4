// Numbers for the keys of a binary file: equal texts have equal numbers, whatever the forms in which
// they are stored. The text of each object is compared only once.

/// The numbers of the objects that were used as keys.
struct KeyNumbering: ~Copyable {
  private let view: ByteView
  /// For each object that was used as a key: the number of its text, plus one.
  private var numbers: LinearBuffer<UInt32>
  private var keys = KeyTable()
  /// The text of the keys as UTF-8, whatever their original form, so that equal keys have equal
  /// bytes.
  private var text = ByteWriter(minimumCapacity: 1024)

  init(_ view: ByteView, objectCount: Int) {
    self.view = view
    numbers = LinearBuffer(minimumCapacity: objectCount)
    numbers.append(repeating: 0, count: objectCount)
  }

  /// Begins another dictionary.
  mutating func beginDictionary() { keys.beginDictionary() }

  /// Returns whether the current dictionary already has the key, and adds it.
  mutating func isRepeated(_ key: Int, node: Node) -> Bool {
    keys.isRepeated(number(of: key, node))
  }

  /// Returns the number of a key's text.
  mutating func number(of key: Int, _ node: Node) -> Int {
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
}
