// Files made to exhaust a reader: endless nesting, references in circles, counts near 2^63, shared
// containers that explode. Each is refused quickly, with the code that says why.

import PropertyLists
import TestSupport
import Testing

@Suite("Hostile structures")
struct HostileStructureTests {
  private func code(_ bytes: [UInt8]) -> PlistError.Code? {
    failure { () throws(PlistError) in try PlistDocument(bytes) }?.code
  }

  /// Expects that a file is refused with a code, after seconds of work in any build.
  private func expectRefused(
    _ bytes: [UInt8], _ expected: PlistError.Code,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let time = processorTime {
      #expect(code(bytes) == expected, sourceLocation: sourceLocation)
    }
    #expect(time < .seconds(5), sourceLocation: sourceLocation)
  }

  @Test("a million nested arrays are refused in XML")
  func deepXML() {
    let million = [[UInt8]](repeating: Array("<array>".utf8), count: 1_000_000).flatMap { $0 }
    expectRefused(Array("<plist>".utf8) + million, .depthLimit)
  }

  @Test("a million nested arrays are refused in a binary file")
  func deepBinary() { expectRefused(BinaryFile.nestedArrays(1_000_000), .depthLimit) }

  @Test("512 levels are read, and 513 are not", arguments: [512, 513])
  func limit(_ depth: Int) {
    let expected: PlistError.Code? = depth > 512 ? .depthLimit : nil
    #expect(code(BinaryFile.nestedArrays(depth)) == expected)
  }

  @Test("chains that stand backwards in the file are counted in full")
  func backwardChains() {
    // Objects 0…299: each holds the next, the last holds object 599. Objects 300…599: each holds
    // the one before it, down to 300, which is empty: 600 levels.
    let forward = (0..<300).map { [0xA1] + BinaryFile.number($0 == 299 ? 599 : $0 + 1, 2) }
    let backward = (300..<600).map { $0 == 300 ? [0xA0] : [0xA1] + BinaryFile.number($0 - 1, 2) }
    var file = BinaryFile(forward + backward)
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    expectRefused(file.bytes, .depthLimit)
  }

  @Test("a chain met first as a part is counted where it hangs deeper")
  func sharedChain() {
    // The root holds object 599 first, a chain of 300, and then a chain of 299 that ends in it.
    let root = [0xA2] + BinaryFile.number(599, 2) + BinaryFile.number(1, 2)
    let forward = (1..<300).map { [0xA1] + BinaryFile.number($0 == 299 ? 599 : $0 + 1, 2) }
    let backward = (300..<600).map { $0 == 300 ? [0xA0] : [0xA1] + BinaryFile.number($0 - 1, 2) }
    var file = BinaryFile([root] + forward + backward)
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    expectRefused(file.bytes, .depthLimit)
  }

  @Test("a container that refers to itself or to one around it is refused")
  func cycles() {
    expectRefused(BinaryFile([[0xA1, 0]]).bytes, .cycle)
    expectRefused(BinaryFile([[0xA1, 1], [0xA1, 0]]).bytes, .cycle)
    expectRefused(BinaryFile([[0xD1, 1, 0], [0x51, 0x61]]).bytes, .cycle)
    expectRefused(BinaryFile([[0x09], [0xA1, 2], [0xA1, 1]]).bytes, .cycle)
  }

  @Test(
    "what a repeated key would have led to is left out, and nothing that is left goes in circles")
  func circlesThroughRepeatedKeys() throws {
    // Each second value of the key "a" is a circle: to the root, to an orphan, through an array.
    let files: [[[UInt8]]] = [
      [[0xD2, 1, 1, 2, 0], [0x51, 0x61], [0x09]],
      [[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0xD2, 1, 1, 2, 3]],
      [[0xA1, 3], [0x51, 0x61], [0x09], [0xD2, 1, 1, 2, 0]],
      [[0xD2, 1, 1, 3, 4], [0x51, 0x61], [0x09], [0xA1, 2], [0xA1, 5], [0xD2, 1, 1, 2, 0]],
    ]
    for objects in files {
      let document = try PlistDocument(BinaryFile(objects).bytes)
      #expect(visits(document.root) < 10)
      #expect(try PlistDocument(document.encoded(as: .binary)).root.count == 1)
      #expect(try !document.encoded(as: .xml).isEmpty)
    }
    // A circle through the first value counts, and one among orphans with it.
    expectRefused(BinaryFile([[0xD2, 1, 1, 0, 2], [0x51, 0x61], [0x09]]).bytes, .cycle)
    expectRefused(BinaryFile([[0x09], [0x51, 0x61], [0xD2, 1, 1, 2, 0]]).bytes, .cycle)
  }

