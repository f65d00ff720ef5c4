// Tests of archives on the smallest stack that threads have: a value or an error, never a crash.
import FoundationEssentials
import KeyedArchives
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

private final class Chain: Codable {
  var next: Chain?
  init(_ next: Chain?) { self.next = next }
}

private enum Contents: Codable {
  case more([String: [Box]])
  case end
}

private final class Box: Codable {
  var contents = Contents.end
}

private indirect enum Nested: Decodable {
  case list([Nested])
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([Nested].self))
    }
  }
}

@Suite("Archives on the smallest stack")
struct ArchiveStackTests {
  private static let kilobytes = 128

  /// An archive of objects of one class that each refer to the next.
  private func chain(
    _ length: Int, _ className: String, _ fields: (Plist) -> OrderedDictionary<String, Plist>
  ) throws -> PlistDocument {
    var slots: [Plist] = ["$null"]
    for slot in 1...length {
      var object = fields(slot == length ? uid(0) : uid(slot + 1))
      object["$class"] = uid(length + 1)
      slots.append(.dictionary(object))
    }
    slots.append(["$classname": .string(className), "$classes": [.string(className), "NSObject"]])
    return try PlistDocument(archivePlist(slots))
  }

  /// Unarchives a value and passes it to `end`, or fails with a depth error.
  private func unarchives<Value: Decodable>(
    _ type: Value.Type, _ document: PlistDocument, _ end: (Value) -> Void
  ) -> Bool {
    do {
      end(try KeyedUnarchiver(document).decode(type, forKey: "root"))
      return true
    } catch {
      return (error as? ArchiveError)?.code == .depthLimit
    }
  }

  @Test("Chains of objects are unarchived or rejected")
  func objects() throws {
    let fields = try chain(20_000, "Chain") { ["next": $0] }
    let boxes = try chain(20_000, "Box") { next in
      ["contents": ["more": ["_0": ["key": .array([next])]]]]
    }
    let lists = try chain(400, "NSArray") { ["NS.objects": [$0]] }
    try onSmallStack(kilobytes: Self.kilobytes) {
      let isDone = unarchives(Chain.self, fields) { head in
        var node = head
        while let next = node.next { (node.next, node) = (nil, next) }
      }
      #expect(isDone)
      _ = unarchives(Box.self, boxes) { _ in }
      #expect(unarchives(Nested.self, lists) { _ in })
      #expect(unarchives(AnyArchivedObject.self, lists) { _ in })
    }
  }

  @Test("Short chains are archived and unarchived")
  func short() throws {
    try onSmallStack(kilobytes: Self.kilobytes) {
      let data = try KeyedArchiver.archivedData(root: Chain(Chain(nil)))
      #expect(try KeyedUnarchiver.unarchivedObject(of: Chain.self, from: data).next != nil)
    }
  }

  @Test("Long chains are archived or rejected")
  func archiving() throws {
    try onSmallStack(kilobytes: Self.kilobytes) {
      var head = Chain(nil)
      for _ in 1..<20_000 { head = Chain(head) }
      let error = failure(ArchiveError.self) { try KeyedArchiver.archivedData(root: head) }
      #expect(error == nil || error?.code == .depthLimit)
      // Swift releases a chain by recursion.
      while let next = head.next { (head.next, head) = (nil, next) }
    }
  }

  @Test("Untyped readers accept chains of any length")
  func untyped() throws {
    let fields = try chain(20_000, "Chain") { ["next": $0] }
    let lists = try chain(20_000, "NSArray") { ["NS.objects": [$0]] }
    try onSmallStack(kilobytes: Self.kilobytes) {
      for document in [fields, lists] {
        #expect(KeyedArchive.diagnose(document).isEmpty)
        let graph = try ObjectGraph(document).encoded(as: .binary)
        let json = try KeyedArchive(document).json()
        #expect(graph.count > 20_000 && json.count > 20_000)
      }
    }
  }
}
