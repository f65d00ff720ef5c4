// Files that are written in parts while their outermost array is being encoded. Each must equal the
// file that is written from the document of the same value.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

/// Whether a part of the file was written before the last element was encoded.
private final class PartsObserver: @unchecked Sendable {
  var haveBegun = false
}

/// An element that encodes a value, and looks whether a part was written.
private struct ObservingElement<Value: Encodable>: Encodable {
  var value: Value
  let observer: PartsObserver

  func encode(to encoder: any Encoder) throws {
    let session = try #require(encoder as? NodeEncoder).session
    if session.parts.haveBegun { observer.haveBegun = true }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// An element that is coded directly, and looks whether a part was written.
private struct DirectElement: PlistFieldCodable {
  var number: Int
  var text: String

  static let plistFields = PlistFields("number", "text")
  static let observer = PartsObserver()

  init(number: Int) { (self.number, text) = (number, "text \(number % 50)") }

  init(from fields: borrowing PlistFieldReader) throws {
    number = try fields.decode(0)
    text = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if let session = writer.session, session.with({ $0.parts.haveBegun }) {
      Self.observer.haveBegun = true
    }
    if field == 0 { try writer.encode(number) } else { try writer.encode(text) }
  }
}

/// An element that is coded directly. The last one continues a container of the first one.
private struct KeepingElement: PlistCodable {
  var number: Int

  private static let kept = KeptScope()

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> KeepingElement
  { throw CocoaError(.coderInvalidValue) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([number])
  }

  func encode(to writer: inout PlistFieldWriter) throws {
    let scope = try writer.beginArray()
    if number == 0 {
      let inner = try writer.beginArray()
      Self.kept.scope = inner
      writer.endArray(inner)
    }
    if number == 199, let inner = Self.kept.scope { writer.endArray(inner) }
    writer.nextElement()
    try writer.add(Int64(number))
    writer.endArray(scope)
  }
}

private enum TestKey: CodingKey { case number, list, late, a, b }

@Suite("Files in parts")
struct FileInPartsTests {
  private static let formats = [PlistFormat.binary, .xml]

  /// Expects the file, or the error, of the document of the same elements. Returns whether a part of
  /// the file was written before the last element was encoded.
  private func expectSameFile<Value: Encodable>(
    _ values: [Value], _ format: PlistFormat, partSize: Int = 8,
    options: PlistWritingOptions = PlistEncoder.defaultOptions,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let observer = PartsObserver()
    let elements = values.map { ObservingElement(value: $0, observer: observer) }
    var encoder = PlistEncoder(outputFormat: format, options: options)
    encoder.partSize = partSize
    let inParts = CodingResult { try encoder.encode(elements) }
    let byDocument = CodingResult {
      try encoder.document(elements).encoded(as: format, options: options)
    }
    #expect(inParts == byDocument, sourceLocation: sourceLocation)
    return observer.haveBegun
  }

  @Test(
    "Arrays of random programs for encode(to:) are the files of their documents", arguments: 0..<8)
  func scripts(seed: UInt64) {
    var random = ScriptGenerator(seed: seed)
    var numberInParts = 0
    for number in 0..<200 {
      let scripts = (0..<40).map { _ in EncodingScript.random(&random) }
      // Most arrays should not fail early.
      let usable =
        number % 4 == 0 ? scripts : scripts.filter { (try? PlistEncoder().document($0)) != nil }
      let format = Self.formats[number % 2]
      if expectSameFile(usable, format, partSize: 1 + number % 20) { numberInParts += 1 }
    }
    #expect(numberInParts > 100)
  }

  @Test("A small file is not written in parts", arguments: formats)
  func smallFiles(format: PlistFormat) {
    #expect(!expectSameFile(Array(0..<100), format, partSize: 20))
    #expect(!expectSameFile([Int](), format, partSize: 1))
    #expect(expectSameFile(Array(0..<100), format, partSize: 5))
  }

  @Test("Elements of different sizes, and without a value, keep their order", arguments: formats)
  func differentSizes(format: PlistFormat) {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    for size in [1, 3, 50] {
      let sizes = (0..<200).map { 200 - $0 }
      #expect(expectSameFile(sizes.map { Array(repeating: $0, count: $0) }, format, partSize: size))
    }
    #expect(expectSameFile((0..<200).map { Array(repeating: "\($0)", count: $0) }, format))
    #expect(expectSameFile((0..<200).map { $0 % 3 == 0 ? [[:]] : [["a": [$0]]] }, format))
    #expect(expectSameFile((0..<200).map { _ in Nothing() }, format))
  }

  @Test("Arrays of scalars are written in parts", arguments: formats)
  func scalars(format: PlistFormat) throws {
    var encoder = PlistEncoder(outputFormat: format)
    func expectSame(_ value: some Encodable) throws {
      encoder.partSize = FileInParts.usualSize
      let whole = try encoder.encode(value)
      encoder.partSize = 7
      #expect(try encoder.encode(value) == whole)
    }
    for count in [0, 1, 111, 112, 113, 5_000] {
      try expectSame((0..<count).map { "text \($0 % 900)" })
      try expectSame((0..<count).map { $0 % 70 * 70 })
      try expectSame((0..<count).map { Double($0) / 4 })
    }
  }

  @Test("An array of scalars that is nested too deep is an error", arguments: formats)
  func tooDeepScalars(format: PlistFormat) {
    var encoder = PlistEncoder(outputFormat: format)
    (encoder.partSize, encoder.options.maximumDepth) = (8, 0)
    #expect(throws: PlistError.self) { try encoder.encode((0..<200).map { "\($0)" }) }
    #expect(throws: PlistError.self) { try encoder.encode(Array(0..<200)) }
    #expect(throws: PlistError.self) { try encoder.encode((0..<200).map { Double($0) }) }
  }

  @Test("Equal scalars of different parts are one object")
  func equalScalars() {
    let large = (0..<3).map { Data(repeating: UInt8($0), count: 5_000) }
    #expect(expectSameFile((0..<300).map { ["text \($0 % 7)", "\($0)"] }, .binary))
    #expect(expectSameFile((0..<300).map { Double($0 % 90) }, .binary))
    #expect(expectSameFile((0..<300).map { $0 % 2 == 0 }, .binary))
    #expect(expectSameFile((0..<300).map { large[$0 * $0 % 3] }, .binary))
  }

  @Test("Keys that first appear in a later part are written", arguments: formats)
  func laterKeys(format: PlistFormat) {
    #expect(expectSameFile((0..<300).map { ["key \($0 + 1)": $0, "key \($0 / 2)": 1] }, format))
    #expect(expectSameFile((0..<300).map { ["\($0 % 70)": [["é \($0)": "a"]]] }, format))
    // The next files contain none of these keys.
    #expect(expectSameFile((0..<300).map { ["a": [$0]] }, format))
  }

  @Test("A value that is added to an earlier element later is written", arguments: formats)
  func keptContainers(format: PlistFormat) throws {
    final class Kept: @unchecked Sendable {
      var keyed: KeyedEncodingContainer<TestKey>?
      var list: (any UnkeyedEncodingContainer)?
      var encoder: (any Encoder)?
      var usesEncoder = false
    }
    struct Keeping: Encodable {
      let kept: Kept
      var number: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        try container.encode(number, forKey: .number)
        switch number {
        case 30: kept.keyed = container
        case 50: kept.list = container.nestedUnkeyedContainer(forKey: .list)
        case 70: kept.encoder = container.superEncoder()
        case 90:
          try kept.keyed?.encode("later", forKey: .late)
          try kept.list?.encode(["later"])
          if kept.usesEncoder { try [1, 2].encode(to: #require(kept.encoder)) }
          (kept.keyed, kept.list, kept.encoder) = (nil, nil, nil)
        default: break
        }
      }
    }
    let kept = Kept()
    let values = (0..<200).map { Keeping(kept: kept, number: $0) }
    #expect(expectSameFile(values, format, partSize: 5))
    let document = try PlistEncoder().document(values)
    #expect(document.root[30]?["late"]?.stringValue == "later")
    #expect(document.root[50]?["list"]?[0]?[0]?.stringValue == "later")
    // An encoder cannot be used after its value has ended.
    kept.usesEncoder = true
    #expect(expectSameFile(values, format, partSize: 5))
  }

  @Test("An error after the first part has the path of its element", arguments: formats)
  func errorPaths(format: PlistFormat) {
    struct Failing: Encodable {
      var number: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode("\(number)")
        try container.encode(Date(timeIntervalSinceReferenceDate: number == 150 ? .nan : 0))
      }
    }
    let observer = PartsObserver()
    var encoder = PlistEncoder(outputFormat: format)
    encoder.partSize = 5
    let values = (0..<200).map { ObservingElement(value: Failing(number: $0), observer: observer) }
    let error = #expect(throws: EncodingError.self) { try encoder.encode(values) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("unexpected error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [150, 1])
    #expect(observer.haveBegun)
    #expect(expectSameFile((0..<100).map { [$0] }, format))
  }

  @Test("An unusual value after the first part is written, or refused, as from the document")
  func unusualValues() {
    struct Repeating: Encodable {
      var number: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        try container.encode(number, forKey: .a)
        try container.encode(number, forKey: .b)
        if number > 150 { try container.encode(number + 1, forKey: .a) }
      }
    }
    struct Nested: Encodable {
      var level: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if level > 0 { try container.encode(Nested(level: level - 1)) }
      }
    }
    for format in Self.formats {
      #expect(expectSameFile((0..<200).map { Repeating(number: $0) }, format))
      #expect(expectSameFile((0..<200).map { ["CF$UID": [$0 < 150 ? [$0] : []]] }, format))
      #expect(
        expectSameFile((0..<200).map { $0 < 150 ? Plist.integer(5) : .uid(PlistUID(7)) }, format))
      for unusual in [100, 170, 198, 199] {
        #expect(
          expectSameFile((0..<200).map { ["a": $0 == unusual ? "x\u{0}" : "\($0)"] }, format))
      }
      let marked = "a" + String(repeating: "\u{301}", count: 2_000)
      #expect(expectSameFile((0..<200).map { [$0 == 170 ? marked : "a": 1] }, format))
      var options = PlistEncoder.defaultOptions
      options.maximumDepth = 3
      #expect(
        expectSameFile(
          (0..<200).map { Nested(level: $0 < 150 ? 1 : 3) }, format, options: options))
    }
  }

  @Test("A value that replaces one that failed is the only one", arguments: formats)
  func replacedValues(format: PlistFormat) throws {
    struct Replacing: Encodable {
      func encode(to encoder: any Encoder) throws {
        do { try Plist.array([.array([.array([.array([])])])]).encode(to: encoder) } catch {
          var container = encoder.singleValueContainer()
          try container.encode(true)
        }
      }
    }
    struct Later: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        try Replacing().encode(to: container.superEncoder(forKey: .a))
      }
    }
    var options = PlistEncoder.defaultOptions
    options.maximumDepth = 3
    let values = (0..<200).map { _ in Replacing() }
    #expect(expectSameFile(values, format, partSize: 1, options: options))
    let encoder = PlistEncoder(outputFormat: format, options: options)
    let decoder = PlistDecoder()
    #expect(try decoder.decode([Bool].self, from: encoder.encode(values)).count == 200)
    #expect(try decoder.decode(Bool.self, from: encoder.encode(Replacing())))
    let pairs = try decoder.decode([String: Bool].self, from: encoder.encode(["a": Replacing()]))
    #expect(pairs == ["a": true])
    #expect(try decoder.decode([String: Bool].self, from: encoder.encode(Later())) == pairs)
  }

  @Test("A file is not encoded again for a key that is repeated, or for a UID", arguments: formats)
  func encodedOnce(format: PlistFormat) throws {
    final class Counter: @unchecked Sendable { var count = 0 }
    struct Counted: Encodable {
      let counter: Counter
      func encode(to encoder: any Encoder) throws {
        counter.count += 1
        var container = encoder.container(keyedBy: TestKey.self)
        try container.encode(1, forKey: .b)
        try container.encode(Plist.uid(PlistUID(7)), forKey: .a)
        if counter.count > 150 { try container.encode(2, forKey: .b) }
      }
    }
    let counter = Counter()
    var encoder = PlistEncoder(outputFormat: format)
    encoder.partSize = 5
    let values = (0..<200).map { _ in Counted(counter: counter) }
    for order in [PlistWritingOptions.KeyOrder.asGiven, .sortedInText] {
      encoder.options.keyOrder = order
      counter.count = 0
      let file = try encoder.encode(values)
      #expect(counter.count == 200)
      counter.count = 0
      #expect(try encoder.document(values).encoded(as: format, options: encoder.options) == file)
    }
  }

  @Test("A container of an element that was written cannot be continued")
  func keptScopes() throws {
    var encoder = PlistEncoder(outputFormat: .binary)
    encoder.partSize = 5
    let values = (0..<200).map { KeepingElement(number: $0) }
    #expect(try encoder.encode(values) == encoder.encode((0..<200).map { [$0] }))
  }

  @Test("Types that are coded directly are written in parts too")
  func directTypes() throws {
    var encoder = PlistEncoder(outputFormat: .binary)
    let values = (0..<200).map { DirectElement(number: $0) }
    let whole = try encoder.encode(values)
    #expect(!DirectElement.observer.haveBegun)
    encoder.partSize = 5
    #expect(try encoder.encode(values) == whole)
    #expect(DirectElement.observer.haveBegun)
    #expect(
      try PlistDecoder().decode([DirectElement].self, from: whole).map(\.number) == Array(0..<200))
  }
}
