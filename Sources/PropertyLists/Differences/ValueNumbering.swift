// Numbers for the values of several documents: two values have the same number if and only if they
// are equal. A comparison of two values of any size is then a comparison of two numbers. Relies on
// `HashIndex`.

/// The numbers of all values of some documents.
///
/// Two values are equal if they are of the same kind and have equal contents, whatever the formats
/// of their documents: strings by their bytes, reals by their bits (all NaNs are equal), arrays and
/// sets by their elements in order, and dictionaries by their pairs in any order. Numbering takes
/// time linear in the documents; a container that occurs at several paths is numbered once.
struct ValueNumbering: ~Copyable {
  private let documents: [DocumentStorage]
  /// The index in `numbers` of the first node of each document.
  private let bases: [Int]
  /// The number of each node; 0 for nodes that are not reachable.
  private var numbers: LinearBuffer<UInt32>
  /// For each number, the first node with the number, as an index in `numbers`.
  private var examples: LinearBuffer<UInt32>
  /// The numbers, by the hashes of their values.
  private var index: HashIndex
  private let seed = processHashSeed

  /// A container whose children are being numbered.
  private struct NumberingFrame: BitwiseCopyable {
    var node: Int
    var next: Int
  }

  /// Numbers the values of some documents.
  init(_ documents: [PlistDocument]) {
    self.documents = documents.map(\.storage)
    var bases: [Int] = []
    var count = 0
    for document in documents {
      bases.append(count)
      count += document.nodeCount
    }
    self.bases = bases
    numbers = LinearBuffer(minimumCapacity: count)
    numbers.append(repeating: 0, count: count)
    examples = LinearBuffer(minimumCapacity: 64)
    examples.append(0)
    index = HashIndex(minimumCapacity: count / 2)
    for document in documents.indices { number(document) }
  }

  /// The number of distinct values plus one; all numbers are less.
  var count: Int { examples.count }

  /// Returns the number of a value.
  ///
  /// - Parameters:
  ///   - node: The index of the node in its document. It must be reachable from the root.
  ///   - document: The position of the document among those that were numbered.
  func number(of node: Int, in document: Int) -> UInt32 { numbers[bases[document] &+ node] }

  /// Returns the number of a string; nil if it is not a value or key of a document.
  func number(ofText text: String) -> UInt32? {
    var bytes = ByteWriter(minimumCapacity: text.utf8.count)
    bytes.append(text)
    let hash = bytes.view.hash(at: 0, count: bytes.count, seed: seed)
    var found = index.first(hash)
    while found.number >= 0 {
      let example = Int(examples[found.number])
      let document = document(of: example)
      let storage = documents[document]
      if storage.nodes[example &- bases[document]].isText(text, in: storage.source) {
        return UInt32(truncatingIfNeeded: found.number)
      }
      found = index.next(after: found, hash: hash)
    }
    return nil
  }

  /// Returns the document of a node that is given as an index in `numbers`.
  private func document(of node: Int) -> Int {
    // There are two or three documents.
    var document = documents.count &- 1
    while bases[document] > node { document &-= 1 }
    return document
  }

  // MARK: Traversal

  private mutating func number(_ document: Int) {
    let storage = documents[document]
    let base = bases[document]
    var frames = LinearBuffer<NumberingFrame>(minimumCapacity: 32)
    visit(storage.root, storage, base: base, &frames)
    while frames.count > 0 {
      let frame = frames[frames.count &- 1]
      let node = storage.nodes[frame.node]
      if frame.next == node.referenceCount {
        frames.truncate(to: frames.count &- 1)
        unite(frame.node, node, storage, base: base)
      } else {
        frames[frames.count &- 1].next = frame.next &+ 1
        visit(storage.child(frame.next, of: node), storage, base: base, &frames)
      }
    }
  }

  /// Numbers a scalar, or adds a container to the frames.
  @inline(__always)
  private mutating func visit(
    _ index: Int, _ storage: DocumentStorage, base: Int,
    _ frames: inout LinearBuffer<NumberingFrame>
  ) {
    if numbers[base &+ index] != 0 { return }
    let node = storage.nodes[index]
    if node.kind.isContainer {
      frames.append(NumberingFrame(node: index, next: 0))
    } else {
      unite(index, node, storage, base: base)
    }
  }

  /// Gives a node the number of an equal value, or a new number.
  private mutating func unite(_ node: Int, _ contents: Node, _ storage: DocumentStorage, base: Int)
  {
    let hash = hash(of: contents, in: storage, base: base)
    var found = index.first(hash)
    while found.number >= 0 {
      if isEqual(contents, storage, base: base, toExampleOf: found.number) {
        numbers[base &+ node] = UInt32(truncatingIfNeeded: found.number)
        return
      }
      found = index.next(after: found, hash: hash)
    }
    numbers[base &+ node] = UInt32(truncatingIfNeeded: examples.count)
    index.insert(examples.count, hash: hash, at: found)
    examples.append(UInt32(truncatingIfNeeded: base &+ node))
  }

