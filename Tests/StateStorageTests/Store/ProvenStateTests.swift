// Tests of large states: they are decoded before a save if any part of them is new, and not
// otherwise.

import Foundation
import KeyedArchives
import ObservableState
import PropertyLists
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// The number of cards that were decoded in the current test.
private let decodedCards = Mutex(0)

/// A card that counts how often one is decoded.
private final class Card: Codable, Sendable {
  let front: String
  let tries: Int?
  let weight: Double

  init(_ front: String, tries: Int? = nil, weight: Double = 1.5) {
    (self.front, self.tries, self.weight) = (front, tries, weight)
  }

  private enum CodingKeys: String, CodingKey { case front, tries, weight }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    front = try container.decode(String.self, forKey: .front)
    tries = try container.decodeIfPresent(Int.self, forKey: .tries)
    weight = try container.decode(Double.self, forKey: .weight)
    decodedCards.withLock { $0 += 1 }
  }
}

/// A number that is encoded as text once it is large, and decoded only from numbers.
private struct FickleNumber: Codable, Equatable {
  var number: Int

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if number > 1_000_000 {
      try container.encode("\(number)")
    } else {
      try container.encode(number)
    }
  }
}

@Suite("Decoding a large state before it is saved", .serialized)
struct ProvenStateTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private static let formats: [(String, StateFormat<[Card]>)] = [
    ("archive", .keyedArchive()), ("XML archive", .keyedArchive(options: xmlArchive)),
    ("binary", .binary), ("XML", .xml), ("JSON", .propertyList(.typedJSON)),
  ]

  private static var xmlArchive: ArchivingOptions {
    var options = ArchivingOptions()
    options.outputFormat = .xml
    return options
  }

  private func decoded(_ work: () throws -> Void) rethrows -> Int {
    let before = decodedCards.withLock { $0 }
    try work()
    return decodedCards.withLock { $0 } - before
  }

  @Test(
    "The first save decodes everything, and later saves only what is new",
    arguments: 0..<formats.count)
  func decodedOnce(number: Int) throws {
    let format = Self.formats[number].1
    let store = StateStore(path: scratch.file(), format: format)
    var cards = (0..<1000).map { Card("card \($0)") }
    #expect(try decoded { try store.save(cards) } == 1000)
    cards[500] = Card("wörter", weight: 2.25)
    #expect(try decoded { try store.save(cards) } == 0)
    cards.append(Card("another"))
    cards.removeFirst()
    #expect(try decoded { try store.save(cards) } == 0)
    cards[3] = Card("first with a number", tries: 7)
    #expect(try decoded { try store.save(cards) } == 1000)
    cards[4] = Card("second with a number", tries: 8)
    #expect(try decoded { try store.save(cards) } == 0)
    let loaded = try #require(store.load().state)
    #expect(loaded.map(\.front) == cards.map(\.front))
    #expect(loaded.map(\.tries) == cards.map(\.tries))
  }

  @Test("A loaded state is not decoded before it is saved")
  func loaded() throws {
    let format = StateFormat<[Card]>.keyedArchive()
    try StateStore(path: scratch.file(), format: format).save((0..<1000).map { Card("\($0)") })
    let store = StateStore(path: scratch.file(), format: format)
    var cards = try #require(store.load().state)
    cards[7] = Card("seven")
    #expect(try decoded { try store.save(cards) } == 0)
    let state = try SavedState(StateStore(path: scratch.file(), format: format), initial: [])
    state.change { $0[8] = Card("eight") }
    #expect(try decoded { try state.save() } == 0)
  }

  @Test("The program can choose to decode before every save or never")
  func choices() throws {
    for (verification, count) in [(SaveVerification.decoded, 1000), (.none, 0)] {
      var options = StateStoreOptions()
      options.verification = verification
      let store = StateStore(
        path: scratch.file(), format: StateFormat<[Card]>.binary, options: options)
      _ = store.load()
      for text in ["a", "b"] {
        let cards = (0..<1000).map { Card("\(text)\($0)") }
        #expect(try decoded { try store.save(cards) } == count)
      }
    }
  }

  @Test(
    "A state with one value that is not decoded as it was encoded is rejected",
    arguments: [false, true])
  func otherKind(isArchive: Bool) throws {
    let format: StateFormat<[FickleNumber]> = isArchive ? .keyedArchive() : .binary
    let store = StateStore(path: scratch.file(), format: format)
    var numbers = (0..<2000).map { FickleNumber($0) }
    try store.save(numbers)
    numbers[1000].number = 500_000
    try store.save(numbers)
    let saved = numbers
    numbers[1000].number = 5_000_000
    #expect(stateErrorCode { try store.save(numbers) } == .notEncodable)
    #expect(store.load().state == saved)
  }

  @Test("A state with one value that its format does not support is rejected")
  func otherFormat() throws {
    let store = StateStore(
      path: scratch.file(), format: StateFormat<[String: [Date]]>.propertyList(.json))
    var dates: [String: [Date]] = ["none": []]
    for number in 0..<2000 { dates["\(number)"] = [] }
    try store.save(dates)
    dates["7"] = [Date(timeIntervalSinceReferenceDate: 0)]
    #expect(stateErrorCode { try store.save(dates) } == .notEncodable)
  }

  @Test("A state is decoded where its format changes values")
  func changedValues() throws {
    let store = StateStore(path: scratch.file(), format: StateFormat<[Date]>.xml)
    let dates = (0..<2000).map { Date(timeIntervalSinceReferenceDate: Double($0) + 0.5) }
    try store.save(dates)
    try store.save(dates.reversed())
    #expect(store.load().state?.count == 2000)
  }
}
