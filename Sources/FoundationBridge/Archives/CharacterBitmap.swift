// The bitmaps of sets of characters, as Foundation and archives have them. Foundation stops the program
// where a plane of one has a number that is none.

/// A bit for each code point: 8192 bytes for the first plane, and for each further one its number and
/// 8192 bytes.
struct CharacterBitmap {
  /// The bytes of one plane.
  static let planeLength = 8192
  /// How many planes there are.
  private static let planeCount = 17
  /// The code points that there may be.
  static let codePoints = 0..<0x11_0000
  /// The bytes of all planes, and the numbers of all but the first.
  static let largestLength = planeCount * (planeLength + 1) - 1

  /// The bytes of each plane, nil where none of its code points is in the set.
  private var planes: [Data?]

  /// The bitmap of some bytes; nil where they are none: a plane is incomplete, stands there twice, or
  /// has a number that is not one of 1 to 16.
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

  /// The bitmap of some code points.
  init(_ range: Range<Int>) {
    planes = (0..<Self.planeCount).map { plane in
      let first = plane * Self.planeLength * 8
      let part = range.clamped(to: first..<first + Self.planeLength * 8)
      if part.isEmpty { return nil }
      return Data((0..<Self.planeLength).map { Self.bits(first + 8 * $0, in: part) })
    }
  }

  /// The byte of eight code points.
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

  /// The bytes, planes in ascending order.
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