  private func isEqual(
    _ node: Node, _ storage: DocumentStorage, base: Int, toExampleOf number: Int
  ) -> Bool {
    let example = Int(examples[number])
    let document = document(of: example)
    let other = documents[document].nodes[example &- bases[document]]
    guard node.kind == other.kind else { return false }
    switch node.kind {
    case .dictionary:
      return havePairsInCommon(
        node, storage, base: base, other, documents[document], otherBase: bases[document])
    case .array, .set:
      guard node.count == other.count else { return false }
      for position in 0..<node.count {
        let child = numbers[base &+ storage.child(position, of: node)]
        let otherChild = documents[document].child(position, of: other)
        if child != numbers[bases[document] &+ otherChild] { return false }
      }
      return true
    default: return node.isEqual(in: storage, to: other, in: documents[document])
    }
  }

  /// The maximum number of pairs that are compared in any order without a table.
  private static var smallCount: Int { 16 }

  /// Returns whether two dictionaries have the same pairs, in any order.
  private func havePairsInCommon(
    _ node: Node, _ storage: DocumentStorage, base: Int,
    _ other: Node, _ otherStorage: DocumentStorage, otherBase: Int
  ) -> Bool {
    guard node.count == other.count else { return false }
    var position = 0
    while position < node.count,
      numbers[base &+ storage.key(position, of: node)]
        == numbers[otherBase &+ otherStorage.key(position, of: other)]
    {
      guard
        numbers[base &+ storage.value(position, of: node)]
          == numbers[otherBase &+ otherStorage.value(position, of: other)]
      else { return false }
      position &+= 1
    }
    if position == node.count { return true }
    var values: [UInt32: UInt32] = [:]
    values.reserveCapacity(node.count > Self.smallCount ? node.count &- position : 0)
    for next in position..<other.count where node.count > Self.smallCount {
      let key = numbers[otherBase &+ otherStorage.key(next, of: other)]
      values[key] = numbers[otherBase &+ otherStorage.value(next, of: other)]
    }
    for next in position..<node.count {
      let key = numbers[base &+ storage.key(next, of: node)]
      let value = numbers[base &+ storage.value(next, of: node)]
      if node.count > Self.smallCount {
        if values[key] != value { return false }
        continue
      }
      let match = (position..<other.count).first {
        numbers[otherBase &+ otherStorage.key($0, of: other)] == key
      }
      guard let match, numbers[otherBase &+ otherStorage.value(match, of: other)] == value else {
        return false
      }
    }
    return true
  }

  // MARK: Hashes

  /// Returns the hash of a value. That of a container depends on the numbers of its children.
  @inline(__always)
  private func hash(of node: Node, in storage: DocumentStorage, base: Int) -> UInt32 {
    guard node.kind.isContainer else { return node.valueHash(in: storage, seed: seed) }
    var state = mixed(seed ^ UInt64(node.kind.rawValue), UInt64(node.count))
    if node.kind == .dictionary {
      var sum: UInt64 = 0
      for position in 0..<node.count {
        let key = UInt64(numbers[base &+ storage.key(position, of: node)])
        let value = UInt64(numbers[base &+ storage.value(position, of: node)])
        sum &+= mixed(seed, key &<< 32 | value)
      }
      state = mixed(state, sum)
    } else {
      for position in 0..<node.count {
        state = mixed(state, UInt64(numbers[base &+ storage.child(position, of: node)]))
      }
    }
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }
}

// MARK: - Scalars

extension Node {
  /// Whether the contents are bytes of the text that can be compared directly.
  @inline(__always)
  private var hasComparableBytes: Bool {
    isPlainText || kind == .data && !isEncodedData && !isBlob
  }

  /// Returns the hash of a scalar, which does not depend on its form.
  fileprivate func valueHash(in storage: DocumentStorage, seed: UInt64) -> UInt32 {
    if hasComparableBytes { return storage.view.hash(at: start, count: count, seed: seed) }
    let state: UInt64
    switch kind {
    case .string, .data:
      let bytes = contentBytes(in: storage)
      return bytes.view.hash(at: 0, count: bytes.count, seed: seed)
    case .integer:
      let value = integer(in: storage.view)
      state = mixed(mixed(seed, value.low), UInt64(bitPattern: value.high))
    case .real: state = mixed(seed, realIdentity)
    default: state = mixed(seed ^ UInt64(kind.rawValue), payload)
    }
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  /// Returns whether two scalars of one kind are equal, whatever their forms.
  fileprivate func isEqual(
    in storage: DocumentStorage, to other: Node, in otherStorage: DocumentStorage
  ) -> Bool {
    if hasComparableBytes, other.hasComparableBytes {
      return count == other.count
        && storage.view.isEqual(at: start, count: count, to: otherStorage.view, at: other.start)
    }
    switch kind {
    case .string, .data:
      let left = contentBytes(in: storage)
      let right = other.contentBytes(in: otherStorage)
      return left.count == right.count
        && left.view.isEqual(at: 0, count: left.count, to: right.view, at: 0)
    case .integer: return integer(in: storage.view) == other.integer(in: otherStorage.view)
    case .real:
      return realIdentity == other.realIdentity
        && wideInteger(in: storage.view) == other.wideInteger(in: otherStorage.view)
    default: return payload == other.payload
    }
  }

  /// The bits of a real, the same for all NaNs.
  private var realIdentity: UInt64 {
    let value = real
    return value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }

  /// Returns the bytes of data, or the text of a string in UTF-8.
  private func contentBytes(in storage: DocumentStorage) -> ByteWriter {
    var bytes = ByteWriter(minimumCapacity: count + 16)
    if kind == .string {
      bytes.append(identityOf: self, in: storage.source)
    } else {
      bytes.append(storage.data(of: self))
    }
    return bytes
  }
}
