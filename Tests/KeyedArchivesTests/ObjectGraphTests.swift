// Archives as graphs of objects whose classes nobody needs to know.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Graphs of unknown objects")
struct ObjectGraphTests {
  /// Files that are not written again byte for byte, and why.
  static let exceptions: [String: String] = [:]

  @Test(
    "Archives of Apple's software are written again byte for byte from their objects",
    .enabled(if: SharedArchives.isPresent))
  func byteForByte() throws {
    var different: Set<String> = []
    for file in SharedArchives.files {
      let graph = try ObjectGraph(forReadingFrom: file.bytes)
      if try graph.encoded() != file.bytes { different.insert(file.name) }
    }
    #expect(different == Set(Self.exceptions.keys))
    #expect(different.count * 100 <= SharedArchives.files.count)
    #expect(SharedArchives.files.count > 200)
  }
}
