// Writes an XML property list from a table under construction in one pass. The line of a key that
// several dictionaries have is made once, and copied from then on. The result equals that of
// `XMLWriter`.

/// A pass over a table under construction.
struct XMLFlattening: ~Copyable {
  private var contents: BuilderContents
  private let maximumDepth: Int
  private let isSorted: Bool
  private let reals: PlistWritingOptions.RealStyle
  private let nullCharacters: PlistWritingOptions.NullCharacters
  private var output: ByteWriter
  private var frames = LinearBuffer<XMLContainerFrame>(minimumCapacity: 16)
  /// The members of the dictionaries that enclose the current value, in the order of writing.
  private var members = LinearBuffer<Member>(minimumCapacity: 64)
  private var keyLines: LinearBuffer<KeyLine>
  private var sequences = KeySequences()
  private var dictionaries: UInt32 = 0
  private var isRefused = false

  /// A container that encloses the current value.
  struct XMLContainerFrame: BitwiseCopyable {
    /// The next value; in a dictionary, its position in `members`.
    var next: UInt32
    var kind: ContainerKind
    /// The number of values that are still to be written.
    var rest: Int
    /// The number of members before those of a dictionary.
    var firstMember = 0
  }

  /// How the values of a container follow one another in the table.
  enum ContainerKind: UInt8, BitwiseCopyable {
    case linkedArray, arrayRun, dictionary
    /// Some elements of an array, after which others are written.
    case part
  }

  /// A pair of a dictionary.
  struct Member: BitwiseCopyable {
    /// The number of the key; `.max` if its node is the one before that of the value.
    var key = UInt32.max
    var value = UInt32.max
  }

  /// The line of a key.
  struct KeyLine: BitwiseCopyable {
    /// The position of the line in the output.
    var start = 0
    /// The length of the line; 0 before it is written.
    var count: UInt32 = 0
    /// The number of the last dictionary of an unknown sequence of keys that had the key.
    var lastDictionary: UInt32 = 0
  }

  /// Returns the text of a finished table; nil if `XMLWriter` should write it, because of an unusual
  /// value or an error.
  static func data(of table: inout NodeTableBuilder, options: OnePassOptions) -> Data? {
    guard let root = table.root, isUsual(table), table.depth <= options.maximumDepth else {
      return nil
    }
    var flattening = XMLFlattening(&table, options)
    flattening.write(root)
    swap(&flattening.sequences, &table.sequences)
    return flattening.isRefused ? nil : flattening.finish()
  }

  private static func isUsual(_ table: borrowing NodeTableBuilder) -> Bool {
    table.markedKeys.isEmpty && table.nodes.count < Int(UInt32.max)
      && table.text.count <= Int(UInt32.max)
  }

  private init(_ table: inout NodeTableBuilder, _ options: OnePassOptions) {
    contents = BuilderContents(table)
    maximumDepth = options.maximumDepth
    isSorted = options.isSorted
    reals = options.reals
    nullCharacters = options.nullCharacters
    let added = table.addedToKeptKeys
    output = ByteWriter(
      textBytes: added.textBytes, nodeCount: added.nodes, bytesPerNode: 40, depth: table.depth)
    keyLines = LinearBuffer(zeros: contents.keys.count)
    output.append(xmlStart: .apple)
    swap(&sequences, &table.sequences)
    sequences.begin(sorted: isSorted)
  }

  // MARK: Parts

  /// Begins a file whose root is an array, and which is written in parts. `table` contains the first one.
  init(_ first: FirstPart, of table: inout NodeTableBuilder, _ options: OnePassOptions) {
    self.init(&table, options)
    output.reserve(first.expectedSize(output.room))
    output.append("<array>\n")
  }

  /// Writes the elements that the outermost array of a table has so far. Returns false if `XMLWriter`
  /// should write the file, because of an unusual value or an error.
  mutating func append(elementsOf table: borrowing NodeTableBuilder) -> Bool {
    guard let root = table.root, Self.isUsual(table) else { return false }
    contents = BuilderContents(table)
    keyLines.append(repeating: KeyLine(), count: contents.keys.count - keyLines.count)
    let node = contents.nodes[root]
    frames.append(
      XMLContainerFrame(
        next: UInt32(truncatingIfNeeded: node.payload), kind: .part, rest: node.count))
    writeContainers()
    contents.blobs = []
    return !isRefused
  }

  /// Ends the array of which parts were written, and returns the file.
  consuming func finishParts() -> Data {
    output.append("</array>\n")
    return finish()
  }

