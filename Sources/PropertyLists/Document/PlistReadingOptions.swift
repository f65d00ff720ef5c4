// What a reader refuses, and what it makes of forms that can be read in two ways.

/// Limits and choices of reading. Limits are on by default, because input may be hostile; each can
/// be raised.
public struct PlistReadingOptions: Sendable, Hashable {
  /// How deep containers may be nested; 512, as in Apple's parser. A `Plist` is never made deeper
  /// than 512.
  public var maximumDepth = 512
  /// How many values a document may have, keys included; 2^31 by default.
  public var maximumObjectCount = 1 << 31
  /// How many bytes the input may have; 2^32−1 by default, which is also the most that a document
  /// can hold.
  public var maximumByteCount = Int(UInt32.max)
  /// How many bytes a walk over the whole document may cost beyond 64 for each byte of the file: what
  /// values that are shared again and again cost in all their places. Each visit of a value costs 16
  /// bytes, and the bytes of its text or data. 16 MiB by default.
  public var maximumExpansion = ExpansionBudget.defaultAllowance
  /// Whether texts of the OpenStep family must be what Apple's parser takes.
  public var strictness = Strictness.lenient
  /// What unquoted numbers of the OpenStep family become.
  public var numbers = Numbers.asText

  /// What a text is that begins neither like XML nor like JSON.
  public var looseText = LooseText.openStep

  /// The encoding of text of one byte a character; nil, the default, for UTF-8 or what an XML
  /// declaration names. It is used in place of both; text with a byte-order mark, UTF-16 and UTF-32
  /// are recognized all the same.
  public var encoding: SingleByteEncoding?

  /// What becomes of integers of JSON that only `UInt128` holds.
  package var wideIntegers = WideIntegers.refused

  /// What becomes of integers of JSON that only `UInt128` holds.
  package enum WideIntegers: Sendable, Hashable {
    /// They are errors, as a `PlistInteger` cannot hold them.
    case refused
    /// They are read, for a `UInt128` or a `Double` to be decoded from them.
    case kept
  }

  /// What a text is that begins neither like XML nor like JSON.
  public enum LooseText: Sendable, Hashable {
    /// One of the OpenStep family.
    case openStep
    /// JSON, which may be a lone scalar: for files whose name says so.
    case json
  }

  /// How exactly a text of the OpenStep family must be written.
  public enum Strictness: Sendable, Hashable {
    /// What one of the programs that write these formats takes is read; what Apple's parser would
    /// refuse is noted among the document's `warnings`.
    case lenient
    /// What Apple's parser refuses is an error.
    case strict
  }

  /// What unquoted numbers of the OpenStep family become.
  public enum Numbers: Sendable, Hashable {
    /// Strings, as with Apple's parser.
    case asText
    /// Integers and reals, where writing the number gives the same text again: `0041` stays a
    /// string. This is how font editors read `.glyphs` files.
    case typed
  }

  /// The default limits and choices.
  public init() {}
}
