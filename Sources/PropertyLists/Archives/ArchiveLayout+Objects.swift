// The two outputs of the layout of an archive: the nodes of a document, and the bytes of a binary
// file.

/// The nodes of a document.
struct NodeObjects: ~Copyable, ArchiveObjects {
  private(set) var nodes: LinearBuffer<Node>
  private(set) var references: LinearBuffer<UInt32>

  init(_ table: borrowing NodeTableBuilder) {
    nodes = LinearBuffer(minimumCapacity: table.nodes.count + 64)
    references = LinearBuffer(minimumCapacity: table.nodes.count * 2 + 64)
  }

  var count: Int { nodes.count }

  var referenceWidth: Int { 1 }

  @inline(__always)
  mutating func append(_ scalar: Node, of table: borrowing NodeTableBuilder) {
    nodes.append(scalar)
  }

  @inline(__always)
  mutating func append(slot: Int, width: Int) {
    nodes.append(Node(.uid, form: UInt8(truncatingIfNeeded: width &- 1), payload: UInt64(slot)))
  }

  @inline(__always)
  mutating func open(_ kind: PlistKind, count: Int) -> Int {
    let position = references.count
    nodes.append(Node(kind, count: count, payload: UInt64(position)))
    references.append(repeating: 0, count: kind == .dictionary ? count &* 2 : count)
    return position
  }

  @inline(__always)
  mutating func setReference(_ number: UInt32, at position: Int) { references[position] = number }

  @inline(__always)
  mutating func copyReferences(_ count: Int, from start: Int, to position: Int) {
    for index in 0..<count { references[position &+ index] = references[start &+ index] }
  }

  mutating func shrink() {
    nodes.shrink()
    references.shrink()
  }
}

/// The objects of a binary file.
struct BinaryFileObjects: ~Copyable, ArchiveObjects {
  private var output: BinaryOutput

  init(_ table: borrowing NodeTableBuilder) {
    output = BinaryOutput(
      expectedSize: table.text.count + table.largeDataSize + table.nodes.count * 16 + 256,
      largestCount: table.nodes.count + 8)
  }

  var count: Int { output.count }

  var referenceWidth: Int { output.referenceWidth }

  @inline(__always)
  mutating func append(_ scalar: Node, of table: borrowing NodeTableBuilder) {
    output.beginObject()
    switch scalar.kind {
    case .string where scalar.form == NodeForm.plain:
      output.bytes.append(
        binaryMarker: BinaryMarker.asciiString, table.text.view, at: scalar.start,
        count: scalar.count)
    case .string:
      output.bytes.append(binaryText: table.text.memory, at: scalar.start, count: scalar.count)
    case .uid: output.bytes.append(binaryUID: scalar.payload, width: Int(scalar.form) + 1)
    case .integer: output.bytes.append(sizedBinaryInteger: scalar, in: table.text.view)
    case .real: output.bytes.append(binaryReal: scalar)
    case .bool: output.bytes.append(binaryBool: scalar)
    case .date: output.bytes.append(binaryDate: scalar)
    case .data where scalar.isBlob:
      let data = table.blobs[scalar.start].view
      output.bytes.append(binaryMarker: BinaryMarker.data, data, at: 0, count: data.count)
    case .data:
      output.bytes.append(
        binaryMarker: BinaryMarker.data, table.text.view, at: scalar.start, count: scalar.count)
    default: output.bytes.append(BinaryMarker.null)
    }
  }

  @inline(__always)
  mutating func append(slot: Int, width: Int) {
    output.beginObject()
    output.bytes.append(binaryUID: UInt64(slot), width: width)
  }

  @inline(__always)
  mutating func open(_ kind: PlistKind, count: Int) -> Int {
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.container(kind), count: count)
    return output.appendReferences(kind == .dictionary ? count &* 2 : count)
  }

  @inline(__always)
  mutating func setReference(_ number: UInt32, at position: Int) {
    output.store(number, at: position)
  }

  @inline(__always)
  mutating func copyReferences(_ count: Int, from start: Int, to position: Int) {
    output.bytes.copy(count &* output.referenceWidth, from: start, to: position)
  }

  consuming func finish() -> Data { output.finish() }
}

extension ArchiveLayout where Objects == NodeObjects {
  /// Returns the node table of an archive.
  static func storage(
    of source: consuming ArchiveBuilder.ArchiveBuilderState, _ frame: ArchiveFrame
  ) throws(PlistError) -> DocumentStorage {
    let objects = NodeObjects(source.table)
    var layout = try ArchiveLayout(source, frame: frame, objects: objects)
    layout.layOut()
    return layout.finish()
  }

  private consuming func finish() -> DocumentStorage {
    objects.shrink()
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: SourceBytes(source.table.takeText()), nodes: objects.nodes,
        offsets: LinearBuffer(minimumCapacity: 4), references: objects.references,
        blobs: source.table.blobs, root: 0, origin: frame.origin,
        hasSharedContainers: hasSharedContainers, expandedBytes: hasSharedContainers ? .max : 0,
        depth: depth))
  }
}

extension ArchiveLayout where Objects == BinaryFileObjects {
  /// Returns the bytes of an archive as a binary file.
  static func file(
    of source: consuming ArchiveBuilder.ArchiveBuilderState, _ frame: ArchiveFrame
  ) throws(PlistError) -> Data {
    let objects = BinaryFileObjects(source.table)
    var layout = try ArchiveLayout(source, frame: frame, objects: objects)
    layout.layOut()
    return layout.finish()
  }

  private consuming func finish() -> Data { objects.finish() }
}
