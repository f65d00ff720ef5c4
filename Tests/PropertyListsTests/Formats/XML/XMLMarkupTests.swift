// The reader of XML remembers the markup between two values. Whatever the layout of a document, it
// makes the same node table as without that memory, and the same errors.

import Foundation
import OrderedCollections
import TestSupport
import Testing

@testable import PropertyLists

/// Writes random documents whose layout repeats, but not always.
private struct XMLComposer {
  var random: ScriptGenerator
  var text = ""

  init(seed: UInt64) { random = ScriptGenerator(exactSeed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

  /// White space, sometimes with something that is not a value.
  private mutating func space(_ depth: Int) {
    if chance(4) {
      text +=
        ["", " ", "<!-- <key>a</key> -->", "<?a b?>", "\r\n"].randomElement(using: &random) ?? ""
    }
    text += chance(95) ? "\n" + String(repeating: "\t", count: depth) : ""
  }

  mutating func value(_ depth: Int) -> Plist {
    switch depth > 3 ? Int(random.next() % 7) : Int(random.next() % 10) {
    case 0:
      text += "<true/>"
      return true
    case 1:
      text += chance(90) ? "<false/>" : "<false></false>"
      return false
    case 2:
      let number = Int(random.next() % 1000)
      text += "<integer>\(number)</integer>"
      return .integer(PlistInteger(number))
    case 3:
      text += "<real>2.5</real>"
      return 2.5
    case 4:
      text += "<data>AQI=</data>"
      return .data(Data([1, 2]))
    case 5:
      // A key in the position of a value is a string.
      let string = ["a", "id", "<"].randomElement(using: &random) ?? ""
      let escaped = string == "<" ? "&lt;" : string
      text += chance(70) ? "<string>\(escaped)</string>" : "<key>\(escaped)</key>"
      return .string(string)
    case 6:
      if chance(20) {
        text += "<string/>"
        return ""
      }
      text += "<string>größer</string>"
      return "größer"
    case 7: return array(depth)
    default: return dictionary(depth)
    }
  }

  private mutating func array(_ depth: Int) -> Plist {
    text += "<array>"
    let elements = (0..<Int(random.next() % 5)).map { _ -> Plist in
      space(depth + 1)
      return value(depth + 1)
    }
    space(depth)
    text += "</array>"
    return .array(elements)
  }

  private mutating func dictionary(_ depth: Int) -> Plist {
    text += "<dict>"
    var pairs = OrderedDictionary<String, Plist>()
    let names = ["a", "id", "name", "x & y", "tags"]
    for name in chance(80) ? names : names.shuffled(using: &random) where chance(90) {
      space(depth + 1)
      text += "<key>\(name.replacing("&", with: "&amp;"))</key>"
      space(depth + 1)
      pairs[name] = value(depth + 1)
    }
    space(depth)
    text += "</dict>"
    return .dictionary(pairs)
  }
}

/// What a reader makes of a text: the arrays of the node table, or the error, and the warnings.
private struct XMLReading: Equatable {
  var nodes: [UInt64] = []
  var offsets: [UInt32] = []
  var references: [UInt32] = []
  var depth = 0
  var warnings: [String] = []
  var error: PlistError?
  var errorPath: PlistPath?

  init(
    _ text: [UInt8], remembersMarkup: Bool, options: PlistReadingOptions, collectsFaults: Bool
  ) throws {
    let input = try RecognizedInput(SourceBytes(text), options: options).input
    var reader = XMLReader(input, options: options)
    reader.memory = MarkupMemory(isActive: remembersMarkup, notation: .plist)
    reader.table.collectsFaults = collectsFaults
    do throws(PlistError) { try reader.readDocument() } catch {
      self.error = error
      errorPath = error.path
    }
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
private func compare(
  _ text: [UInt8], options: PlistReadingOptions = PlistReadingOptions(), _ comment: String
) throws -> PlistError? {
  var error: PlistError?
  for collectsFaults in [false, true] {
    let expected = try XMLReading(
      text, remembersMarkup: false, options: options, collectsFaults: collectsFaults)
    let found = try XMLReading(
      text, remembersMarkup: true, options: options, collectsFaults: collectsFaults)
    #expect(found == expected, "\(comment)")
    if !collectsFaults { error = expected.error }
  }
  return error
}

@Suite("XML with repeated layouts")
struct XMLMarkupTests {
  private static let pair =
    "<dict>\n<key>a</key>\n<string>1</string>\n<key>b</key>\n<string>2</string>\n</dict>\n"

  /// A text of some values that are written in similar ways.
  private static func composed(seed: UInt64, smallest: Int) -> (text: [UInt8], value: Plist) {
    var composer = XMLComposer(seed: seed)
    composer.text = "<plist><array>"
    var values: [Plist] = []
    while values.count < 12 || composer.text.utf8.count < smallest {
      values.append(composer.value(1))
    }
    return (Array("\(composer.text)</array></plist>".utf8), .array(values))
  }

  @Test("random documents with repeated layouts are read as they were written")
  func randomLayouts() throws {
    for seed in UInt64(0)..<100 {
      let (text, value) = Self.composed(seed: seed, smallest: 20_000)
      #expect(try Plist(text) == value, "seed \(seed)")
    }
  }

  @Test("random documents, whole, damaged and above limits, are read as without the memory")
  func damage() throws {
    var codes: Set<PlistError.Code> = []
    for seed in UInt64(0)..<150 {
      var random = ScriptGenerator(exactSeed: seed)
      let text = Self.composed(seed: seed, smallest: 0).text
      try compare(text, "seed \(seed)")
      for attempt in 0..<6 {
        var damaged = text
        let offset = Int(random.next() % UInt64(text.count))
        switch attempt % 3 {
        case 0: damaged[offset] = Array("<>/&x\u{0}\u{80}".utf8).randomElement(using: &random) ?? 0
        case 1: damaged.removeSubrange(offset..<min(offset + 9, damaged.count))
        default: damaged.insert(contentsOf: text[offset...].prefix(40), at: offset)
        }
        let error = try compare(damaged, "seed \(seed), attempt \(attempt)")
        if let error { codes.insert(error.code) }
      }
      var options = PlistReadingOptions()
      options.maximumObjectCount = Int(random.next() % 60)
      options.maximumDepth = seed % 2 == 0 ? 512 : Int(1 + random.next() % 4)
      if let error = try compare(text, options: options, "seed \(seed), limits") {
        codes.insert(error.code)
      }
    }
    // The damage reaches errors of every part of the reader.
    #expect(codes.isSuperset(of: [.mismatchedTag, .missingValue, .objectLimit, .depthLimit]))
  }

  @Test("a key without a value, or with two, is found after a repeated layout")
  func misplacedKeys() throws {
    for (wrong, code) in [
      ("<dict>\n<key>a</key>\n</dict>", PlistError.Code.missingValue),
      ("<dict>\n<key>a</key>\n<string>1</string>\n<string>1</string>\n</dict>", .missingKey),
      ("<dict>\n<key>a</key>\n<string>1</string>\n<key>b</key>\n</dict>", .missingValue),
    ] {
      let body = String(repeating: Self.pair, count: 5)
      let text = "<plist><array>\(body)\(wrong)</array></plist>"
      #expect(try compare(Array(text.utf8), wrong)?.code == code)
    }
  }

  @Test("markup that is repeated in a container of another kind is read again")
  func otherContainers() throws {
    let strings = String(repeating: "<string>1</string>\n", count: 4)
    let nested = String(repeating: "<array>\(strings)</array>\n", count: 3)
    for text in [
      "<array>\(strings)<dict><key>a</key>\(strings)</dict></array>",
      "<dict><key>a</key><array>\(nested)</array><key>b</key>\(nested)</dict>",
      "<array>\(Self.pair)\(Self.pair)<dict><key>x</key>\(Self.pair)\(Self.pair)</dict></array>",
    ] {
      #expect(try compare(Array("<plist>\(text)</plist>".utf8), text)?.code == .missingKey)
    }
  }

  @Test(
    "references, repeated keys and keys with escapes are read the same after other dictionaries")
  func unusualDictionaries() throws {
    let reference = "<dict>\n<key>CF$UID</key>\n<integer>7</integer>\n</dict>\n"
    let repeated = "<dict><key>a</key><string>1</string><key>a</key><string>2</string></dict>\n"
    let escaped = "<dict><key>a</key><string>&lt;</string><key>&#97;</key><true/></dict>\n"
    let text = String(repeating: reference + repeated + escaped + Self.pair, count: 6)
    let wrong = text + reference.replacing("7", with: "-7")
    for (text, code) in [(text, nil), (wrong, PlistError.Code.invalidUID)] {
      let whole = Array("<plist><array>\n\(text)</array></plist>".utf8)
      #expect(try compare(whole, text)?.code == code)
    }
  }

  @Test("more runs of markup than are remembered are read as they were written")
  func manyRuns() throws {
    let tags = (0..<1500).map { number in
      "<string>\(number)</string>" + String(repeating: " ", count: number % 700)
    }
    let text = Array("<plist><array>\((tags + tags).joined())</array></plist>".utf8)
    #expect(try compare(text, "white space of many lengths") == nil)
    #expect(try PlistDocument(text).root.count == 3000)
  }

  /// Pairs with new keys and different values; the same pairs with tags of keys that are not plain.
  private static func newKeys(_ count: Int) -> (plain: [UInt8], general: [UInt8]) {
    let values = [
      "<string>a</string>", "<string></string>", "<string>größer</string>", "<string>&lt;</string>",
      "<string/>", "<integer>7</integer>", "<string >b</string>",
      "<array><string>c</string></array>",
      "<string><![CDATA[<]]></string>", "<string>d</string >", pair,
    ]
    let pairs = (0..<count).map { number in
      let key = ["key \(number)", "Schlüssel \(number)", "&#97;\(number)", "again"][
        number % 40 < 37 ? 0 : number % 40 - 36]
      return (key, values[number % 7 < 4 ? 0 : number % values.count])
    }
    let plain = pairs.map { "\t<key>\($0)</key>\n\t\($1)\n" }.joined()
    let general = pairs.map { "\t<key >\($0)</key>\n\t\($1)\n" }.joined()
    return (
      Array("<plist><dict>\n\(plain)</dict></plist>".utf8),
      Array("<plist><dict>\n\(general)</dict></plist>".utf8)
    )
  }

  @Test("Pairs with new keys are read the same as pairs whose tags are not plain")
  func newPairs() throws {
    for count in [1, 60, 9_000] {
      let (plain, general) = Self.newKeys(count)
      let (found, expected) = try (PlistDocument(plain), PlistDocument(general))
      #expect(try Plist(found) == Plist(expected))
      #expect(found.warnings.map(\.error.path) == expected.warnings.map(\.error.path))
      try compare(plain, "\(count) pairs")
    }
  }

  @Test("Pairs with new keys stop at every limit, and at every end of the text")
  func newPairsAtLimits() throws {
    let (plain, general) = Self.newKeys(90)
    var (limit, options, isRead) = (0, PlistReadingOptions(), false)
    while !isRead {
      limit += 1
      options.maximumObjectCount = limit
      let error = try compare(plain, options: options, "\(limit) objects")
      let expected = try compare(general, options: options, "\(limit) objects, general")
      #expect(error?.code == expected?.code)
      #expect(error?.path == expected?.path)
      isRead = error == nil
    }
    #expect(limit > 90)
    for count in plain.indices.dropFirst() { try compare(Array(plain[..<count]), "\(count) bytes") }
  }
}
