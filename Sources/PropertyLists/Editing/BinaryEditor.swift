// Computes the objects of a binary file after edits. Objects that the edits do not concern keep
// their numbers, contents and widths; a container that other containers share is copied before it
// changes. New objects take the numbers of removed ones.

/// An editor of one binary file.
struct BinaryEditor: ~Copyable {
  private let tree: EditTree
  private let storage: DocumentStorage
  private var text: ByteWriter
  private var nodes: LinearBuffer<Node>
  private var references: LinearBuffer<UInt32>
  /// The node of each opened container after the edits.
  private var nodeOfContainer: [Int: Int] = [:]
  /// The string objects that new keys and values can share, by text.
  private var strings: [ByteKey: Int] = [:]

  /// Returns the document after the edits.
  static func storage(after tree: EditTree) throws(PlistError) -> DocumentStorage {
    var editor = BinaryEditor(tree)
    let root = try editor.build()
    return editor.finish(root: root)
  }

  private init(_ tree: EditTree) {
    self.tree = tree
    storage = tree.storage
    text = ByteWriter(minimumCapacity: storage.text.count + 4096)
    text.append(storage.view)
    nodes = storage.nodes.copy()
    references = storage.references.copy()
  }

  /// Adds the new objects; returns the node of the root.
  private mutating func build() throws(PlistError) -> Int {
    let order = openedContainers()
    noteStrings(order)
    chooseNodes(order)
    // Containers are built after those in them, whose nodes they refer to.
    for container in order.reversed() { try build(container) }
    return try node(of: tree.root)
  }

  /// Returns the opened containers that the root still contains, each before those in it.
  private func openedContainers() -> [Int] {
    guard case .container(let root) = tree.root else { return [] }
    var order = [root]
    var next = 0
    while next < order.count {
      let opened = tree.containers[order[next]]
      next += 1
      for number in opened.order {
        if case .container(let inner) = opened.members[Int(number)].value { order.append(inner) }
      }
    }
    return order
  }

  /// Decides which opened containers keep their node: those that no other container refers to.
  private mutating func chooseNodes(_ order: [Int]) {
    var counts: [Int: Int] = [:]
    for container in order {
      if let node = tree.containers[container].node { counts[node] = 0 }
    }
    for index in 0..<storage.references.count {
      let target = Int(storage.references[index])
      if let count = counts[target] { counts[target] = count + 1 }
    }
    for container in order {
      guard let node = tree.containers[container].node else { continue }
      let isShared = counts[node, default: 0] > (node == storage.root ? 0 : 1)
      let parent = tree.parent(of: container)
      let isCopied = parent.map { nodeOfContainer[$0] == nil } ?? false
      let isOriginal = parent.map { tree.containers[$0].node == nil } ?? false
      if !isShared, !isCopied || isOriginal { nodeOfContainer[container] = node }
    }
  }

  // MARK: Objects

  private mutating func build(_ container: Int) throws(PlistError) {
    let opened = tree.containers[container]
    var keys: [UInt32] = []
    var values: [UInt32] = []
    for number in opened.order {
      let member = opened.members[Int(number)]
      if let key = member.key {
        keys.append(UInt32(truncatingIfNeeded: node(ofKey: key)))
      }
      values.append(UInt32(truncatingIfNeeded: try node(of: member.value)))
    }
    let hasOtherKeys = keys.contains { nodes[Int($0)].kind != .string }
    let start = references.count
    for reference in keys + values { references.append(reference) }
    let node = Node(
      opened.kind, form: hasOtherKeys ? NodeForm.otherKeys : 0, count: values.count,
      payload: UInt64(start))
    if let index = nodeOfContainer[container] {
      nodes[index] = node
    } else {
      nodeOfContainer[container] = nodes.count
      nodes.append(node)
    }
  }

  private mutating func node(ofKey key: EditTree.EditedKey) -> Int {
    switch key {
    case .node(let index): return index
    case .new(let text): return node(ofString: text)
    }
  }

