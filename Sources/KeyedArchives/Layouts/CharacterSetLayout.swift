// Character sets: a system set by number, a range, the characters of a string, or a bitmap.
internal import PropertyLists

/// A character set.
package struct CharacterSetLayout: ObjectLayout {
  package static let classNames = ["NSCharacterSet", "NSMutableCharacterSet"]
  private static let (number, isInverted) = ("NSBuiltinID", "NSIsInverted")
  /// Keys for readers that know the set by its number, stored with a bitmap for other readers.
  private static let (newNumber, isNewInverted) = ("NSBuiltinID2", "NSIsInverted2")
  private static let (range, bitmap) = ("NSRange", "NSBitmap")
  /// The key that GNUstep's archiver generates; it stores only the number.
  private static let generated = "$0"

  package enum CharacterSetForm: Hashable, Sendable {
    /// A system set by number: 1 control, 2 white space, 3 white space and newlines, 4 decimal
    /// digits, 5 letters, 6 lowercase, 7 uppercase, 8 non-base, 9 decomposable, 10 letters and
    /// digits, 11 punctuation, 12 illegal, 13 capitalized, 14 symbols, 15 newlines.
    case builtIn(Int)
    /// A range of consecutive code points.
    case range(first: UInt64, count: UInt64)
    /// The characters of a string.
    case string(String)
    /// One bit for each code point: 8192 bytes for the first plane; for each further plane, its
    /// number and 8192 bytes.
    case bitmap(Data)
  }

  package let archivedClass: ArchivedClass
  package var content: CharacterSetForm
  /// Whether the set is inverted: it contains all characters except these.
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
      content = .range(first: range &>> 32, count: range & 0xFFFF_FFFF)
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
      sink.add(Int(truncatingIfNeeded: first &<< 32 | count & 0xFFFF_FFFF), key: Self.range)
    case .string(let text): sink.addInline(text, key: AttributedStringLayout.string)
    case .bitmap(let bits): sink.add(bits, key: Self.bitmap)
    }
    if isInverted { sink.add(true, key: Self.isInverted) }
  }
}
