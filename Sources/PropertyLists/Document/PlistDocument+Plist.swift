// A document made of a value tree, so that one set of writers serves both.
internal import OrderedCollections

extension PlistDocument {
  /// A document that holds a value tree. Linear in the tree.
  ///
  /// - Throws: `PlistError` with `depthLimit` where containers are nested more than `maximumDepth`
  ///   deep.
  public init(_ plist: Plist, maximumDepth: Int = Plist.maximumDepth) throws(PlistError) {
    var flattening = TreeFlattening(maximumDepth: maximumDepth)
    try flattening.flatten(plist)
    storage = try flattening.seal()
  }
}

/// Walks a tree with a stack of its own.
private struct TreeFlattening: ~Copyable {
  private var builder = NodeTableBuilder()
  private var frames: [Frame] = []
  private let maximumDepth: Int

  /// A container whose children are being added.
  private struct Frame {
    var container: UInt32
    var values: Values
    var next = 0
  }

  private enum Values {
    case list([Plist])
    case pairs(OrderedDictionary<String, Plist>)

    var count: Int {
      switch self {
      case .list(let values): values.count
      case .pairs(let pairs): pairs.count
      }
    }
  }

  init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  mutating func flatten(_ plist: Plist) throws(PlistError) {
    try add(plist, at: .root)
    while let frame = frames.last {
      if frame.next == frame.values.count {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      switch frame.values {
      case .list(let values):
        try add(values[frame.next], at: .init(container: frame.container, key: .max))
      case .pairs(let pairs):
        let pair = pairs.elements[frame.next]
        let key = builder.key(pair.key)
        try add(pair.value, at: .init(container: frame.container, key: key))
      }
    }
  }

  consuming func seal() throws(PlistError) -> DocumentStorage { try builder.seal() }

  private mutating func add(_ plist: Plist, at slot: NodeTableBuilder.Slot) throws(PlistError) {
    switch plist {
    case .null: builder.append(Node(.null), at: slot)
    case .bool(let value): builder.append(Node(.bool, payload: value ? 1 : 0), at: slot)
    case .integer(let value): builder.append(integer: value, at: slot)
    case .real(let value): builder.append(Node(.real, payload: value.bitPattern), at: slot)
    case .date(let value):
      builder.append(
        Node(.date, payload: value.timeIntervalSinceReferenceDate.bitPattern), at: slot)
    case .data(let value): builder.append(data: value, at: slot)
    case .string(let value): builder.append(string: value, at: slot)
    case .uid(let value): builder.append(Node(.uid, payload: UInt64(value.value)), at: slot)
    case .array(let values): try open(.array, .list(values), at: slot)
    case .set(let values): try open(.set, .list(values), at: slot)
    case .dictionary(let pairs): try open(.dictionary, .pairs(pairs), at: slot)
    }
  }

  private mutating func open(_ kind: PlistKind, _ values: Values, at slot: NodeTableBuilder.Slot)
    throws(PlistError)
  {
    guard frames.count < maximumDepth else {
      throw PlistError(.depthLimit, "containers are nested more than \(maximumDepth) deep")
    }
    let container = builder.append(Node(kind), at: slot)
    frames.append(Frame(container: container, values: values))
    builder.depth = max(builder.depth, frames.count)
  }
}
