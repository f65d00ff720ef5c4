// Paths to nodes that were found by scanning the table. Nodes do not store their containers, so one
// traversal from the root finds the path to each.

extension DocumentStorage {
  /// A node, and the first path that leads to it.
  struct Located {
    var node: Int
    var path: PlistPath
  }

  /// The maximum number of located nodes.
  private static let mostNodes = 100
  /// The maximum length of a path, in bytes of its keys; longer paths are omitted.
  static let longestPath = 1 << 14

  /// Returns the nodes of a set that are reachable from the root, including keys, in the order of
  /// the document. At most 100. Takes time linear in the document.
  ///
  /// - Parameter start: A node to start from instead of the root.
  func located(_ wanted: Set<Int>, from start: Int? = nil) -> [Located] {
    guard !wanted.isEmpty else { return [] }
    var locator = NodeLocator(storage: self, wanted: wanted)
    locator.visit(start ?? root)
    while locator.found.count < min(wanted.count, Self.mostNodes), locator.step() {}
    return locator.found
  }

  /// A traversal from the root that enters each container once.
  private struct NodeLocator {
    let storage: DocumentStorage
    let wanted: Set<Int>
    var found: [Located] = []
    private var isVisited: [Bool]
    private var frames: [(node: Node, next: Int)] = []

    init(storage: DocumentStorage, wanted: Set<Int>) {
      (self.storage, self.wanted) = (storage, wanted)
      isVisited = Array(repeating: false, count: storage.nodes.count)
    }

    /// Visits the next child, its key first; returns false at the end of the traversal.
    mutating func step() -> Bool {
      guard let frame = frames.last else { return false }
      guard frame.next < frame.node.count else {
        frames.removeLast()
        return true
      }
      frames[frames.count - 1].next += 1
      if frame.node.kind == .dictionary {
        visit(storage.key(frame.next, of: frame.node))
        visit(storage.value(frame.next, of: frame.node))
      } else {
        visit(storage.child(frame.next, of: frame.node))
      }
      return true
    }

    mutating func visit(_ index: Int) {
      if isVisited[index] { return }
      isVisited[index] = true
      if wanted.contains(index), found.count < mostNodes {
        found.append(Located(node: index, path: path))
      }
      let node = storage.nodes[index]
      if node.kind.isContainer { frames.append((node, 0)) }
    }

    private var path: PlistPath {
      var steps: [PlistPath.Step] = []
      var length = 0
      for frame in frames {
        guard frame.node.kind == .dictionary else {
          steps.append(.index(frame.next - 1))
          continue
        }
        let key = storage.nodes[storage.key(frame.next - 1, of: frame.node)]
        length += key.count
        if length > longestPath { return PlistPath() }
        steps.append(.key(key.text(in: storage.source)))
      }
      return PlistPath(steps)
    }
  }
}
