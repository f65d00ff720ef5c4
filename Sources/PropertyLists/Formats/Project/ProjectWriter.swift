// Writes Xcode projects as Xcode does: sections by class, objects by id, `isa` before the other
// keys, which are sorted, and regenerated comments. The order is always Xcode's, whatever the
// options say, so that Xcode does not reorder a project that was changed in memory when it saves
// the project.

/// A writer of one project.
struct ProjectWriter: ~Copyable {
  private var walk: WritingWalk
  private var output: ByteWriter
  private let view: ByteView
  private var source: NodeSource { walk.storage.source }
  private let objects: ProjectObjects
  private let comments: ProjectComments
  private let sections: ProjectSections
  /// The number of written entries of `objects`, and the section of the next entry.
  private var written = 0
  private var section = 0
  /// The depth of the entries of `objects` while it is open.
  private var objectsDepth = -1
  /// The remaining budget for comments in bytes. Names are copied to each reference, so that a long
  /// name would make the output many times as large as the project.
  private var commentBytes: Int
  /// The generated comments by id; nil for objects without a comment.
  private var knownComments: [String: String?] = [:]
  /// The depth from which everything is written on one line.
  private var lineDepth = Int.max
  /// The depth from which no string is a reference.
  private var plainDepth = Int.max

  static func write(_ storage: DocumentStorage, options: PlistWritingOptions) throws(PlistError)
    -> Data
  {
    var writer = ProjectWriter(storage, options: options)
    try writer.writeDocument()
    return writer.finish()
  }

  private init(_ storage: DocumentStorage, options: PlistWritingOptions) {
    var sorted = options
    sorted.keyOrder = .sorted
    walk = WritingWalk(storage, options: sorted)
    view = storage.view
    let entries =
      options.root == nil
      ? storage.rootValue("objects").flatMap { $0.kind == .dictionary ? $0 : nil } : nil
    objects = ProjectObjects(entries, storage: storage, options: options)
    comments = ProjectComments(objects, storage: storage, options: options)
    sections = ProjectSections(objects)
    commentBytes = storage.text.count * 8 + 1 << 20
    output = ByteWriter(minimumCapacity: storage.text.count + storage.nodes.count * 24 + 256)
  }

  private consuming func finish() -> Data { output.data() }

