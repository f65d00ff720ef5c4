// Tests of encoding by fields: the bytes, and the errors, are those of `Codable`.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Encoding by fields")
struct PlistFieldWriterTests {
  /// The encoders of the tests: each format, and each option that changes the bytes or the limits.
  private static let encoders: [PlistEncoder] = {
    var encoders = PlistFormat.allCases.map { PlistEncoder(outputFormat: $0) }
    let changes: [(inout PlistWritingOptions) -> Void] = [
      { $0.keyOrder = .sorted }, { $0.keyOrder = .asGiven }, { $0.reals = .seventeenDigits },
      { $0.maximumDepth = 0 }, { $0.maximumDepth = 1 }, { $0.maximumDepth = 2 },
      { $0.maximumDepth = 3 }, { $0.maximumDepth = 9 }, { $0.nullCharacters = .written },
      { $0.layout = .compact }, { $0.maximumExpansion = 0 }, { $0.unsupportedValues = .asText },
    ]
    for change in changes {
      for format in [PlistFormat.xml, .binary, .gnuStep, .typedJSON] {
        var encoder = PlistEncoder(outputFormat: format)
        change(&encoder.options)
        encoders.append(encoder)
      }
    }
    return encoders
  }()

  @Test("Each format and each option gives the bytes of Codable", arguments: SampleType.all)
  func agreement(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 1)
      for _ in 0..<12 {
        let value = Value.sample(&random)
        for encoder in Self.encoders { expectSameEncoding(value, encoder) }
      }
    }
    check(sample.type)
  }

  @Test("A value is encoded as the same document", arguments: SampleType.all)
  func documents(_ sample: SampleType) {
    func check<Value: FieldSample>(_ type: Value.Type) {
      var random = ScriptGenerator(seed: 2)
      for _ in 0..<5 {
        let value = Value.sample(&random)
        let direct = CodingResult { try PlistEncoder().document(value).encoded(as: .binary) }
        let byCodable = CodingResult { try ByCodable.document(value).encoded(as: .binary) }
        #expect(direct == byCodable)
      }
    }
    check(sample.type)
  }

  @Test("A chain of any depth is encoded or rejected as by Codable")
  func depths() {
    for depth in [1, 31, 32, 33, 100, 511, 512, 513, 600] {
      let chain = FieldSamples.Chain.ofLength(depth)
      for format in [PlistFormat.xml, .binary, .json] {
        expectSameEncoding(chain, PlistEncoder(outputFormat: format))
      }
    }
    // The value in the last array is at the limit, or one level deeper.
    for depth in [170, 171, 255, 256, 257] {
      var tree = FieldSamples.Alternating(name: "leaf")
      var plain = FieldSamples.Tree(named: "leaf")
      for _ in 1..<depth {
        tree = FieldSamples.Alternating(
          name: "n", wrapped: [FieldSamples.Wrapped(cards: [], inner: tree)])
        plain = FieldSamples.Tree(named: "n", children: [plain])
      }
      for format in [PlistFormat.xml, .binary] {
        expectSameEncoding(tree, PlistEncoder(outputFormat: format))
        expectSameEncoding(plain, PlistEncoder(outputFormat: format))
      }
    }
  }

  @Test("Deep values are encoded or rejected on small stacks", arguments: [128, 512])
  func smallStacks(kilobytes: Int) throws {
    try onSmallStack(kilobytes: kilobytes) {
      let chain = FieldSamples.Chain.ofLength(500)
      var tree = FieldSamples.Alternating(name: "leaf")
      for _ in 0..<160 {
        tree = FieldSamples.Alternating(
          name: "n", wrapped: [FieldSamples.Wrapped(cards: [], inner: tree)])
      }
      for format in [PlistFormat.xml, .binary] {
        let encoder = PlistEncoder(outputFormat: format)
        let results = [
          CodingResult { try encoder.encode(chain) }, CodingResult { try encoder.encode(tree) },
        ]
        let isDecided = results.allSatisfy(\.isValueOrDepthLimit)
        #expect(isDecided, "\(results)")
      }
    }
  }

  @Test("A value that fails in both protocols throws the error of Codable")
  func errors() {
    struct Failing: PlistFieldCodable {
      var isDirectOnly: Bool
      static let plistFields = PlistFields("isDirectOnly")
      private struct OwnError: Error {}

      init(isDirectOnly: Bool) { self.isDirectOnly = isDirectOnly }
      init(from fields: borrowing PlistFieldReader) throws { isDirectOnly = try fields.decode(0) }
      func encode(field: Int, to writer: inout PlistFieldWriter) throws { throw OwnError() }
      func encode(to encoder: any Encoder) throws {
        guard isDirectOnly else { throw CocoaError(.coderInvalidValue) }
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(isDirectOnly, forKey: FieldKey("isDirectOnly"))
      }
    }
    for format in [PlistFormat.xml, .binary, .json] {
      let encoder = PlistEncoder(outputFormat: format)
      expectSameEncoding(Failing(isDirectOnly: true), encoder)
      expectSameEncoding(Failing(isDirectOnly: false), encoder)
      #expect(throws: CocoaError.self) { try encoder.encode(Failing(isDirectOnly: false)) }
    }
  }

  @Test("A field that is encoded twice, or never, is left to Codable")
  func wrongCalls() {
    struct Careless: PlistFieldCodable {
      var calls: Int
      static let plistFields = PlistFields("calls")

      init(calls: Int) { self.calls = calls }
      init(from fields: borrowing PlistFieldReader) throws { calls = try fields.decode(0) }
      func encode(field: Int, to writer: inout PlistFieldWriter) throws {
        for _ in 0..<calls { try writer.encode(calls) }
      }
    }
    for format in [PlistFormat.xml, .binary] {
      expectSameEncoding(Careless(calls: 1), PlistEncoder(outputFormat: format))
      expectSameEncoding(Careless(calls: 2), PlistEncoder(outputFormat: format))
    }
  }

  @Test("A container that is used in the wrong order is left to Codable")
  func wrongOrder() {
    for format in [PlistFormat.xml, .binary, .gnuStep] {
      let encoder = PlistEncoder(outputFormat: format)
      for element in WrongOrder.allCases {
        expectSameEncoding(element, encoder)
        // An element can be no value or two.
        if [.secondValue, .nothing].contains(element) { continue }
        expectSameEncoding([element], encoder)
        expectSameEncoding([element, .oneElement, element], encoder)
        expectSameEncoding([[element], []], encoder)
      }
    }
  }
}

