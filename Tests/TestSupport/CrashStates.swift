// The states that a crash at any moment can leave of a program's changes, in the models of
// crashcheck at a small scale. Uses `MemoryDisk`.

/// What a crash may lose.
package enum CrashModel: CaseIterable, Sendable {
  /// Nothing: the process ends, the machine does not.
  case kill
  /// As ext4 with ordered data: names and attributes are lost from the end, and any synchronization
  /// keeps all previous ones; the bytes of each file arrive in order, but late.
  case ordered
  /// Everything that was not itself synchronized, in any combination.
  case posix
}

/// The result of one crash.
package struct CrashState: Sendable {
  /// The disk as the next program finds it.
  package let system: PowerLossFileSystem
  /// The number of announcements by the program before the crash.
  package let announced: Int
  /// The number of changes before the crash.
  package let point: Int
}

/// The changes before one crash.
struct CrashPoint {
  let changes: ArraySlice<DiskChange>

  /// Every set of changes that can be lost, as the indexes of those that are kept.
  func kept(_ model: CrashModel) -> [Set<Int>] {
    switch model {
    case .kill: [Set(changes.indices)]
    case .ordered: ordered
    case .posix: combinations(of: uncertain.map { [$0] }).map { certain.union($0) }
    }
  }

  private var uncertain: [Int] {
    changes.indices.filter { index in
      changes[index].file.map { !isSynchronized($0, after: index) } ?? false
    }
  }

  private var certain: Set<Int> { Set(changes.indices).subtracting(uncertain) }

  private func isSynchronized(_ file: Int, after index: Int) -> Bool {
    changes[index...].contains {
      if case .synchronized(let synchronized) = $0 { synchronized == file } else { false }
    }
  }

  /// Every subset of the groups, joined. Small numbers only: the count doubles with each.
  private func combinations(of groups: [[Int]]) -> [Set<Int>] {
    groups.reduce([Set()]) { sets, group in sets + sets.map { $0.union(group) } }
  }

  private var ordered: [Set<Int>] {
    let committed =
      changes.indices.last {
        if case .synchronized = changes[$0] { true } else { false }
      } ?? changes.startIndex
    let journal = changes.indices.filter {
      changes[$0].file != nil && !changes[$0].isContents
    }
    let late = journal.filter { $0 > committed }
    let always = certain.filter { !journal.contains($0) }.union(journal.filter { $0 < committed })
    let prefixes = (0...late.count).map { always.union(late.prefix($0)) }
    return prefixes.flatMap { prefix in contentsKept.map { prefix.union($0) } }
  }

  /// For each file, the amount of late contents that arrived, in order.
  private var contentsKept: [Set<Int>] {
    let late = uncertain.filter { changes[$0].isContents }
    let files = Set(late.compactMap { changes[$0].file })
    return files.reduce([Set()]) { sets, file in
      let own = late.filter { changes[$0].file == file }
      return sets.flatMap { set in (0...own.count).map { set.union(own.prefix($0)) } }
    }
  }
}

extension PowerLossFileSystem {
  /// Every different state that a crash can leave, at any moment from the beginning to now.
  package func crashStates(_ model: CrashModel) -> [CrashState] {
    let (beginning, changes, _) = history
    var seen: Set<Seen> = []
    var states: [CrashState] = []
    for point in 0...changes.count {
      let before = changes[..<point]
      let announced = before.count { if case .announced = $0 { true } else { false } }
      for kept in CrashPoint(changes: before).kept(model) {
        var disk = beginning
        for index in kept.sorted() { disk.apply(before[index]) }
        guard seen.insert(Seen(tree: disk.tree, announced: announced)).inserted else { continue }
        states.append(
          CrashState(
            system: PowerLossFileSystem(after: disk, as: self), announced: announced,
            point: point))
      }
    }
    return states
  }

  private struct Seen: Hashable {
    let tree: [String: MemoryFile]
    let announced: Int
  }
}
