// Node tables as memory: lent by documents, and validated before they become documents.
import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Node tables as memory")
struct TableMemoryTests {
  /// A copy of a lent table.
  private struct TableCopy {
    var nodes: [UInt64]
    var references: [UInt32]
    var text: [UInt8]
    var root: Int

    init(_ document: PlistDocument) {
      var (nodes, references, text): ([UInt64], [UInt32], [UInt8]) = ([], [], [])
      document.withTable { records, numbers, _, bytes in
        for index in 0..<records.byteCount / 8 {
          nodes.append(unsafe records.unsafeLoad(fromByteOffset: index * 8, as: UInt64.self))
        }
        for index in numbers.indices { references.append(numbers[index]) }
        for index in 0..<bytes.byteCount {
          text.append(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
        }
      }
      (self.nodes, self.references, self.text) = (nodes, references, text)
      root = document.rootNumber
    }

    func document() throws -> PlistDocument {
      try unsafe PlistDocument(
        nodes: nodes.span.bytes, references: references.span, text: text.span.bytes, root: root)
    }
  }

  private static let sample: Plist = [
    "text": "Zürich 😀", "ascii": "plain", "empty": "", "list": [1, -1, 2.5, true, false],
    "large": .integer(PlistInteger(high: 1, low: 2)),
    "unsigned": .integer(PlistInteger(UInt64.max)),
    "date": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "uid": .uid(PlistUID(7)),
    "data": .data(Data([0, 1, 254])), "blob": .data(Data(repeating: 9, count: 10_000)),
    "nested": ["a": ["b": [[:], []]]],
  ]

  @Test("A document created in memory survives as memory, large data included")
  func memory() throws {
    let document = try PlistDocument(Self.sample)
    #expect(try Plist(TableCopy(document).document().root) == Self.sample)
  }

  @Test("A binary document survives as memory", arguments: [false, true])
  func binary(hasUTF16: Bool) throws {
    let value: Plist = hasUTF16 ? ["k": "日本", "l": ["日本", "é"]] : Self.sample
    let document = try PlistDocument(value.encoded(as: .binary))
    #expect(try Plist(TableCopy(document).document().root) == value)
  }

  @Test("Text without escapes survives as memory, and reals are their numbers")
  func text() throws {
    let document = try PlistDocument(
      Array(
        "<plist><dict><key>a</key><real>1.50</real><key>b</key><string>c</string></dict></plist>"
          .utf8))
    let copy = try TableCopy(document).document()
    #expect(try Plist(copy.root) == ["a": 1.5, "b": "c"])
    let written = String(decoding: try copy.encoded(as: .xml), as: UTF8.self)
    #expect(written.contains("<real>1.5</real>"))
  }

  @Test("Text with escapes is rejected, since it belongs to its format")
  func escapes() throws {
    let document = try PlistDocument(Array("<plist><string>&lt;</string></plist>".utf8))
    let error = #expect(throws: PlistError.self) { try TableCopy(document).document() }
    #expect(error?.code == .unknownMarker)
  }

  @Test("The offsets of text are lent, and there are none for a document created in memory")
  func offsets() throws {
    let text = try PlistDocument(Array("{ a = b; }".utf8))
    #expect(text.withTable { nodes, _, offsets, _ in offsets.count * 16 == nodes.byteCount })
    let memory = try PlistDocument(Self.sample)
    #expect(memory.withTable { _, _, offsets, _ in offsets.isEmpty })
  }

  /// A node as its two numbers.
  private func node(_ kind: PlistKind, form: UInt8 = 0, count: Int = 0, payload: UInt64 = 0)
    -> [UInt64]
  {
    let node = Node(kind, form: form, count: count, payload: payload)
    return [node.head, node.payload]
  }

