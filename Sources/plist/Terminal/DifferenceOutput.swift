// A difference on standard output: as lines for people, or as one JSON object per line.

internal import PropertyLists

/// Standard output for the changes of a difference.
struct DifferenceOutput {
  let style: TextStyle

  /// The number of bytes that are written at once.
  private static let chunk = 1 << 16

  /// Writes one line for each change.
  func writeText(_ changes: PlistDifference.Changes) throws {
    var pending = ""
    for change in changes {
      pending += line(for: change) + "\n"
      try flush(&pending, atLeast: Self.chunk)
    }
    try flush(&pending, atLeast: 1)
  }

  /// Writes one JSON object for each change.
  func writeLines(_ changes: PlistDifference.Changes) throws {
    var pending = ""
    for change in changes {
      pending += try json(of: change) + "\n"
      try flush(&pending, atLeast: Self.chunk)
    }
    try flush(&pending, atLeast: 1)
  }

  /// Writes what is pending. Text in color has control characters of its own, and those of keys and
  /// values are escaped already.
  private func flush(_ pending: inout String, atLeast count: Int) throws(StreamError) {
    guard pending.utf8.count >= count else { return }
    try ContentsOutput(isRaw: style.isColored).write(pending, as: .json)
    pending = ""
  }

  // MARK: Text

  private func line(for change: PlistDifference.Change) -> String {
    let (old, new) = (shown(change.oldPath), shown(change.newPath))
    return switch change.kind {
    case .removed: style("-", as: .removed) + " \(old): \(shown(change.oldValue))"
    case .added: style("+", as: .text) + " \(new): \(shown(change.newValue))"
    case .changed:
      style("~", as: .number) + " \(old): \(shown(change.oldValue)) → \(shown(change.newValue))"
    case .moved, .renamed: style(">", as: .reference) + " \(old) → \(new)"
    }
  }

  private func shown(_ path: PlistPath?) -> String {
    guard let path, !path.isEmpty else { return style("(root)", as: .key) }
    return style(path.fullText.escaped(), as: .key)
  }

  private func shown(_ node: PlistNode?) -> String {
    guard let node else { return "" }
    return switch node.kind {
    case .string: String(style.string(node.stringValue ?? "").dropFirst())
    case .data: style("data", as: .type) + style.data(node.dataValue ?? Data())
    case .uid: style("uid", as: .type) + style.scalar(node)
    case .array, .set, .dictionary: container(node)
    default: style(node.scalarText ?? "", as: .number)
    }
  }

  /// The maximum number of children and of bytes of a container that is shown completely.
  private static let (mostChildren, mostBytes) = (8, 80)

  /// Returns a small container as JSON, and the size of a large one.
  private func container(_ node: PlistNode) -> String {
    let children = node.count <= Self.mostChildren ? node.children : []
    let isSmall =
      children.count == node.count
      && children.allSatisfy {
        $0.kind.isContainer ? $0.count == 0 : $0.scalarByteCount <= Self.mostBytes
      }
    if isSmall, let json = try? node.compactJSON(as: .typedJSON), json.count <= Self.mostBytes {
      return String(decoding: json, as: UTF8.self).withJSONEscapes
    }
    let unit = node.kind == .dictionary ? "key" : "element"
    return style("\(node.kind)", as: .type) + " (\(node.count.counting(unit)))"
  }

  // MARK: JSON

  private func json(of change: PlistDifference.Change) throws(PlistError) -> String {
    let path = change.oldPath ?? change.newPath ?? PlistPath()
    var members = [#""op":"\#(change.kind.rawValue)""#, #""path":"# + quoted(path)]
    if let target = change.newPath, target != path { members.append(#""to":"# + quoted(target)) }
    if change.kind != .moved, change.kind != .renamed {
      if let old = change.oldValue { members.append(#""old":"# + (try typed(old))) }
      if let new = change.newValue { members.append(#""new":"# + (try typed(new))) }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func quoted(_ path: PlistPath) -> String {
    guard let data = try? Plist.string(path.fullText).compactJSON() else { return "\"\"" }
    return String(decoding: data, as: UTF8.self)
  }

  private func typed(_ node: PlistNode) throws(PlistError) -> String {
    String(decoding: try node.compactJSON(as: .typedJSON), as: UTF8.self)
  }
}

extension PlistNode {
  /// The number of bytes of text or data, at most; 0 for other scalars.
  fileprivate var scalarByteCount: Int {
    switch kind {
    case .string: stringValue?.utf8.count ?? 0
    case .data: dataValue?.count ?? 0
    default: 0
    }
  }
}
