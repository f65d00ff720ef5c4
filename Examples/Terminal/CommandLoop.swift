// The core of an interactive app: a line, a command, an answer. The same for a terminal and for a
// pipe, where there are no prompts.

package import StateStorage

/// An app that answers commands and stores the user's data, on the main actor.
@MainActor
package protocol InteractiveApp: Sendable {
  associatedtype Root
  /// The name of the product.
  static var name: String { get }
  /// The specific commands of the app, as `help` shows them.
  static var commands: [String] { get }
  /// The user's position, shown to people who start the app in a terminal.
  var greeting: String { get }
  /// The user's data.
  var saved: SavedGraph<Root> { get }
  /// The objects that the numbers in commands denote; none where commands have no numbers.
  var numbered: [String] { get }
  /// Prints the app's output at launch, in a terminal or not.
  func launched()
  /// Prints the app's output when it is about to end.
  func ending()
  /// Answers a command, with the words after it.
  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String]
  /// Saves the user's data durably, and the position, if possible.
  func save() async throws(StateError)
  /// Saves when the app enters the background or ends.
  func leave() async throws(StateError)
}

extension InteractiveApp {
  package var numbered: [String] { [] }
  package func launched() {}
  package func ending() {}

  package func save() async throws(StateError) { try await saved.save() }
  package func leave() async throws(StateError) { try await save() }

  /// Adopts the data that another instance of the app has saved.
  func refresh() async { try? await saved.refresh() }
}

/// The reason why a command was not executed; the app is unchanged.
package struct CommandError: Error {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Reads the number of an item, counted from 1, as lists show it.
package func itemIndex(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> Int {
  guard let number = Int(text), number >= 1, number <= count else {
    let range = count == 0 ? "there are none" : "the numbers are 1 to \(count)"
    throw CommandError("there is no \(noun) “\(text.prefix(40).description.shown)”; \(range)")
  }
  return number - 1
}

/// Reads commands until the input ends or the user quits.
@MainActor
struct CommandLoop<App: InteractiveApp> {
  let app: App
  let lines: LineReader
  private var reportedFailure: StateError?
  /// The objects that the numbers denoted when they were last shown.
  private var known: [String]

  init(_ app: App, _ device: TerminalDevice?) {
    self.app = app
    lines = LineReader(device)
    known = app.numbered
  }

  mutating func run() async {
    // The reader of the answers may exit; the commands are executed nevertheless.
    while let line = await lines.next() {
      switch line {
      case .tooLong: Output.line("error: the line is longer than \(PipedLines.longestLine) bytes")
      case .text(let text):
        let (command, rest) = Self.split(text)
        if command == "quit" { return }
        if !command.isEmpty {
          await app.refresh()
          let isKnown = app.numbered.starts(with: known)
          await answer(command, rest, isKnown: isKnown)
          // The answers have shown the app's own changes.
          if isKnown || command == "list" { known = app.numbered }
        }
      }
      reportFailure()
    }
  }

  /// The first word, and the rest without white space at its ends.
  nonisolated static func split(_ text: String) -> (String, String) {
    let parts = text.trimmed.split(maxSplits: 1) { $0.isWhitespace }
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]).trimmed : "")
  }

  private func answer(_ command: String, _ rest: String, isKnown: Bool) async {
    do throws(CommandError) {
      // Words after a command that takes none are an error; they are not ignored.
      if App.commands.contains(command), !rest.isEmpty {
        throw CommandError(
          "\(command) takes no arguments, found “\(rest.prefix(40).description.shown)”")
      }
      if !isKnown, App.commands.contains(where: { $0.hasPrefix("\(command) N") }) {
        throw CommandError(
          "another instance of \(App.name) has changed the numbers; list shows them")
      }
      switch command {
      case "help": Output.line((App.commands + ["save", "help", "quit"]).joined(separator: " · "))
      case "save": Output.line(try await save())
      default: for line in try app.answer(command, rest) { Output.line(line) }
      }
    } catch {
      Output.line("error: \(error.sentence)")
    }
  }

  private func save() async throws(CommandError) -> String {
    do throws(StateError) {
      try await app.save()
      return "saved"
    } catch {
      throw CommandError("not saved: \(error)")
    }
  }

  /// Reports a failure of autosave once.
  private mutating func reportFailure() {
    let failure = app.saved.failure
    if let failure, failure != reportedFailure { Output.note("\(App.name): \(failure)") }
    reportedFailure = failure
  }
}
