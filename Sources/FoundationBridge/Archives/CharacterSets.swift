// Character sets: their bitmaps, in which Foundation stops at an invalid plane number, and the sets
// that Foundation itself decodes. Outside of Apple's systems, an `NSCharacterSet` from a bitmap
// stops the program when it is freed, unless the bitmap can be compressed. A set that decodes
// itself does not, and needs no bitmap for Foundation's numbered sets.
internal import KeyedArchives

/// One bit for each code point: 8192 bytes for the first plane; for each further plane, its number
/// and 8192 bytes.
struct CharacterBitmap {
  static let planeLength = 8192
  private static let planeCount = 17
  static let codePoints = 0..<0x11_0000
  /// The number of bytes of all planes, including the numbers of all but the first.
  static let largestLength = planeCount * (planeLength + 1) - 1

  /// The bytes of each plane; nil if the set contains none of its code points.
  private var planes: [Data?]

  /// Creates a bitmap; nil if a plane is incomplete, occurs twice, or is not one of 1 to 16.
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
      return Data(
        (0..<Self.planeLength).map { index in
          // One byte for eight code points.
          let start = first + 8 * index
          let bits = part.clamped(to: start..<start + 8)
          return bits.count == 8 ? .max : bits.reduce(0) { $0 | 1 << UInt8($1 - start) }
        })
    }
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

/// The contents of a character set that Foundation can decode; already validated.
struct CharacterSetContents {
  var content: CharacterSetLayout.CharacterSetForm
  /// Whether the set contains all other characters; only for built-in sets.
  var isInverted = false

  /// Creates the set; returns nil if Foundation rejects it.
  func set(isMutable: Bool) -> NSCharacterSet? {
    #if canImport(ObjectiveC)
      guard let characters = characters.map({ isInverted ? $0.inverted : $0 }) else { return nil }
      let bitmap = characters.bitmapRepresentation
      return isMutable
        ? NSMutableCharacterSet(bitmapRepresentation: bitmap)
        : NSCharacterSet(bitmapRepresentation: bitmap)
    #else
      let coder = CharacterSetCoder(self)
      return isMutable ? NSMutableCharacterSet(coder: coder) : NSCharacterSet(coder: coder)
    #endif
  }

  #if canImport(ObjectiveC)
    private static let builtIn: [CharacterSet] = [
      .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters,
      .lowercaseLetters, .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics,
      .punctuationCharacters, .illegalCharacters, .capitalizedLetters, .symbols, .newlines,
    ]

    private var characters: CharacterSet? {
      switch content {
      case .builtIn(let number):
        Self.builtIn.indices.contains(number - 1) ? Self.builtIn[number - 1] : nil
      case .range(let first, let count):
        NSCharacterSet(range: NSRange(location: Int(first), length: Int(count))) as CharacterSet
      case .string(let text): CharacterSet(charactersIn: text)
      case .bitmap(let bytes): CharacterSet(bitmapRepresentation: bytes)
      }
    }
  #endif
}

#if !canImport(ObjectiveC)
  /// The coder that is passed to a character set, with the keys of Foundation's own archives.
  private final class CharacterSetCoder: NSCoder {
    private let contents: CharacterSetContents

    init(_ contents: CharacterSetContents) { self.contents = contents }

    override var allowsKeyedCoding: Bool { true }

    override func failWithError(_ error: any Error) {}

    override func decodeInteger(forKey key: String) -> Int {
      if key == "NSBuiltinID", case .builtIn(let number) = contents.content { number } else { 0 }
    }

    override func decodeBool(forKey key: String) -> Bool {
      key == "NSIsInverted" && contents.isInverted
    }

    override func decodeInt64(forKey key: String) -> Int64 {
      guard key == "NSRange", case .range(let first, let count) = contents.content else { return 0 }
      return Int64(truncatingIfNeeded: first &<< 32 | count)
    }

    override func containsValue(forKey key: String) -> Bool {
      switch contents.content {
      case .range: key == "NSRange"
      case .string: key == "NSStringObject"
      default: false
      }
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
      switch contents.content {
      case .string(let text): key == "NSStringObject" ? NSString(string: text) : nil
      case .bitmap(let bytes): key == "NSBitmapObject" ? NSData(data: bytes) : nil
      default: nil
      }
    }
  }
#endif
