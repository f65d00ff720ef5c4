// Compares the order of keys in CoreFoundation's dictionaries with the shared test vectors. Skipped
// without them.
import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("The order of keys in CoreFoundation")
struct HashOrderTests {
  private static func vectors() -> [String: Any] {
    PublishedCases.json("keyed-archive")["cf_dictionary_order"] as? [String: Any] ?? [:]
  }

  @Test("Keys are ordered as in CoreFoundation's hash table", .enabled(if: !vectors().isEmpty))
  func order() throws {
    let rows = try #require(Self.vectors()["rows"] as? [[String: [String]]])
    for row in rows {
      let keys = try #require(row["insertion"])
      let order = CoreFoundationTable.order(of: keys.map { CoreFoundationHash.hash($0) })
      #expect(order.map { keys[$0] } == row["written"])
    }
    #expect(rows.count >= 30)
  }

  @Test("Strings have CoreFoundation's hashes", .enabled(if: !vectors().isEmpty))
  func hashes() throws {
    let examples = try #require(Self.vectors()["hash_examples"] as? [String: String])
    for (text, hash) in examples {
      #expect(CoreFoundationHash.hash(text) == UInt64(hash, radix: 16), "\(text)")
    }
    #expect(examples.count >= 7)
  }

  @Test(
    "Keys chosen to collide keep their order, after a bounded number of probes")
  func collisions() {
    // In strings above 96 units only three parts are hashed: these differ between them.
    let chosen = (0..<4000).map { number in
      let text = String(number)
      return String(repeating: "A", count: 40) + text
        + String(repeating: "A", count: 160 - text.utf8.count)
    }
    let random = (0..<4000).map { "key number \($0) of many" }
    var probes: [Int] = []
    let orders = [chosen, random].map { keys in
      CoreFoundationTable.order(of: keys.map { CoreFoundationHash.hash($0) }) { probes.append($0) }
    }
    #expect(orders[0] == Array(0..<4000))
    #expect(Set(orders[1]) == Set(0..<4000) && orders[1] != Array(0..<4000))
    #expect(probes[0] <= 4097 + 32 * 4000)
    #expect(probes[1] <= 4 * 4000)
  }
}
