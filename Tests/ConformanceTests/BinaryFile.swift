// Makes binary property lists object by object, well-formed or not, for the tests that need files
// which no writer makes. Relies on nothing of this package.

/// A binary property list under construction.
struct BinaryFile {
  /// The objects with their markers.
  var objects: [[UInt8]] = []
  var referenceWidth = 1
  var offsetWidth = 1
  var top: UInt64 = 0
  /// What the trailer says, where that is not the truth.
  var claimedCount: UInt64?
  var claimedTable: UInt64?
  /// The offsets, where they are not the places of the objects.
  var claimedOffsets: [UInt64]?

  init(_ objects: [[UInt8]]) { self.objects = objects }

  /// The file.
  var bytes: [UInt8] {
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

  /// A big-endian number.
  static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }

  /// Arrays in arrays, each one a byte of marker and a reference to the next; the last is empty.
  static func nestedArrays(_ depth: Int) -> [UInt8] {
    var file = BinaryFile(
      (0..<depth - 1).map { [0xA1] + number(UInt64($0 + 1), 4) } + [[0xA0]])
    file.referenceWidth = 4
    file.offsetWidth = 4
    return file.bytes
  }
}