  private mutating func node(ofString string: String) -> Int {
    if let known = strings[ByteKey(string)] { return known }
    let start = text.count
    let length = text.append(string)
    let isASCII = text.view.isASCII(at: start, count: length)
    nodes.append(
      Node(
        .string, form: isASCII ? NodeForm.plain : NodeForm.utf8, count: length,
        payload: UInt64(start)))
    strings[ByteKey(string)] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func node(of value: EditTree.EditedValue) throws(PlistError) -> Int {
    switch value {
    case .node(let index): return index
    case .container(let container):
      if let index = nodeOfContainer[container] { return index }
      try build(container)
      return nodeOfContainer[container] ?? storage.root
    case .new(.string(let string)): return node(ofString: string)
    case .new(let plist): return append(try PlistDocument(plist).storage)
    }
  }

  /// Appends the nodes of a document created in memory; returns the node of its root.
  private mutating func append(_ other: DocumentStorage) -> Int {
    let (nodeBase, textBase, referenceBase) = (nodes.count, text.count, references.count)
    text.append(other.view)
    for index in 0..<other.references.count {
      references.append(UInt32(truncatingIfNeeded: Int(other.references[index]) + nodeBase))
    }
    for index in 0..<other.nodes.count {
      var node = other.nodes[index]
      switch node.kind {
      case .array, .set, .dictionary: node.payload += UInt64(referenceBase)
      case .string: node.payload += UInt64(textBase)
      case .data where node.isBlob:
        let bytes = other.blobs[node.start].view
        node = Node(.data, count: bytes.count, payload: UInt64(text.count))
        text.append(bytes)
      case .data: node.payload += UInt64(textBase)
      case .integer: node = integer(node.integer(in: other.view))
      case .uid:
        let width = node.payload <= 0xFF ? 1 : node.payload <= 0xFFFF ? 2 : 4
        node = Node(.uid, form: UInt8(width - 1), payload: node.payload)
      default: break
      }
      nodes.append(node)
    }
    return nodeBase + other.root
  }

  /// Returns an integer of the smallest width that Apple's writer uses.
  private mutating func integer(_ value: PlistInteger) -> Node {
    if value.high == 0, value.low &>> 63 == 0 {
      let power: UInt8 =
        value.low <= 0xFF ? 0 : value.low <= 0xFFFF ? 1 : value.low <= 0xFFFF_FFFF ? 2 : 3
      return Node(.integer, form: power, payload: value.low)
    }
    if value.high == -1, value.low &>> 63 == 1 {
      return Node(.integer, form: 3, payload: value.low)
    }
    if value.high == 0 { return Node(.integer, form: NodeForm.unsigned | 4, payload: value.low) }
    let start = text.count
    text.append(bigEndian: UInt64(bitPattern: value.high), width: 8)
    text.append(bigEndian: value.low, width: 8)
    return Node(.integer, form: NodeForm.wide | 4, payload: UInt64(start))
  }

  /// Finds the string objects with the texts of new keys and strings.
  private mutating func noteStrings(_ order: [Int]) {
    var wanted: Set<ByteKey> = []
    for container in order {
      let opened = tree.containers[container]
      for number in opened.order {
        let member = opened.members[Int(number)]
        if case .new(let key)? = member.key { wanted.insert(ByteKey(key)) }
        if case .new(.string(let string)) = member.value { wanted.insert(ByteKey(string)) }
      }
    }
    if case .new(.string(let string)) = tree.root { wanted.insert(ByteKey(string)) }
    let longest = wanted.map(\.text.utf8.count).max() ?? -1
    for index in 0..<storage.nodes.count {
      let node = storage.nodes[index]
      guard node.kind == .string, node.count <= longest else { continue }
      let key = ByteKey(node.text(in: storage.source))
      if wanted.contains(key), strings[key] == nil, node.unpairedUnits(in: storage.source) == nil {
        strings[key] = index
      }
    }
  }

  // MARK: Numbers

  /// Returns the document without the objects that only removed values used. Objects that were not
  /// reachable are kept, with those that they refer to.
  private consuming func finish(root: Int) -> DocumentStorage {
    let order = objectOrder(root: root)
    var numbers = Array(repeating: UInt32.max, count: nodes.count)
    for (number, index) in order.enumerated() {
      numbers[index] = UInt32(truncatingIfNeeded: number)
    }
    var newNodes = LinearBuffer<Node>(minimumCapacity: order.count)
    var newReferences = LinearBuffer<UInt32>(minimumCapacity: references.count)
    for index in order {
      var node = nodes[index]
      let start = newReferences.count
      for position in 0..<node.referenceCount {
        newReferences.append(numbers[Int(references[node.start + position])])
      }
      if node.kind.isContainer { node.payload = UInt64(start) }
      newNodes.append(node)
    }
    var parts = DocumentStorage.NodeTableStorage(
      text: SourceBytes(text), nodes: newNodes, offsets: LinearBuffer(minimumCapacity: 4),
      references: newReferences, root: Int(numbers[root]), origin: storage.origin)
    parts.hasSharedContainers = storage.hasSharedContainers
    parts.expandedBytes = storage.expandedBytes
    parts.depth = storage.depth
    parts.hasOtherKeys = storage.hasOtherKeys
    return DocumentStorage(parts)
  }

  /// Returns the nodes in the order of their new numbers: those of the file, with new ones instead of
  /// removed ones, and then the remaining new ones.
  private func objectOrder(root: Int) -> [Int] {
    let before = Self.reachable(
      from: [storage.root], nodes: storage.nodes, references: storage.references)
    let kept = before.indices.filter { !before[$0] }
    let after = Self.reachable(from: [root] + kept, nodes: nodes, references: references)
    var order: [Int] = []
    var fresh = (storage.nodes.count..<nodes.count).filter { after[$0] }[...]
    for index in 0..<storage.nodes.count {
      if !before[index] || after[index] {
        order.append(index)
      } else if let new = fresh.popFirst() {
        order.append(new)
      }
    }
    return order + fresh
  }

  /// Returns which nodes a traversal from some nodes visits.
  private static func reachable(
    from starts: [Int], nodes: borrowing LinearBuffer<Node>,
    references: borrowing LinearBuffer<UInt32>
  ) -> [Bool] {
    var isVisited = Array(repeating: false, count: nodes.count)
    var pending = starts
    for start in starts { isVisited[start] = true }
    while let index = pending.popLast() {
      let node = nodes[index]
      for position in 0..<node.referenceCount {
        let child = Int(references[node.start + position])
        if !isVisited[child] {
          isVisited[child] = true
          pending.append(child)
        }
      }
    }
    return isVisited
  }
}
