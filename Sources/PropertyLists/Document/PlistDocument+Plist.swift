// Converts a `Plist` to a document, so that the writers work for both.
internal import OrderedCollections

extension PlistDocument {
  /// Creates a document from a `Plist`. Takes time linear in the value.
  ///
  /// - Throws: `PlistError` with `depthLimit` if containers are nested more than `maximumDepth`
  ///   levels deep, and with `combiningLimit` for a key with more than 128 consecutive combining
  ///   marks.
  public init(_ plist: Plist, maximumDepth: Int = Plist.maximumDepth) throws(PlistError) {
    try self.init(plist, singles: [], maximumDepth: maximumDepth)
  }

  /// Creates a document from a `Plist`, with some 4-byte reals.
  ///
  /// - Parameter singles: The keys of the outermost dictionary whose reals take four bytes in a
  ///   binary file. A real that is not exactly representable in four bytes keeps its eight bytes.
  package init(_ plist: Plist, singles: Set<String>, maximumDepth: Int = Plist.maximumDepth)
    throws(PlistError)
  {
    var builder = NodeTableBuilder()
    var flattening = TreeFlattening(depth: 0, maximumDepth: maximumDepth, singles: singles)
    try flattening.flatten(plist, at: .root, into: &builder)
    storage = try builder.seal()
  }
}

extension NodeTableBuilder {
  /// Appends a `Plist`.
  ///
  /// - Parameters:
  ///   - depth: The number of containers that enclose the value.
  ///   - maximumDepth: The maximum nesting depth of containers, including those that enclose the
  ///     value.
  mutating func append(_ plist: Plist, at slot: NodePosition, depth: Int = 0, maximumDepth: Int)
    throws(PlistError)
  {
    var flattening = TreeFlattening(depth: depth, maximumDepth: maximumDepth, singles: [])
    try flattening.flatten(plist, at: slot, into: &self)
  }
}

/// A traversal of a `Plist`, with an explicit stack.
private struct TreeFlattening {
  private var frames: [BuildingFrame] = []
  private let depth: Int
  private let maximumDepth: Int
  /// The keys of the outermost dictionary whose reals take four bytes.
  private let singles: Set<String>

  /// A container whose children are being added.
  private struct BuildingFrame {
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

  init(depth: Int, maximumDepth: Int, singles: Set<String>) {
    (self.depth, self.maximumDepth, self.singles) = (depth, maximumDepth, singles)
  }

  mutating func flatten(
    _ plist: Plist, at slot: NodeTableBuilder.NodePosition, into builder: inout NodeTableBuilder
  ) throws(PlistError) {
    try add(plist, at: slot, to: &builder)
    while let frame = frames.last {
      if frame.next == frame.values.count {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      switch frame.values {
      case .list(let values):
        let slot = NodeTableBuilder.NodePosition(container: frame.container, key: .max)
        try add(values[frame.next], at: slot, to: &builder)
      case .pairs(let pairs):
        let pair = pairs.elements[frame.next]
        let slot = NodeTableBuilder.NodePosition(
          container: frame.container, key: builder.key(pair.key))
        if !singles.isEmpty, let single = single(of: pair.key, pair.value) {
          builder.append(Node(single: single), at: slot)
        } else {
          try add(pair.value, at: slot, to: &builder)
        }
      }
    }
  }

  /// Returns the value of a key of the outermost dictionary as a `Float`; nil if it is not a real
  /// that is exactly representable.
  private func single(of key: String, _ value: Plist) -> Float? {
    guard frames.count == 1, case .real(let real) = value, singles.contains(key) else { return nil }
    return Float(exactly: real)
  }

  private mutating func add(
    _ plist: Plist, at slot: NodeTableBuilder.NodePosition, to builder: inout NodeTableBuilder
  ) throws(PlistError) {
    switch plist {
    case .null: builder.append(Node(.null), at: slot)
    case .bool(let value): builder.append(Node(.bool, payload: value ? 1 : 0), at: slot)
    case .integer(let value): builder.append(integer: value, at: slot)
    case .real(let value): builder.append(Node(.real, payload: value.bitPattern), at: slot)
    case .date(let value):
      let bits = value.timeIntervalSinceReferenceDate.bitPattern
      builder.append(Node(.date, payload: bits), at: slot)
    case .data(let value): builder.append(data: value, at: slot)
    case .string(let value): builder.append(string: value, at: slot)
    case .uid(let value): builder.append(Node(.uid, payload: UInt64(value.value)), at: slot)
    case .array(let values): try open(.array, values: .list(values), at: slot, in: &builder)
    case .set(let values): try open(.set, values: .list(values), at: slot, in: &builder)
    case .dictionary(let pairs):
      try open(.dictionary, values: .pairs(pairs), at: slot, in: &builder)
    }
  }

  private mutating func open(
    _ kind: PlistKind, values: Values, at slot: NodeTableBuilder.NodePosition,
    in builder: inout NodeTableBuilder
  ) throws(PlistError) {
    guard depth + frames.count < maximumDepth else {
      throw PlistError(
        .depthLimit,
        message: "containers are nested more than \(maximumDepth.counting("level")) deep")
    }
    let container = builder.append(Node(kind), at: slot)
    frames.append(BuildingFrame(container: container, values: values))
    builder.depth = max(builder.depth, depth + frames.count)
  }
}

extension PlistError {
  /// Returns the error for a date that is not finite.
  static func timeless(_ seconds: Double) -> PlistError {
    PlistError(
      .notRepresentable, message: "expected a finite date, found \(seconds) seconds since 2001")
  }
}
