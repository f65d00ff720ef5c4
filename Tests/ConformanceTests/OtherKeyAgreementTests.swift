// Compares thousands of keys that are not strings with Foundation's result and the simple reader's
// for the same bytes, and converts them through every format that supports such keys.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Many keys that are not strings")
struct OtherKeyAgreementTests {
  /// A dictionary of 1,000 integers of all widths as keys, with the number of each in words; in an
  /// array with a dictionary of some keys of each other kind.
  private static let file: [UInt8] = {
    let count = 1_000
    let kinds: [[UInt8]] = [
      [0x08], [0x09], [0x23] + BinaryFile.number((2.5).bitPattern, 8),
      [0x22] + BinaryFile.number(UInt64(Float(0.25).bitPattern), 4),
      [0x33] + BinaryFile.number((1e9).bitPattern, 8), [0x43, 1, 2, 0xFF], [0x40],
      [0x52, 0x31, 0x32],
      [0x61, 0, 0xE9],
    ]
    func references(_ numbers: Range<Int>) -> [UInt8] {
      numbers.flatMap { BinaryFile.number(UInt64($0), 2) }
    }
    let start = 3 + kinds.count
    var file = BinaryFile([])
    file.referenceWidth = 2
    file.offsetWidth = 4
    file.objects = [
      [0xA2, 0, 1, 0, 2],
      [0xDF, 0x11] + BinaryFile.number(UInt64(count), 2)
        + references(start..<start + count)
        + references(start + count..<start + count * 2),
      [0xD0 + UInt8(kinds.count)] + references(3..<start)
        + references(start + count..<start + count + kinds.count),
    ]
    file.objects += kinds
    for number in 0..<count {
      switch number % 4 {
      case 0: file.objects.append([0x11] + BinaryFile.number(UInt64(number), 2))
      case 1: file.objects.append([0x12] + BinaryFile.number(UInt64(number) << 16, 4))
      case 2: file.objects.append([0x13] + BinaryFile.number(UInt64(bitPattern: Int64(-number)), 8))
      default: file.objects.append([0x13] + BinaryFile.number(UInt64(number) << 40, 8))
      }
    }
    for number in 0..<count {
      let text = Array("\(number)".utf8)
      file.objects.append([0x50 + UInt8(text.count)] + text)
    }
    return file.bytes
  }()

  @Test("Such keys are read as by Foundation")
  func foundation() throws {
    let reading = try #require(FoundationReading(Self.file))
    var comparison = FoundationComparison(try PlistDocument(Self.file), reading)
    #expect(comparison.firstDifference() == nil)
  }

  @Test("Such keys are read as by the simple reader")
  func simpleReader() throws {
    #expect(try SimpleReader.read(Self.file) == SimpleValue(PlistDocument(Self.file).root))
  }

  @Test(
    "Such keys survive a round trip through every format that supports them",
    arguments: [PlistFormat.binary, .gnuStep, .typedJSON])
  func formats(_ format: PlistFormat) throws {
    let document = try PlistDocument(Self.file)
    let again = try PlistDocument(document.encoded(as: format))
    #expect(SimpleValue(again.root) == SimpleValue(document.root))
    #expect(try SimpleReader.read(Array(again.encoded(as: .binary))) == SimpleValue(again.root))
  }

  @Test("The time is proportional to the number of keys, in text too")
  func many() throws {
    let text = "{" + (0..<60_000).map { "<*I\($0)>=a;" }.joined() + "}"
    var count = 0
    let time = try processorTime {
      count = try PlistDocument(Array(text.utf8)).root.count
    }
    #expect(count == 60_000)
    #expect(time < .seconds(30))
  }
}
