// Compares the set of hashes and the numbers of instances with collections of the standard library.
import Testing

@testable import PropertyLists

@Suite("Hash tables")
struct HashTablesTests {
  @Test("A set of hashes refuses what it contains, even if many hashes begin at one slot")
  func hashes() {
    let spread = (0..<5_000 as Range<UInt64>).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
    let crowded = (0..<500 as Range<UInt64>).map { $0 << 33 }
    for hashes in [spread, crowded, []] {
      var tags = HashTags(count: hashes.count)
      for hash in hashes {
        tags.prefetch(hash)
        let isNew = tags.insert(hash)
        #expect(isNew)
      }
      for hash in hashes {
        let isNew = tags.insert(hash)
        #expect(!isNew)
      }
    }
  }

  @Test("Keys that differ have different hashes, and the short hash is made from the long one")
  func texts() {
    var long: Set<UInt64> = []
    for number in 0..<2_000 {
      let text = String(repeating: "x", count: number % 20) + "\(number)"
      let source = SourceBytes(Array(text.utf8))
      let count = text.utf8.count
      let hash = source.view.longHash(at: 0, count: count, seed: 7)
      let short = source.view.hash(at: 0, count: count, seed: 7)
      #expect(long.insert(hash).inserted)
      #expect(short == UInt32(truncatingIfNeeded: hash ^ hash >> 32))
    }
  }

  private final class Instance {}

  @Test("Instances have the numbers that were set last, before and after the table grows")
  func instances() {
    let instances = (0..<3_000).map { _ in Instance() }
    for reserved in [0, 10, 5_000] {
      var numbers = InstanceNumbers()
      numbers.reserve(reserved)
      for (index, instance) in instances.enumerated() {
        let identity = ObjectIdentifier(instance)
        numbers.prefetch(UInt(bitPattern: identity))
        let unset = numbers[identity]
        #expect(unset == nil)
        numbers.set(1, of: identity)
        numbers.set(UInt32(index + 1), of: identity)
      }
      for (index, instance) in instances.enumerated() {
        let number = numbers[ObjectIdentifier(instance)]
        #expect(number == UInt32(index + 1))
      }
    }
    withExtendedLifetime(instances) {}
  }
}
