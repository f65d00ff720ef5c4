// The reader of the OpenStep family remembers the markup between two values. Whatever the layout of
// a document, it makes the same node table as without that memory, and the same errors.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

/// Writes random documents whose layout repeats, but not always.
private struct OpenStepComposer {
  var random: ScriptGenerator
  var text = ""

  init(seed: UInt64) { random = ScriptGenerator(exactSeed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

  private mutating func space(_ depth: Int) {
    if chance(3) {
      text +=
        ["", " ", "/* a = b; */", "// {\n", "\r\n", "\u{2028}"].randomElement(using: &random) ?? ""
    }
    text += chance(95) ? "\n" + String(repeating: "\t", count: depth) : " "
  }

  mutating func value(_ depth: Int) {
    switch depth > 3 ? Int(random.next() % 6) : Int(random.next() % 9) {
    case 0: text += "\"a b\""
    case 1: text += chance(80) ? "12" : "/path/x"
    case 2: text += chance(80) ? "\"größer\"" : "'it'"
    case 3: text += chance(80) ? "<0fbd 77aa>" : "< 0f bd >"
    case 4: text += chance(90) ? "name" : "<*I5>"
    case 5: text += chance(80) ? "\"\"" : "\"\\\"\\n\""
    case 6: array(depth)
    default: dictionary(depth)
    }
  }

  private mutating func array(_ depth: Int) {
    text += "("
    let count = Int(random.next() % 5)
    for index in 0..<count {
      space(depth + 1)
      value(depth + 1)
      if index < count - 1 || chance(20) { text += "," }
    }
    space(depth)
    text += ")"
  }

  mutating func dictionary(_ depth: Int) {
    text += "{"
    let names = ["a", "id", "\"x y\"", "tags", "\"q\\U0041\""]
    for name in chance(80) ? names : names.shuffled(using: &random) where chance(90) {
      space(depth + 1)
      text += name
      if chance(2) {
        text += ";"
        continue
      }
      text += " = "
      value(depth + 1)
      text += ";"
    }
    space(depth)
    text += "}"
  }
}

/// What a reader makes of a text: the arrays of the node table, or the error, and the warnings.
private struct OpenStepReading: Equatable {
  var nodes: [UInt64] = []
  var offsets: [UInt32] = []
  var references: [UInt32] = []
  var depth = 0
  var warnings: [String] = []
  var error: PlistError?

  init(_ text: [UInt8], remembersMarkup: Bool, options: PlistReadingOptions) throws {
    let source = SourceBytes(text)
    var reader = OpenStepReader(FormatInput(bytes: source, text: source), options: options)
    reader.memory = MarkupMemory(isActive: remembersMarkup, notation: .unquoted)
    do throws(PlistError) { try reader.readDocument() } catch { self.error = error }
    warnings = reader.table.warnings.list.map { "\($0.code) \($0.offset) \($0.path) \($0.message)" }
    depth = reader.table.deepestLevel
    for index in 0..<reader.table.nodes.count {
      nodes += [reader.table.nodes[index].head, reader.table.nodes[index].payload]
      offsets.append(reader.table.offsets[index])
    }
    for index in 0..<reader.table.references.count {
      references.append(reader.table.references[index])
    }
  }
}

/// Reads a text with and without the memory, and compares the results. Returns the error.
@discardableResult
private func compare(_ text: [UInt8], options: PlistReadingOptions, _ comment: String) throws
  -> PlistError?
{
  let expected = try OpenStepReading(text, remembersMarkup: false, options: options)
  #expect(
    try OpenStepReading(text, remembersMarkup: true, options: options) == expected, "\(comment)")
  return expected.error
}

@Suite("OpenStep with repeated layouts")
struct OpenStepMarkupTests {
  @Test("random documents, whole, damaged and above limits, are read as without the memory")
  func damage() throws {
    var codes: Set<PlistError.Code> = []
    for seed in UInt64(0)..<200 {
      var composer = OpenStepComposer(seed: seed)
      let isStrings = seed % 3 == 0
      composer.text = isStrings ? "" : "("
      for number in 0..<12 {
        if isStrings { composer.text += "key\(number % 8) = " }
        composer.dictionary(1)
        composer.text += isStrings ? ";\n" : ",\n"
      }
      if !isStrings { composer.text += ")" }
      let text = Array(composer.text.utf8)
      var random = ScriptGenerator(exactSeed: seed)
      var options = PlistReadingOptions()
      options.strictness = seed % 5 == 0 ? .strict : .lenient
      try compare(text, options: options, "seed \(seed)")
      for attempt in 0..<6 {
        var damaged = text
        let offset = Int(random.next() % UInt64(text.count))
        switch attempt % 3 {
        case 0:
          damaged[offset] = Array("\"'{}()<>=;,/x \u{80}".utf8).randomElement(using: &random) ?? 0
        case 1: damaged.removeSubrange(offset..<min(offset + 9, damaged.count))
        default: damaged.insert(contentsOf: text[offset...].prefix(40), at: offset)
        }
        let error = try compare(damaged, options: options, "seed \(seed), attempt \(attempt)")
        if let error { codes.insert(error.code) }
      }
      options.maximumObjectCount = Int(random.next() % 60)
      options.maximumDepth = seed % 2 == 0 ? 512 : Int(1 + random.next() % 4)
      if let error = try compare(text, options: options, "seed \(seed), limits") {
        codes.insert(error.code)
      }
    }
    // The damage reaches errors of every part of the reader.
    #expect(
      codes.isSuperset(of: [.unexpectedCharacter, .unexpectedEnd, .objectLimit, .depthLimit]))
  }

  @Test("a value of another kind, a comment or nothing after known markup is read again")
  func otherValues() throws {
    let pair = "{\n\ta = 1;\n\tb = 2;\n},\n"
    for (last, code) in [
      ("{\n\ta = 1;\n\tb = \"x\";\n}", nil), ("{\n\ta = 1;\n\tb = {c = 1;};\n}", nil),
      ("{\n\ta = 1;\n\tb = /* 2 */ 3;\n}", nil), ("{\n\ta = 1;\n\tb = // 2\n 3;\n}", nil),
      ("{\n\ta = 1;\n\tb = (1, 2,);\n}", nil), ("{\n\ta = 1;\n\tb = <00>;\n}", nil),
      ("{\n\ta = 1;\n\tb = ;\n}", PlistError.Code.unexpectedCharacter),
      ("{\n\ta = 1;\n\tb = }", .unexpectedCharacter), ("{\n\ta = 1;\n\tb = ", .unexpectedCharacter),
    ] as [(String, PlistError.Code?)] {
      let text = "(" + String(repeating: pair, count: 4) + last + ")"
      let error = try compare(Array(text.utf8), options: PlistReadingOptions(), last)
      #expect(error?.code == code, "\(last)")
    }
    let strings = "(\n" + String(repeating: "\t\"a\",\n", count: 5) + ")"
    #expect(try compare(Array(strings.utf8), options: PlistReadingOptions(), strings) == nil)
  }
}
