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

  /// Prepares for values of a file in which a container can be in several places, as in binary files:
  /// in all outlines of these values together it is shown once.
  mutating func share(_ nodes: [PlistNode]) {
    var seen: Set<Int> = []
    var waiting = nodes
    while let node = waiting.popLast() {
      if seen.insert(node.id).inserted {
        waiting += node.children.filter { $0.kind.isContainer }
      } else {
        sharedContainers.insert(node.id)
      }
    }
  }

  /// Shows a value and what it holds.
  mutating func show(_ node: PlistNode) throws(StreamError) {
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
    if let key = node.key(at: position)?.stringValue, let value = node.value(at: position) {
      let name = PlistPath([.key(key)]).description.escaped()
      try line(style(name, .key) + ": ", value)
    } else if let value = node[position] {
      try line(style("[\(position)]", .key) + ": ", value)
    }
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
