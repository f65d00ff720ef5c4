// Writes binary property lists. A document that was read from a binary file keeps the number,
// order, sharing and widths of its objects, and its orphans. All other documents are flattened in
// Apple's pre-order, with each distinct scalar written once.

/// A writer of one binary property list.
struct BinaryWriter: ~Copyable {
  private let storage: DocumentStorage
  private let view: ByteView
  private var source: NodeSource { storage.source }
  private let options: PlistWritingOptions
  private var output: ByteWriter
  private var offsets: LinearBuffer<UInt64>
  /// The node of each object. This buffer and `numbers` are empty if the number of every node is
  /// the number of its object.
  private var objects: LinearBuffer<UInt32>
  /// The object number of each node.
  private var numbers: LinearBuffer<UInt32>
  private let objectCount: Int
  private var referenceWidth = 1
  private var topObject = 0
  private var origin: BinaryWidths?

  static func write(_ storage: DocumentStorage, options: PlistWritingOptions) throws(PlistError)
    -> Data
  {
    try refuseNull(of: storage, options)
    var writer = try BinaryWriter(storage, options: options)
    writer.writeObjects()
    writer.writeTrailer()
    return writer.output.data()
  }

  /// Throws if the document contains null and either was read from JSON or the options reject null,
  /// since Apple's software cannot read null in a binary file. By default, a null that was read
  /// from a binary file is kept.
  private static func refuseNull(of storage: DocumentStorage, _ options: PlistWritingOptions)
    throws(PlistError)
  {
    if !(storage.origin.codec is any JSONCodec.Type), options.nulls == .kept { return }
    var found: Set<Int> = []
    for index in 0..<storage.nodes.count where storage.nodes[index].kind == .null {
      found.insert(index)
    }
    guard let first = storage.located(found, from: options.root).first else { return }
    throw PlistError(
      .notRepresentable, message: "Apple's software cannot read null in binary property lists",
      path: first.path)
  }

  private init(_ storage: DocumentStorage, options: PlistWritingOptions) throws(PlistError) {
    // Part of a file is written from scratch, with only the objects that belong to it.
    let origin = options.root == nil ? storage.origin.details as? BinaryWidths : nil
    let numbering =
      try origin == nil
      ? ObjectUniquing.numbering(storage, options: options) : ObjectUniquing.Numbering.identity
    self.storage = storage
    self.options = options
    self.origin = origin
    view = storage.view
    topObject = origin == nil ? Int(numbering.numbers[options.root ?? storage.root]) : storage.root
    objects = numbering.objects
    numbers = numbering.numbers
    objectCount = origin == nil ? objects.count : storage.nodes.count
    offsets = LinearBuffer(minimumCapacity: objectCount)
    let blobs = storage.blobs.reduce(0) { $0 + $1.count }
    output = ByteWriter(
      minimumCapacity: storage.text.count + blobs + storage.references.count * 4 + objectCount * 12
        + 64)
    referenceWidth = BinaryWriter.width(holding: UInt64(objectCount), atLeast: origin?.reference)
  }

  /// Returns the smallest width that can represent `limit`, or the width that a file had, if it is
  /// still sufficient.
  private static func width(holding limit: UInt64, atLeast old: Int?) -> Int {
    if let old, old >= 8 || limit < 1 << (8 * UInt64(old)) { return min(old, 8) }
    return BinaryWidths.smallest(holding: limit)
  }

  private mutating func writeObjects() {
    output.append("bplist00")
    for index in 0..<objectCount {
      offsets.append(UInt64(output.count))
      write(storage.nodes[origin == nil ? Int(objects[index]) : index])
    }
  }

  private mutating func writeTrailer() {
    let table = output.count
    let width = BinaryWriter.width(holding: UInt64(table), atLeast: origin?.offset)
    output.reserve(offsets.count * width + 64)
    for index in 0..<offsets.count { output.append(bigEndian: offsets[index], width: width) }
    output.append(
      binaryTrailer: BinaryWidths(offset: width, reference: referenceWidth),
      objectCount: objectCount, topObject: topObject, offsetTable: table)
  }

