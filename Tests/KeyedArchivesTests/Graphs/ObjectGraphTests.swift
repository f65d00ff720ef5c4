// Tests of archives as graphs of objects whose classes may be unknown.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Graphs of unknown objects")
struct ObjectGraphTests {
  /// Files that are not written again byte for byte, and the reasons.
  static let exceptions: [String: String] = [:]

  @Test("Archives of Apple's software are written again byte for byte from their objects")
  func byteForByte() throws {
    var different: Set<String> = []
    for file in Corpus.archives {
      let graph = try ObjectGraph(forReadingFrom: file.data)
      if try graph.encoded() != file.data { different.insert(file.name) }
    }
    #expect(different == Set(Self.exceptions.keys))
    #expect(Corpus.archives.count > (Corpus.hasSharedCollection ? 240 : 40))
  }

  @Test("Changing one field of an archive of Apple's software changes nothing else")
  func change() throws {
    var changed = 0
    for file in Corpus.archives {
      let graph = try ObjectGraph(forReadingFrom: file.data)
      guard let (object, field) = Self.firstScalar(graph) else { continue }
      object[field.name] = GraphValue(.text("changed here"))
      let again = try ObjectGraph(forReadingFrom: graph.encoded())
      #expect(again[object.slot]?.object?[field.name]?.text == "changed here", "\(file.name)")
      #expect(again.count == graph.count)
      again[object.slot]?.object?[field.name] = field.value
      var comparison = GraphComparison(try ObjectGraph(forReadingFrom: file.data), again)
      #expect(comparison.difference() == nil, "\(file.name)")
      changed += 1
    }
    #expect(changed > (Corpus.hasSharedCollection ? 200 : 10))
  }

  /// The first field of an object that is a number or a Boolean.
  private static func firstScalar(_ graph: ObjectGraph) -> (UnknownObject, GraphValue.Field)? {
    for slot in 0..<graph.count {
      guard let object = graph[slot]?.object else { continue }
      let field = object.fields.first { $0.value.number != nil || $0.value.bool != nil }
      if let field { return (object, field) }
    }
    return nil
  }

  @Test(
    "macOS archives survive byte for byte in a typed archive of unknown objects",
    .enabled(if: Corpus.hasSharedCollection))
  func typed() throws {
    var options = ArchivingOptions()
    options.layout = .classic
    let files = PublishedCases.archives("third-party/keyed-archive-apple", "apple")
    for file in files {
      let root = try KeyedUnarchiver.unarchivedObject(of: UnknownObject.self, from: file.data)
      let again = try KeyedArchiver.archivedData(root: root, options: options)
      #expect(again == file.data, "\(file.name)")
    }
    #expect(files.count == 36)
  }
}
