// How writers write.

/// Choices of writing. The defaults follow Apple's software, but for the order of keys, which is
/// kept.
public struct PlistWritingOptions: Sendable, Hashable {
  /// The order of a dictionary's keys.
  public var keyOrder = KeyOrder.asGiven
  /// How XML shows reals.
  public var reals = RealStyle.seventeenDigits
  /// White space of JSON.
  public var layout = Layout.indented
  /// How deep containers may be nested; 512.
  public var maximumDepth = 512
  /// How many visits shared containers may cost in XML and JSON, which cannot share, beyond one for
  /// each reference; 4,000,000.
  public var maximumExpansion = 4_000_000

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
