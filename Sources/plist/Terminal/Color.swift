// Color: when it is used, and the color of each role. Relies on the environment's NO_COLOR and
// TERM.

internal import ArgumentParser
internal import PropertyLists

/// The choice of when to use color.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never

  /// Returns the style for a stream. Automatic color is used for terminals that support it, unless
  /// NO_COLOR is set and not empty.
  func style(for stream: StandardStream) -> TextStyle {
    switch self {
    case .always: return TextStyle(isColored: true)
    case .never: return TextStyle(isColored: false)
    case .auto:
      return TextStyle(isColored: Self.isAllowed && stream.isTerminal)
    }
  }

  /// Whether the environment allows color.
  private static let isAllowed: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }()
}

/// A style that colors text or leaves it unchanged.
struct TextStyle {
  let isColored: Bool

  /// A role of text in the output.
  enum Role: String {
    case error = "1;31"
    case warning = "1;33"
    case caret = "1;32"
    case location = "1"
    case key = "36"
    case type = "2"
    case text = "32"
    case number = "33"
    case reference = "35"
  }

  /// Returns the text in the color of its role.
  func callAsFunction(_ text: String, as role: Role) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
