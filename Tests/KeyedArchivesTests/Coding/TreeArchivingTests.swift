// Tests of a value tree as a part of a type that is archived.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Untyped parts of archived types")
struct TreeArchivingTests {
  private struct Extension: Codable, Equatable {
    var name: String
    var extra: Plist
  }

  @Test("A value tree survives a round trip through an archive")
  func roundTrip() throws {
    let value = Extension(
      name: "n", extra: ["a": [1, -2.5, "x", true, [:], []], "text": "t", "deep": ["er": [[7]]]])
    let data = try KeyedArchiver.archivedData(root: value)
    #expect(try KeyedUnarchiver.unarchivedObject(of: Extension.self, from: data) == value)
  }

  @Test("A value tree with values that archives do not support is rejected")
  func refused() {
    for part: Plist in [.uid(PlistUID(1)), .set([1])] {
      let value = Extension(name: "n", extra: [part])
      #expect(throws: (any Error).self) { try KeyedArchiver.archivedData(root: value) }
    }
  }
}
