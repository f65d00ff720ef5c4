// The contents of standard classes as JSON, each after its name; stored values with dangling
// references; and values of property lists that are not archives.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Writes the contents of the current object, or begins writing them.
  mutating func writeContents(_ contents: ArchivedContents) throws(ArchiveError) {
    text.append(", ")
    switch contents {
    case .items(let members): open(.members(members), start: "\"$items\": [", end: "]")
    case .entries(let keys, let values):
      open(.entries(keys: keys, values: values), start: "\"$entries\": [", end: "]")
    case .countedItems(let members, let counts):
      open(.counted(members, counts), start: "\"$items\": [", end: "]")
    case .url(let relative, let base):
      text.append("\"$url\": ")
      try writeScalar(relative)
      if let base { open(.base(base), start: ", \"$base\": ", end: "") }
    case .date(let node): try writeNamed("\"$date\": ", node: node)
    case .string(let node): try writeNamed("\"$string\": ", node: node)
    case .data(let node):
      try admit(node)
      writeData(node, end: "")
    case .uuid(let value): text.append("\"$uuid\": \"\(value.uuidString)\"")
    case .decimal(let digits): text.append("\"$decimal\": \"\(digits)\"")
    case .null: text.append("\"$null\": true")
    }
  }

  private mutating func writeNamed(_ name: String, node: PlistNode) throws(ArchiveError) {
    try admit(node)
    text.append(name)
    text.append(scalar: node)
  }

  /// Writes a value of the archive's root, whose references are plain numbers. Containers are
  /// written on one line.
  mutating func writeStored(_ name: StaticString, node: PlistNode?) throws(ArchiveError) {
    text.append(name)
    guard let node else { return text.append("null") }
    try openStored(node)
  }

  /// Writes one or more names of a class record.
  mutating func writeNames(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    guard node.kind == .array else {
      try admit(node)
      return text.append(scalar: node)
    }
    text.append("[")
    for (index, name) in node.children.enumerated() {
      try admitVisit(name)
      try admit(name)
      if index > 0 { text.append(", ") }
      text.append(scalar: name)
    }
    text.append("]")
  }

  private mutating func openStored(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    try admit(node)
    switch node.kind {
    case .dictionary: open(.stored(node), start: "{", end: "}")
    case .array, .set: open(.stored(node), start: "[", end: "]")
    case .uid: text.append("{\"$uid\": \(node.uidValue?.value ?? 0)}")
    default: text.append(scalar: node)
    }
  }

  /// Writes an element or pair of a stored container.
  mutating func writeStoredPart(_ index: Int, of node: PlistNode) throws(ArchiveError) {
    if index > 0 { text.append(", ") }
    if let key = node.key(at: index) { try writeKey(key) }
    if let child = node[index] ?? node.value(at: index) { try openStored(child) }
  }

  /// Writes a key; keys of the archive that begin with `$` get another `$`.
  mutating func writeKey(_ key: PlistNode) throws(ArchiveError) {
    try admit(key)
    let isEscaped = notation == .archive && key.stringValue?.utf8.first == UInt8(ascii: "$")
    text.append(quoted: key, prefix: isEscaped ? "$" : "")
    text.append(": ")
  }

  /// Writes a value of a property list that is not an archive, or begins writing it.
  mutating func openPlain(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    try admit(node)
    switch node.kind {
    case .dictionary:
      // JSON cannot represent keys that are not strings. In plain JSON, a dictionary must not look
      // like a reference.
      let isLikeReference =
        notation == .plain && node.count == 1 && node.value(at: 0)?.kind == .integer
      if isLikeReference || node.hasOtherKeys { _ = try plainJSON(node) }
      open(.plain(node), start: "{", end: "}")
    case .array, .set: open(.plain(node), start: "[", end: "]")
    case .uid where notation == .archive:
      text.append("{\"$uid\": \(node.uidValue?.value ?? 0)}")
    case .uid: try writeAsPlainJSON(node)
    case .date where notation == .plain: try writeAsPlainJSON(node)
    case .real where notation == .plain && node.realValue?.isFinite == false:
      try writeAsPlainJSON(node)
    default: writeScalar(node, end: "")
    }
  }

  /// Writes a scalar in the JSON form for property lists.
  private mutating func writeAsPlainJSON(_ node: PlistNode) throws(ArchiveError) {
    let json = try plainJSON(node)
    text.append(String(decoding: json.dropLast(), as: UTF8.self))
  }

  private func plainJSON(_ node: PlistNode) throws(ArchiveError) -> Data {
    do throws(PlistError) { return try node.encoded(as: .json) } catch {
      throw ArchiveError(
        .notRepresentable, message: error.message, position: error.position ?? node.position,
        path: node.document.path(of: node))
    }
  }
}
