// Index sets and index paths: one range or index is stored as numbers, several as packed numbers.
internal import PropertyLists

/// The layout of index sets.
package enum IndexSetLayout {
  private static let (count, packed) = ("NSRangeCount", "NSRangeData")
  private static let (location, length) = ("NSLocation", "NSLength")

  /// The first index and the length of each range, alternating.
  package static func numbers(_ source: ObjectSource) throws -> [UInt64] {
    let count = try source.integer(Self.count) ?? 0
    if count <= 0 { return [] }
    if count == 1, let location = try source.bits(Self.location) {
      return [location, try source.bits(Self.length) ?? 0]
    }
    guard let numbers = try source.packedNumbers(packed), numbers.count.isMultiple(of: 2),
      numbers.count / 2 == count
    else {
      throw source.error(
        .typeMismatch, message: "expected \(count.counting("range")) for \(packed)")
    }
    return numbers
  }

  /// Writes ranges, in the form that `numbers(_:)` returns.
  package static func write(_ numbers: [UInt64], to sink: ObjectSink) throws {
    sink.add(numbers.count / 2, key: count)
    if numbers.count == 2 {
      sink.add(Int(truncatingIfNeeded: numbers[0]), key: location)
      sink.add(Int(truncatingIfNeeded: numbers[1]), key: length)
    } else if numbers.count > 2 {
      try sink.add(.mutableData(PackedNumbers.bytes(of: numbers)), key: .name(packed))
    }
  }
}

/// The layout of index paths.
package enum IndexPathLayout {
  private static let (length, value, packed) = (
    "NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"
  )

  package static func indices(_ source: ObjectSource) throws -> [Int] {
    let count = try source.integer(length) ?? 0
    if count <= 0 { return [] }
    if count == 1, let index = try source.bits(value) { return [Int(truncatingIfNeeded: index)] }
    guard let numbers = try source.packedNumbers(packed), numbers.count == count else {
      throw source.error(
        .typeMismatch,
        message: "expected \(count == 1 ? "1 index" : "\(count) indexes") for \(packed)")
    }
    return numbers.map { Int(truncatingIfNeeded: $0) }
  }

  /// Writes indexes.
  package static func write(_ indices: [Int], to sink: ObjectSink) throws {
    sink.add(indices.count, key: length)
    if indices.count == 1 {
      sink.add(indices[0], key: value)
    } else if indices.count > 1 {
      let numbers = indices.map { UInt64(truncatingIfNeeded: $0) }
      try sink.add(.mutableData(PackedNumbers.bytes(of: numbers)), key: .name(packed))
    }
  }
}
