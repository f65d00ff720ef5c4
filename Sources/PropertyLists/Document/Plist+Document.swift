// Converts a document to a `Plist`, with an explicit stack. Each shared container is built once and
// shared in the result.
internal import OrderedCollections

extension Plist {
  /// The maximum nesting depth of a value that is read, whatever the options. The limit exists
  /// because freeing a `Plist` is recursive.
  public static let maximumDepth = 512

  /// Creates the value of a document. Takes time linear in the document; containers that a binary
  /// file shares remain shared.
  ///
  /// - Throws: `PlistError` with `depthLimit` beyond 512 levels; with `keyNotString` if a key of a
  ///   dictionary is not a string; with `equivalentKeys` if two keys of a dictionary differ in
  ///   bytes but are equal as `String`s (`é` as one scalar or as two); with `combiningLimit` if a
  ///   key has more than 128 consecutive combining marks.
  public init(_ document: PlistDocument) throws(PlistError) { self = try Plist(document.root) }

  /// Creates the value of one node of a document.
  ///
  /// - Throws: The same errors as for a whole document.
  public init(_ node: PlistNode) throws(PlistError) {
    var builder = TreeBuilder(node.storage)
    self = try builder.build(node.index)
  }

  /// Reads a property list of any readable format.
  ///
  /// - Throws: `PlistError` with the location in the input.
  public init(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    throws(PlistError)
  { try self.init(PlistDocument(bytes, options: options)) }

  /// Reads a property list of any readable format.
  ///
  /// - Throws: `PlistError` with the location in the input.
  public init(_ data: Data, options: PlistReadingOptions = PlistReadingOptions()) throws(PlistError)
  { try self.init(PlistDocument(data, options: options)) }
}

/// Builds the `Plist` of one node.
private struct TreeBuilder {
  let storage: DocumentStorage
  let view: ByteView
  let prefetching: ElementPrefetching
  /// The finished containers that may occur again.
  var shared: [Int: Plist] = [:]
  var frames: [ValueFrame] = []
  /// The dictionaries that were built last, at an index computed from their sizes.
  var shapes = [DictionaryShape?](repeating: nil, count: shapeCount)

  /// The keys of a dictionary. Dictionaries with the same keys share them in the result, which takes
  /// less time and memory than building them again.
  struct DictionaryShape {
    var node: Node
    /// For each key, its position.
    var positions: OrderedDictionary<String, Int>
  }

  /// The number of shapes that are kept, a power of two.
  private static let shapeCount = 16
  /// The size of the largest dictionary whose keys are kept.
  private static let largestShape = 64

  /// A container whose values are being added.
  struct ValueFrame {
    var index: Int
    var node: Node
    var next = 0
    var values: [Plist] = []
  }

  init(_ storage: DocumentStorage) {
    self.storage = storage
    view = storage.view
    prefetching = ElementPrefetching(storage)
  }

  mutating func build(_ root: Int) throws(PlistError) -> Plist {
    guard storage.nodes[root].kind.isContainer else { return try scalar(storage.nodes[root]) }
    try enter(root)
    while true {
      if let child = try nextContainer() {
        if frames.count >= Plist.maximumDepth { throw tooDeep() }
        try enter(child)
        continue
      }
      guard let frame = frames.popLast() else { return .null }
      let value = try finished(frame)
      if frames.isEmpty { return value }
      if storage.hasSharedContainers { shared[frame.index] = value }
      frames[frames.count - 1].values.append(value)
    }
  }

  private mutating func enter(_ index: Int) throws(PlistError) {
    var frame = ValueFrame(index: index, node: storage.nodes[index])
    if frame.node.hasOtherKeys { throw storage.keyNotString(ofDictionary: index, "`Plist` values") }
    frame.values.reserveCapacity(frame.node.count)
    frames.append(frame)
  }

  /// Adds scalars to the innermost container; returns the next container that must be built first,
  /// or nil when all values are added.
  private mutating func nextContainer() throws(PlistError) -> Int? {
    let top = frames.count - 1
    let node = frames[top].node
    let skipped = node.kind == .dictionary ? node.count : 0
    while frames[top].next < node.count {
      if node.kind != .dictionary { prefetching.prefetch(node, after: frames[top].next) }
      let child = storage.child(skipped + frames[top].next, of: node)
      frames[top].next += 1
      let childNode = storage.nodes[child]
      if !childNode.kind.isContainer {
        frames[top].values.append(try scalar(childNode))
      } else if let value = shared[child] {
        frames[top].values.append(value)
      } else {
        return child
      }
    }
    return nil
  }

  private mutating func finished(_ frame: ValueFrame) throws(PlistError) -> Plist {
    switch frame.node.kind {
    case .array: return .array(frame.values)
    case .set: return .set(frame.values)
    default: return .dictionary(try dictionary(frame))
    }
  }

  private mutating func dictionary(_ frame: ValueFrame) throws(PlistError)
    -> OrderedDictionary<String, Plist>
  {
    let slot = frame.node.count & (Self.shapeCount - 1)
    if let shape = shapes[slot], hasKeys(of: shape, frame.node) {
      return shape.positions.mapValues { frame.values[$0] }
    }
    let positions = try positions(frame)
    if frame.node.count <= Self.largestShape {
      shapes[slot] = DictionaryShape(node: frame.node, positions: positions)
    }
    return positions.mapValues { frame.values[$0] }
  }

  /// Returns whether a dictionary has the keys of a shape in the same order. Equal keys of a
  /// document are usually one node.
  private func hasKeys(of shape: DictionaryShape, _ node: Node) -> Bool {
    guard shape.node.count == node.count else { return false }
    for position in 0..<node.count
    where storage.key(position, of: node) != storage.key(position, of: shape.node) { return false }
    return true
  }

  /// Returns the position of each key of a dictionary.
  private func positions(_ frame: ValueFrame) throws(PlistError) -> OrderedDictionary<String, Int> {
    var positions = OrderedDictionary<String, Int>(minimumCapacity: frame.node.count)
    for position in 0..<frame.node.count {
      let node = storage.nodes[storage.key(position, of: frame.node)]
      if node.exceedsCombiningMarks(in: storage.source) {
        throw storage.combiningLimit(of: node, ofDictionary: frame.index)
      }
      let key = node.text(in: storage.source)
      if positions.updateValue(position, forKey: key) != nil {
        throw storage.equivalentKeys(key, ofDictionary: frame.index)
      }
    }
    return positions
  }

  private func scalar(_ node: Node) throws(PlistError) -> Plist {
    switch node.kind {
    case .bool: .bool(node.payload != 0)
    case .integer: .integer(node.integer(in: view))
    case .real where node.form == NodeForm.wideDigits: throw outOfRange(node)
    case .real: .real(node.real)
    case .date: .date(node.date)
    case .data: .data(storage.data(of: node))
    case .string: .string(node.text(in: storage.source))
    case .uid: .uid(PlistUID(UInt32(truncatingIfNeeded: node.payload)))
    default: .null
    }
  }

  private func outOfRange(_ node: Node) -> PlistError {
    let digits = view.string(at: node.count &>> 16, count: node.count & 0xFFFF)
    return PlistError(
      .integerOutOfRange, message: "\(digits) is out of the range of integers, -2^127 to 2^127-1",
      position: storage.position(ofByte: node.count &>> 16))
  }

  private func tooDeep() -> PlistError {
    PlistError(
      .depthLimit, message: "containers are nested more than \(Plist.maximumDepth) levels deep",
      position: frames.last.flatMap { storage.position(of: $0.index) })
  }
}