  private func code(
    _ nodes: [[UInt64]], _ references: [UInt32] = [], text: String = "", root: Int = 0
  ) -> PlistError.Code? {
    let nodes = nodes.flatMap { $0 }
    let text = Array(text.utf8)
    do throws(PlistError) {
      _ = try unsafe PlistDocument(
        nodes: nodes.span.bytes, references: references.span, text: text.span.bytes, root: root)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Every fault of a table has its code")
  func faults() {
    #expect(code([]) == .invalidOffset)
    #expect(code([[11, 0]]) == .unknownMarker)
    #expect(code([node(.string, form: 9)]) == .unknownMarker)
    #expect(code([node(.array, form: 1)]) == .unknownMarker)
    #expect(code([node(.bool, payload: 1)], root: 1) == .invalidObjectReference)
    #expect(code([node(.bool)], [1]) == .invalidObjectReference)
    #expect(code([node(.string, count: 3)], text: "ab") == .objectTooLong)
    #expect(code([node(.string, count: 1, payload: .max)], text: "ab") == .objectTooLong)
    #expect(code([node(.string, form: NodeForm.utf16, count: 2)], text: "abc") == .objectTooLong)
    #expect(
      code([node(.integer, form: NodeForm.wide, payload: 1)], text: "0123456789abcdef")
        == .objectTooLong)
    #expect(code([node(.array, count: 2), node(.null)], [1]) == .objectTooLong)
    #expect(code([node(.array, count: 1, payload: .max), node(.null)], [1]) == .objectTooLong)
    #expect(code([node(.uid, payload: 1 << 32)]) == .invalidUID)
    #expect(code([node(.string, count: 2)], text: "\u{E9}") == nil)
    #expect(code([node(.string, count: 1)], text: "\u{E9}") == .invalidText)
    #expect(code([node(.array, count: 1)], [0]) == .cycle)
    #expect(code([node(.dictionary, count: 1), node(.array)], [1, 1]) == .keyNotString)
    let shared = [node(.array, count: 2), node(.array, count: 1), node(.null)]
    #expect(code(shared, [1, 2]) == .overlappingObjects)
    let copies = (0..<3_000).map { _ in node(.string, count: 4) }
    #expect(code(copies, text: "abcd") == .overlappingObjects)
  }

  @Test("A repeated key counts once, the first")
  func repeatedKeys() throws {
    let nodes = [
      node(.dictionary, count: 2), node(.string, count: 1), node(.bool), node(.bool, payload: 1),
    ]
    .flatMap { $0 }
    let document = try unsafe PlistDocument(
      nodes: nodes.span.bytes, references: ([1, 1, 2, 3] as [UInt32]).span,
      text: Array("k".utf8).span.bytes, root: 0)
    #expect(try Plist(document.root) == ["k": false])
    #expect(document.warnings.map(\.error.code) == [.duplicateKey])
  }

  @Test("A table with any damage is rejected, or a document like any other", arguments: 0..<20)
  func damage(seed: Int) throws {
    var numbers = ScriptGenerator(exactSeed: UInt64(seed))
    let original = TableCopy(try PlistDocument(Self.sample))
    var (accepted, rejected) = (0, 0)
    for _ in 0..<200 {
      var table = original
      for _ in 0...Int.random(in: 0...2, using: &numbers) {
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0:
          let index = Int.random(in: table.nodes.indices, using: &numbers)
          table.nodes[index] ^= 1 << UInt64.random(in: 0..<64, using: &numbers)
        case 1:
          let index = Int.random(in: table.references.indices, using: &numbers)
          table.references[index] = UInt32.random(in: 0..<40, using: &numbers)
        default:
          let index = Int.random(in: table.text.indices, using: &numbers)
          table.text[index] = UInt8.random(in: .min ... .max, using: &numbers)
        }
      }
      guard let document = try? table.document() else {
        rejected += 1
        continue
      }
      accepted += 1
      for format in PlistFormat.allCases { _ = try? document.encoded(as: format) }
      _ = try? Plist(document.root)
      let binary = try? document.encoded(as: .binary)
      if let binary { #expect(throws: Never.self) { try PlistDocument(binary) } }
    }
    #expect(accepted > 0 && rejected > 0)
  }
}
