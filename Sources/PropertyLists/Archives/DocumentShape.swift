// The shape of a document: which keys its dictionaries have, and values of what kind are under them. Where a
// program has decoded documents with all parts of a shape, it decodes another one of that shape too, but
// for what its types think of single values.

/// The parts of the shape of a document, hashed with the seed of the process.
///
/// A part is a dictionary with its place, its keys and the kinds of their values, or the kind of an element
/// with the place of its array. The place of a value is the way of keys to it; that of an object of an
/// archive is its class, and the way goes on through those of Foundation, which hold values of any type.
package struct DocumentShape: Sendable {
  /// The hashes of the parts.
  package let parts: Set<Int>

  /// The shape of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - table: Its table where it is an archive.
  ///   - keyField: The field of Foundation's dictionaries in archives that has their keys.
  /// - Returns: Nil where values in several places make it take more than linear time.
  package init?(_ document: PlistDocument, table: ArchiveTable?, keyField: String) {
    var walk = ShapeWalk(document.storage, table: table, keyField: ByteKey(keyField).hashValue)
    guard walk.run() else { return nil }
    parts = walk.parts
  }
}

/// One walk over a document.
private struct ShapeWalk {
  private(set) var parts: Set<Int> = []
  private let storage: DocumentStorage
  private let table: ArchiveTable?
  /// The hash of the field that has the keys of a dictionary.
  private let keyField: Int
  /// The hash of each class, and whether its objects hold values of any type.
  private let classes: [(hash: Int, isOpen: Bool)]
  /// Containers that are still to be looked into.
  private var waiting: [Container] = []
  /// The hash of each key by its node; 0 before it is asked for.
  private var keys: [Int]
  /// Whether an object was met, by its slot; those that hold values of any type by their place too.
  private var isMet: [Bool]
  private var met: Set<VisitedSlot> = []
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

  /// What a value is, apart from the kinds of scalars.
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
    isMet = Array(repeating: false, count: table?.slots.count ?? 0)
    budget = 4 * storage.nodes.count + 16
  }

  /// Whether the walk came to its end.
  mutating func run() -> Bool {
    parts.insert(shape(of: table?.top ?? storage.root, at: 0))
    while let container = waiting.popLast() {
      let node = storage.nodes[container.node]
      budget -= node.count
      if budget < 0 { return false }
      if node.kind == .dictionary {
        lookInto(node, at: container.pathHash)
      } else {
        lookInto(node, of: container)
      }
    }
    return true
  }

  private mutating func lookInto(_ dictionary: Node, at pathHash: Int) {
    var pairs = 0
    for position in 0..<dictionary.count {
      let key = key(storage.key(position, of: dictionary))
      let pathHash = Self.mixed(pathHash, key)
      let value = storage.value(position, of: dictionary)
      pairs &+= Self.mixed(pathHash, shape(of: value, at: pathHash, isOfKeys: key == keyField))
    }
    add(Self.mixed(Self.mixed(pathHash, dictionary.count), pairs))
  }

  private mutating func lookInto(_ list: Node, of container: Container) {
    for position in 0..<list.count {
      let child = storage.child(position, of: list)
      let shape = shape(of: child, at: container.pathHash)
      add(
        Self.mixed(container.pathHash, container.isOfKeys ? Self.mixed(shape, text(child)) : shape))
    }
  }

  /// Elements next to each other mostly are of one kind.
  private mutating func add(_ part: Int) {
    if part == lastPart { return }
    lastPart = part
    parts.insert(part)
  }

  /// What a value is. Where it has others, they are looked into later.
  private mutating func shape(of index: Int, at pathHash: Int, isOfKeys: Bool = false) -> Int {
    if let table, let slot = table.reference(index) {
      return slot < 0 ? Shape.unusual : shape(of: table.slots[slot], slot, at: pathHash)
    }
    let kind = storage.nodes[index].kind
    if !kind.isContainer { return Int(kind.rawValue) }
    waiting.append(Container(node: index, pathHash: pathHash, isOfKeys: isOfKeys))
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
        isOpen ? met.insert(VisitedSlot(slot: number, pathHash: pathHash)).inserted : !isMet[number]
      isMet[number] = true
      if isNew { waiting.append(Container(node: node, pathHash: pathHash)) }
      return hash
    case .array:
      waiting.append(Container(node: node, pathHash: pathHash))
      return Shape.container
    default: return Shape.unusual
    }
  }

  /// The hash of a key.
  private mutating func key(_ index: Int) -> Int {
    if keys[index] != 0 { return keys[index] }
    keys[index] = ByteKey(storage.nodes[index].text(in: storage.source)).hashValue
    return keys[index]
  }

  /// The hash of the text of a key in a dictionary of Foundation's; 0 for what is not text.
  private mutating func text(_ index: Int) -> Int {
    let slot = table?.reference(index) ?? nil
    let node = slot.map { $0 < 0 ? index : table?.node(inSlot: $0) ?? index } ?? index
    return storage.nodes[node].kind == .string ? key(node) : 0
  }

  private static func mixed(_ first: Int, _ second: Int) -> Int {
    let mixed =
      UInt64(bitPattern: Int64(first))
      ^ (UInt64(bitPattern: Int64(second)) &+ 0x9E37_79B9_7F4A_7C15)
    let product = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: product ^ product >> 32)
  }
}
