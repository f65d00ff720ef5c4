// The comments and layout of new values in Xcode projects. They depend on all objects after the
// edits, which are computed only if a comment can change.
internal import OrderedCollections

/// The values of a project after edits.
struct ProjectEditing {
  /// The project after the edits; nil if no comment is needed.
  private let edited: PlistDocument?
  /// The generator of the comments after the edits.
  private let comments: ProjectComments?
  /// The ids whose comments change, with the old and the new comment.
  private var changedComments: [String: (old: String, new: String)] = [:]

  /// - Parameters:
  ///   - opened: The containers that the edits opened.
  ///   - updatesComments: Whether comments change with the names that they show.
  init(_ tree: EditTree, opened: [Int], updatesComments: Bool) throws(PlistError) {
    let changes = ProjectChanges(tree, opened: opened, updatesComments: updatesComments)
    guard changes.needsComments else {
      (edited, comments) = (nil, nil)
      return
    }
    let storage = tree.storage
    var options = PlistWritingOptions()
    options.maximumExpansion = 1 << 40
    let oldObjects = ProjectObjects(
      storage.projectObjects, storage: storage, options: options)
    options.projectName = storage.projectName(oldObjects)
    let document = try PlistDocument(tree.plist(of: tree.root))
    let objects = ProjectObjects(
      document.storage.projectObjects, storage: document.storage, options: options)
    edited = document
    let comments = ProjectComments(objects, storage: document.storage, options: options)
    self.comments = comments
    if changes.renamesObjects {
      let old = ProjectComments(oldObjects, storage: storage, options: options)
      for id in objects.byID.keys where oldObjects.byID[id] != nil {
        guard let before = old.comment(forID: id), let after = comments.comment(forID: id),
          before != after
        else { continue }
        changedComments[id] = (before, after)
      }
    }
  }

  /// Returns the comment after an id, with a space before it; empty if there is none.
  func comment(ofID id: String) -> [UInt8] {
    guard let comment = comments?.comment(forID: id) else { return [] }
    var text = ByteWriter(minimumCapacity: 64)
    text.append(" ")
    text.append(projectComment: comment)
    return text.view.bytes(in: 0..<text.count)
  }

  /// Returns the text of a new value of a member.
  func text(
    of member: EditTree.EditedMember, path: PlistPath, line: [UInt8], layout: MemberLayout,
    editor: TextEditor
  ) throws(PlistError) -> [UInt8] {
    let steps = path.steps
    guard let comments, let edited, let node = edited.root[path],
      !ProjectChanges.isPlain(path)
    else {
      let plist = try editor.tree.plist(of: member.value)
      return try editor.text(
        of: plist, line: line, unit: layout.unit, depth: steps.count, isInline: layout.isInline
      ) { path }
    }
    var options = PlistWritingOptions()
    options.root = node.index
    options.maximumDepth = .max
    let indentation = editor.style.indentation(
      line: line, unit: layout.unit, depth: max(steps.count, 1))
    do throws(PlistError) {
      let data = try ProjectWriter(
        edited.storage, options: options, indentation: indentation, comments: comments
      ).text()
      var text = [UInt8](data)
      let isObject = steps.count == 2 && steps[0] == .key("objects")
      var isOnOneLine = layout.isInline
      if isObject, case .key(let id) = steps[1] {
        isOnOneLine = comments.isOnOneLine(id)
      }
      if isOnOneLine { text = text.joiningLines(.brackets) }
      return editor.style.withLineBreaks(text)
    } catch { throw error.prefixed(path) }
  }

  /// Returns the changes of comments that followed Xcode's rules before the edits.
  func commentChanges(in storage: DocumentStorage) -> [TextEditor.TextChange] {
    if changedComments.isEmpty { return [] }
    let view = storage.view
    var found: [TextEditor.TextChange] = []
    var position = 0
    while let start = view.firstRange(of: " /* ", from: position) {
      position = start.upperBound
      guard let end = view.firstRange(of: " */", from: position),
        let id = view.idBefore(start.lowerBound), let change = changedComments[id]
      else { continue }
      let text = view.string(at: position, count: end.lowerBound - position)
      guard text == change.old else { continue }
      var comment = ByteWriter(minimumCapacity: 64)
      comment.append(projectComment: change.new)
      found.append(
        TextEditor.TextChange(
          range: start.lowerBound + 1..<end.upperBound,
          bytes: comment.view.bytes(in: 0..<comment.count)))
      position = end.upperBound
    }
    return found
  }
}

