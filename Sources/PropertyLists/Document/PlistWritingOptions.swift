// The options of the writers.

/// Options of writing. The defaults follow Apple's software, except that the order of keys is
/// preserved.
public struct PlistWritingOptions: Sendable, Hashable {
  /// The order of a dictionary's keys. Xcode projects always use Xcode's order: sorted, `isa`
  /// first.
  public var keyOrder = KeyOrder.asGiven
  /// The form of reals in XML.
  public var reals = RealStyle.seventeenDigits
  /// The white space of JSON and of the OpenStep family, except for projects and fonts.
  public var layout = Layout.indented
  /// The treatment of values that the OpenStep family does not support.
  public var unsupportedValues = UnsupportedValues.refused
  /// The treatment of the character U+0000 in XML. Other control characters are always written
  /// unchanged, as in Apple's writer.
  public var nullCharacters = NullCharacters.refused
  /// The comments of a strings file by the key that they precede, without `/*` and `*/`. A document
  /// that was read from a strings file keeps its own.
  public var comments: [String: [String]] = [:]
  /// The name of an Xcode project, which is that of its `.xcodeproj`. It appears only in the
  /// comments of the project file. If nil, the name in the text from which the document was read is
  /// used, or else the name of the main group or of the first target.
  public var projectName: String?
  /// The treatment of null in binary files if the document was not read from JSON. Null from JSON
  /// is always an error there.
  package var nulls = Nulls.kept
  /// The node to write as the root; nil for the root of the document.
  var root: Int?
  /// The maximum nesting depth of containers. The default is 512.
  public var maximumDepth = 512
  /// The maximum cost, in bytes, of shared values in text formats, which cannot share, in addition
  /// to 64 for each byte of the document. A visit to a value costs 16 bytes plus the bytes of its
  /// text or data, each of which can become six bytes if it is escaped. The default is 16 MiB.
  public var maximumExpansion = ExpansionBudget.defaultAllowance

  /// The order of keys.
  public enum KeyOrder: Sendable, Hashable {
    /// The order of the dictionary.
    case asGiven
    /// Sorted by UTF-16 code units, as in Apple's writer.
    case sorted
    /// Sorted in text formats, so that equal values produce equal text; as given in binary files.
    case sortedInText
  }

  /// The text of reals.
  public enum RealStyle: Sendable, Hashable {
    /// 17 significant digits, as in Apple's writer: 0.1 is `0.10000000000000001`. A real that was
    /// read from XML keeps its original text.
    case seventeenDigits
    /// The fewest digits that identify the number: 0.1 is `0.1`.
    case shortest
  }

  /// The white space between values.
  public enum Layout: Sendable, Hashable {
    /// One value per line.
    case indented
    /// Everything on one line.
    case compact
  }

  /// The treatment of the character U+0000 in XML.
  public enum NullCharacters: Sendable, Hashable {
    /// It is an error, because an XML parser may stop there and treat the rest as absent.
    case refused
    /// It is written unchanged. Apple's parser reads it; XML parsers do not.
    case written
  }

  /// The treatment of null in binary files.
  package enum Nulls: Sendable, Hashable {
    /// It is an error.
    case refused
    /// It is written.
    case kept
  }

  /// The treatment of Booleans, dates, UIDs and nulls in formats that do not support them.
  public enum UnsupportedValues: Sendable, Hashable {
    /// They are errors.
    case refused
    /// They become text: `1` and `0`, `2001-01-01T00:00:00Z`, the number of a UID, `NULL`. Sets
    /// become arrays. Their kind is lost.
    case asText
  }

  /// Creates the default options.
  public init() {}

  /// Returns the options with the order of keys for a format.
  func settled(for format: PlistFormat) -> PlistWritingOptions {
    guard keyOrder == .sortedInText else { return self }
    var options = self
    options.keyOrder = format == .binary ? .asGiven : .sorted
    return options
  }
}
