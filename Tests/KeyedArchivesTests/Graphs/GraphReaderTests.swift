// Tests of reading archives as graphs: every value of the file, and the errors of what a graph cannot
// hold.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Reading graphs")
struct GraphReaderTests {
  private func graph(_ archive: ArchiveText) throws -> ObjectGraph {
    try ObjectGraph(PlistDocument(archive.bytes))
  }

  @Test("Every kind of field is read with its value")
  func kinds() throws {
    let fields =
      field("t", "<true/>") + field("i", number(-3)) + field("r", "<real>1.5</real>")
      + field("s", text("a")) + field("d", "<data>AQI=</data>") + field("n", ref(0))
      + field("o", ref(1)) + field("l", list(number(1), ref(1)))
    let graph = try graph(ArchiveText(object(2, fields), record("A")))
    let object = try #require(graph.topObject("root")?.object)
    #expect(object.className == "A" && graph.count == 3)
    #expect(object["t"]?.bool == true && object["i"]?.integer == -3)
    #expect(object["r"]?.number == 1.5 && object["s"]?.text == "a")
    #expect(object["d"]?.data == Data([1, 2]) && object["n"]?.isNil == true)
    #expect(object["o"]?.slot == 1 && object.object("o")?.object == object)
    #expect(object["l"]?.elements?.last?.slot == 1)
    #expect(object.fields.map(\.name) == ["t", "i", "r", "s", "d", "n", "o", "l"])
  }

  @Test("A conditional reference to an absent object is nil")
  func conditional() throws {
    let graph = try graph(
      ArchiveText(object(2, field("a", ref(3))), record("A"), text("$null")))
    #expect(graph[1]?.object?["a"]?.isNil == true)
  }

  @Test("Every slot of every valid archive of the corpus is read, and its references lead to slots")
  func corpus() throws {
    for file in Corpus.archives where !file.isShared {
      let document = try PlistDocument(file.bytes)
      let graph = try ObjectGraph(document)
      #expect(graph.count == document.root["$objects"]?.count, "\(file)")
      var waiting = graph.top.map(\.value)
      var seen: Set<Int> = []
      while let value = waiting.popLast() {
        waiting += value.elements ?? []
        waiting += value.fields?.map(\.value) ?? []
        guard let slot = value.slot, seen.insert(slot).inserted else { continue }
        let object = try #require(graph[slot], "\(file)")
        waiting += object.object?.fields.map(\.value) ?? []
        if let plain = object.plain { waiting.append(plain) }
      }
      #expect(seen.allSatisfy { $0 < graph.count })
    }
  }

  @Test("A dangling reference is an error, and one that nothing reaches keeps its number")
  func dangling() throws {
    let reached = ArchiveText(object(2, field("a", ref(9))), record("A"))
    let error = failure(ArchiveError.self) { try graph(reached) }
    #expect(error?.code == .referenceOutOfRange)
    let unreached = ArchiveText(text("x"), object(3, field("a", ref(9))), record("A"))
    #expect(try graph(unreached)[2]?.object?["a"]?.slot == 9)
  }
}
