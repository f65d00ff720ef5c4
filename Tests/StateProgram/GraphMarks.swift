// The numbers of writers as a graph of mutable objects: several processes of `state-program` change
// it with a conflict policy, and pages reveal a mixture of two graphs.

import DurableFiles
import ObservableState
import StateStorage
import SystemPackage

/// The numbers of all writers, and pages with the count of the numbers.
final class MarkBook: Codable {
  var marks = Marks()
  private(set) var pages: [Page] = []

  /// A book without numbers, in which each page refers to the next.
  static func empty() -> MarkBook {
    let book = MarkBook()
    book.pages = (1...20).map(Page.init)
    for (index, page) in book.pages.enumerated() { page.next = book.pages[(index + 1) % 20] }
    return book
  }

  /// Whether all of it is of the same save, and each page refers to the next.
  var isWhole: Bool {
    pages.count == 20
      && pages.enumerated().allSatisfy { index, page in
        page.text == Page.text(index + 1, of: marks.count)
          && page.next === pages[(index + 1) % 20]
      }
  }

  func writePages() {
    for (index, page) in pages.enumerated() { page.text = Page.text(index + 1, of: marks.count) }
  }
}

/// Changes the graph together with other processes, and saves each change.
@MainActor
struct MarkBookWriter {
  private let writer: String
  private let graph: SavedGraph<MarkBook>

  init(_ path: FilePath, _ writer: String, _ policy: GraphConflictPolicy<MarkBook>) throws {
    self.writer = writer
    graph = try Self.open(path, policy)
  }

  static func open(
    _ path: FilePath, _ policy: GraphConflictPolicy<MarkBook>
  ) throws -> SavedGraph<MarkBook> {
    try SavedGraph(
      path: path, format: .keyedArchive(), options: MarksWriter.options, initial: .empty(),
      autosave: AutosavePolicy(quietTime: .seconds(3600), longestDelay: .seconds(3600)),
      conflicts: policy)
  }

  /// The policies by their names.
  static func policy(_ name: String) -> GraphConflictPolicy<MarkBook>? {
    switch name {
    case "fail": .fail
    case "keep-mine": .keepMine
    case "take-theirs": .takeTheirs
    case "merge":
      .merge { _, mine, theirs in
        mine.marks = Marks.union(mine.marks, theirs.marks)
        mine.writePages()
        return mine
      }
    default: nil
    }
  }

  /// Adds numbers, and announces each when it is kept: in the file, or next to it.
  func add(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers {
      change(number)
      do throws(StateError) {
        try await graph.save(durability: .fast)
      } catch {
        guard error.code == .conflict else { throw error }
        // The unsaved graph is next to the file.
        try await graph.reload(.discarded)
      }
      try announce("kept \(number)")
    }
  }

  /// Adds a number: alternately as one change, or as many that each name their object.
  private func change(_ number: Int) {
    func add(_ book: MarkBook) {
      book.marks.add(number, of: writer)
      book.writePages()
    }
    if number.isMultiple(of: 2) { return graph.change { add($0) } }
    for page in graph.root.pages { graph.willChange(page) }
    graph.change(graph.root) { add($0) }
  }
}

/// Finds numbers in a graph and next to it.
@MainActor
struct MarkBookReader {
  let path: FilePath

  /// Fails unless each number of each writer is in the file, or where a loss is allowed, in a copy
  /// next to it.
  func check(_ writers: [String], _ numbers: ClosedRange<Int>, nextTo: Bool) throws {
    var found = [try marks(path)]
    if nextTo {
      for copy in try StateFile(path: path).conflictCopies() { found.append(try marks(copy.path)) }
    }
    try Marks.check(writers, numbers, in: found)
  }

  private func marks(_ path: FilePath) throws -> Marks {
    let graph = try MarkBookWriter.open(path, .fail)
    guard graph.source?.generation == 0 else {
      throw Finding(description: "\(path) was not loaded: \(graph.recovery as Any)")
    }
    guard graph.root.isWhole else { throw Finding(description: "\(path) is a mixture of graphs") }
    return graph.root.marks
  }
}
