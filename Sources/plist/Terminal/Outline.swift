// A value as an indented outline: one line a value, with its key or index, its type and itself. The
// walk has a stack of its own; a container that several others share is shown once.

internal import PropertyLists

/// An outline of a value.
struct Outline: DocumentOutline {
  private let root: PlistNode
  private let style: TextStyle
  private let maximumDepth: Int
  private let outerLevel: Int
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

  /// An outline of a value and what it holds.
  ///
  /// - Parameter level: How many containers are open around it.
  init(_ root: PlistNode, style: TextStyle, maximumDepth: Int, level: Int = 0) {
    self.root = root
    self.style = style
    self.maximumDepth = maximumDepth
    outerLevel = level
    // Only in binary files a container can be in several places.
    if root.document.format == .binary { sharedContainers = root.sharedContainers }
  }

  var level: Int { outerLevel + frames.count }
  var remainingLevels: Int { maximumDepth - frames.count }

  mutating func begin(_ text: inout String) -> PlistNode? { show(root, &text) }

  mutating func next(_ text: inout String) -> OutlineStep {
    guard let frame = frames.last else { return .end }
    guard frame.next < frame.node.count else {
      frames.removeLast()
      return .nothing
    }
    frames[frames.count - 1].next += 1
    return showChild(frame.next, of: frame.node, &text)
  }

  private mutating func showChild(
    _ position: Int, of node: PlistNode, _ text: inout String
  ) -> OutlineStep {
    if let key = node.key(at: position), let value = node.value(at: position) {
      text += .indentation(level) + label(key) + ": "
      return .line(show(value, &text))
    }
    guard let value = node[position] else { return .nothing }
    text += .indentation(level) + style("[\(position)]", .key) + ": "
    return .line(show(value, &text))
  }

  /// A key as a step of a path; one that is not a string, with its type.
  private func label(_ key: PlistNode) -> String {
    guard let text = key.stringValue else {
      let text = (key.scalarText ?? "").escaped()
      return style("\(key.kind)", .type) + " " + style(text, .key)
    }
    return style(PlistPath([.key(text)]).description.escaped(), .key)
  }

  /// Writes a value. Gives it back where it is data.
  private mutating func show(_ node: PlistNode, _ text: inout String) -> PlistNode? {
    text += style("\(node.kind)", .type)
    if node.kind.isContainer { enter(node, &text) } else { text += style.scalar(node) }
    return node.kind == .data ? node : nil
  }
}

// MARK: - Containers

extension Outline {
  /// Ends the line of a container, and goes into it unless it is too deep or was shown.
  private mutating func enter(_ node: PlistNode, _ text: inout String) {
    let unit = node.kind == .dictionary ? "key" : "element"
    text += " (\(node.count) \(unit)\(node.count == 1 ? "" : "s"))"
    if node.count == 0 { return }
    if let mark = marks[node.id] {
      text += " " + style("@\(mark)", .reference) + ", shown above"
    } else if frames.count >= maximumDepth {
      text += " …"
    } else {
      if sharedContainers.contains(node.id) {
        marks[node.id] = marks.count + 1
        text += " " + style("@\(marks.count)", .reference)
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