  private mutating func writeDocument() throws(PlistError) {
    output.append("// !$*UTF8*$!\n")
    try write(walk.root, key: nil)
    while walk.depth > 0 { try writeNext() }
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func writeNext() throws(PlistError) {
    guard let index = walk.nextIndex() else { return close() }
    if walk.frames[walk.depth - 1].isDictionary { return try writePair(index) }
    indent()
    try write(walk.child(at: index), key: nil)
  }

  private mutating func writePair(_ index: Int) throws(PlistError) {
    let key = walk.storage.nodes[walk.key(at: index)]
    let value = walk.child(at: index)
    if walk.depth == objectsDepth {
      beginSection()
    } else if isClass(key, value: walk.storage.nodes[value]) {
      return
    }
    indent()
    append(key)
    if walk.depth == objectsDepth { try appendComment(key) }
    output.append(" = ")
    try write(value, key: key)
  }

  /// Returns whether a pair is the `isa` that was already written first.
  private func isClass(_ key: Node, value: Node) -> Bool {
    value.kind == .string && key.isText("isa", in: source)
  }

  // MARK: Lines

  private mutating func indent() {
    if walk.depth < lineDepth { output.append(repeating: UInt8(ascii: "\t"), count: walk.depth) }
  }

  /// Ends an element or a pair.
  private mutating func endItem() {
    if walk.depth == 0 { return }
    output.append(walk.frames[walk.depth - 1].isDictionary ? UInt8(ascii: ";") : UInt8(ascii: ","))
    output.append(walk.depth < lineDepth ? UInt8(ascii: "\n") : UInt8(ascii: " "))
    if walk.depth == objectsDepth { endSection() }
  }

  private mutating func beginSection() {
    guard section < sections.sections.count, sections.sections[section].range.lowerBound == written
    else { return }
    output.append(UInt8(ascii: "\n"))
    appendMark("Begin")
  }

  private mutating func endSection() {
    written += 1
    guard section < sections.sections.count, sections.sections[section].range.upperBound == written
    else { return }
    appendMark("End")
    section += 1
  }

  private mutating func appendMark(_ word: String) {
    output.append(projectComment: "\(word) \(sections.sections[section].name) section")
    output.append(UInt8(ascii: "\n"))
  }

  // MARK: Containers

  private mutating func open(_ node: Node, key: Node?) throws(PlistError) {
    output.append(node.kind == .dictionary ? UInt8(ascii: "{") : UInt8(ascii: "("))
    let isInOneLine = isInOneLine(key)
    if isObjects(node, key: key) {
      try walk.enter(node, inOrder: sections.order)
      objectsDepth = walk.depth
    } else {
      try walk.enter(node)
    }
    if isInOneLine { lineDepth = walk.depth }
    if plainDepth == .max, isPlain(key) { plainDepth = walk.depth }
    if walk.depth < lineDepth { output.append(UInt8(ascii: "\n")) }
    if node.kind == .dictionary, walk.depth != objectsDepth { writeClass(of: node) }
  }

  private func isObjects(_ node: Node, key: Node?) -> Bool {
    walk.depth == 1 && node.kind == .dictionary && key?.isText("objects", in: source) == true
  }

  private func isInOneLine(_ key: Node?) -> Bool {
    guard walk.depth == objectsDepth, let id = key.flatMap(objects.shortText) else { return false }
    return objects.byID[id]?.isInOneLine == true
  }

  /// Returns whether the values below a key are never references, although they may look like
  /// references.
  private func isPlain(_ key: Node?) -> Bool {
    guard let key else { return false }
    return key.isText("attributes", in: source) || key.isText("buildSettings", in: source)
      || key.isText("settings", in: source)
  }

  private mutating func writeClass(of node: Node) {
    guard let index = walk.storage.classIndex(of: node) else { return }
    indent()
    output.append("isa = ")
    append(walk.storage.nodes[walk.storage.value(index, of: node)])
    endItem()
  }

  private mutating func close() {
    let isDictionary = walk.frames[walk.depth - 1].isDictionary
    let depth = walk.depth
    walk.leave()
    if depth < lineDepth { output.append(repeating: UInt8(ascii: "\t"), count: walk.depth) }
    output.append(isDictionary ? UInt8(ascii: "}") : UInt8(ascii: ")"))
    if depth == lineDepth { lineDepth = .max }
    if depth == plainDepth { plainDepth = .max }
    if depth == objectsDepth { objectsDepth = -1 }
    endItem()
  }

  // MARK: Scalars

  private mutating func write(_ index: Int, key: Node?) throws(PlistError) {
    let node = walk.storage.nodes[index]
    switch node.kind {
    case .dictionary, .array: return try open(node, key: key)
    case .set:
      try walk.admitUnsupported("sets", in: .project)
      return try open(node, key: key)
    case .string: try writeText(node, key: key)
    case .integer: append(text: node.integer(in: view).description)
    case .real: try writeReal(node.real)
    case .data: writeData(node)
    case .bool, .date, .uid, .null: append(text: try walk.textOfUnsupported(node, in: .project))
    }
    endItem()
  }

  private mutating func writeText(_ node: Node, key: Node?) throws(PlistError) {
    append(node)
    guard plainDepth == .max, key?.isText("remoteGlobalIDString", in: source) != true else {
      return
    }
    try appendComment(node)
  }

  private mutating func appendComment(_ id: Node) throws(PlistError) {
    guard let comment = comment(for: id) else { return }
    commentBytes -= comment.utf8.count
    if commentBytes < 0 {
      throw walk.failure(
        .expansionLimit, message: "the comments would be many times as large as the project")
    }
    output.append(UInt8(ascii: " "))
    output.append(projectComment: comment)
  }

  /// Returns the comment after an id, which is generated once.
  private mutating func comment(for id: Node) -> String? {
    guard let text = objects.shortText(id) else { return nil }
    if let known = knownComments[text] { return known }
    let comment = comments.comment(for: id)
    if objects.byID[text] != nil { knownComments[text] = .some(comment) }
    return comment
  }

  private mutating func append(_ node: Node) {
    output.append(openStep: node, in: source, bare: .project, .project)
  }

  private mutating func append(text: String) {
    output.append(openStep: text, bare: .project, .project)
  }

  private mutating func writeReal(_ value: Double) throws(PlistError) {
    guard value.isFinite else {
      throw walk.failure(.notRepresentable, message: "Xcode projects cannot represent \(value)")
    }
    append(text: value.description)
  }

  private mutating func writeData(_ node: Node) {
    var bytes = ByteWriter(minimumCapacity: node.count)
    bytes.append(walk.storage.data(of: node))
    output.append(hexadecimal: bytes.view, group: 0)
  }
}