extension ByteView {
  /// Returns the id before a comment; nil if there is none.
  fileprivate func idBefore(_ offset: Int) -> String? {
    var end = offset
    let isQuoted = end > 0 && self[end - 1] == UInt8(ascii: "\"")
    if isQuoted { end -= 1 }
    var start = end
    while start > 0, end - start < ProjectObjects.maximumTextLength {
      let byte = self[start - 1]
      let isEnd = isQuoted ? byte == UInt8(ascii: "\"") : byte.isXMLSpace || byte.closesBracket
      if isEnd { break }
      start -= 1
    }
    return start < end ? string(at: start, count: end - start) : nil
  }
}

/// What edits of a project change that concerns its comments.
struct ProjectChanges {
  /// Whether new text contains ids, or comments elsewhere change.
  private(set) var needsComments = false
  /// Whether comments of objects that exist before and after the edits can change.
  private(set) var renamesObjects = false

  /// The keys of values that appear in comments.
  private static let naming: Set<String> = [
    "name", "path", "fileRef", "productRef", "productName", "repositoryURL", "relativePath",
    "target", "buildPhase", "mainGroup", "buildConfigurationList", "isa", "files",
    "buildConfigurations", "exceptions", "buildPhases", "targets", "objectVersion", "objects",
  ]

  /// Returns whether values at a path are never references, although they may look like them.
  static func isPlain(_ path: PlistPath) -> Bool {
    path.steps.contains {
      switch $0 {
      case .key("attributes"), .key("buildSettings"), .key("settings"),
        .key("remoteGlobalIDString"):
        true
      default: false
      }
    }
  }

  init(_ tree: EditTree, opened: [Int], updatesComments: Bool) {
    var candidates: Set<ByteKey> = []
    for container in opened where tree.containers[container].isChanged {
      let path = tree.path(of: container)
      if Self.isPlain(path) { continue }
      let isList = path.steps.last.map { Self.isNaming($0) } ?? false
      if isList || tree.isProjectObjects(container) { renamesObjects = true }
      if tree.isProjectObjects(container) { needsComments = true }
      for member in tree.containers[container].members {
        let key = member.key.map(tree.text(ofKey:)) ?? ""
        let isNew = if case .new = member.value { true } else { false }
        if isNew || member.isRemoved, Self.isNaming(.key(key)) { renamesObjects = true }
        if isNew, case .new(let plist) = member.value { Self.note(plist, in: &candidates) }
      }
    }
    renamesObjects = renamesObjects && updatesComments
    needsComments =
      needsComments || renamesObjects || Self.names(candidates, anyObjectOf: tree.storage)
  }

  private static func isNaming(_ step: PlistPath.Step) -> Bool {
    if case .key(let key) = step { naming.contains(key) } else { false }
  }

  /// Returns whether a string is the id of an object.
  private static func names(_ candidates: Set<ByteKey>, anyObjectOf storage: DocumentStorage)
    -> Bool
  {
    guard !candidates.isEmpty, let objects = storage.projectObjects else { return false }
    let longest = candidates.map(\.text.utf8.count).max() ?? 0
    return (0..<objects.count).contains { position in
      let key = storage.nodes[storage.key(position, of: objects)]
      return key.count <= longest && candidates.contains(ByteKey(key.text(in: storage.source)))
    }
  }

  /// Collects the strings of a value.
  private static func note(_ plist: Plist, in candidates: inout Set<ByteKey>) {
    var pending = [plist]
    while let value = pending.popLast() {
      if let text = value.stringValue, text.utf8.count <= ProjectObjects.maximumTextLength {
        candidates.insert(ByteKey(text))
      }
      pending += value.elements ?? []
      pending += value.pairs.map { Array($0.values) } ?? []
    }
  }
}
