// NSIndexPath: one index as a number, several as packed numbers.
internal import PropertyLists

/// The layout of index paths.
package enum IndexPathLayout {
  private static let (length, value, packed) = (
    "NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"
  )

  /// The indexes.
  package static func indices(_ source: ObjectSource) throws -> [Int] {
    let count = try source.integer(length) ?? 0
    if count <= 0 { return [] }
    if count == 1, let index = try source.bits(value) { return [Int(truncatingIfNeeded: index)] }
    guard let numbers = try source.packedNumbers(packed), numbers.count == count else {
      throw source.error(.typeMismatch, message: "expected \(count) indexes for \(packed)")
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
