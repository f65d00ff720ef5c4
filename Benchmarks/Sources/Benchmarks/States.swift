// Saving and loading a state, compared with the unavoidable work: archiving and one durable write,
// and unarchiving.
import ArgumentParser
import BenchmarkDocuments
import DurableFiles
import Foundation
import KeyedArchives
import PropertyLists
import StateStorage
import SystemPackage

/// Saving and loading a state, compared with archiving.
struct States: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Saves and loads a deck of cards, and archives and writes it, in turn.")

  @Option(help: "The directory to save in.") var directory = FileManager.default.temporaryDirectory
    .path
  @Option(help: "The number of cards.") var cards = 100_000
  @Option(help: "Saves and loads of each kind.") var runs = 7

  func run() throws {
    let folder = URL(fileURLWithPath: directory).appendingPathComponent(
      "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    print("cards       what    Plinth ms   least ms   ratio")
    let deck = FlashCard.deck(cards)
    try measure("Codable", deck, folder.path) { deck, run in
      deck[run % deck.count].rightCount += 1
    }
    try measure("by hand", deck.map { HandCodedCard($0) }, folder.path) { deck, run in
      deck[run % deck.count] = HandCodedCard(FlashCard(run))
    }
  }

  /// Measures a state. One save and one load precede the measurement, since a program has loaded
  /// what it saves.
  private func measure<Card: Codable & SendableMetatype>(
    _ name: String, _ deck: [Card], _ folder: String, _ change: (inout [Card], Int) -> Void
  ) throws {
    var deck = deck
    let path = "\(folder)/\(name)"
    let store = StateStore<[Card]>(path: FilePath(path), format: .keyedArchive())
    try store.save(deck)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var saves: (ours: [Double], least: [Double]) = ([], [])
    var loads: (ours: [Double], least: [Double]) = ([], [])
    for run in 0..<runs {
      change(&deck, run)
      saves.ours.append(try milliseconds(1) { try store.save(deck) })
      saves.least.append(
        try milliseconds(1) {
          try AtomicReplacement.write(
            [UInt8](KeyedArchiver.archivedData(root: deck)), to: path + " alone",
            options: AtomicReplacement.Options(durability: .durable))
        })
      loads.ours.append(milliseconds(1) { store.load() })
      loads.least.append(
        try milliseconds(1) {
          try KeyedUnarchiver.unarchivedObject(of: [Card].self, from: bytes)
        })
    }
    report(name, "save", saves)
    report(name, "load", loads)
  }

  private func report(_ name: String, _ what: String, _ times: (ours: [Double], least: [Double])) {
    let (ours, least) = (median(times.ours), median(times.least))
    let columns = [name.padded(11), what.padded(7), ours.text.padded(11), least.text.padded(10)]
    print(columns.joined(separator: " "), (ours / least).text)
  }
}