  private consuming func finish() -> Data {
    output.append("</plist>\n")
    var text = ByteWriter(minimumCapacity: 0)
    swap(&text, &output)
    return text.trimmedData()
  }

  // MARK: The pass

  private mutating func write(_ root: Int) {
    let node = contents.nodes[root]
    if node.kind.isContainer { open(node) } else { write(node) }
    writeContainers()
  }

  @inline(never)
  private mutating func writeContainers() { while frames.count > 0, !isRefused { writeValues() } }

  /// Writes the values of the innermost container up to the next container in it, or ends it.
  @inline(__always)
  private mutating func writeValues() {
    let level = frames.count
    var frame = frames[level &- 1]
    while frame.rest > 0 {
      frame.rest &-= 1
      var index = Int(frame.next)
      switch frame.kind {
      case .linkedArray, .part:
        frame.next = contents.links[index].next
        output.append(tabs: level)
      case .arrayRun:
        frame.next &+= 1
        output.append(tabs: level)
      case .dictionary:
        frame.next &+= 1
        let member = members[index]
        writeKey(member, level: level)
        index = Int(member.value)
      }
      let node = contents.nodes[index]
      if node.kind.isContainer {
        frames[level &- 1] = frame
        return open(node)
      }
      write(node)
    }
    close(frame.kind, firstMember: frame.firstMember)
  }

  private mutating func close(_ kind: ContainerKind, firstMember: Int) {
    let level = frames.count &- 1
    frames.truncate(to: level)
    if kind == .part { return }
    output.append(tabs: level)
    if kind == .dictionary {
      members.truncate(to: firstMember)
      output.append("</dict>\n")
    } else {
      output.append("</array>\n")
    }
  }

  // MARK: Containers

  private mutating func open(_ node: Node) {
    switch node.kind {
    case .array: openArray(node)
    case .dictionary: openDictionary(node)
    default: isRefused = true
    }
  }

  private mutating func openArray(_ node: Node) {
    if node.count == 0 { return output.append("<array/>\n") }
    if frames.count >= maximumDepth { isRefused = true }
    output.append("<array>\n")
    frames.append(
      XMLContainerFrame(
        next: UInt32(truncatingIfNeeded: node.payload),
        kind: node.form == NodeTableBuilder.runForm ? .arrayRun : .linkedArray, rest: node.count))
  }

  private mutating func openDictionary(_ node: Node) {
    if node.count == 0 { return output.append("<dict/>\n") }
    if frames.count >= maximumDepth { isRefused = true }
    let start = members.count
    if node.form == NodeTableBuilder.runForm {
      appendPairs(of: node)
    } else if !appendKnownMembers(of: node, at: start) {
      appendMembers(of: node)
    }
    let count = members.count &- start
    if count == 1, isReference(members[start]) { isRefused = true }
    output.append("<dict>\n")
    frames.append(
      XMLContainerFrame(
        next: UInt32(truncatingIfNeeded: start), kind: .dictionary, rest: count,
        firstMember: start))
  }

  /// Returns whether a dictionary with a single pair would be read as a reference.
  private func isReference(_ member: Member) -> Bool {
    let kind = contents.nodes[Int(member.value)].kind
    guard kind == .integer || kind == .real, member.key != .max else { return false }
    return contents.nodes[Int(contents.keys[Int(member.key)].node)].isText(
      "CF$UID", in: NodeSource(contents.text))
  }

  /// Appends the members of a dictionary whose keys have a known sequence. Returns false, and
  /// appends nothing, if it has other keys.
  @inline(__always)
  private mutating func appendKnownMembers(of node: Node, at start: Int) -> Bool {
    let first = UInt32(truncatingIfNeeded: node.payload)
    let firstKey = contents.links[Int(first)].key
    guard let sequence = sequences.candidate(count: node.count, firstKey: firstKey) else {
      return false
    }
    members.append(repeating: Member(), count: node.count)
    var child = first
    for position in sequence..<sequence &+ node.count {
      let link = contents.links[Int(child)]
      let known = sequences[position]
      guard link.key == known.key else {
        members.truncate(to: start)
        return false
      }
      members[start &+ Int(known.rank)] = Member(key: link.key, value: child)
      child = link.next
    }
    return true
  }