  // MARK: Objects

  @inline(__always)
  private mutating func write(_ node: Node) {
    switch node.kind {
    case .string: writeString(node)
    case .integer where origin != nil: output.append(sizedBinaryInteger: node, in: view)
    case .integer: output.append(binaryInteger: node, in: view)
    case .dictionary, .array, .set: writeContainer(node)
    case .bool: output.append(binaryBool: node)
    case .real: output.append(binaryReal: node)
    case .date: output.append(binaryDate: node)
    case .data where node.isEncodedData:
      let data = storage.data(of: node)
      output.append(binaryMarker: BinaryMarker.data, count: data.count)
      output.append(data)
    case .data:
      let bytes = storage.bytes(of: node)
      output.append(binaryMarker: BinaryMarker.data, count: node.count)
      output.append(bytes.view, at: bytes.start, count: node.count)
    case .uid:
      output.append(
        binaryUID: node.payload, width: origin == nil ? node.smallestUIDWidth : Int(node.form) + 1)
    case .null: output.append(BinaryMarker.null)
    }
  }

  @inline(__always)
  private mutating func writeString(_ node: Node) {
    switch node.form {
    case NodeForm.plain:
      output.append(binaryMarker: BinaryMarker.asciiString, count: node.count)
      output.append(view, at: node.start, count: node.count)
    case NodeForm.utf16:
      output.append(binaryMarker: BinaryMarker.utf16String, count: node.count)
      output.append(view, at: node.start, count: node.count * 2)
    case NodeForm.latin1 where origin != nil:
      output.append(binaryMarker: BinaryMarker.asciiString, count: node.count)
      output.append(view, at: node.start, count: node.count)
    default: writeText(node)
    }
  }

  /// Writes text that may or may not be ASCII.
  private mutating func writeText(_ node: Node) {
    if node.form == NodeForm.utf8 {
      return output.append(binaryText: view, at: node.start, count: node.count)
    }
    if let units = node.unpairedUnits(in: source) { return writeUnits(units) }
    let text = node.text(in: source)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      output.append(binaryMarker: BinaryMarker.asciiString, count: text.utf8.count)
      output.append(text)
    } else {
      writeUnits(text.utf16)
    }
  }

  private mutating func writeUnits(_ units: some Collection<UInt16>) {
    output.append(binaryMarker: BinaryMarker.utf16String, count: units.count)
    output.reserve(units.count * 2)
    for unit in units { output.append(bigEndian: UInt64(unit), width: 2) }
  }

  @inline(__always)
  private mutating func writeContainer(_ node: Node) {
    output.append(binaryMarker: BinaryMarker.container(node.kind), count: node.count)
    output.reserve(node.referenceCount * referenceWidth)
    if node.kind == .dictionary, options.keyOrder == .sorted { return writeSortedPairs(node) }
    if origin != nil {
      return output.append(
        bigEndian: storage.references, from: node.start, count: node.referenceCount,
        width: referenceWidth)
    }
    for position in 0..<node.referenceCount {
      let number = numbers[Int(storage.references[node.start &+ position])]
      output.append(bigEndian: UInt64(number), width: referenceWidth)
    }
  }

  private func number(ofNode node: UInt32) -> UInt32 { origin == nil ? numbers[Int(node)] : node }

  private mutating func writeSortedPairs(_ node: Node) {
    var order = KeyOrdering()
    let start = order.push(node, storage: storage)
    for isValue in [false, true] {
      for position in 0..<node.count {
        let index = order.index(start + position) + (isValue ? node.count : 0)
        let number = number(ofNode: storage.references[node.start + index])
        output.append(bigEndian: UInt64(number), width: referenceWidth)
      }
    }
  }
}
