// A value tree as a part of a type that is archived.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("A part of an archived type that is left untyped")
struct TreeArchivingTests {
  private struct Extension: Codable, Equatable {
    var name: String
    var extra: Plist
  }

  @Test("comes back from an archive")
  func roundTrip() throws {
    let value = Extension(
      name: "n", extra: ["a": [1, -2.5, "x", true, [:], []], "text": "t", "deep": ["er": [[7]]]])
    let data = try KeyedArchiver.archivedData(root: value)
    #expect(try KeyedUnarchiver.unarchivedObject(of: Extension.self, from: data) == value)
  }

  @Test("is refused where an archive cannot hold it")
  func refused() {
    for part: Plist in [.uid(PlistUID(1)), .set([1])] {
      let value = Extension(name: "n", extra: [part])
      #expect(throws: (any Error).self) { try KeyedArchiver.archivedData(root: value) }
    }
  }
}
