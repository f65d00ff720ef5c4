// Tests of the memory that the large data values of one decoding share.

import Foundation
import PropertyLists
import Testing

@Suite("Decoding large data")
struct DataValuesTests {
  /// Values of all sizes at and around the limits of sharing, and more of them than one block has
  /// space for.
  private static let sizes =
    [0, 1, 1024, 1025, 65_535, 65_536, 65_537, 1 << 20, (1 << 21) - 1, 1 << 21, (1 << 21) + 1]
    + (0..<40).map { 200_000 + $0 }

  private static let values: [Data] = sizes.enumerated().map { number, size in
    Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ number) })
  }

  @Test(
    "Large data has the same bytes in every format",
    arguments: [PlistFormat.binary, .xml, .openStep]
  )
  func bytes(_ format: PlistFormat) throws {
    let file = try PlistEncoder(outputFormat: format).encode(Plain(values: Self.values))
    #expect(try PlistDecoder().decode(Plain.self, from: file).values == Self.values)
    let fields = try PlistDecoder().decode([Data].self, from: try encoded(Self.values, format))
    #expect(fields == Self.values)
  }

  @Test("A decoded value can be changed, and neither the file nor the other values change")
  func change() throws {
    let file = try encoded(Self.values, .binary)
    let before = file
    var decoded = try PlistDecoder().decode([Data].self, from: file)
    for index in decoded.indices where !decoded[index].isEmpty {
      decoded[index][0] ^= 0xFF
      decoded[index].append(contentsOf: [1, 2, 3])
      decoded[index][decoded[index].count - 4] ^= 0x0F
    }
    var expected = Self.values
    for index in expected.indices where !expected[index].isEmpty {
      expected[index][0] ^= 0xFF
      expected[index].append(contentsOf: [1, 2, 3])
      expected[index][expected[index].count - 4] ^= 0x0F
    }
    #expect(decoded == expected)
    #expect(file == before)
  }

  @Test("A decoded value outlives the decoder, the file and the other values")
  func lifetime() throws {
    let kept = try (0..<3).map { _ in
      let decoded = try PlistDecoder().decode([Data].self, from: try encoded(Self.values, .binary))
      return decoded.suffix(7)
    }
    for values in kept { #expect(Array(values) == Array(Self.values.suffix(7))) }
  }

  @Test("Many threads decode large data at the same time")
  func threads() async throws {
    let file = try encoded(Self.values, .binary)
    try await withThrowingTaskGroup(of: [Data].self) { group in
      for _ in 0..<8 {
        group.addTask { try PlistDecoder().decode(Plain.self, from: file).values }
      }
      for try await values in group { #expect(values == Self.values) }
    }
  }

  private func encoded(_ values: [Data], _ format: PlistFormat) throws -> Data {
    try PlistEncoder(outputFormat: format).encode(values)
  }

  /// A type without numbered fields, which `Codable` alone decodes. As a single value, it has the
  /// form of an array.
  private struct Plain: Codable {
    var values: [Data]

    init(values: [Data]) { self.values = values }

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([Data].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }
}
