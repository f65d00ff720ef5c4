// Tests of data of all sizes, including data so large that it is stored without a copy. Uses
// `expectAgreement`.

import Foundation
import PropertyLists
import Testing

@Suite("Coding data")
struct DataCodingTests {
  /// Sizes around 4096 bytes, the size from which data is not copied.
  static let sampleSizes = [0, 1, 57, 4095, 4096, 4097, 100_000]

  private static func data(_ size: Int, _ seed: UInt8 = 0) -> Data {
    Data((0..<size).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31) &+ seed })
  }

  @Test("Data of every size is coded as Foundation codes it", arguments: sampleSizes)
  func agreement(_ size: Int) throws {
    try expectAgreement(Box(Self.data(size)))
    try expectAgreement(["a": Self.data(size), "b": Self.data(size, 1), "c": Data([9])])
  }

  @Test("Equal data is written once in binary files", arguments: sampleSizes.dropFirst(2))
  func uniquing(_ size: Int) throws {
    let encoder = PlistEncoder(outputFormat: .binary)
    let one = try encoder.encode([Self.data(size)])
    let equal = try encoder.encode([Self.data(size), Self.data(size), Self.data(size)])
    let different = try encoder.encode([Self.data(size), Self.data(size, 1)])
    #expect(equal.count < one.count + 10)
    #expect(different.count > one.count + size)
    let decoded = try PlistDecoder().decode([Data].self, from: equal)
    #expect(decoded == [Data](repeating: Self.data(size), count: 3))
  }

  @Test("Large data that differs only in the middle stays distinct, and equal data is shared")
  func likeOutlines() throws {
    let samples = (0..<40).map { number in
      var data = Self.data(5000)
      data[2500] = UInt8(number % 10)
      return data
    }
    let encoder = PlistEncoder(outputFormat: .binary)
    let file = try encoder.encode(samples)
    #expect(try PlistDecoder().decode([Data].self, from: file) == samples)
    #expect(try PropertyListDecoder().decode([Data].self, from: file) == samples)
    #expect(file.count < 10 * 5000 + 500)
    #expect(file.count > 10 * 5000)
  }

  @Test("A slice is encoded with only its own bytes", arguments: [10, 5000])
  func slices(_ size: Int) throws {
    let slice = Self.data(size + 20).dropFirst(7).prefix(size)
    try expectAgreement(Box(slice))
    #expect(
      try PlistDecoder().decode([Data].self, from: PlistEncoder().document([slice])) == [slice])
  }

  @Test("A tree that was created from a document has the same data", arguments: sampleSizes)
  func trees(_ size: Int) throws {
    let document = try PlistEncoder().document([Self.data(size), Self.data(size)])
    let tree: Plist = [.data(Self.data(size)), .data(Self.data(size))]
    #expect(try Plist(document) == tree)
    #expect(try Plist(document.encoded(as: .binary)) == tree)
    #expect(try Plist(document.encoded(as: .xml)) == tree)
  }
}
