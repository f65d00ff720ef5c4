// Tests of graphs in a package whose default isolation is the main actor, as in app targets of
// Xcode: their classes are `Codable` only there. The first test is that this file compiles.

import Foundation
import KeyedArchives
import ObservableState
import StateStorage
import SystemPackage
import TestSupport
import Testing

/// A card that no other thread may use; its conformance is isolated to the main actor, too.
final class Card: Codable {
  var question: String { willSet { deck?.graph?.willChange(self) } }
  var answer: String
  @WeakReference var deck: Deck?

  init(_ question: String, _ answer: String) {
    self.question = question
    self.answer = answer
  }
}

/// The cards, and the graph that saves them.
final class Deck: Codable {
  var cards: [Card] = []
  weak var graph: SavedGraph<Deck>?

  init() {}

  private enum CodingKeys: CodingKey { case cards }
}

@Suite("Graphs in a package on the main actor")
struct MainActorGraphTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func graph() throws -> SavedGraph<Deck> {
    let graph = try SavedGraph(
      path: FilePath(scratch.file("deck")), format: .keyedArchive(), initial: Deck(),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)))
    graph.root.graph = graph
    return graph
  }

  @Test("A graph of its classes is saved and loaded without isolation annotations")
  func roundTrip() async throws {
    let first = try graph()
    first.change { deck in
      deck.cards = [Card("Capital of Peru?", "Lima"), Card("Capital of Chile?", "Santiago")]
      for card in deck.cards { card.deck = deck }
    }
    try await first.save()
    let second = try graph()
    #expect(second.root.cards.map(\.answer) == ["Lima", "Santiago"])
    #expect(second.root.cards.allSatisfy { $0.deck === second.root })
  }

  @Test("An object that refers to its graph announces its changes itself")
  func announces() async throws {
    let graph = try graph()
    graph.change { deck in
      let card = Card("Capital of Peru?", "Lima")
      card.deck = deck
      deck.cards = [card]
    }
    try await graph.save()
    graph.root.cards[0].question = "What is the capital of Peru?"
    #expect(graph.hasUnsavedChanges)
    try await graph.save()
    #expect(try self.graph().root.cards[0].question == "What is the capital of Peru?")
  }

  @Test("An object that announces its changes is saved as it was when the save began")
  func announcesDuringSave() async throws {
    let graph = try graph()
    graph.detectsUnannouncedChanges = false
    graph.change { deck in
      deck.cards = (0..<20_000).map { Card("old \($0)", "old") }
      for card in deck.cards { card.deck = deck }
    }
    // This runs at the first pause of the save, when the last card was not encoded yet.
    var wasSaving = false
    let other = Task {
      wasSaving = graph.hasUnsavedChanges
      for card in [graph.root.cards[0], graph.root.cards[19_999]] { card.question = "new" }
    }
    try await graph.save()
    await other.value
    #expect(wasSaving)
    let stored = try self.graph().root.cards
    #expect(stored[0].question == "old 0" && stored[19_999].question == "old 19999")
    try await graph.save()
    #expect(try self.graph().root.cards[19_999].question == "new")
  }

  @Test("Closures on the main actor create and read archives with several keys")
  func severalKeys() async throws {
    let format = GraphFormat<[Card]>.keyedArchive(
      encode: { cards, archiver in
        try archiver.encode(cards.first, forKey: "first")
        try archiver.encode(cards, forKey: "all")
      },
      decode: { try $0.decode([Card].self, forKey: "all") })
    let graph = try SavedGraph(
      path: FilePath(scratch.file("cards")), format: format, initial: [Card("1 + 1?", "2")])
    graph.change { $0.append(Card("1 + 2?", "3")) }
    try await graph.save()
    let archive = try KeyedUnarchiver(forReadingFrom: scratch.data("cards"))
    #expect(try archive.decode(Card.self, forKey: "first").answer == "2")
  }

  @Test("A graph that could not be loaded again is detected on the main actor, and not saved")
  func checked() async throws {
    let format = GraphFormat<[Card]>.keyedArchive(
      encode: { cards, archiver in try archiver.encode(cards, forKey: "all") },
      decode: { try $0.decode([Card].self, forKey: "none") })
    let graph = try SavedGraph(
      path: FilePath(scratch.file("cards")), format: format, initial: [Card("1 + 1?", "2")])
    graph.change { $0.append(Card("1 + 2?", "3")) }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .notEncodable)
    #expect(try scratch.names().filter { !$0.hasPrefix(".") }.isEmpty)
  }
}
