// Tests of writing graphs: unchanged ones to the byte, and changed ones with only the change.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Writing graphs")
struct GraphWriterTests {
  @Test(
    "Each committed archive is written with its own bytes",
    arguments: Corpus.archives.filter { !$0.isShared })
  func unchanged(_ file: Corpus.File) throws {
    let graph = try ObjectGraph(forReadingFrom: file.data)
    #expect(try graph.encoded() == file.data)
  }

  @Test(
    "Each committed archive in the other format, binary or XML, has the same values",
    arguments: Corpus.archives.filter { !$0.isShared })
  func otherFormat(_ file: Corpus.File) throws {
    let graph = try ObjectGraph(forReadingFrom: file.data)
    let other = try graph.encoded(as: file.isBinary ? .xml : .binary)
    #expect(try Plist(PlistDocument(other)) == Plist(PlistDocument(file.bytes)))
  }

  private func graph() throws -> ObjectGraph {
    let archive = ArchiveText(
      object(3, field("a", number(1)) + field("b", ref(2))), text("shared"), record("A"))
    return try ObjectGraph(PlistDocument(archive.bytes))
  }

  @Test("A changed field is written, and everything else stays")
  func change() throws {
    let graph = try graph()
    var expected = try Plist(graph.document())
    graph[1]?.object?["a"] = GraphValue(.integer(2))
    expected["$objects"]?[1]?["a"] = 2
    #expect(try Plist(graph.document()) == expected)
  }

  @Test("A new object takes the next slot, and may refer to itself")
  func newObject() throws {
    let graph = try graph()
    let object = graph.add(try #require(graph[1]?.object).archivedClass, fields: [])
    object["me"] = GraphValue(.object(slot: object.slot))
    graph[1]?.object?["new"] = GraphValue(.object(slot: object.slot))
    let again = try ObjectGraph(forReadingFrom: graph.encoded(as: .binary))
    let new = try #require(again[1]?.object?.object("new")?.object)
    #expect(new.className == "A" && new["me"]?.slot == new.slot)
    #expect(again.topObject("root")?.object?["b"]?.slot == 2)
  }

  @Test("A reference to a slot that does not exist is an error")
  func noSlot() throws {
    let graph = try graph()
    graph[1]?.object?["b"] = GraphValue(.object(slot: 99))
    #expect(throws: ArchiveError.self) { try graph.encoded() }
  }
}
