// Limits of reading, and the interpretation of ambiguous input.

/// Limits and choices of reading. Limits are enabled by default because input may be hostile; each
/// of them can be raised.
public struct PlistReadingOptions: Sendable, Hashable {
  /// The maximum nesting depth of containers. The default is 512, as in Apple's parser. The depth
  /// of a `Plist` never exceeds 512.
  public var maximumDepth = 512
  /// The maximum number of values in a document, including keys. The default is 2^31.
  public var maximumObjectCount = 1 << 31
  /// The maximum size of the input in bytes. The default is 2^32−1, which is also the maximum size
  /// of a document.
  public var maximumByteCount = Int(UInt32.max)
  /// The maximum cost of a traversal of the document, in bytes, in addition to 64 for each byte of
  /// the file. It limits the expansion of values that are shared many times. Each visit to a value
  /// costs 16 bytes plus the bytes of its text or data. The default is 16 MiB.
  public var maximumExpansion = ExpansionBudget.defaultAllowance
  /// Whether text of the OpenStep family must be acceptable to Apple's parser.
  public var strictness = Strictness.lenient
  /// The interpretation of unquoted numbers in the OpenStep family.
  public var numbers = Numbers.asText

  /// The interpretation of text that begins neither like XML nor like JSON.
  public var looseText = LooseText.openStep

  /// The encoding of text with one byte per character. If nil, which is the default, the encoding
  /// is UTF-8 or the one in the XML declaration. If set, it replaces both; text with a byte-order
  /// mark, UTF-16 and UTF-32 are still detected.
  public var encoding: SingleByteEncoding?

  /// The treatment of JSON integers that fit only in `UInt128`.
  package var wideIntegers = WideIntegers.refused

  /// The treatment of JSON integers that fit only in `UInt128`.
  package enum WideIntegers: Sendable, Hashable {
    /// They are errors, because a `PlistInteger` cannot represent them.
    case refused
    /// They are read, so that a `UInt128` or a `Double` can be decoded from them.
    case kept
  }

  /// The interpretation of text that begins neither like XML nor like JSON.
  public enum LooseText: Sendable, Hashable {
    /// One of the OpenStep family.
    case openStep
    /// JSON, possibly a single scalar: for files whose name says so.
    case json
  }

  /// The strictness of reading text of the OpenStep family.
  public enum Strictness: Sendable, Hashable {
    /// Input is accepted if one of the programs that write these formats accepts it. Deviations
    /// that Apple's parser would reject are reported in the document's `warnings`.
    case lenient
    /// Input that Apple's parser rejects is an error.
    case strict
  }

  /// The interpretation of unquoted numbers in the OpenStep family.
  public enum Numbers: Sendable, Hashable {
    /// Strings, as with Apple's parser.
    case asText
    /// Integers and reals, if writing the number reproduces the text: `0041` remains a string. This
    /// is how font editors read `.glyphs` files.
    case typed
  }

  /// Creates the default limits and choices.
  public init() {}

  /// The maximum size of the input in bytes: that of a document, if the option is larger.
  var largestInput: Int { min(maximumByteCount, Int(UInt32.max)) }
}
