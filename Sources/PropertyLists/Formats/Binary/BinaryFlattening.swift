// Writes a binary property list from a table under construction in one pass, which numbers the
// values in Apple's pre-order, writes each object when it gets its number, and compares new scalars
// with the objects that are already written. The result equals that of `BinaryWriter`.

/// A pass over a table under construction.
struct BinaryFlattening: ~Copyable {
  private var contents: BuilderContents
  private let maximumDepth: Int
  private var output: BinaryOutput
  private var frames = LinearBuffer<FlatteningFrame>(minimumCapacity: 16)
  private var keyObjects: LinearBuffer<KeyObject>
  /// The keys of the last dictionary, and the position in the output of the references to them.
  private var lastKeys = LinearBuffer<UInt32>(minimumCapacity: 16)
  private var lastReferences = 0
  private var dictionaries: UInt32 = 0
  /// The objects of false and true.
  private var booleans = (no: UInt32.max, yes: UInt32.max)
  /// The numbers of the distinct scalars.
  private var scalars: HashIndex
  private var upcoming: UpcomingHashes
  /// The large data that was written, by fingerprints: only data whose fingerprint was seen before
  /// is hashed.
  private var largeData: [UInt64: LargeObject] = [:]
  /// The position in the output of the reference to the next element, if the file is written in parts.
  private var nextElement = 0
  /// The share of the elements that were written before the last part, and the number of distinct
  /// scalars then.
  private var lastPart = (progress: 0.0, scalars: 0)
  /// The keys and values of dictionaries to which a key was added twice.
  private var listed = LinearBuffer<UInt32>.unallocated
  private var visited: VisitedBlocks
  private var isRefused = false
  private let seed = processHashSeed

  /// A container that encloses the current value.
  struct FlatteningFrame: BitwiseCopyable {
    /// The next value.
    var value: UInt32
    /// The distance between two values; 0 if they are linked, `ofListed` if `value` is a position in
    /// `listed`.
    var stride: UInt32
    /// The number of values that are still to be written.
    var rest: Int
    /// The position in the output of the next reference.
    var reference: Int
    /// The number of the values that follow these, for a dictionary whose keys and values alternate
    /// in the table; the first of them.
    var valueCount = 0
    var firstValue: UInt32 = 0

    static let ofListed = UInt32.max
  }

  struct KeyObject: BitwiseCopyable {
    /// The number of the key's object, or `.max`.
    var number = UInt32.max
    /// The number of the last dictionary that had the key.
    var lastDictionary: UInt32 = 0
  }

  struct LargeObject {
    var number: Int
    var count: Int
    var isHashed = false
  }

  /// The size of the sample by which the number of distinct scalars in a large table is estimated.
  private static let sampleSize = 1 << 16

  /// Returns the bytes of a finished table, whose memory is released in the course of it; nil, with
  /// the table as it was, if `BinaryWriter` should write it, because of an unusual value or an error.
  static func data(of table: inout NodeTableBuilder, options: OnePassOptions)
    throws(PlistError) -> Data?
  {
    guard let root = table.root, table.markedKeys.isEmpty, table.depth <= options.maximumDepth,
      table.fitsBinaryOutput(after: 0)
    else { return nil }
    var flattening = BinaryFlattening(table, maximumDepth: options.maximumDepth)
    flattening.write(root, of: &table)
    if !flattening.isRefused { return flattening.finish() }
    if !flattening.visited.haveReleased { return nil }
    throw PlistError(
      .depthLimit,
      message:
        "containers are nested more than \(options.maximumDepth.counting("level")) deep")
  }

  private init(_ table: borrowing NodeTableBuilder, maximumDepth: Int) {
    contents = BuilderContents(table)
    self.maximumDepth = maximumDepth
    let count = table.largestObjectCount
    output = BinaryOutput(expectedSize: table.expectedBinarySize, largestCount: count)
    keyObjects = LinearBuffer(minimumCapacity: contents.keys.count)
    keyObjects.append(repeating: KeyObject(), count: contents.keys.count)
    upcoming = UpcomingHashes(nodeCount: contents.nodes.count)
    visited = VisitedBlocks(nodeCount: contents.nodes.count)
    scalars = HashIndex(minimumCapacity: min(count, Self.sampleSize / 2))
  }