/// A value that is encoded directly with its calls in an order that is wrong, but for `oneElement`.
private enum WrongOrder: String, PlistCodable, CaseIterable {
  case oneElement, endedTwice, endedBeforeItsContents, neverEnded, secondValue, elementOfPairs
  case pairOfElements, endedTwiceWhileEmpty, nothing, keptScope

  private static let kept = KeptScope()

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> WrongOrder
  { throw CocoaError(.coderInvalidValue) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self == .oneElement ? ["element"] : [rawValue])
  }

  func encode(to writer: inout PlistFieldWriter) throws {
    switch self {
    case .elementOfPairs, .pairOfElements: try encodeOther(to: &writer)
    case .endedTwiceWhileEmpty, .nothing: try encodeNothing(to: &writer)
    default: try encodeElements(to: &writer)
    }
  }

  private func encodeElements(to writer: inout PlistFieldWriter) throws {
    let outer = try writer.beginArray()
    if self == .endedBeforeItsContents || self == .neverEnded || self == .keptScope {
      let inner = try writer.beginArray()
      if self == .endedBeforeItsContents { writer.endArray(outer) }
      if self == .keptScope, let kept = Self.kept.scope { writer.endArray(kept) }
      Self.kept.scope = inner
      writer.endArray(inner)
      writer.nextElement()
    }
    try writer.add("element")
    if self != .neverEnded { writer.endArray(outer) }
    if self == .endedTwice { writer.endArray(outer) }
    if self == .secondValue {
      writer.nextElement()
      try writer.add("more")
    }
  }

  private func encodeOther(to writer: inout PlistFieldWriter) throws {
    if self == .elementOfPairs {
      let scope = try writer.beginPairs()
      writer.nextElement()
      try writer.add(true)
      writer.endPairs(scope)
    } else {
      let scope = try writer.beginArray()
      try writer.nextPair("key")
      try writer.add(true)
      writer.endArray(scope)
    }
  }

  private func encodeNothing(to writer: inout PlistFieldWriter) throws {
    guard self == .endedTwiceWhileEmpty else { return }
    let scope = try writer.beginArray()
    writer.endArray(scope)
    writer.endArray(scope)
  }
}

extension CodingResult {
  /// Whether there is a value, or none because of the depth of containers.
  var isValueOrDepthLimit: Bool {
    if case .failure(let text) = self { return text.contains("depth-limit") }
    return true
  }
}

extension FieldSamples.Tree {
  init(named name: String, children: [FieldSamples.Tree] = []) {
    var random = ScriptGenerator(exactSeed: 0)
    self.init(&random, depth: 0)
    (self.name, self.children) = (name, children)
  }
}
