// Character sets decoded by Foundation itself. Outside of Apple's systems, an `NSCharacterSet`
// created from a bitmap stops the program when it is freed, unless the bitmap can be compressed.
// One that decodes itself does not, and needs no bitmap for Foundation's numbered sets.
internal import KeyedArchives

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
      return Int64(truncatingIfNeeded: first << 32 | count)
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