  // MARK: Parts

  /// Begins a file whose root is an array, and which is written in parts. `table` contains the first one.
  init(_ first: FirstPart, of table: borrowing NodeTableBuilder, _ options: OnePassOptions) {
    contents = BuilderContents(table)
    maximumDepth = options.maximumDepth
    output = BinaryOutput(
      expectedSize: first.expectedSize(table.expectedBinarySize),
      expectedCount: first.expectedSize(table.largestObjectCount * 4) / 4, referenceWidth: 4)
    keyObjects = LinearBuffer(minimumCapacity: contents.keys.count)
    upcoming = UpcomingHashes(nodeCount: 0)
    // The memory of a table that is used again is not released.
    visited = VisitedBlocks(nodeCount: 0)
    scalars = HashIndex(minimumCapacity: Self.sampleSize / 2)
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.array, count: first.elementCount)
    nextElement = output.appendReferences(first.elementCount)
  }

  /// Writes the elements that the outermost array of a table has so far. Returns false if
  /// `BinaryWriter` should write the file, because of an unusual value or an error.
  ///
  /// - Parameter progress: The share of the elements that were written already.
  mutating func append(elementsOf table: inout NodeTableBuilder, progress: Double) -> Bool {
    guard let root = table.root, table.markedKeys.isEmpty,
      table.fitsBinaryOutput(after: output.bytes.count)
    else { return false }
    contents = BuilderContents(table)
    keyObjects.append(repeating: KeyObject(), count: contents.keys.count - keyObjects.count)
    listed.truncate(to: 0)
    upcoming = UpcomingHashes(nodeCount: contents.nodes.count)
    upcoming.restart(at: table.keptKeys)
    reserveScalars(progress: progress)
    let node = contents.nodes[root]
    frames.append(
      FlatteningFrame(
        value: UInt32(truncatingIfNeeded: node.payload), stride: 0, rest: node.count,
        reference: nextElement))
    nextElement &+= node.count &* output.referenceWidth
    writeContainers(of: &table)
    contents.blobs = []
    return !isRefused
  }

  /// Returns the file after everything was written.
  consuming func finish() -> Data { output.finish() }

  // MARK: The pass

  private mutating func write(_ root: Int, of table: inout NodeTableBuilder) {
    let node = contents.nodes[root]
    if node.kind.isContainer { enter(node, of: &table) } else { _ = unite(node, at: root) }
    visited.visit(root, of: &table)
    writeContainers(of: &table)
  }

  @inline(never)
  private mutating func writeContainers(of table: inout NodeTableBuilder) {
    while frames.count > 0, !isRefused { writeValues(of: &table) }
  }

  /// Writes the values of the innermost container up to the next container in it, or ends it.
  @inline(__always)
  private mutating func writeValues(of table: inout NodeTableBuilder) {
    let top = frames.count &- 1
    var frame = frames[top]
    while true {
      if frame.rest == 0 {
        if frame.valueCount == 0 { return frames.truncate(to: top) }
        (frame.value, frame.rest, frame.valueCount) = (frame.firstValue, frame.valueCount, 0)
        upcoming.restart(at: Int(frame.value))
      }
      var index = Int(frame.value)
      if frame.stride == 0 {
        frame.value = contents.links[index].next
      } else if frame.stride != FlatteningFrame.ofListed {
        frame.value &+= frame.stride
      } else {
        index = Int(listed[index])
        frame.value &+= 1
      }
      let node = contents.nodes[index]
      let position = frame.reference
      frame.rest &-= 1
      frame.reference &+= output.referenceWidth
      if node.kind.isContainer {
        frames[top] = frame
        output.store(output.nextNumber, at: position)
        visited.visit(index, of: &table)
        return enter(node, of: &table)
      }
      let number = unite(node, at: index)
      output.store(number, at: position)
      visited.visit(index, of: &table)
    }
  }

  // MARK: Containers

  private mutating func enter(_ node: Node, of table: inout NodeTableBuilder) {
    if frames.count >= maximumDepth {
      isRefused = true
    } else if node.kind != .dictionary {
      enterList(node)
    } else if node.form == NodeTableBuilder.runForm {
      enterRun(node)
    } else {
      enterDictionary(node, of: &table)
    }
  }

  private mutating func enterList(_ node: Node) {
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.container(node.kind), count: node.count)
    if node.count == 0 { return }
    frames.append(
      FlatteningFrame(
        value: UInt32(truncatingIfNeeded: node.payload),
        stride: node.form == NodeTableBuilder.runForm ? 1 : 0, rest: node.count,
        reference: output.appendReferences(node.count)))
  }

  /// Enters a dictionary of strings with distinct keys, whose keys and values alternate in the table.
  private mutating func enterRun(_ node: Node) {
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.dictionary, count: node.count)
    if node.count == 0 { return }
    let first = UInt32(truncatingIfNeeded: node.payload)
    frames.append(
      FlatteningFrame(
        value: first, stride: 2, rest: node.count,
        reference: output.appendReferences(node.count &* 2), valueCount: node.count,
        firstValue: first &+ 1))
  }

  private mutating func enterDictionary(_ node: Node, of table: inout NodeTableBuilder) {
    var frame = FlatteningFrame(
      value: UInt32(truncatingIfNeeded: node.payload), stride: 0, rest: node.count, reference: 0)
    let isKnown = hasLastKeys(node)
    if !isKnown, !learnKeys(of: node) { listValues(of: node, in: &frame, of: &table) }
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.dictionary, count: frame.rest)
    if frame.rest == 0 { return }
    let position = output.appendReferences(frame.rest &* 2)
    let size = frame.rest &* output.referenceWidth
    if isKnown {
      output.bytes.copy(size, from: lastReferences, to: position)
    } else {
      writeKeys(at: position, of: &table)
    }
    lastReferences = position
    frame.reference = position &+ size
    frames.append(frame)
  }

  /// Returns whether a dictionary has the keys of the last one, in the same order.
  @inline(__always)
  private func hasLastKeys(_ node: Node) -> Bool {
    guard lastKeys.count == node.count else { return false }
    var child = Int(UInt32(truncatingIfNeeded: node.payload))
    for position in 0..<node.count {
      let link = contents.links[child]
      if link.key != lastKeys[position] { return false }
      child = Int(link.next)
    }
    return true
  }

  /// Makes the keys of a dictionary the last ones. Returns false if a key was added twice.
  @inline(never)
  private mutating func learnKeys(of node: Node) -> Bool {
    var areDistinct = true
    lastKeys.truncate(to: 0)
    dictionaries &+= 1
    var child = Int(UInt32(truncatingIfNeeded: node.payload))
    for _ in 0..<node.count {
      let link = contents.links[child]
      let key = keyObjects[Int(link.key)]
      if key.lastDictionary == dictionaries { areDistinct = false }
      keyObjects[Int(link.key)] = KeyObject(number: key.number, lastDictionary: dictionaries)
      lastKeys.append(link.key)
      child = Int(link.next)
    }
    return areDistinct
  }

  /// Lists the values that remain of a dictionary with repeated keys, and makes the distinct keys the
  /// last ones.
  @inline(never)
  private mutating func listValues(
    of node: Node, in frame: inout FlatteningFrame, of table: inout NodeTableBuilder
  ) {
    let start = listed.count
    let count = table.appendPairs(of: node, to: &listed)
    lastKeys.truncate(to: 0)
    for position in start..<start + count { lastKeys.append(listed[position]) }
    frame.value = UInt32(truncatingIfNeeded: start + count)
    frame.stride = FlatteningFrame.ofListed
    frame.rest = count
  }

  /// Writes those of the last keys that are new, and the references to all of them.
  @inline(never)
  private mutating func writeKeys(at position: Int, of table: inout NodeTableBuilder) {
    var position = position
    for index in 0..<lastKeys.count {
      let key = Int(lastKeys[index])
      if keyObjects[key].number == .max {
        let node = Int(contents.keys[key].node)
        keyObjects[key].number = unite(contents.nodes[node], hash: contents.keys[key].hash)
        visited.visit(node, of: &table)
      }
      output.store(keyObjects[key].number, at: position)
      position &+= output.referenceWidth
    }
  }

  // MARK: Scalars

  /// Returns the number of the object of a scalar, which is written unless an equal one was.
  @inline(__always)
  private mutating func unite(_ node: Node, at index: Int) -> UInt32 {
    if node.kind == .bool { return boolean(node) }
    if node.isBlob { return uniteLargeData(node) }
    let hash =
      upcoming.isUsed ? upcomingHash(node, at: index) : node.hash(in: contents.text, seed: seed)
    return unite(node, hash: hash)
  }

  @inline(__always)
  private mutating func unite(_ node: Node, hash: UInt32) -> UInt32 {
    let start = output.bytes.count
    append(node)
    var found = scalars.first(hash)
    while found.number >= 0 {
      if isLastObject(equalTo: found.number, from: start) {
        output.bytes.truncate(to: start)
        return UInt32(truncatingIfNeeded: found.number)
      }
      found = scalars.next(after: found, hash: hash)
    }
    let number = output.count
    scalars.insert(number, hash: hash, at: found)
    output.addObject(at: start)
    return UInt32(truncatingIfNeeded: number)
  }

  /// Returns whether the bytes at the end of the output are those of an object.
  @inline(__always)
  private func isLastObject(equalTo number: Int, from start: Int) -> Bool {
    let range = output.range(of: number, before: start)
    let view = output.bytes.view
    return range.count == view.count &- start
      && view.isEqual(at: start, count: range.count, to: view, at: range.lowerBound)
  }

  private mutating func boolean(_ node: Node) -> UInt32 {
    let known = node.payload == 0 ? booleans.no : booleans.yes
    if known != .max { return known }
    let number = output.nextNumber
    if node.payload == 0 { booleans.no = number } else { booleans.yes = number }
    output.beginObject()
    output.bytes.append(binaryBool: node)
    return number
  }

  @inline(__always)
  private mutating func append(_ node: Node) {
    switch node.kind {
    case .string where node.isPlainText:
      let isASCII =
        node.form == NodeForm.plain || contents.text.isASCII(at: node.start, count: node.count)
      if isASCII {
        output.bytes.append(
          binaryMarker: BinaryMarker.asciiString, contents.text, at: node.start, count: node.count)
      } else {
        output.bytes.append(binaryUTF16: contents.text, at: node.start, count: node.count)
      }
    case .integer: output.bytes.append(binaryInteger: node, in: contents.text)
    case .real: output.bytes.append(binaryReal: node)
    case .date: output.bytes.append(binaryDate: node)
    case .data where !node.isEncodedData:
      output.bytes.append(
        binaryMarker: BinaryMarker.data, contents.text, at: node.start, count: node.count)
    case .uid: output.bytes.append(binaryUID: node.payload, width: node.smallestUIDWidth)
    case .null: output.bytes.append(BinaryMarker.null)
    default: isRefused = true
    }
  }

  // MARK: Hashes

  /// Returns the hash of a scalar, and fetches memory for those that follow it in the table.
  @inline(__always)
  private mutating func upcomingHash(_ node: Node, at index: Int) -> UInt32 {
    while upcoming.end <= index &+ UpcomingHashes.distance.slot, upcoming.end < contents.nodes.count
    {
      let next = contents.nodes[upcoming.end]
      let isHashed = !next.kind.isContainer && !next.isBlob
      let hash = isHashed ? next.hash(in: contents.text, seed: seed) : 0
      upcoming.append(hash)
      scalars.prefetch(hash)
      if upcoming.end == Self.sampleSize, nextElement == 0 { reserveScalars() }
    }
    if let number = scalars.candidate(upcoming[index &+ UpcomingHashes.distance.object]) {
      output.prefetchOffset(of: number)
    }
    if let number = scalars.candidate(upcoming[index &+ UpcomingHashes.distance.bytes]) {
      output.prefetchObject(number)
    }
    return upcoming.contains(index) ? upcoming[index] : node.hash(in: contents.text, seed: seed)
  }

  /// Makes the hash table large enough for the scalars of the whole table, if the share of distinct
  /// ones among the first nodes is that among all.
  @inline(never)
  private mutating func reserveScalars() {
    // The keys of a large dictionary are counted before its first value.
    let share = Double(scalars.count + UpcomingHashes.distance.slot) / Double(Self.sampleSize)
    scalars.reserve(min(contents.nodes.count, Int(share * 1.05 * Double(contents.nodes.count))))
  }

  /// Makes the hash table large enough for the scalars of all elements, if the next parts add as many
  /// as the last one. Since later ones can have fewer, more than 16 MiB is at most four times as much.
  private mutating func reserveScalars(progress: Double) {
    let added = (elements: progress - lastPart.progress, scalars: scalars.count - lastPart.scalars)
    lastPart = (progress, scalars.count)
    guard scalars.count >= Self.sampleSize / 4, added.elements > 0 else { return }
    let expected = Double(added.scalars) / added.elements * (1 - progress) * 1.05
    let most = max(scalars.count * 3, Self.sampleSize * 16)
    scalars.reserve(scalars.count + Int(min(expected, Double(most))))
  }

  // MARK: Large data

  @inline(never)
  private mutating func uniteLargeData(_ node: Node) -> UInt32 {
    let view = contents.blobs[node.start].view
    let fingerprint = view.fingerprint(seed: seed)
    guard let first = largeData[fingerprint] else {
      largeData[fingerprint] = LargeObject(number: output.count, count: view.count)
      return append(largeData: view)
    }
    if !first.isHashed {
      largeData[fingerprint]?.isHashed = true
      let hash = largeData(ofObject: first.number, count: first.count).wideHash(seed: seed)
      var found = scalars.first(hash)
      while found.number >= 0 { found = scalars.next(after: found, hash: hash) }
      scalars.insert(first.number, hash: hash, at: found)
    }
    let hash = view.wideHash(seed: seed)
    var found = scalars.first(hash)
    while found.number >= 0 {
      if isObject(found.number, largeData: view) {
        return UInt32(truncatingIfNeeded: found.number)
      }
      found = scalars.next(after: found, hash: hash)
    }
    scalars.insert(output.count, hash: hash, at: found)
    return append(largeData: view)
  }

  private mutating func append(largeData view: ByteView) -> UInt32 {
    let number = output.nextNumber
    output.beginObject()
    output.bytes.append(binaryMarker: BinaryMarker.data, count: view.count)
    output.bytes.append(view)
    return number
  }

  /// Returns the bytes of an object that is large data.
  private func largeData(ofObject number: Int, count: Int) -> ByteView {
    let end = output.range(of: number, before: output.bytes.count).upperBound
    return output.bytes.view.slice(end - count..<end)
  }

  /// Returns whether an object is data with these bytes.
  private func isObject(_ number: Int, largeData data: ByteView) -> Bool {
    let written = output.bytes.view
    let range = output.range(of: number, before: written.count)
    // Before data of this size, a count takes two bytes and those of the number.
    let header = 2 + max(2, BinaryWidths.smallest(holding: UInt64(data.count)))
    return range.count == header + data.count
      && written[range.lowerBound] &>> 4 == BinaryMarker.data
      && written.isEqual(at: range.lowerBound + header, count: data.count, to: data, at: 0)
  }
}

extension Node {
  /// Returns the hash of a scalar in a table under construction. A function of the pass would copy
  /// its whole structure for each call.
  @inline(__always)
  fileprivate func hash(in text: ByteView, seed: UInt64) -> UInt32 {
    if kind == .string || kind == .data { return text.hash(at: start, count: count, seed: seed) }
    if kind == .integer, form & NodeForm.wide != 0 {
      return text.hash(at: start, count: 16, seed: seed)
    }
    let state = mixed(seed ^ UInt64(kind.rawValue), payload)
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }
}
