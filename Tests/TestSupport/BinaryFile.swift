// Builds binary property lists object by object, valid or not, for tests that need files that no
// writer produces. Independent of this package.

/// A binary property list under construction.
package struct BinaryFile {
  /// The objects with their markers.
  package var objects: [[UInt8]] = []
  package var referenceWidth = 1
  package var offsetWidth = 1
  package var top: UInt64 = 0
  /// The values of the trailer, where they are not correct.
  package var claimedCount: UInt64?
  package var claimedTable: UInt64?
  /// The offsets, where they are not those of the objects.
  package var claimedOffsets: [UInt64]?

  package init(_ objects: [[UInt8]]) { self.objects = objects }

  /// The file.
  package var bytes: [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [UInt64] = []
    for object in objects {
      offsets.append(UInt64(file.count))
      file += object
    }
    let table = UInt64(file.count)
    for offset in claimedOffsets ?? offsets { file += Self.number(offset, offsetWidth) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
    file += Self.number(claimedCount ?? UInt64(objects.count), 8)
    file += Self.number(top, 8)
    return file + Self.number(claimedTable ?? table, 8)
  }

  /// A file of some objects, with offsets and references of one byte.
  ///
  /// - Parameters:
  ///   - objects: The objects with their markers.
  ///   - offsets: The offsets, where they are not those of the objects.
  ///   - changes: Bytes of the trailer that are incorrect, by their offset in it.
  package static func file(
    _ objects: [[UInt8]], offsets: [UInt8]? = nil, trailer changes: [Int: UInt8] = [:]
  ) -> [UInt8] {
    var file = BinaryFile(objects)
    file.claimedOffsets = offsets?.map { UInt64($0) }
    var bytes = file.bytes
    for (offset, byte) in changes { bytes[bytes.count - 32 + offset] = byte }
    return bytes
  }

  /// A big-endian number.
  package static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }

  /// Nested arrays, each one a byte of marker and a reference to the next; the last is empty.
  package static func nestedArrays(_ depth: Int) -> [UInt8] {
    var file = BinaryFile(
      (0..<depth - 1).map { [0xA1] + number(UInt64($0 + 1), 4) } + [[0xA0]])
    file.referenceWidth = 4
    file.offsetWidth = 4
    return file.bytes
  }
}