  /// Appends the members of a dictionary, and remembers the sequence of its keys if they are distinct.
  /// For a repeated key, appends the last value, at the position of the first.
  @inline(never)
  private mutating func appendMembers(of node: Node) {
    dictionaries &+= 1
    var given: [Member] = []
    given.reserveCapacity(node.count)
    var child = UInt32(truncatingIfNeeded: node.payload)
    var isRepeated = false
    for _ in 0..<node.count {
      let link = contents.links[Int(child)]
      let key = Int(link.key)
      if keyLines[key].lastDictionary == dictionaries { isRepeated = true }
      keyLines[key].lastDictionary = dictionaries
      given.append(Member(key: link.key, value: child))
      child = link.next
    }
    if isRepeated {
      let kept = LastValues(count: given.count) { given[$0].key }.kept
      given = kept.map { Member(key: given[$0.key].key, value: given[$0.value].value) }
    }
    let order = order(of: given.map { contents.nodes[Int(contents.keys[Int($0.key)].node)] })
    for index in order { members.append(given[Int(index)]) }
    if !isRepeated { sequences.remember(given.map(\.key), order: order) }
  }

  /// Appends the members of a dictionary of strings with distinct keys, whose keys and values
  /// alternate in the table.
  @inline(never)
  private mutating func appendPairs(of node: Node) {
    let first = node.start
    for index in order(of: (0..<node.count).map { contents.nodes[first &+ 2 &* $0] }) {
      let value = first &+ 2 &* Int(index) &+ 1
      members.append(Member(value: UInt32(truncatingIfNeeded: value)))
    }
  }

  private func order(of keys: [Node]) -> [UInt32] {
    isSorted
      ? KeySorting.order(ofPlain: keys, in: contents.text)
      : Array(0..<UInt32(truncatingIfNeeded: keys.count))
  }

  // MARK: Keys

  /// Writes the line of a key and the indentation of its value.
  @inline(__always)
  private mutating func writeKey(_ member: Member, level: Int) {
    let key = Int(member.key)
    guard key < keyLines.count, keyLines[key].count > 0 else {
      return writeNewKey(member, level: level)
    }
    let line = keyLines[key]
    output.append(tabs: level, lineAt: line.start, count: Int(line.count))
  }

  @inline(never)
  private mutating func writeNewKey(_ member: Member, level: Int) {
    output.append(tabs: level)
    defer { output.append(tabs: level) }
    let start = output.count
    let key = Int(member.key)
    let node =
      key < keyLines.count
      ? contents.nodes[Int(contents.keys[key].node)] : contents.nodes[Int(member.value) &- 1]
    output.append("<key>")
    writeText(node)
    output.append("</key>\n")
    guard key < keyLines.count else { return }
    keyLines[key].start = start
    // A line of 4 GiB or more is made again each time.
    keyLines[key].count = UInt32(exactly: output.count &- start) ?? 0
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func writeText(_ node: Node) {
    let end = node.start &+ node.count
    if !node.isPlainText
      || !output.append(xmlText: contents.text, start: node.start, end: end, nullCharacters)
    {
      isRefused = true
    }
  }

  /// Writes a scalar and a line feed.
  @inline(__always)
  private mutating func write(_ node: Node) {
    switch node.kind {
    case .string:
      output.append("<string>")
      writeText(node)
      output.append("</string>\n")
    case .integer where node.form & NodeForm.wide != 0: isRefused = true
    case .integer where node.form & NodeForm.unsigned != 0:
      output.append(xmlInteger: node.payload)
    case .integer: output.append(xmlInteger: Int64(bitPattern: node.payload))
    case .bool: output.append(xmlBool: node.payload != 0)
    case .real: writeReal(node)
    case .date: if !output.append(xmlDate: Double(bitPattern: node.payload)) { isRefused = true }
    case .data: writeData(node)
    case .uid: output.append(xmlUID: node.payload, level: frames.count, Indentation(unit: .tab))
    default: isRefused = true
    }
  }

  private mutating func writeReal(_ node: Node) {
    if node.form == NodeForm.literal { isRefused = true }
    output.append("<real>")
    output.append(real: node.real, reals)
    output.append("</real>\n")
  }

  private mutating func writeData(_ node: Node) {
    guard !node.isEncodedData else {
      isRefused = true
      return
    }
    let level = frames.count
    let (view, start) =
      node.isBlob ? (contents.blobs[node.start].view, 0) : (contents.text, node.start)
    output.append("<data>\n")
    output.append(
      xmlData: view, start: start, count: node.count, level: level, Indentation(unit: .tab))
    output.append(tabs: level)
    output.append("</data>\n")
  }
}
