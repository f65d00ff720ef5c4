// Paths to nodes that a look at the table found: nodes do not know what holds them, so one walk from
// the root finds the way to each.

extension DocumentStorage {
  /// A node, with the keys and indices that lead to it first.
  struct Located {
    var node: Int
    var path: PlistPath
  }

  /// The most nodes that are located.
  private static let mostNodes = 100
  /// The longest path in bytes of its keys; a longer one is left out.
  static let longestPath = 1 << 14

  /// The nodes of a set that the root reaches, keys included, in the order of the document. Linear
  /// in the document; at most 100.
  ///
  /// - Parameter start: Another node in place of the root.
  func located(_ wanted: Set<Int>, from start: Int? = nil) -> [Located] {
    guard !wanted.isEmpty else { return [] }
    var walk = LocatingWalk(storage: self, wanted: wanted)
    walk.visit(start ?? root)
    while walk.found.count < min(wanted.count, Self.mostNodes), walk.step() {}
    return walk.found
  }

  /// A walk from the root that enters each container once.
  private struct LocatingWalk {
    let storage: DocumentStorage
    let wanted: Set<Int>
    var found: [Located] = []
    private var isVisited: [Bool]
    private var frames: [(node: Node, next: Int)] = []

    init(storage: DocumentStorage, wanted: Set<Int>) {
      (self.storage, self.wanted) = (storage, wanted)
      isVisited = Array(repeating: false, count: storage.nodes.count)
    }

    /// Visits the next child, its key first; false when there is none anywhere.
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
