// A set of characters, in one of the forms that archives have for them.

/// A set of characters (`NSCharacterSet`, `NSMutableCharacterSet`).
public final class ArchivedCharacterSet: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSCharacterSet" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSMutableCharacterSet"] }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The characters.
  public var content: Content
  /// Whether the set has all other characters instead.
  public var isInverted: Bool

  /// What an archive has for readers that do not know the number of a set.
  private var fallback: Data?
  private var isFallbackInverted = false

  /// The forms of a set.
  public enum Content: Hashable, Sendable {
    /// A set that the system has, by its number: 1 control, 2 white space, 3 white space and new
    /// lines, 4 decimal digits, 5 letters, 6 lower case, 7 upper case, 8 no base, 9 decomposable,
    /// 10 letters and digits, 11 punctuation, 12 illegal, 13 capitalised, 14 symbols, 15 new lines.
    case builtIn(Int)
    /// A range of code points.
    case range(ArchivedRange)
    /// The characters of some text.
    case string(String)
    /// A bit for each code point: 8192 bytes for the first plane; for each further one its number
    /// and 8192 bytes.
    case bitmap(Data)
  }

  /// A set of characters.
  public init(_ content: Content) {
    self.content = content
    isInverted = false
    archivedClass = ArchivedClass("NSCharacterSet", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    isInverted = try coder.decodeBool(forKey: "NSIsInverted")
    if let number = try coder.optionalInteger(forKey: "NSBuiltinID") {
      content = .builtIn(number)
    } else if let number = try coder.optionalInteger(forKey: "NSBuiltinID2") {
      content = .builtIn(number)
      isInverted = try coder.decodeBool(forKey: "NSIsInverted2")
      fallback = try coder.bytes(forKey: "NSBitmap")
      isFallbackInverted = try coder.decodeBool(forKey: "NSIsInverted")
    } else if coder.containsGenerated("$0") {
      // GNUstep has the number alone.
      content = .builtIn(try coder.generatedInteger("$0"))
    } else if coder.containsValue(forKey: "NSRange") {
      let range = try coder.index(forKey: "NSRange")
      content = .range(ArchivedRange(location: range >> 32, length: range & 0xFFFF_FFFF))
    } else if let text = try coder.optionalText(forKey: "NSString") {
      content = .string(text.string)
    } else {
      content = .bitmap(try coder.bytes(forKey: "NSBitmap") ?? Data())
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    switch content {
    case .builtIn(let number) where fallback != nil:
      try coder.encode(number, forKey: "NSBuiltinID2")
      coder.encodeBytes(fallback ?? Data(), forKey: "NSBitmap")
      coder.encodeIfTrue(isFallbackInverted, forKey: "NSIsInverted")
      return coder.encodeIfTrue(isInverted, forKey: "NSIsInverted2")
    case .builtIn(let number): try coder.encode(number, forKey: "NSBuiltinID")
    case .range(let range):
      coder.encode(index: range.location << 32 | range.length & 0xFFFF_FFFF, forKey: "NSRange")
    case .string(let text): coder.encodeInline(text, forKey: "NSString")
    case .bitmap(let bits): coder.encodeBytes(bits, forKey: "NSBitmap")
    }
    coder.encodeIfTrue(isInverted, forKey: "NSIsInverted")
  }

  /// Whether a character is in the set; nil where only the system knows.
  public func contains(_ scalar: Unicode.Scalar) -> Bool? {
    let isMember: Bool
    switch content {
    case .builtIn: return nil
    case .range(let range):
      isMember =
        UInt64(scalar.value) >= range.location
        && UInt64(scalar.value) - range.location < range.length
    case .string(let text): isMember = text.unicodeScalars.contains(scalar)
    case .bitmap(let bits): isMember = Self.isSet(scalar, in: [UInt8](bits))
    }
    return isMember != isInverted
  }

  private static func isSet(_ scalar: Unicode.Scalar, in bits: [UInt8]) -> Bool {
    let (plane, offset) = (Int(scalar.value >> 16), Int(scalar.value & 0xFFFF))
    var start = 0
    if plane > 0 {
      guard
        let found = stride(from: 8192, to: bits.count, by: 8193).first(where: {
          Int(bits[$0]) == plane
        })
      else { return false }
      start = found + 1
    }
    let place = start + offset / 8
    return place < bits.count && bits[place] >> UInt8(offset % 8) & 1 == 1
  }
}
