// Terminal output: when color is used, the color of each role, and the progress of a command with
// many files, which is one line that is overwritten. Relies on the environment's NO_COLOR and TERM.

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
    case .auto: return TextStyle(isColored: Self.isAllowed && stream.isTerminal)
    }
  }

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
    case removed = "31"
  }

  func callAsFunction(_ text: String, as role: Role) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension TextStyle {
  /// Returns a unified diff with the color of each of its lines.
  func unifiedDifference(_ text: String) -> String {
    guard isColored else { return text }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      let line = String(Substring(line))
      // The names of the files are on the first two lines.
      if index < 2 { return self(line, as: .location) }
      return switch line.utf8.first {
      case UInt8(ascii: "-"): self(line, as: .removed)
      case UInt8(ascii: "+"): self(line, as: .text)
      case UInt8(ascii: "@"): self(line, as: .key)
      default: line
      }
    }.joined(separator: "\n")
  }
}

/// A progress line on standard error.
struct Progress {
  private let total: Int
  private let isShown: Bool
  private var done = 0

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown && total > 1 && StandardStream.error.isTerminal
  }

  /// Shows the next file.
  mutating func advance(to name: String) {
    done += 1
    guard isShown else { return }
    let shown = name.count > 50 ? "…" + name.suffix(49) : name
    show("[\(done)/\(total)] \(shown.withoutControls)")
  }

  /// Erases the line, so that other output can follow.
  func clear() { if isShown { show("") } }

  /// Overwrites the line and leaves the cursor at its beginning.
  private func show(_ text: String) { try? StandardStream.error.write("\r\u{1B}[K\(text)\r") }
}
