// The bitmaps of character sets, as in Foundation and in archives. Foundation stops the program if
// a bitmap contains an invalid plane number.

/// One bit for each code point: 8192 bytes for the first plane; for each further plane, its number
/// and 8192 bytes.
struct CharacterBitmap {
  /// The number of bytes in one plane.
  static let planeLength = 8192
  /// The number of planes.
  private static let planeCount = 17
  /// The range of all code points.
  static let codePoints = 0..<0x11_0000
  /// The number of bytes of all planes, including the numbers of all but the first.
  static let largestLength = planeCount * (planeLength + 1) - 1

  /// The bytes of each plane; nil if the set contains none of its code points.
  private var planes: [Data?]

  /// Creates a bitmap from bytes; nil if they are invalid: a plane is incomplete, occurs twice, or
  /// has a number outside 1 to 16.
  init?(_ bytes: Data) {
    guard bytes.count >= Self.planeLength, bytes.count <= Self.largestLength,
      (bytes.count - Self.planeLength).isMultiple(of: Self.planeLength + 1)
    else { return nil }
    planes = Array(repeating: nil, count: Self.planeCount)
    planes[0] = bytes.prefix(Self.planeLength)
    var rest = bytes.dropFirst(Self.planeLength)
    while let number = rest.first.map(Int.init) {
      guard planes.indices.contains(number), planes[number] == nil else { return nil }
      planes[number] = rest.dropFirst().prefix(Self.planeLength)
      rest = rest.dropFirst(1 + Self.planeLength)
    }
  }

  /// Creates the bitmap of a range of code points.
  init(_ range: Range<Int>) {
    planes = (0..<Self.planeCount).map { plane in
      let first = plane * Self.planeLength * 8
      let part = range.clamped(to: first..<first + Self.planeLength * 8)
      if part.isEmpty { return nil }
      return Data((0..<Self.planeLength).map { Self.bits(first + 8 * $0, in: part) })
    }
  }

  /// The byte for eight code points.
  private static func bits(_ first: Int, in range: Range<Int>) -> UInt8 {
    let part = range.clamped(to: first..<first + 8)
    if part.count == 8 { return .max }
    return part.reduce(0) { $0 | 1 << UInt8($1 - first) }
  }

  /// The bitmap of all other code points.
  var inverted: CharacterBitmap {
    var inverted = self
    inverted.planes = planes.map { plane in
      guard let plane else { return Data(repeating: .max, count: Self.planeLength) }
      return plane.allSatisfy { $0 == .max } ? nil : Data(plane.map { ~$0 })
    }
    return inverted
  }

  /// The bytes, with planes in ascending order.
  var data: Data {
    var data = planes[0] ?? Data(repeating: 0, count: Self.planeLength)
    for (number, plane) in planes.enumerated().dropFirst() {
      guard let plane else { continue }
      data.append(UInt8(truncatingIfNeeded: number))
      data.append(plane)
    }
    return data
  }
}
