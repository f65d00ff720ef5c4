// The same counters and pages as a graph of mutable objects, each page of which refers to the next:
// saved by `SavedGraph`, piece by piece, and merged with what other writers have saved.

import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import StateStorage
import SystemPackage

/// A page, which refers to the next one; the last one refers to the first.
final class Page: Codable {
  var text: String
  @Reference var next: Page?

  init(_ number: Int) { text = Page.text(number, of: 0) }

  static func text(_ number: Int, of total: Int) -> String { "page \(number) of state \(total)" }
}

/// The number of saves by each writer, and pages with the sum.
final class GraphTally: Codable {
  var counters: [String: Int] = [:]
  var pages: [Page] = []

  /// No saves, and all pages.
  static func empty() -> GraphTally {
    let tally = GraphTally()
    tally.pages = (1...200).map(Page.init)
    for (index, page) in tally.pages.enumerated() { page.next = tally.pages[(index + 1) % 200] }
    return tally
  }

  var total: Int { counters.values.reduce(0, +) }

  /// Whether all of it is of the same save, and each page refers to the next.
  var isWhole: Bool {
    let total = total
    return pages.count == 200
      && pages.enumerated().allSatisfy { index, page in
        page.text == Page.text(index + 1, of: total) && page.next === pages[(index + 1) % 200]
      }
  }

  /// The greatest counter of each writer.
  func join(_ other: GraphTally) {
    counters.merge(other.counters) { max($0, $1) }
    writePages()
  }

  func writePages() {
    let total = total
    for (index, page) in pages.enumerated() { page.text = Page.text(index + 1, of: total) }
  }
}

/// Opens the graph of a file, which is saved only explicitly.
@MainActor
func openGraph(_ path: FilePath) throws -> SavedGraph<GraphTally> {
  var options = StateStoreOptions()
  options.previousGenerations = 2
  options.lockWaiting = .seconds(60)
  return try SavedGraph(
    path: path, format: .keyedArchive(), options: options, initial: .empty(),
    autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)),
    conflicts: .merge { _, mine, theirs in
      mine.join(theirs)
      return mine
    })
}

/// Counts its saves in a graph, and announces what is saved.
@MainActor
struct GraphWriter {
  let graph: SavedGraph<GraphTally>
  let name: String
  let durability: AtomicReplacement.Durability

  init(_ path: FilePath, _ name: String, _ durability: AtomicReplacement.Durability) throws {
    graph = try openGraph(path)
    self.name = name
    self.durability = durability
  }

  func saveUntilEnd() async throws {
    let input = InputWatch()
    while !input.hasEnded { try await save() }
  }

  /// Saves once: alternately as one change, or as many that each name their object.
  func save() async throws {
    let count = graph.root.counters[name, default: 0] + 1
    if count.isMultiple(of: 2) {
      graph.change { tally in
        tally.counters[name] = count
        tally.writePages()
      }
    } else {
      for page in graph.root.pages { graph.willChange(page) }
      graph.change(graph.root) { tally in
        tally.counters[name] = count
        tally.writePages()
      }
    }
    try await graph.save(durability: durability)
    try announce("saved \(count)")
  }
}

/// Loads graphs, and finds faults.
@MainActor
struct GraphReader {
  let path: FilePath

  /// Adopts what writers save until standard input ends, and announces the count occasionally.
  func refreshUntilEnd() async throws {
    let input = InputWatch()
    let graph = try openGraph(path)
    var (last, loads, changes) = ([String: Int](), 0, 0)
    while !input.hasEnded {
      try await graph.refresh()
      let tally = try whole(graph)
      guard last.allSatisfy({ tally.counters[$0.key, default: 0] >= $0.value }) else {
        throw Finding(description: "a state is older than before")
      }
      loads += 1
      if tally.counters != last { changes += 1 }
      last = tally.counters
      if loads.isMultiple(of: 100) { try announce("loaded \(loads) \(changes)") }
      try await Task.sleep(for: .milliseconds(2))
    }
    try announce("loaded \(loads) \(changes)")
  }

  /// Checks the graph and all its generations.
  func check(_ writer: String, least: Int) throws {
    let found = try whole(openGraph(path)).counters[writer, default: 0]
    guard found >= least else {
      throw Finding(description: "save \(least) is lost: there is \(found)")
    }
    try checkGenerations(of: path)
    try announce("found \(found)")
  }

  /// Finds the graph that a crash has left: the file, or what can be recovered.
  func checkAfterCrash(_ writer: String, least: Int) throws {
    let graph = try openGraph(path)
    if graph.source == nil, least == 0 { return }
    let found = graph.root.counters[writer, default: 0]
    guard graph.root.isWhole, found >= least else {
      throw Finding(description: "save \(least) is lost: there is \(found)")
    }
  }

  /// The graph, which must exist, not be recovered, and be verified.
  private func whole(_ graph: SavedGraph<GraphTally>) throws -> GraphTally {
    guard let source = graph.source, source.generation == 0 else {
      throw Finding(description: "not loaded: \(graph.recovery as Any)")
    }
    guard graph.root.isWhole else { throw Finding(description: "a mixture of states") }
    guard source.integrity == .verified else { throw Finding(description: "not verified") }
    return graph.root
  }
}
