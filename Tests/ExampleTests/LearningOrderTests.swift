// Tests of the order in which FlashCards asks cards, of rounds of all cards and of some.

import Foundation
import Testing

@testable import ExampleTerminal
@testable import FlashCards

@Suite("The order in which cards are learned")
struct LearningOrderTests {
  private func card(_ name: String, right: Int = 0, wrong: Int = 0) -> FlashCard {
    let card = FlashCard(question: name, answer: "x")
    (card.rightCount, card.wrongCount) = (right, wrong)
    return card
  }

  private func cards(_ names: String) -> [FlashCard] { names.map { card(String($0)) } }

  private func order(_ round: LearningRound) -> String {
    round.queue.map { $0.question ?? "" }.joined()
  }

  @Test("A wrong card comes again after three others, and a right one in the next round")
  func wrong() {
    var round = LearningRound(cards("ABCDE"))
    round.answer(rightly: false)
    #expect(order(round) == "BCDAE")
    round.answer(rightly: true)
    #expect(order(round) == "CDAE")
    for _ in 1...3 { round.answer(rightly: true) }
    round.answer(rightly: false)
    #expect(order(round) == "E" && !round.isFinished)
    round.answer(rightly: true)
    #expect(round.isFinished && round.rightCount == 5 && round.wrongCount == 2)
    round.answer(rightly: true)
    #expect(round.rightCount == 5)
  }

  @Test("A round begins with the cards that were wrong most often")
  func start() {
    let cards = [
      card("A", right: 3), card("B"), card("C", right: 1, wrong: 3), card("D"),
      card("E", right: .max, wrong: .min),
    ]
    // Cards with the same counts come in any order.
    #expect(["CBDAE", "CDBAE"].contains(order(LearningRound(cards))))
  }

  @Test("Cards with the same counts come in the order of the list only in the first round")
  func mixed() {
    let names = "ABCDEFGHIJ"
    #expect(order(LearningRound(cards(names))) == names)
    let rounds = (1...3).map { count in
      order(LearningRound(names.map { card(String($0), right: count) }))
    }
    #expect(Set(rounds + [names]).count == 4 && rounds.allSatisfy { $0.sorted() == Array(names) })
  }

  @Test("A round continues with new cards, and without deleted ones")
  func changed() {
    var round = LearningRound(cards("ABC"))
    round.answer(rightly: true)
    #expect(order(round.adapted(to: cards("ACDB"))) == "BCD")
    #expect(order(round.adapted(to: cards("CD"))) == "CD")
    #expect(round.adapted(to: cards("A")).isFinished)
  }

  @Test("An edited card keeps its position in the round")
  func edited() {
    let round = LearningRound(cards("ABC"))
    #expect(order(round.adapted(to: cards("AZC"))) == "AZC")
    #expect(order(round.adapted(to: cards("AZCD"))) == "AZCD")
  }

  @Test("Cards with the same texts are asked once each")
  func twins() {
    var round = LearningRound(cards("AAB"))
    #expect(order(round) == "AAB")
    for _ in 1...3 {
      round.answer(rightly: true)
      round = round.adapted(to: cards("AAB"))
    }
    #expect(round.isFinished && round.rightCount == 3)
    #expect(order(round.adapted(to: cards("AABA"))) == "A")
  }

  /// A round of the cards that a choice names.
  private func round(_ cards: [FlashCard], _ choice: String) throws -> LearningRound {
    try LearningRound(cards, choice: CardChoice(choice))
  }

  @Test("A number chooses the cards that need it most, and a text those that contain it")
  func choices() throws {
    let cards = [
      card("Ä", right: 2), card("B"), card("C", right: 1, wrong: 1), card("D", right: 1, wrong: 3),
      card("E"),
    ]
    #expect(order(LearningRound(cards)) == "DCBEÄ")
    #expect(try order(round(cards, "3")) == "DCB" && order(round(cards, "9")) == "DCBEÄ")
    #expect(try order(round(cards, "a")) == "Ä" && order(round(cards, "= x")) == "DCBEÄ")
    #expect(try order(round(cards, "x b")) == "B")
    #expect(
      try order(round(cards, "reverse 2")) == "DC" && order(round(cards, "2 reverse")) == "DC")
    for choice in ["0", "-1", "z", "b c"] {
      #expect(throws: CommandError.self) { try round(cards, choice) }
    }
    let commands = ["", "r", "rev 2", "2 reverse", "reverse a b", "e"].map {
      CardChoice($0).command
    }
    #expect(
      commands == [
        "learn", "learn reverse", "learn reverse 2", "learn reverse 2", "learn reverse a b",
        "learn e",
      ])
  }

  @Test("A short round asks no other cards, whatever happens to the list")
  func shortRound() throws {
    var round = try round(cards("ABCDE"), "2")
    #expect(order(round.adapted(to: cards("ABCDEF"))) == "AB")
    #expect(order(round.adapted(to: cards("BCDE"))) == "B")
    #expect(order(round.adapted(to: cards("AZCDE"))) == "AZ")
    round = round.adapted(to: cards("ABCDEF"))
    #expect(order(round.adapted(to: cards("ACDEF"))) == "A")
    round.answer(rightly: true)
    round.answer(rightly: true)
    #expect(round.isFinished && round.adapted(to: cards("ABCDEF")).isFinished)
  }

  @Test("The round in the file of an earlier version is one of all cards")
  func earlierVersion() throws {
    let json = #"{"queue": [{"question": "B", "index": 1}], "done": [], "wrongCount": 3}"#
    let round = try JSONDecoder().decode(LearningRound.self, from: Data(json.utf8))
    #expect(round.part == nil && round.wrongCount == 3 && order(round) == "B")
  }

  @Test("A card that was answered is not asked again when its text changes")
  func answeredTwin() {
    var round = LearningRound(cards("AAB"))
    round.answer(rightly: true)
    #expect(order(round.adapted(to: cards("ZAB"))) == "AB")
    #expect(order(round.adapted(to: cards("AB"))) == "B")
  }
}
