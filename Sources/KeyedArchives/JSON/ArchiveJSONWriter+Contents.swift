// The contents of standard classes as JSON, each behind its name; and stored values in which
// references lead nowhere.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Writes the contents of an object that is open, or opens them.
  mutating func writeContents(_ contents: ArchivedContents) throws(ArchiveError) {
    text.append(", ")
    switch contents {
    case .items(let members): open(.members(members), "\"$items\": [", "]")
    case .entries(let keys, let values):
      open(.entries(keys: keys, values: values), "\"$entries\": [", "]")
    case .countedItems(let members, let counts):
      open(.counted(members, counts), "\"$items\": [", "]")
    case .url(let relative, let base): try writeURL(relative, base)
    default: try writeScalar(contents)
    }
  }

  private mutating func writeScalar(_ contents: ArchivedContents) throws(ArchiveError) {
    switch contents {
    case .date(let node): try writeNamed("\"$date\": ", node)
    case .string(let node): try writeNamed("\"$string\": ", node)
    case .data(let node):
      try admit(node)
      text.append("\"$data\": \"\((node.dataValue ?? Data()).base64EncodedString())\"")
    case .uuid(let value): text.append("\"$uuid\": \"\(value.uuidString)\"")
    case .decimal(let digits): text.append("\"$decimal\": \"\(digits)\"")
    default: text.append("\"$null\": true")
    }
  }

  private mutating func writeNamed(_ name: String, _ node: PlistNode) throws(ArchiveError) {
    try admit(node)
    text.append(name)
    text.append(scalar: node)
  }

  private mutating func writeURL(
    _ relative: ArchivedValue, _ base: ArchivedValue?
  ) throws(ArchiveError) {
    text.append("\"$url\": ")
    try writeScalar(relative)
    if let base { open(.base(base), ", \"$base\": ", "") }
  }
}

/// Writes a container whose references are numbers that lead nowhere, in one line.
struct StoredJSONWriter {
  private(set) var text: JSONOutput
  private var frames: [(node: PlistNode, next: Int)] = []

  init(_ text: JSONOutput) { self.text = text }

  /// Writes a value; `admit` counts each part of it.
  mutating func write(
    _ node: PlistNode, admit: (PlistNode) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try begin(node, admit)
    while let (node, next) = frames.last {
      guard next < node.count else {
        frames.removeLast()
        text.append(node.kind == .dictionary ? "}" : "]")
        continue
      }
      frames[frames.count - 1].next += 1
      if next > 0 { text.append(", ") }
      if let key = node.key(at: next) {
        try admit(key)
        text.append(quoted: key, prefix: key.stringValue?.utf8.first == 0x24 ? "$" : "")
        text.append(": ")
      }
      if let child = node[next] ?? node.value(at: next) { try begin(child, admit) }
    }
  }

  private mutating func begin(
    _ node: PlistNode, _ admit: (PlistNode) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try admit(node)
    if node.kind.isContainer {
      text.append(node.kind == .dictionary ? "{" : "[")
      frames.append((node, 0))
    } else if let uid = node.uidValue {
      text.append("{\"$uid\": \(uid.value)}")
    } else {
      text.append(scalar: node)
    }
  }
}
