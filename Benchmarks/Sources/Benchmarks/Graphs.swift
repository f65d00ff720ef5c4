// Measures how long saves of a graph of mutable objects block its actor while it changes, and
// whether each one saves a graph that existed between two changes.
import ArgumentParser
import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import PropertyLists
import StateStorage
import SystemPackage

/// An account for transfers between accounts: the sum of all stays the same.
private final class Account: Codable {
  var name: String
  var balance = 100
  @Reference var partner: Account?

  init(_ name: String) { self.name = name }
}

private final class Bank: Codable {
  var accounts: [Account] = []

  static func of(_ count: Int) -> Bank {
    let bank = Bank()
    bank.accounts = (0..<count).map { Account("account \($0)") }
    for (index, account) in bank.accounts.enumerated() {
      account.partner = bank.accounts[index * 7 % count]
    }
    return bank
  }

  var balance: Int { accounts.reduce(0) { $0 + $1.balance } }
}

/// Saves of a graph on the main actor.
struct Graphs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The time for which saves of a changing graph block its actor.",
    discussion: """
      Another task on the main actor changes the graph repeatedly, and measures how long it has to \
      wait for its turn. The changes name their objects, or none. After each save the file is \
      read, and its sum compared with that of the graph.
      """)

  @Option(help: "The directory to save in.") var directory = FileManager.default.temporaryDirectory
    .path
  @Option(help: "The number of objects.") var objects: [Int] = [10_000, 100_000]
  @Option(help: "Saves of each kind.") var saves = 10

  @MainActor
  func run() async throws {
    print("objects  changes    archiving ms   hold ms   ratio   longest ms   changes   wrong files")
    for count in objects {
      for names in [true, false] { try await measure(count, names: names) }
    }
  }

  @MainActor
  private func measure(_ count: Int, names: Bool) async throws {
    let path = "\(directory)/graphs-\(UUID().uuidString)"
    defer { try? StateFiles.remove(path) }
    let never = AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000))
    let graph = try SavedGraph(
      path: FilePath(path), format: .keyedArchive(), initial: Bank.of(count), autosave: never)
    graph.detectsUnannouncedChanges = false
    graph.change { _ in }
    try await graph.save(durability: .fast)
    let archiving = try median(
      (0..<5).map { _ in
        try milliseconds(1) { try KeyedArchiver.archivedData(root: graph.root) }
      })
    var numbers = SystemRandomNumberGenerator()
    let holds = Holds()
    let disturbance = Task {
      var last = ContinuousClock.now
      while !Task.isCancelled {
        holds.note((.now - last) / .milliseconds(1))
        for _ in 0..<10 {
          change(graph, names: names, &numbers)
          holds.changes += 1
        }
        last = .now
        await Task.yield()
      }
    }
    var wrong = 0
    for _ in 0..<saves {
      try await graph.save(durability: .fast)
      holds.next()
      if try await Self.balance(of: path) != 100 * count { wrong += 1 }
    }
    disturbance.cancel()
    await disturbance.value
    let hold = median(holds.longest)
    let columns = [
      "\(count)".padded(8), (names ? "named" : "unnamed").padded(10), archiving.text.padded(14),
      hold.text.padded(9), (hold / archiving).text.padded(7),
      (holds.longest.max() ?? 0).text.padded(12), "\(holds.changes)".padded(9),
    ]
    print(columns.joined(separator: " "), wrong)
  }

  /// Transfers some money.
  @MainActor
  private func change(
    _ graph: SavedGraph<Bank>, names: Bool, _ numbers: inout SystemRandomNumberGenerator
  ) {
    let accounts = graph.root.accounts
    let source = accounts[Int.random(in: 0..<accounts.count, using: &numbers)]
    let target = accounts[Int.random(in: 0..<accounts.count, using: &numbers)]
    if names {
      graph.willChange(source)
      graph.willChange(target)
      source.balance -= 1
      target.balance += 1
    } else {
      graph.change { _ in
        source.balance -= 1
        target.balance += 1
      }
    }
  }

  /// The sum in the file.
  @concurrent
  private static func balance(of path: String) async throws -> Int {
    let data = try Data(contentsOf: URL(filePath: path))
    return try KeyedUnarchiver.unarchivedObject(of: Bank.self, from: data).balance
  }
}

/// The time for which another task of the actor had to wait for its turn.
@MainActor
private final class Holds {
  /// The longest time during each save, in milliseconds.
  private(set) var longest: [Double] = []
  private var current = 0.0
  var changes = 0

  func note(_ time: Double) { current = max(current, time) }

  /// Records the end of a save.
  func next() {
    longest.append(current)
    current = 0
  }
}

/// The files of a state.
private enum StateFiles {
  static func remove(_ path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let name = URL(filePath: path).lastPathComponent
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix(name) || file.hasPrefix("." + name) {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
  }
}
