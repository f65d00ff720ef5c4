// Tests of the orders of keys that the process remembers: keys are sorted correctly, whatever was
// written before, on any thread.
import Foundation
import OrderedCollections
import PropertyLists
import Testing

@Suite("Remembered orders of keys")
struct KeyOrderMemoryTests {
  private static let keys = [
    "name", "Name", "é", "zebra", "a", "aa", "b b", "\u{1F600}", "\u{FFFD}", "item", "Items", "_",
  ]

  /// The keys of a document as XML.
  private static func written(_ plist: Plist) throws -> [String] {
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let data = try plist.encoded(as: .xml, options: options)
    let text = String(decoding: data, as: UTF8.self)
    return text.split(separator: "\n").compactMap {
      guard let start = $0.range(of: "<key>"), let end = $0.range(of: "</key>") else { return nil }
      return String($0[start.upperBound..<end.lowerBound])
    }
  }

  private static func sorted(_ keys: [String]) -> [String] {
    keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
  }

  /// Dictionaries of one size with different keys, and the same keys in different orders.
  private static func dictionaries(_ count: Int) -> [[String]] {
    (0..<12).map { number in
      (0..<count).map { keys[($0 * (number % 2 == 0 ? 1 : 5) + number) % keys.count] }
    }.filter { Set($0).count == count }
  }

  @Test("Dictionaries of one size with different keys are sorted", arguments: 2...12)
  func alternating(count: Int) throws {
    for _ in 0..<3 {
      for keys in Self.dictionaries(count) {
        let plist = Plist.dictionary(.init(uniqueKeysWithValues: keys.map { ($0, 1) }))
        #expect(try Self.written(plist) == Self.sorted(keys))
      }
    }
  }

  @Test("Keys that only begin alike are not confused")
  func similarKeys() throws {
    for suffix in ["", "1", "12", "2"] {
      let keys = ["b" + suffix, "a", "c" + suffix, "0" + suffix]
      let plist = Plist.dictionary(.init(uniqueKeysWithValues: keys.map { ($0, 1) }))
      #expect(try Self.written(plist) == Self.sorted(keys))
    }
    // The keys have the same text one after another, but different borders.
    for keys in [["ab", "c", "d"], ["a", "bc", "d"], ["a", "b", "cd"], ["abc", "d", "e"]] {
      let plist = Plist.dictionary(.init(uniqueKeysWithValues: keys.map { ($0, 1) }))
      #expect(try Self.written(plist) == Self.sorted(keys))
    }
  }

  @Test("Threads that write different dictionaries do not disturb each other")
  func threads() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          let keys = Self.dictionaries(6)[task % Self.dictionaries(6).count]
          let plist = Plist.dictionary(.init(uniqueKeysWithValues: keys.map { ($0, 1) }))
          return (0..<200).allSatisfy { _ in
            (try? Self.written(plist)) == Self.sorted(keys)
          }
        }
      }
      for await isSorted in group { #expect(isSorted) }
    }
  }

  @Test("Keys with long text are sorted, and not remembered")
  func longKeys() throws {
    let keys = (0..<5).map { String(repeating: "k", count: 3000) + "\(9 - $0)" }
    let plist = Plist.dictionary(.init(uniqueKeysWithValues: keys.map { ($0, 1) }))
    for _ in 0..<2 { #expect(try Self.written(plist) == Self.sorted(keys)) }
  }
}