  /// The nodes of a walk from a node over all children, or a thousand when it goes on.
  private func visits(_ root: PlistNode) -> Int {
    var (stack, count) = ([root], 0)
    while let node = stack.popLast(), count < 1000 {
      count += 1
      stack += node.children
    }
    return count
  }

  @Test("a reference past the last object is refused")
  func referencePastEnd() {
    expectRefused(BinaryFile([[0xA1, 1]]).bytes, .invalidObjectReference)
    var wide = BinaryFile([[0xA1] + [UInt8](repeating: 0xFF, count: 8)])
    wide.referenceWidth = 8
    expectRefused(wide.bytes, .invalidObjectReference)
  }

  @Test("734 bytes of 30 arrays with ten references each are refused")
  func explosion() {
    let arrays = (1...30).map { next -> [UInt8] in
      [0xAA] + [[UInt8]](repeating: BinaryFile.number(UInt64(next), 2), count: 10).joined()
    }
    var file = BinaryFile(arrays + [[0x10, 1]])
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    #expect(file.bytes.count == 734)
    expectRefused(file.bytes, .expansionLimit)
  }

  @Test("counts near 2^32 and 2^63 are refused", arguments: [0x4F, 0x5F, 0x6F, 0xAF, 0xCF, 0xDF])
  func hugeCounts(_ marker: UInt8) {
    for count: UInt64 in [1 << 32, 1 << 32 - 1, 1 << 62, 1 << 63 - 1, 1 << 63, .max] {
      expectRefused(
        BinaryFile([[marker, 0x13] + BinaryFile.number(count, 8)]).bytes, .objectTooLong)
    }
  }

  @Test("widths of zero bytes are refused")
  func zeroWidths() {
    var file = BinaryFile([[0x09]])
    file.referenceWidth = 0
    expectRefused(file.bytes, .invalidTrailer)
    file = BinaryFile([[0x09]])
    file.offsetWidth = 0
    expectRefused(file.bytes, .invalidTrailer)
  }

  @Test("a trailer with numbers of 2^32 and more is refused")
  func hugeTrailer() {
    for number: UInt64 in [1 << 32, 1 << 61, 1 << 63 - 1, 1 << 63, .max] {
      var file = BinaryFile([[0x09]])
      file.claimedCount = number
      expectRefused(file.bytes, .invalidTrailer)
      file.claimedCount = nil
      file.claimedTable = number
      expectRefused(file.bytes, .invalidTrailer)
      file.claimedTable = nil
      file.top = number
      expectRefused(file.bytes, .invalidTrailer)
      file.top = 0
      file.offsetWidth = 8
      file.claimedOffsets = [number]
      expectRefused(file.bytes, .invalidOffset)
    }
  }

  @Test("objects that overlap a thousandfold are refused")
  func overlapping() {
    let area =
      [0x5F, 0x11] + BinaryFile.number(20_000, 2) + [UInt8](repeating: 0x61, count: 20_000)
    var file = BinaryFile([area])
    file.offsetWidth = 2
    file.claimedOffsets = [UInt64](repeating: 8, count: 1000)
    file.claimedCount = 1000
    file.referenceWidth = 2
    expectRefused(file.bytes, .overlappingObjects)
  }

  @Test("references and offsets of eleven bytes are read")
  func wideNumbers() throws {
    var file = BinaryFile([[0xA1] + [UInt8](repeating: 0, count: 10) + [1], [0x09]])
    (file.referenceWidth, file.offsetWidth) = (11, 11)
    let offsets = file.bytes
    // The builder writes numbers of at most eight bytes' worth; wider ones begin with zeros.
    #expect(SimpleValue(try PlistDocument(offsets).root) == .array([.bool(true)]))
  }
}
