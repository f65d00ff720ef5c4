// Writes Xcode projects as Xcode does: sections by class, objects by id, `isa` before the other
// keys, which are sorted, and regenerated comments. The order is always Xcode's, whatever the
// options say, so that a project that was changed in memory is not reordered when Xcode saves it.

/// A writer of one project.
struct ProjectWriter: ValueWriter, ~Copyable {
  private var walk: WritingWalk
  var output: ByteWriter
  private let view: ByteView
  private let indentation: Indentation
  /// Whether the value is the root of the document.
  private let isProject: Bool
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

  /// - Parameter comments: The comments of the project, if they are known.
  init(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation,
    comments known: ProjectComments? = nil
  ) {
    var sorted = options
    sorted.keyOrder = .sorted
    let isProject = options.root == nil
    let entries = storage.projectObjects
    // Only a value inside a project, not one that is taken out of it, has the comments of the project.
    let hasComments = isProject || indentation.depth > 0
    // These are local until all of them are known: an optimized build frees memory that it has not
    // set if a closure of the `??` operator captures a value that is not yet initialized completely.
    let objects =
      known?.objects
      ?? ProjectObjects(hasComments ? entries : nil, storage: storage, options: options)
    let comments = known ?? ProjectComments(objects, storage: storage, options: options)
    walk = WritingWalk(storage, options: sorted)
    view = storage.view
    self.isProject = isProject
    self.objects = objects
    self.comments = comments
    sections = ProjectSections(objects)
    self.indentation = indentation
    commentBytes = storage.text.count * 8 + 1 << 20
    output = ByteWriter(storage, options: options, bytesPerNode: 24)
  }

  mutating func writeValue() throws(PlistError) {
    try write(walk.root, key: nil)
    while walk.depth > 0 { try writeNext() }
  }

  /// Writes the next child of the innermost container, or closes it.
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
      if let current = currentSection, current.range.lowerBound == written {
        output.append(UInt8(ascii: "\n"))
        appendMark("Begin", of: current.name)
      }
    } else if walk.storage.nodes[value].kind == .string, key.isText("isa", in: source) {
      // It was already written, as the first pair.
      return
    }
    indent()
    append(key)
    if walk.depth == objectsDepth { try appendComment(key) }
    output.append(" = ")
    try write(value, key: key)
  }

  // MARK: Lines

  private mutating func indent() {
    if walk.depth < lineDepth { indentation.append(level: walk.depth, to: &output) }
  }

  /// Ends an element or a pair.
  private mutating func endItem() {
    if walk.depth == 0 { return }
    output.append(walk.frames[walk.depth - 1].isDictionary ? UInt8(ascii: ";") : UInt8(ascii: ","))
    output.append(walk.depth < lineDepth ? UInt8(ascii: "\n") : UInt8(ascii: " "))
    guard walk.depth == objectsDepth else { return }
    written += 1
    if let current = currentSection, current.range.upperBound == written {
      appendMark("End", of: current.name)
      section += 1
    }
  }

  private var currentSection: ProjectSections.Section? {
    section < sections.sections.count ? sections.sections[section] : nil
  }

  private mutating func appendMark(_ word: String, of name: String) {
    output.append(projectComment: "\(word) \(name) section")
    output.append(UInt8(ascii: "\n"))
  }

  // MARK: Containers

  private mutating func open(_ node: Node, key: Node?) throws(PlistError) {
    let isDictionary = node.kind == .dictionary
    output.append(isDictionary ? UInt8(ascii: "{") : UInt8(ascii: "("))
    var isOnOneLine = false
    if walk.depth == objectsDepth, let id = key.flatMap(objects.shortText) {
      isOnOneLine = objects.byID[id]?.isOnOneLine == true
    }
    if isProject, walk.depth == 1, isDictionary, key?.isText("objects", in: source) == true {
      try walk.enter(node, inOrder: sections.order)
      objectsDepth = walk.depth
    } else {
      try walk.enter(node)
    }
    if isOnOneLine { lineDepth = walk.depth }
    // The values below these keys are never references, although they may look like references.
    if plainDepth == .max, let key,
      key.isText("attributes", in: source) || key.isText("buildSettings", in: source)
        || key.isText("settings", in: source)
    {
      plainDepth = walk.depth
    }
    if walk.depth < lineDepth { output.append(UInt8(ascii: "\n")) }
    if isDictionary, walk.depth != objectsDepth, let index = walk.storage.classIndex(of: node) {
      indent()
      output.append("isa = ")
      append(walk.storage.nodes[walk.storage.value(index, of: node)])
      endItem()
    }
  }

  private mutating func close() {
    let isDictionary = walk.frames[walk.depth - 1].isDictionary
    let depth = walk.depth
    walk.leave()
    if depth < lineDepth { indentation.append(level: walk.depth, to: &output) }
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
    case .string:
      append(node)
      if plainDepth == .max, key?.isText("remoteGlobalIDString", in: source) != true {
        try appendComment(node)
      }
    case .integer: append(text: node.integer(in: view).description)
    case .real:
      guard node.real.isFinite else {
        throw walk.failure(
          .notRepresentable, message: "Xcode projects cannot represent \(node.real)")
      }
      append(text: node.real.description)
    case .data: output.append(hexadecimal: walk.storage.data(of: node), group: 0)
    case .bool, .date, .uid, .null: append(text: try walk.textOfUnsupported(node, in: .project))
    }
    endItem()
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
}
