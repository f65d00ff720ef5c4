// A format that the library does not have, added by one type and one list: the steps in "Adding a
// format" suffice.
import Foundation
import OrderedCollections
import Testing

@testable import PropertyLists

/// Lines of `key=value` after a line `%toy`. `\n` and `\\` are the escapes of values, `[…]` is a
/// section, which is a dictionary.
private enum ToyFormat: FormatCodec {
  static let format: PlistFormat? = nil
  static let plural = "toy files"
  static let unsupportedKinds = Set(PlistKind.allCases).subtracting([.string, .dictionary])

  static func recognizes(
    text view: ByteView, at start: Int, _ options: PlistReadingOptions
  ) -> Bool { view.matches("%toy\n", at: start) }

  static func read(
    _ input: FormatInput, options: PlistReadingOptions
  ) throws(PlistError) -> DocumentStorage { try ToyReader.read(input, options: options) }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    view.string(at: node.start, count: node.count)
      .replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
  }

  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    let start = Int(storage.offsets[index])
    let node = storage.nodes[index]
    return start..<(node.kind == .string ? start + node.count : storage.view.count)
  }

  static func writeDocument(
    _ storage: DocumentStorage, options: PlistWritingOptions
  ) throws(PlistError) -> Data {
    var text = "%toy\n"
    let root = PlistDocument(storage).root
    for (key, value) in zip(root.keys, root.children) {
      guard let value = value.stringValue else {
        throw PlistError(
          .notRepresentable, message: "\(plural) hold text alone", path: PlistPath([.key(key)]))
      }
      text += key + "=" + value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") + "\n"
    }
    return Data(text.utf8)
  }
}

private struct ToyReader: TextReader, ~Copyable {
  var table: TextTable
  private let view: ByteView
  private var position: Int

  init(_ input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    table = TextTable(input, codec: ToyFormat.self, options: options, shortestValue: 2)
    position = input.encoding.textStart + 5
  }

  mutating func readDocument() throws(PlistError) {
    try table.open(.dictionary, start: position)
    while position < view.count { try readLine() }
    while table.depth > 0 { table.closeDictionary() }
  }

  private mutating func readLine() throws(PlistError) {
    let end = view.firstIndex(of: UInt8(ascii: "\n"), from: position)
    if view[position] == UInt8(ascii: "[") {
      if table.depth == 2 { table.closeDictionary() }
      try table.appendKey(position + 1..<end - 1, form: NodeForm.utf8, start: position)
      try table.open(.dictionary, start: position)
    } else {
      let equals = view.firstIndex(of: UInt8(ascii: "="), from: position)
      guard equals < end else {
        throw table.failure(.unexpectedCharacter, message: "a line without =", at: position)
      }
      try table.appendKey(position..<equals, form: NodeForm.utf8, start: position)
      let isEscaped = view.firstIndex(of: UInt8(ascii: "\\"), from: equals) < end
      try table.append(
        Node(
          .string, form: isEscaped ? NodeForm.escaped : NodeForm.utf8, count: end - equals - 1,
          payload: UInt64(equals + 1)), start: equals + 1)
    }
    position = end + 1
  }

  consuming func finish(_ input: FormatInput) -> DocumentStorage {
    table.finish(input, origin: DocumentOrigin(ToyFormat.self, text: table.origin))
  }
}

@Suite("A format that one type adds")
struct ToyFormatTests {
  private let formats = FormatList(added: [ToyFormat.self])

  private func document(
    _ text: String, _ options: PlistReadingOptions = PlistReadingOptions()
  ) throws -> PlistDocument {
    PlistDocument(
      try DocumentStorage.read(SourceBytes(Array(text.utf8)), options: options, among: formats))
  }

  @Test("The format is recognized and read, and its escapes are resolved on access")
  func reading() throws {
    let document = try document("%toy\nname=Ann\nnote=two\\nlines\n[home]\ncity=Bern\n")
    #expect(document.root["name"]?.stringValue == "Ann")
    #expect(document.root["note"]?.stringValue == "two\nlines")
    #expect(document.root["home"]?["city"]?.stringValue == "Bern")
    #expect(document.format == nil)
  }

