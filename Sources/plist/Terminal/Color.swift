// Colour: whether there is any, and which for what. Relies on the environment's NO_COLOR and TERM.

internal import ArgumentParser
internal import PropertyLists

/// When colour is used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never

  /// How a stream is written. Automatic colour is for terminals that can show it, unless NO_COLOR
  /// is set to something.
  func style(for stream: StandardStream) -> TextStyle {
    switch self {
    case .always: return TextStyle(isColored: true)
    case .never: return TextStyle(isColored: false)
    case .auto:
      return TextStyle(isColored: Self.isWelcome && stream.isTerminal)
    }
  }

  /// Whether the environment allows color, which is looked up once.
  private static let isWelcome: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }()
}

/// Puts text into colour, or leaves it.
struct TextStyle {
  let isColored: Bool

  /// What text can stand for.
  enum Role: String {
    case error = "1;31"
    case warning = "1;33"
    case caret = "1;32"
    case place = "1"
    case key = "36"
    case type = "2"
    case text = "32"
    case number = "33"
    case reference = "35"
  }

  /// The text, in the colour of its role.
  func callAsFunction(_ text: String, _ role: Role) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
