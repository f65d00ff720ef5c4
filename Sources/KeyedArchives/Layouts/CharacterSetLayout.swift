// NSCharacterSet and NSMutableCharacterSet: one of the system's sets by its number, a range, the
// characters of some text, or a bitmap.
internal import PropertyLists

/// A set of characters.
package struct CharacterSetLayout: ObjectLayout {
  package static let classNames = ["NSCharacterSet", "NSMutableCharacterSet"]
  private static let (number, isInverted) = ("NSBuiltinID", "NSIsInverted")
  /// The keys for readers that know the set by number, next to a bitmap for the others.
  private static let (newNumber, isNewInverted) = ("NSBuiltinID2", "NSIsInverted2")
  private static let (range, bitmap) = ("NSRange", "NSBitmap")
  /// GNUstep has the number alone, under a key that its archiver makes up.
  private static let generated = "$0"

  /// The forms of a set.
  package enum CharacterSetForm: Hashable, Sendable {
    /// A set that the system has, by its number: 1 control, 2 white space, 3 white space and new
    /// lines, 4 decimal digits, 5 letters, 6 lower case, 7 upper case, 8 no base, 9 decomposable,
    /// 10 letters and digits, 11 punctuation, 12 illegal, 13 capitalized, 14 symbols, 15 new lines.
    case builtIn(Int)
    /// Code points from a first one on.
    case range(first: UInt64, count: UInt64)
    /// The characters of some text.
    case string(String)
    /// A bit for each code point: 8192 bytes for the first plane; for each further one its number
    /// and 8192 bytes.
    case bitmap(Data)
  }

  package let archivedClass: ArchivedClass
  package var content: CharacterSetForm
  /// Whether the set has all other characters instead.
  package var isInverted: Bool

  package init(_ content: CharacterSetForm) {
    self.content = content
    isInverted = false
    archivedClass = ArchivedClass("NSCharacterSet", "NSObject")
  }

  package init(_ source: ObjectSource) throws {
    archivedClass = try source.archivedClass()
    isInverted = try source.bool(Self.isInverted) ?? false
    if let number = try source.integer(Self.number) {
      content = .builtIn(number)
    } else if let number = try source.integer(Self.newNumber) {
      content = .builtIn(number)
      isInverted = try source.bool(Self.isNewInverted) ?? false
    } else if let number = try source.integer(Self.generated) {
      content = .builtIn(number)
    } else if let range = try source.bits(Self.range) {
      content = .range(first: range >> 32, count: range & 0xFFFF_FFFF)
    } else if let text = try source.string(AttributedStringLayout.string) {
      content = .string(text)
    } else {
      content = .bitmap(try source.data(Self.bitmap) ?? Data())
    }
  }

  package func write(to sink: ObjectSink) {
    switch content {
    case .builtIn(let number): sink.add(number, key: Self.number)
    case .range(let first, let count):
      sink.add(Int(truncatingIfNeeded: first << 32 | count & 0xFFFF_FFFF), key: Self.range)
    case .string(let text): sink.addInline(text, key: AttributedStringLayout.string)
    case .bitmap(let bits): sink.add(bits, key: Self.bitmap)
    }
    if isInverted { sink.add(true, key: Self.isInverted) }
  }
}
