// The node table as plain memory, for code that cannot use Swift's types: a document lends its table
// without a copy, and a table that was made elsewhere is validated completely before it becomes a
// document. NodeTable.swift describes the memory.

extension PlistDocument {
  /// Calls a function with the memory of the node table, which is valid only during the call.
  ///
  /// - Parameters of `body`:
  ///   - nodes: 16 bytes for each node: the head (kind in the low 8 bits, form in the next 8, count
  ///     in the other 48) and the payload, two 64-bit numbers in the byte order of the machine.
  ///   - references: The numbers of the children of all containers.
  ///   - offsets: For each node, where it begins in the text; empty if the document was created in
  ///     memory.
  ///   - text: The bytes that the nodes refer to.
  ///
  /// Large data of a document created in memory is not in its text. Such a document is copied first.
  package func withTable<Result, Failure: Error>(
    _ body: (_ nodes: RawSpan, _ references: Span<UInt32>, _ offsets: Span<UInt32>, _ text: RawSpan)
      throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let storage = storage.blobs.isEmpty ? storage : storage.withBlobsInText()
    return try storage.nodes.withBytes { nodes throws(Failure) in
      try storage.references.withSpan { references throws(Failure) in
        try storage.offsets.withSpan { offsets throws(Failure) in
          try storage.view.withBytes { text throws(Failure) in
            try body(nodes, references, offsets, text)
          }
        }
      }
    }
  }

  /// The number of the node that is the root, for ``withTable(_:)``.
  package var rootNumber: Int { storage.root }

  /// Creates a document from the memory of a node table, which is copied.
  ///
  /// Strings can have the forms `plain`, `utf8`, `utf16` and `latin1`, and data the form 0: all other
  /// forms belong to the text of a format. The text of a real is ignored.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, as ``withTable(_:)`` passes them.
  ///   - references: The numbers of the children. No two containers share one.
  ///   - text: The bytes that the nodes refer to.
  ///   - root: The number of the root's node.
  ///   - options: The limits.
  /// - Throws: `PlistError` with the number of the node as the offset of its position if a node is
  ///   invalid, if a container contains itself, or if a limit is exceeded.
  package init(
    nodes: RawSpan, references: Span<UInt32>, text: RawSpan, root: Int,
    options: PlistReadingOptions = PlistReadingOptions()
  ) throws(PlistError) {
    var intake = TableIntake(text: text, options: options)
    try intake.take(nodes: nodes, references: references)
    self.init(try intake.finish(root: root))
  }
}

extension DocumentStorage {
  /// Returns a copy with all data in the text.
  fileprivate func withBlobsInText() -> DocumentStorage {
    var text = ByteWriter(minimumCapacity: view.count + blobs.reduce(0) { $0 + $1.count })
    text.append(view)
    var copies = LinearBuffer<Node>(minimumCapacity: nodes.count)
    for index in 0..<nodes.count {
      var node = nodes[index]
      if node.isBlob {
        let bytes = blobs[node.start].view
        node = Node(.data, count: bytes.count, payload: UInt64(text.count))
        text.append(bytes)
      }
      copies.append(node)
    }
    var parts = NodeTableStorage(
      text: SourceBytes(text), nodes: copies, offsets: LinearBuffer(minimumCapacity: 4),
      references: references.copy(), root: root, origin: origin)
    parts.hasSharedContainers = hasSharedContainers
    parts.expandedBytes = expandedBytes
    parts.depth = depth
    parts.hasOtherKeys = hasOtherKeys
    return DocumentStorage(parts)
  }
}

/// The validation of a node table that was made elsewhere.
private struct TableIntake: ~Copyable {
  private let text: SourceBytes
  private var view: ByteView { text.view }
  private let options: PlistReadingOptions
  private var nodes = LinearBuffer<Node>(minimumCapacity: 16)
  private var references = LinearBuffer<UInt32>(minimumCapacity: 16)
  /// The node numbers, which errors report as offsets.
  private var offsets = LinearBuffer<UInt32>(minimumCapacity: 16)
  /// The remaining budget for text and data in bytes: nodes that share them many times would make a
  /// small table costly.
  private var byteBudget: Int

  init(text: RawSpan, options: PlistReadingOptions) {
    var copy = ByteWriter(minimumCapacity: text.byteCount)
    copy.append(bytes: text)
    byteBudget = text.byteCount * 4 + 4096
    self.text = SourceBytes(copy)
    self.options = options
  }

  /// Copies the table, and checks each node by itself.
  mutating func take(nodes memory: RawSpan, references numbers: Span<UInt32>) throws(PlistError) {
    let size = MemoryLayout<Node>.size
    let count = memory.byteCount / size
    guard memory.byteCount == count * size, count > 0 else {
      throw failure(
        .invalidOffset,
        message: "expected one or more nodes of \(size) bytes, found "
          + memory.byteCount.counting("byte"), node: 0)
    }
    guard count <= min(options.maximumObjectCount, Int(UInt32.max) - 1) else {
      throw failure(
        .objectLimit,
        message: "the table has \(count.counting("node")), more than the limit allows", node: 0)
    }
    for index in numbers.indices {
      guard numbers[index] < count else {
        throw failure(
          .invalidObjectReference,
          message: "reference \(index) is \(numbers[index]), but the table has only "
            + count.counting("node"), node: 0)
      }
      references.append(numbers[index])
    }
    nodes.append(copying: memory)
    var runs: [Range<Int>] = []
    for index in 0..<count {
      offsets.append(UInt32(truncatingIfNeeded: index))
      nodes[index] = try checked(nodes[index], number: index)
      let node = nodes[index]
      if node.referenceCount > 0 { runs.append(node.start..<node.start + node.referenceCount) }
    }
    runs.sort { $0.lowerBound < $1.lowerBound }
    for (run, next) in zip(runs, runs.dropFirst()) where next.lowerBound < run.upperBound {
      throw failure(
        .overlappingObjects, message: "two containers share reference \(next.lowerBound)", node: 0)
    }
  }

