// A value as an indented outline with one line per value: its key or index, its type, and its
// value. The traversal uses an explicit stack, and shows a shared container once.

internal import PropertyLists

/// An outline of a value.
struct Outline: DocumentOutline {
  private let root: PlistNode
  private let style: TextStyle
  private let maximumDepth: Int
  private let outerLevel: Int
  private var openContainers: [OutlineContainer] = []
  private let marks: OutlineMarks

  /// A container whose values are being shown.
  private struct OutlineContainer {
    let node: PlistNode
    var next = 0
  }

  /// Creates an outline of a value inside `level` containers. All values that are shown together
  /// use the same marks.
  init(_ root: PlistNode, marks: OutlineMarks, style: TextStyle, maximumDepth: Int, level: Int = 0)
  {
    self.root = root
    self.marks = marks
    self.style = style
    self.maximumDepth = maximumDepth
    outerLevel = level
  }

  var level: Int { outerLevel + openContainers.count }
  var remainingLevels: Int { maximumDepth - openContainers.count }

  mutating func begin(_ text: inout String) -> PlistNode? { show(root, in: &text) }

  mutating func next(_ text: inout String) -> OutlineStep {
    guard let top = openContainers.last else { return .end }
    guard top.next < top.node.count else {
      openContainers.removeLast()
      return .nothing
    }
    openContainers[openContainers.count - 1].next += 1
    return showChild(top.next, of: top.node, in: &text)
  }

  private mutating func showChild(_ index: Int, of node: PlistNode, in text: inout String)
    -> OutlineStep
  {
    if let key = node.key(at: index), let value = node.value(at: index) {
      text += .indentation(level) + label(key) + ": "
      return .line(show(value, in: &text))
    }
    guard let value = node[index] else { return .nothing }
    text += .indentation(level) + style("[\(index)]", as: .key) + ": "
    return .line(show(value, in: &text))
  }

  /// Returns a key as a step of a path, with its type if it is not a string.
  private func label(_ key: PlistNode) -> String {
    guard let text = key.stringValue else {
      let text = (key.scalarText ?? "").escaped()
      return style("\(key.kind)", as: .type) + " " + style(text, as: .key)
    }
    return style(text.asLabel, as: .key)
  }

  /// Writes a value. Returns the value if it is data; otherwise nil.
  private mutating func show(_ node: PlistNode, in text: inout String) -> PlistNode? {
    text += style("\(node.kind)", as: .type)
    if node.kind.isContainer { open(node, in: &text) } else { text += style.scalar(node) }
    return node.kind == .data ? node : nil
  }
}

// MARK: - Containers

extension Outline {
  /// Writes the rest of the line of a container, and opens it unless it is too deep or repeated.
  private mutating func open(_ node: PlistNode, in text: inout String) {
    let unit = node.kind == .dictionary ? "key" : "element"
    text += " (\(node.count) \(unit)\(node.count == 1 ? "" : "s"))"
    if node.count == 0 { return }
    if let mark = marks.shown[node.id] {
      text += " " + style("@\(mark)", as: .reference) + ", shown above"
    } else if openContainers.count >= maximumDepth {
      text += " …"
    } else {
      if let mark = marks.add(node) { text += " " + style("@\(mark)", as: .reference) }
      openContainers.append(OutlineContainer(node: node))
    }
  }
}

/// The marks of containers that occur several times in some values. Together, the outlines of these
/// values show each such container once.
final class OutlineMarks {
  /// The marks of the containers that were shown, by node.
  private(set) var shown: [Int: Int] = [:]
  private var shared: Set<Int> = []

  /// Creates the marks for some values of a document. Only in binary files can a container occur
  /// several times.
  init(_ nodes: [PlistNode], in document: PlistDocument) {
    guard document.format == .binary else { return }
    var seen: Set<Int> = []
    var pending = nodes
    while let node = pending.popLast() {
      if seen.insert(node.id).inserted {
        pending += node.children.filter { $0.kind.isContainer }
      } else {
        shared.insert(node.id)
      }
    }
  }

  /// Adds a mark for a container that will be shown; returns nil if the container occurs only once.
  fileprivate func add(_ node: PlistNode) -> Int? {
    guard shared.contains(node.id) else { return nil }
    shown[node.id] = shown.count + 1
    return shown.count
  }
}
