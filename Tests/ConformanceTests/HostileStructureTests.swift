// Tests of files that try to exhaust a reader: extreme nesting, reference cycles, counts near 2^63,
// expanding shared containers. Each is rejected quickly, with the appropriate code.

import PropertyLists
import TestSupport
import Testing

@Suite("Hostile structures")
struct HostileStructureTests {
  private func code(_ bytes: [UInt8]) -> PlistError.Code? {
    failure { () throws(PlistError) in try PlistDocument(bytes) }?.code
  }

  /// Expects that a file is rejected with a code, within seconds in any build.
  private func expectRefused(
    _ bytes: [UInt8], _ expected: PlistError.Code,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let time = processorTime {
      #expect(code(bytes) == expected, sourceLocation: sourceLocation)
    }
    #expect(time < .seconds(5), sourceLocation: sourceLocation)
  }

  @Test("A million nested arrays are rejected in XML")
  func deepXML() {
    let million = [[UInt8]](repeating: Array("<array>".utf8), count: 1_000_000).flatMap { $0 }
    expectRefused(Array("<plist>".utf8) + million, .depthLimit)
  }

  @Test("A million nested arrays are rejected in a binary file")
  func deepBinary() { expectRefused(BinaryFile.nestedArrays(1_000_000), .depthLimit) }

  @Test("512 levels are read, and 513 are not", arguments: [512, 513])
  func limit(_ depth: Int) {
    let expected: PlistError.Code? = depth > 512 ? .depthLimit : nil
    #expect(code(BinaryFile.nestedArrays(depth)) == expected)
  }

  @Test("Chains in reverse order in the file are counted completely")
  func backwardChains() {
    // Objects 0…299: each refers to the next, the last to object 599. Objects 300…599: each refers
    // to the previous one, down to 300, which is empty: 600 levels.
    let forward = (0..<300).map { [0xA1] + BinaryFile.number($0 == 299 ? 599 : $0 + 1, 2) }
    let backward = (300..<600).map { $0 == 300 ? [0xA0] : [0xA1] + BinaryFile.number($0 - 1, 2) }
    var file = BinaryFile(forward + backward)
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    expectRefused(file.bytes, .depthLimit)
  }

  @Test("A chain that is first visited in part counts at its deepest use")
  func sharedChain() {
    // The root refers to object 599 first, a chain of 300, and then to a chain of 299 that ends in
    // it.
    let root = [0xA2] + BinaryFile.number(599, 2) + BinaryFile.number(1, 2)
    let forward = (1..<300).map { [0xA1] + BinaryFile.number($0 == 299 ? 599 : $0 + 1, 2) }
    let backward = (300..<600).map { $0 == 300 ? [0xA0] : [0xA1] + BinaryFile.number($0 - 1, 2) }
    var file = BinaryFile([root] + forward + backward)
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    expectRefused(file.bytes, .depthLimit)
  }

  @Test("A container that refers to itself or to an enclosing one is rejected")
  func cycles() {
    expectRefused(BinaryFile([[0xA1, 0]]).bytes, .cycle)
    expectRefused(BinaryFile([[0xA1, 1], [0xA1, 0]]).bytes, .cycle)
    expectRefused(BinaryFile([[0xD1, 1, 0], [0x51, 0x61]]).bytes, .cycle)
    expectRefused(BinaryFile([[0x09], [0xA1, 2], [0xA1, 1]]).bytes, .cycle)
  }

  @Test(
    "Values of repeated keys are dropped, including cycles, and no cycle remains")
  func circlesThroughRepeatedKeys() throws {
    // Each second value of the key "a" is a cycle: to the root, to an orphan, through an array.
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
    // A cycle through the first value counts, and so does one among orphans.
    expectRefused(BinaryFile([[0xD2, 1, 1, 0, 2], [0x51, 0x61], [0x09]]).bytes, .cycle)
    expectRefused(BinaryFile([[0x09], [0x51, 0x61], [0xD2, 1, 1, 2, 0]]).bytes, .cycle)
  }

  /// The number of nodes in a traversal of all children, or a thousand if there are more.
  private func visits(_ root: PlistNode) -> Int {
    var (stack, count) = ([root], 0)
    while let node = stack.popLast(), count < 1000 {
      count += 1
      stack += node.children
    }
    return count
  }

  @Test("A reference past the last object is rejected")
  func referencePastEnd() {
    expectRefused(BinaryFile([[0xA1, 1]]).bytes, .invalidObjectReference)
    var wide = BinaryFile([[0xA1] + [UInt8](repeating: 0xFF, count: 8)])
    wide.referenceWidth = 8
    expectRefused(wide.bytes, .invalidObjectReference)
  }

  @Test("734 bytes of 30 arrays with ten references each are rejected")
  func explosion() {
    let arrays = (1...30).map { next -> [UInt8] in
      [0xAA] + [[UInt8]](repeating: BinaryFile.number(UInt64(next), 2), count: 10).joined()
    }
    var file = BinaryFile(arrays + [[0x10, 1]])
    (file.referenceWidth, file.offsetWidth) = (2, 2)
    #expect(file.bytes.count == 734)
    expectRefused(file.bytes, .expansionLimit)
  }

  @Test("Counts near 2^32 and 2^63 are rejected", arguments: [0x4F, 0x5F, 0x6F, 0xAF, 0xCF, 0xDF])
  func hugeCounts(_ marker: UInt8) {
    for count: UInt64 in [1 << 32, 1 << 32 - 1, 1 << 62, 1 << 63 - 1, 1 << 63, .max] {
      expectRefused(
        BinaryFile([[marker, 0x13] + BinaryFile.number(count, 8)]).bytes, .objectTooLong)
    }
  }

  @Test("Widths of zero bytes are rejected")
  func zeroWidths() {
    var file = BinaryFile([[0x09]])
    file.referenceWidth = 0
    expectRefused(file.bytes, .invalidTrailer)
    file = BinaryFile([[0x09]])
    file.offsetWidth = 0
    expectRefused(file.bytes, .invalidTrailer)
  }

  @Test("A trailer with numbers of 2^32 and more is rejected")
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

  @Test("A thousand overlapping objects are rejected")
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

  @Test("References and offsets of eleven bytes are read")
  func wideNumbers() throws {
    var file = BinaryFile([[0xA1] + [UInt8](repeating: 0, count: 10) + [1], [0x09]])
    (file.referenceWidth, file.offsetWidth) = (11, 11)
    let offsets = file.bytes
    // The builder writes numbers of at most eight bytes; wider ones begin with zeros.
    #expect(SimpleValue(try PlistDocument(offsets).root) == .array([.bool(true)]))
  }
}