  /// Returns a node in the form that documents use. Long because each kind of node has rules
  /// of its own.
  private mutating func checked(_ node: Node, number: Int) throws(PlistError) -> Node {
    guard let kind = PlistKind(rawValue: UInt8(truncatingIfNeeded: node.head)) else {
      throw failure(
        .unknownMarker, message: "node \(number) has the unknown kind \(node.head & 0xFF)",
        node: number)
    }
    switch (kind, node.form) {
    case (.null, _): return Node(.null)
    case (.bool, _): return Node(.bool, payload: node.payload & 1)
    case (.date, _): return Node(.date, payload: node.payload)
    case (.uid, let form):
      guard node.payload <= UInt32.max, form <= 15 else {
        throw failure(
          .invalidUID, message: "the UID of node \(number) is larger than 4294967295", node: number)
      }
      return Node(.uid, form: form, payload: node.payload)
    case (.real, NodeForm.single):
      return Node(.real, form: NodeForm.single, payload: node.payload & 0xFFFF_FFFF)
    case (.real, 0), (.real, NodeForm.literal): return Node(.real, payload: node.payload)
    case (.integer, let form) where form & NodeForm.widthMask <= 4 && form < 0x20:
      if form & NodeForm.wide != 0 {
        try claim(16, of: node, number: number)
        return Node(.integer, form: NodeForm.wide | 4, payload: node.payload)
      }
      // Only a number of 16 bytes is above the range of signed numbers.
      let isUnsigned = form & NodeForm.unsigned != 0 && node.payload &>> 63 == 1
      return Node(
        .integer, form: isUnsigned ? NodeForm.unsigned | 4 : form & NodeForm.widthMask,
        payload: node.payload)
    case (.data, 0):
      try claim(node.count, of: node, number: number)
      return node
    case (.string, NodeForm.plain), (.string, NodeForm.utf8):
      try claim(node.count, of: node, number: number)
      if let invalid = view.firstInvalidUTF8(in: node.start..<node.start + node.count) {
        throw failure(
          .invalidText, message: "byte \(invalid) of the text is not valid UTF-8", node: number)
      }
      let isASCII = view.isASCII(at: node.start, count: node.count)
      return Node(
        .string, form: isASCII ? NodeForm.plain : NodeForm.utf8, count: node.count,
        payload: node.payload)
    case (.string, NodeForm.latin1):
      try claim(node.count, of: node, number: number)
      return node
    case (.string, NodeForm.utf16):
      // A count has 48 bits.
      try claim(node.count * 2, of: node, number: number)
      return node
    case (.array, 0), (.set, 0), (.dictionary, 0), (.dictionary, NodeForm.otherKeys):
      guard node.payload <= references.count, node.referenceCount <= references.count - node.start
      else {
        throw failure(
          .objectTooLong,
          message: "node \(number) extends past the end of the references; their count is "
            + "\(references.count)",
          node: number)
      }
      return Node(kind, count: node.count, payload: node.payload)
    default:
      throw failure(
        .unknownMarker,
        message: "node \(number), \(kind.phrase), has an invalid form: \(node.form)", node: number)
    }
  }

  /// Checks that bytes are in the text, and charges them to the budget.
  private mutating func claim(_ length: Int, of node: Node, number: Int) throws(PlistError) {
    guard node.payload <= view.count, length <= view.count - node.start else {
      throw failure(
        .objectTooLong,
        message: "node \(number) extends past the end of the text, which has "
          + view.count.counting("byte"),
        node: number)
    }
    byteBudget -= length
    if byteBudget < 0 {
      throw failure(
        .overlappingObjects, message: "the nodes add up to many times the size of the text",
        node: number)
    }
  }

  /// Checks the graph of the nodes.
  consuming func finish(root: Int) throws(PlistError) -> DocumentStorage {
    guard root >= 0, root < nodes.count else {
      throw failure(
        .invalidObjectReference,
        message: "the root is node \(root), but the table has only \(nodes.count.counting("node"))",
        node: 0)
    }
    var longest = 0
    var containers = BitSet(count: nodes.count)
    for index in 0..<nodes.count {
      if nodes[index].kind.isContainer {
        containers.insert(index)
      } else {
        longest = max(longest, nodes[index].count)
      }
    }
    var graph = GraphValidation(
      options, view: text.view, objectCount: nodes.count, containers: containers,
      longestScalar: longest)
    try graph.validate(&nodes, references: &references, offsets: offsets, root: root)
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: text, nodes: nodes, offsets: LinearBuffer(minimumCapacity: 4), references: references,
        root: root, origin: .memory, hasSharedContainers: graph.hasSharedContainers,
        expandedBytes: graph.expandedBytes, depth: graph.depth,
        hasOtherKeys: graph.keys.hasOtherKeys, droppedPairs: graph.keys.dropped))
  }

  private func failure(_ code: PlistError.Code, message: String, node: Int) -> PlistError {
    PlistError(code, message: message, position: SourcePosition(offset: node))
  }
}