  @Test("The other formats are read as before")
  func neighbors() throws {
    #expect(try document("<plist><true/></plist>").root.boolValue == true)
    #expect(try document("{ a = b; }").format == .openStep)
  }

  @Test("Values have their lines and bytes")
  func positions() throws {
    let text = "%toy\nname=Ann\n"
    let name = try #require(try document(text).root["name"])
    #expect(name.sourceRange == 10..<13)
    #expect(name.position?.line == 2)
    #expect(name.position?.column == 6)
  }

  @Test("Errors have a line and a path, and all limits apply")
  func errors() throws {
    let broken = try #require(throws: PlistError.self) { try document("%toy\n[home]\nhello\n") }
    #expect(broken.position?.line == 3)
    #expect(broken.path.description == "home")
    var shallow = PlistReadingOptions()
    shallow.maximumDepth = 1
    let deep = #expect(throws: PlistError.self) { try document("%toy\n[home]\na=b\n", shallow) }
    #expect(deep?.code == .depthLimit)
  }

  @Test("Documents convert from and to every other format")
  func converting() throws {
    let document = try document("%toy\nnote=a\\nb\n")
    for format in PlistFormat.allCases {
      let data = try document.encoded(as: format)
      #expect(try Plist(data) == .dictionary(["note": .string("a\nb")]), "\(format)")
    }
    let xml = try PlistDocument(Plist.dictionary(["a": .string("x\\y")]).encoded(as: .xml))
    let written = try ToyFormat.writeDocument(xml.storage, options: PlistWritingOptions())
    #expect(String(decoding: written, as: UTF8.self) == "%toy\na=x\\\\y\n")
  }

  @Test("A repeated key counts once, with a warning")
  func repeatedKeys() throws {
    let document = try document("%toy\na=1\na=2\n")
    #expect(document.root.count == 1)
    #expect(document.root["a"]?.stringValue == "2")
    #expect(document.warnings.map(\.error.code) == [.duplicateKey])
  }
}

@Suite("The list of formats")
struct FormatListTests {
  @Test("Every format has one codec", arguments: PlistFormat.allCases)
  func codecs(format: PlistFormat) {
    var count = 0
    _ = FormatList().first { codec in
      if codec.format == format { count += 1 }
      return false
    }
    #expect(count == 1)
    #expect(format.codec.format == format)
  }

  @Test(
    "Each format rejects unsupported values, and all others survive a round trip",
    arguments: PlistFormat.allCases)
  func unsupportedKinds(format: PlistFormat) throws {
    let samples: [(PlistKind, Plist)] = [
      (.null, .null), (.bool, .bool(true)), (.integer, .integer(7)), (.real, .real(0.5)),
      (.date, .date(Date(timeIntervalSinceReferenceDate: 0))), (.data, .data(Data([1, 2]))),
      (.string, .string("text")), (.uid, .uid(PlistUID(3))), (.array, .array([.string("a")])),
      (.set, .set([.string("a")])), (.dictionary, .dictionary(["k": .string("v")])),
    ]
    #expect(Set(samples.map(\.0)) == Set(PlistKind.allCases))
    for (kind, sample) in samples {
      let value = Plist.dictionary(["key": sample])
      if format.codec.unsupportedKinds.contains(kind) {
        let error = #expect(throws: PlistError.self, "\(kind)") { try value.encoded(as: format) }
        #expect(error?.code == .notRepresentable, "\(kind)")
      } else {
        #expect(throws: Never.self, "\(kind)") { try Plist(value.encoded(as: format)) }
      }
    }
  }

  @Test("Input is kept unchanged, whatever its encoding")
  func input() throws {
    let text = "<plist><string>Zürich</string></plist>"
    for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf32] {
      let bytes = try #require(text.data(using: encoding))
      #expect(try PlistDocument(bytes).input == bytes, "\(encoding)")
    }
    let long = Data(#"{"a": 123456789012345678901234567890, "b": {"$data": "\u0041A=="}}"#.utf8)
    #expect(try PlistDocument(long).input == long)
    let binary = try Plist.string("a").encoded(as: .binary)
    #expect(try PlistDocument(binary).input == binary)
    #expect(try PlistDocument(.string("a")).input == nil)
  }
}
