// The shape of a document: the keys of its dictionaries, and the kinds of their values. A program
// that has decoded documents with all parts of a shape can also decode another document of that
// shape, unless its types reject individual values.

/// The parts of the shape of a document, hashed with the seed of the process.
///
/// A part is a dictionary with its path, its keys and the kinds of their values, or the kind of an
/// element with the path of its array. The path of a value consists of the keys that lead to it.
/// In an archive, the path of an object is its class, except that paths continue through
/// Foundation's classes, whose objects contain values of any type.
package struct DocumentShape: Sendable {
  package let parts: Set<Int>

  /// Computes the shape of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - table: The table of the document if it is an archive.
  ///   - keyField: The field that stores the keys of Foundation's dictionaries in archives.
  /// - Returns: Nil if values that occur at several paths would make the computation take more than
  ///   linear time.
  package init?(_ document: PlistDocument, table: ArchiveTable?, keyField: String) {
    var traversal = ShapeTraversal(
      document.storage, table: table, keyField: ByteKey(keyField).hashValue)
    guard traversal.run() else { return nil }
    parts = traversal.parts
  }
}

/// One traversal of a document.
private struct ShapeTraversal {
  private(set) var parts: Set<Int> = []
  private let storage: DocumentStorage
  private let table: ArchiveTable?
  /// The hash of the field that stores the keys of a dictionary.
  private let keyField: Int
  /// The hash of each class, and whether its objects contain values of any type.
  private let classes: [(hash: Int, isOpen: Bool)]
  /// The containers that are still to be visited.
  private var pending: [Container] = []
  /// The hash of each key by its node; 0 before it is computed.
  private var keys: [Int]
  /// Whether an object was visited, by slot. Objects that contain values of any type are also
  /// recorded by path, in `visitedSlots`.
  private var isVisited: [Bool]
  private var visitedSlots: Set<VisitedSlot> = []
  private var lastPart = 0
  private var budget: Int

  private struct Container {
    var node: Int
    var pathHash: Int
    /// Whether it is the array of the keys of a dictionary, which are part of the shape.
    var isOfKeys = false
  }

  private struct VisitedSlot: Hashable {
    var slot: Int
    var pathHash: Int
  }

  /// The shapes of values other than ordinary scalars.
  private enum Shape {
    static let null = 101
    static let container = 102
    static let unusual = 103
  }

  init(_ storage: DocumentStorage, table: ArchiveTable?, keyField: Int) {
    self.storage = storage
    self.table = table
    self.keyField = keyField
    classes =
      table?.records.map { (Self.mixed($0.name.hashValue, 1), $0.name.hasPrefix("NS")) } ?? []
    keys = Array(repeating: 0, count: storage.nodes.count)
    isVisited = Array(repeating: false, count: table?.slots.count ?? 0)
    budget = 4 * storage.nodes.count + 16
  }

  /// Traverses the document. Returns false if the budget was exceeded.
  mutating func run() -> Bool {
    parts.insert(shape(of: table?.top ?? storage.root, at: 0))
    while let container = pending.popLast() {
      let node = storage.nodes[container.node]
      budget -= node.count
      if budget < 0 { return false }
      if node.kind == .dictionary {
        visit(node, at: container.pathHash)
      } else {
        visit(node, of: container)
      }
    }
    return true
  }

  private mutating func visit(_ dictionary: Node, at pathHash: Int) {
    var pairs = 0
    for position in 0..<dictionary.count {
      let key = key(storage.key(position, of: dictionary))
      let pathHash = Self.mixed(pathHash, key)
      let value = storage.value(position, of: dictionary)
      pairs &+= Self.mixed(pathHash, shape(of: value, at: pathHash, isOfKeys: key == keyField))
    }
    add(Self.mixed(Self.mixed(pathHash, dictionary.count), pairs))
  }

  private mutating func visit(_ list: Node, of container: Container) {
    for position in 0..<list.count {
      let child = storage.child(position, of: list)
      let shape = shape(of: child, at: container.pathHash)
      add(
        Self.mixed(container.pathHash, container.isOfKeys ? Self.mixed(shape, text(child)) : shape))
    }
  }

  /// Adds a part. Consecutive elements are usually of the same kind, so the last part is checked
  /// first.
  private mutating func add(_ part: Int) {
    if part == lastPart { return }
    lastPart = part
    parts.insert(part)
  }

  /// Returns the shape of a value, and schedules its children, if any, for a later visit.
  private mutating func shape(of index: Int, at pathHash: Int, isOfKeys: Bool = false) -> Int {
    if let table, let slot = table.reference(index) {
      return slot < 0 ? Shape.unusual : shape(of: table.slots[slot], slot, at: pathHash)
    }
    let kind = storage.nodes[index].kind
    if !kind.isContainer { return Int(kind.rawValue) }
    pending.append(Container(node: index, pathHash: pathHash, isOfKeys: isOfKeys))
    return Shape.container
  }

  private mutating func shape(of slot: ArchiveSlot, _ number: Int, at pathHash: Int) -> Int {
    guard let table else { return Shape.unusual }
    let node = table.node(inSlot: number)
    switch slot.kind {
    case .null: return Shape.null
    case .plain: return Int(storage.nodes[node].kind.rawValue)
    case .object:
      let (hash, isOpen) = classes[Int(slot.record)]
      let pathHash = isOpen ? Self.mixed(pathHash, hash) : hash
      let isNew =
        isOpen
        ? visitedSlots.insert(VisitedSlot(slot: number, pathHash: pathHash)).inserted
        : !isVisited[number]
      isVisited[number] = true
      if isNew { pending.append(Container(node: node, pathHash: pathHash)) }
      return hash
    case .array:
      pending.append(Container(node: node, pathHash: pathHash))
      return Shape.container
    default: return Shape.unusual
    }
  }

  private mutating func key(_ index: Int) -> Int {
    if keys[index] != 0 { return keys[index] }
    keys[index] = ByteKey(storage.nodes[index].text(in: storage.source)).hashValue
    return keys[index]
  }

  /// Returns the hash of the text of a key in a Foundation dictionary; 0 if the key is not text.
  private mutating func text(_ index: Int) -> Int {
    let slot = table?.reference(index) ?? nil
    let node = slot.map { $0 < 0 ? index : table?.node(inSlot: $0) ?? index } ?? index
    return storage.nodes[node].kind == .string ? key(node) : 0
  }

  private static func mixed(_ first: Int, _ second: Int) -> Int {
    let mixed =
      UInt64(bitPattern: Int64(first))
      ^ (UInt64(bitPattern: Int64(second)) &+ 0x9E37_79B9_7F4A_7C15)
    let product = (mixed ^ mixed &>> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: product ^ product &>> 32)
  }
}
