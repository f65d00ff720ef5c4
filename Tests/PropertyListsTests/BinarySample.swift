// Tiny binary property lists, made object by object for the tests of error places. Relies on
// nothing of this package.

/// Binary property lists of a few objects, with offsets and references of one byte.
enum BinarySample {
  /// A file of some objects; the trailer's fields can be given other bytes.
  static func file(
    _ objects: [[UInt8]], offsets: [UInt8]? = nil, trailer changes: [Int: UInt8] = [:]
  ) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var places: [UInt8] = []
    for object in objects {
      places.append(UInt8(file.count))
      file += object
    }
    let table = UInt8(file.count)
    file += offsets ?? places
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15], trailer[31]) = (1, 1, UInt8(objects.count), table)
    for (place, byte) in changes { trailer[place] = byte }
    return file + trailer
  }
}
