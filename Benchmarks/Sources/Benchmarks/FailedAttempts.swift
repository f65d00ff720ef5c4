// The cost of a failed attempt to decode whose error is discarded, by the depth of the value and
// the length of the keys above it. Counts processor time.
import ArgumentParser
import Foundation
import KeyedArchives
import PropertyLists

struct FailedAttempts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attempts",
    abstract: "The time of a `try?` that fails, by depth and length of keys.")

  @Option(help: "Attempts of each kind.") var count = 2000
  @Option(help: "Levels above the value.") var depth: [Int] = [1, 10, 100, 400]
  @Option(help: "Characters of each key.") var keyLength: [Int] = [4, 4000]

  func run() throws {
    print("depth  key    Plinth ns  archive ns  Foundation ns")
    for length in keyLength {
      for depth in depth { try measure(depth, String(repeating: "k", count: length)) }
    }
  }

  private func measure(_ depth: Int, _ key: String) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let nested = Attempts(depth: depth, key: key)
    let bytes = [UInt8](try PlistEncoder(outputFormat: .binary).encode(nested))
    let data = try encoder.encode(nested)
    let archive = try KeyedArchiver.archivedData(root: nested)

    let plinth = try nanoseconds(depth, key) {
      _ = try PlistDecoder().decode(Attempts.self, from: bytes)
    }
    let unarchiver = try nanoseconds(depth, key) {
      _ = try KeyedUnarchiver(forReadingFrom: archive).decode(Attempts.self, forKey: "root")
    }
    let foundation = try nanoseconds(depth, key) {
      _ = try PropertyListDecoder().decode(Attempts.self, from: data)
    }

    let columns = [
      String(depth).padded(6), String(key.count).padded(6), plinth.text.padded(10),
      unarchiver.text.padded(11), foundation.text,
    ]
    print(columns.joined(separator: " "))
  }

  private func nanoseconds(_ depth: Int, _ key: String, _ decode: () throws -> Void) rethrows
    -> Double
  {
    Attempts.plan = Plan(levels: depth, key: key, count: count)
    try decode()
    return Attempts.plan.nanoseconds
  }
}

/// The number of attempts, the number of levels above them, and the time of each.
private struct Plan {
  var levels = 0
  var key = ""
  var count = 0
  var nanoseconds = 0.0
}

/// A string below some levels of dictionaries. Decoding descends to the string, and tries to decode
/// it as a number.
private struct Attempts: Codable {
  nonisolated(unsafe) static var plan = Plan()

  private var depth = 0
  private var key = ""

  init(depth: Int, key: String) {
    (self.depth, self.key) = (depth, key)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    let textKey = TextKey(stringValue: key)
    if depth <= 1 { return try container.encode("text", forKey: textKey) }
    try container.encode(Attempts(depth: depth - 1, key: key), forKey: textKey)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    let key = TextKey(stringValue: Self.plan.key)
    if Self.plan.levels > 1 {
      Self.plan.levels -= 1
      _ = try container.decode(Attempts.self, forKey: key)
      return
    }
    let start = clock()
    for _ in 0..<Self.plan.count where (try? container.decode(Int.self, forKey: key)) != nil {
      throw ValidationError("a string was decoded as a number")
    }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    Self.plan.nanoseconds = seconds * 1e9 / Double(Self.plan.count)
  }
}

private struct TextKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
