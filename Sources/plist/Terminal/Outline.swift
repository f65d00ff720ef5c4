// A value as an indented outline: one line a value, with its key or index, its type and itself. The
// walk has a stack of its own; a container that several others share is shown once.

internal import PropertyLists

/// Shows values on standard output.
struct Outline {
  private let style: TextStyle
  private let maximumDepth: Int
  private var pending = ""
  private var frames: [Frame] = []
  /// Containers that are met more than once.
  private var sharedContainers: Set<Int> = []
  /// The marks of those that were shown.
  private var marks: [Int: Int] = [:]

  /// A container whose values are being shown.
  private struct Frame {
    let node: PlistNode
    var next = 0
  }

  init(style: TextStyle, maximumDepth: Int) {
    self.style = style
    self.maximumDepth = maximumDepth
  }

  /// Shows a value and what it holds.
  ///
  /// - Parameter isShared: whether containers can stand in several places, as in binary files.
  mutating func show(_ node: PlistNode, isShared: Bool) throws(StreamError) {
    if isShared { sharedContainers = node.sharedContainers }
    try line("", node)
    while let frame = frames.last {
      if frame.next == frame.node.count {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      try showChild(frame.next, of: frame.node)
    }
    try flush()
  }

  private mutating func showChild(_ position: Int, of node: PlistNode) throws(StreamError) {
    if let key = node.key(at: position), let value = node.value(at: position) {
      try line(label(key) + ": ", value)
    } else if let value = node[position] {
      try line(style("[\(position)]", .key) + ": ", value)
    }
  }

  /// A key as a step of a path; one that is not a string, with its type.
  private func label(_ key: PlistNode) -> String {
    guard let text = key.stringValue else {
      let text = (key.scalarText ?? "").escaped()
      return style("\(key.kind)", .type) + " " + style(text, .key)
    }
    return style(PlistPath([.key(text)]).description.escaped(), .key)
  }

  private mutating func line(_ label: String, _ node: PlistNode) throws(StreamError) {
    pending += String(repeating: "  ", count: frames.count) + label + style("\(node.kind)", .type)
    if node.kind.isContainer { enter(node) } else { pending += style.scalar(node) }
    pending += "\n"
    if pending.utf8.count > 1 << 16 { try flush() }
  }

  private mutating func flush() throws(StreamError) {
    try StandardStream.output.write(pending.utf8)
    pending = ""
  }
}

// MARK: - Containers

extension Outline {
  /// Ends the line of a container, and goes into it unless it is too deep or was shown.
  private mutating func enter(_ node: PlistNode) {
    let unit = node.kind == .dictionary ? "key" : "element"
    pending += " (\(node.count) \(unit)\(node.count == 1 ? "" : "s"))"
    if node.count == 0 { return }
    if let mark = marks[node.id] {
      pending += " " + style("@\(mark)", .reference) + ", shown above"
    } else if frames.count >= maximumDepth {
      pending += " …"
    } else {
      if sharedContainers.contains(node.id) {
        marks[node.id] = marks.count + 1
        pending += " " + style("@\(marks.count)", .reference)
      }
      frames.append(Frame(node: node))
    }
  }
}

extension PlistNode {
  /// The containers that stand in several places in this one.
  fileprivate var sharedContainers: Set<Int> {
    var (seen, shared): (Set<Int>, Set<Int>) = ([], [])
    var waiting = [self]
    while let node = waiting.popLast() {
      if seen.insert(node.id).inserted {
        waiting += node.children.filter { $0.kind.isContainer }
      } else {
        shared.insert(node.id)
      }
    }
    return shared
  }
}
