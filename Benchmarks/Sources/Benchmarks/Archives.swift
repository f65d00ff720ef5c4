// A deck of flash cards archived and made again, beside Foundation's NSKeyedArchiver and
// NSKeyedUnarchiver on the same cards; and larger decks alone.
import ArgumentParser
import Foundation
import KeyedArchives
import PropertyLists

struct Archives: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "100,000 flash cards archived and unarchived, beside Foundation; larger decks alone.")

  @Option(help: "Timed runs of each call.") var runs = 5
  @Option(help: "Thousands of cards beside Foundation.") var thousands = 100
  @Option(help: "Thousands of cards in the decks that are measured alone.")
  var alone: [Int] = [10, 1000]
  @Flag(help: "Leave Foundation out.") var withoutFoundation = false

  func run() throws {
    print("cards     operation    bytes      Plinth ms  ns/card   Foundation ms   ratio")
    try measure(thousands * 1000, withPeer: !withoutFoundation)
    for thousands in alone { try measure(thousands * 1000, withPeer: false) }
  }

  private func measure(_ count: Int, withPeer: Bool) throws {
    let deck = (0..<count).map { Flashcard($0) }
    let data = try KeyedArchiver.archivedData(root: deck)
    let peers = withPeer ? deck.map(FoundationFlashcard.init) : []
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
      { try KeyedUnarchiver.unarchivedObject(of: [Flashcard].self, from: data) },
      withPeer ? { try FoundationFlashcard.deck(theirs, count) } : nil)
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

/// What `archives-memory` runs in a process of its own.
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
      let data = try KeyedArchiver.archivedData(root: (0..<count).map { Flashcard($0) })
      _ = try KeyedUnarchiver.unarchivedObject(of: [Flashcard].self, from: data)
    case .foundation:
      let deck = (0..<count).map { FoundationFlashcard(Flashcard($0)) }
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: deck, requiringSecureCoding: true)
      try FoundationFlashcard.deck(data, count)
    }
    let peak = try ResidentMemory.bytes("VmHWM:")
    print("\(engine): peak \((Double(peak) / 1_048_576).text) MB, deck included")
  }
}

/// The tutorial's card as a plain Swift class.
final class Flashcard: Codable, Archivable {
  var question: String
  var answer: String
  var rightCount: Int
  var wrongCount: Int

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case answer = "Answer"
    case rightCount = "RightCount"
    case wrongCount = "WrongCount"
  }

  static var archivedClassAliases: [String] { [NSStringFromClass(FoundationFlashcard.self)] }

  /// A card by its number; one answer in ten is that of other cards too.
  init(_ number: Int) {
    question = "What is the capital of country number \(number)?"
    answer = number % 10 == 0 ? "The shared answer" : "The city with the number \(number)"
    rightCount = number % 97
    wrongCount = number % 31
  }
}

/// The same card as `NSCoding` has it.
final class FoundationFlashcard: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let question: NSString
  let answer: NSString
  let rightCount: Int
  let wrongCount: Int

  init(_ card: Flashcard) {
    question = card.question as NSString
    answer = card.answer as NSString
    rightCount = card.rightCount
    wrongCount = card.wrongCount
  }

  required init?(coder: NSCoder) {
    guard let question = coder.decodeObject(of: NSString.self, forKey: "Question"),
      let answer = coder.decodeObject(of: NSString.self, forKey: "Answer")
    else { return nil }
    self.question = question
    self.answer = answer
    rightCount = coder.decodeInteger(forKey: "RightCount")
    wrongCount = coder.decodeInteger(forKey: "WrongCount")
  }

  func encode(with coder: NSCoder) {
    coder.encode(question, forKey: "Question")
    coder.encode(answer, forKey: "Answer")
    coder.encode(rightCount, forKey: "RightCount")
    coder.encode(wrongCount, forKey: "WrongCount")
  }

  /// Reads a deck of so many cards.
  static func deck(_ data: Data, _ count: Int) throws {
    let classes = [NSArray.self, FoundationFlashcard.self, NSString.self] as [AnyClass]
    let deck = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    guard let deck = deck as? [FoundationFlashcard], deck.count == count else {
      throw ValidationError("Foundation read another deck")
    }
  }
}
