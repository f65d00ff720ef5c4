// Archives and unarchives a deck of flash cards, compared with Foundation's NSKeyedArchiver and
// NSKeyedUnarchiver on the same cards; and larger decks with Plinth only.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import FoundationFlashCards
import KeyedArchives
import PropertyLists

struct Archives: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "100,000 flash cards archived and unarchived, compared with Foundation; larger decks alone.")

  @Option(help: "Timed runs of each call.") var runs = 5
  @Option(help: "Thousands of cards compared with Foundation.") var thousands = 100
  @Option(help: "Thousands of cards in the decks that are measured alone.")
  var alone: [Int] = [10, 1000]
  @Flag(help: "Omit Foundation.") var withoutFoundation = false

  func run() throws {
    print("cards     operation    bytes      Plinth ms  ns/card   Foundation ms   ratio")
    try measure(thousands * 1000, withPeer: !withoutFoundation)
    for thousands in alone { try measure(thousands * 1000, withPeer: false) }
  }

  private func measure(_ count: Int, withPeer: Bool) throws {
    let deck = (0..<count).map { FlashCard($0) }
    let data = try KeyedArchiver.archivedData(root: deck)
    let peers = withPeer ? deck.map(FoundationFlashCard.init) : []
    try report(
      count, "archive", data.count, { try KeyedArchiver.archivedData(root: deck) },
      withPeer
        ? {
          _ = try NSKeyedArchiver.archivedData(withRootObject: peers, requiringSecureCoding: true)
        } : nil)
    let theirs =
      withPeer
      ? try NSKeyedArchiver.archivedData(withRootObject: peers, requiringSecureCoding: true) : data
    try report(
      count, "unarchive", data.count,
      { try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: data) },
      withPeer ? { try FoundationFlashCard.checkDeck(theirs, count: count) } : nil)
  }

  private func report<Ours>(
    _ count: Int, _ operation: String, _ bytes: Int, _ ours: () throws -> Ours,
    _ theirs: (() throws -> Void)?
  ) throws {
    var timings: (ours: [Double], theirs: [Double]) = ([], [])
    for run in 0...runs {
      let mine = try milliseconds(1, ours)
      let other = try theirs.map { try milliseconds(1, $0) } ?? 0
      if run == 0 { continue }
      timings.ours.append(mine)
      timings.theirs.append(other)
    }
    let (mine, other) = (median(timings.ours), median(timings.theirs))
    let columns = [
      String(count).padded(9), operation.padded(11), String(bytes).padded(10),
      mine.text.padded(10), (mine * 1_000_000 / Double(count)).text.padded(9),
      theirs == nil ? "" : other.text.padded(15), theirs == nil ? "" : (other / mine).text + " ×",
    ]
    print(columns.joined(separator: " "))
  }
}

/// The peak memory of archiving and unarchiving a deck.
struct ArchivesMemory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archives-memory",
    abstract: "The peak memory of processes that archive and unarchive the same deck.")

  @Option(help: "Thousands of cards.") var thousands = 100

  func run() throws {
    for engine in ArchivesMemoryOf.Engine.allCases {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = ["archives-memory-of", engine.rawValue, String(thousands)]
      try process.run()
      process.waitUntilExit()
    }
  }
}

/// The operation that `archives-memory` runs in a separate process.
struct ArchivesMemoryOf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archives-memory-of", shouldDisplay: false)

  enum Engine: String, CaseIterable, ExpressibleByArgument {
    case plinth, foundation
  }

  @Argument var engine: Engine
  @Argument var thousands: Int

  func run() throws {
    let count = thousands * 1000
    switch engine {
    case .plinth:
      let data = try KeyedArchiver.archivedData(root: (0..<count).map { FlashCard($0) })
      _ = try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: data)
    case .foundation:
      let deck = (0..<count).map { FoundationFlashCard(FlashCard($0)) }
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: deck, requiringSecureCoding: true)
      try FoundationFlashCard.checkDeck(data, count: count)
    }
    let peak = try ResidentMemory.bytes("VmHWM:")
    print("\(engine): peak \((Double(peak) / 1_048_576).text) MB, deck included")
  }
}
