// An affine transformation: six numbers, in the form of Apple's software or that of Foundation on Linux.

/// An affine transformation (`NSAffineTransform`).
public final class ArchivedAffineTransform: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSAffineTransform" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSAffineTransform", "NSObject") }
  /// The numbers m11, m12, m21, m22, tX and tY.
  public var numbers: [Float]

  /// A transformation of six numbers.
  public init(m11: Float, m12: Float, m21: Float, m22: Float, tX: Float, tY: Float) {
    numbers = [m11, m12, m21, m22, tX, tY]
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    if let bytes = try coder.bytes(forKey: "NSTransformStruct") {
      guard bytes.count == 24 else { throw coder.mismatch("24 bytes") }
      let words = [UInt8](bytes)
      numbers = stride(from: 0, to: 24, by: 4).map { start in
        Float(bitPattern: words[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
      }
    } else {
      let array = try coder.generated("$0").unknown
      numbers = (0..<6).compactMap { array?["$\($0)"]?.number.map { Float($0) } }
      guard numbers.count == 6 else { throw coder.mismatch("six numbers") }
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    var bytes = Data()
    for number in numbers.prefix(6) + Array(repeating: 0, count: max(0, 6 - numbers.count)) {
      for shift in [24, 16, 8, 0] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
      }
    }
    coder.encodeBytes(bytes, forKey: "NSTransformStruct")
  }
}
