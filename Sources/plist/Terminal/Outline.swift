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
  private let marks: OutlineMarks

  /// A container whose values are being shown.
  private struct Frame {
    let node: PlistNode
    var next = 0
  }

  /// An outline of a value and what it holds.
  ///
  /// - Parameters:
  ///   - marks: Those of this value and of what is shown with it.
  ///   - level: How many containers are open around it.
  init(
    _ root: PlistNode, marks: OutlineMarks, style: TextStyle, maximumDepth: Int, level: Int = 0
  ) {
    self.root = root
    self.marks = marks
    self.style = style
    self.maximumDepth = maximumDepth
    outerLevel = level
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
    return style(text.asLabel, .key)
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
    if let mark = marks.shown[node.id] {
      text += " " + style("@\(mark)", .reference) + ", shown above"
    } else if frames.count >= maximumDepth {
      text += " …"
    } else {
      if let mark = marks.add(node) {
        text += " " + style("@\(mark)", .reference)
      }
      frames.append(Frame(node: node))
    }
  }
}

/// The containers that are in several places of some values: in the outlines of these values together
/// each is shown once.
final class OutlineMarks {
  /// Those that were shown, with their marks.
  private(set) var shown: [Int: Int] = [:]
  private var shared: Set<Int> = []

  /// The marks for some values of a document. Only in binary files a container can be in several
  /// places.
  init(_ nodes: [PlistNode], in document: PlistDocument) {
    guard document.format == .binary else { return }
    var seen: Set<Int> = []
    var waiting = nodes
    while let node = waiting.popLast() {
      if seen.insert(node.id).inserted {
        waiting += node.children.filter { $0.kind.isContainer }
      } else {
        shared.insert(node.id)
      }
    }
  }

  /// The mark of a container that is about to be shown; nil where it is in one place only.
  fileprivate func add(_ node: PlistNode) -> Int? {
    guard shared.contains(node.id) else { return nil }
    shown[node.id] = shown.count + 1
    return shown.count
  }
}
