// How writers write.

/// Choices of writing. The defaults follow Apple's software, but for the order of keys, which is
/// kept.
public struct PlistWritingOptions: Sendable, Hashable {
  /// The order of a dictionary's keys. Xcode projects always have Xcode's: sorted, `isa` first.
  public var keyOrder = KeyOrder.asGiven
  /// How XML shows reals.
  public var reals = RealStyle.seventeenDigits
  /// White space of JSON and of the OpenStep family, but for projects and fonts.
  public var layout = Layout.indented
  /// What happens to values that the OpenStep family has no form for.
  public var unsupportedValues = UnsupportedValues.refused
  /// What happens to the character U+0000 in XML. Other control characters are always written as
  /// they are, as Apple's writer does.
  public var nullCharacters = NullCharacters.refused
  /// The comments of a strings file, in front of their keys: without `/*` and `*/`. A document that
  /// was read from one has its own.
  public var comments: [String: [String]] = [:]
  /// The name of an Xcode project, which stands in its comments and nowhere else in it: that of its
  /// `.xcodeproj`. Nil: as in the text that the document was read from, or else the name of the
  /// main group or of the first target.
  public var projectName: String?
  /// What happens to null in binary files, when the document was not read from JSON, whose null is
  /// an error there.
  package var nulls = Nulls.kept
  /// The node that is written as the root; nil for the document's own.
  var root: Int?
  /// How deep containers may be nested; 512.
  public var maximumDepth = 512
  /// How many bytes shared values may cost in texts, which cannot share, beyond 64 for each byte of
  /// the document. A visit costs 16 bytes, and the bytes of the text or data, of which each may become
  /// six where it is escaped. 16 MiB by default.
  public var maximumExpansion = ExpansionBudget.defaultAllowance

  /// The order of keys.
  public enum KeyOrder: Sendable, Hashable {
    /// As the dictionary has them.
    case asGiven
    /// By UTF-16 code units, as Apple's writer does.
    case sorted
    /// Sorted in text, so that equal values give equal lines; as given in binary files.
    case sortedInText
  }

  /// The text of reals.
  public enum RealStyle: Sendable, Hashable {
    /// 17 significant digits, as Apple's writer has them: 0.1 is `0.10000000000000001`. A real that
    /// was read from XML keeps its own text.
    case seventeenDigits
    /// The fewest digits that give the same number: 0.1 is `0.1`.
    case shortest
  }

  /// White space.
  public enum Layout: Sendable, Hashable {
    /// One value a line.
    case indented
    /// Everything in one line.
    case compact
  }

  /// The character U+0000 in XML.
  public enum NullCharacters: Sendable, Hashable {
    /// It is an error, so that no XML parser stops there and takes the rest for absent.
    case refused
    /// It is written as it is. Apple's parser reads it; XML parsers do not.
    case written
  }

  /// Null in binary files.
  package enum Nulls: Sendable, Hashable {
    /// It is an error.
    case refused
    /// It is written.
    case kept
  }

  /// Booleans, dates, UIDs and nulls in formats that have no form for them.
  public enum UnsupportedValues: Sendable, Hashable {
    /// They are errors.
    case refused
    /// They become text: `1` and `0`, `2001-01-01T00:00:00Z`, the number of a UID, `NULL`;
    /// sets become arrays. This loses their kind.
    case asText
  }

  /// The default choices.
  public init() {}

  /// The choices with the order of keys that a format gets.
  func settled(for format: PlistFormat) -> PlistWritingOptions {
    guard keyOrder == .sortedInText else { return self }
    var options = self
    options.keyOrder = format == .binary ? .asGiven : .sorted
    return options
  }
}
