// The middle of an interactive app: a line, a command, an answer. The same from a terminal and from a
// pipe, where there are no prompts.

package import StateStorage

/// An app that answers commands and keeps what it is told, on the main actor.
@MainActor
package protocol InteractiveApp: Sendable {
  associatedtype Root
  /// The name of the product.
  static var name: String { get }
  /// The commands of its own, as `help` shows them.
  static var commands: [String] { get }
  /// Where one is, for people who start the app in a terminal.
  var greeting: String { get }
  /// What the user made.
  var saved: SavedGraph<Root> { get }
  /// What each number in its commands means; none where they have no numbers.
  var numbered: [String] { get }
  /// Says what is to be said at launch, in a terminal or not.
  func launched()
  /// Says what is to be said when the app is about to end.
  func ending()
  /// Answers a command, with the words after it.
  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String]
  /// Saves what the user made, durably, and where the user is, if that can be had.
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

  /// Takes over what another instance of the app has saved.
  func refresh() async { try? await saved.refresh() }
}

/// Why a command was not done; the app goes on as it was.
package struct CommandError: Error {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Reads a number of an item, from 1 on, as lists show it.
package func itemIndex(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> Int {
  guard let number = Int(text), number >= 1, number <= count else {
    let range = count == 0 ? "there are none" : "they are numbered from 1 to \(count)"
    throw CommandError("“\(text.prefix(40).description.shown)” is no \(noun): \(range)")
  }
  return number - 1
}

/// Reads commands until the input ends or the app is told to quit.
@MainActor
struct CommandLoop<App: InteractiveApp> {
  let app: App
  let lines: LineReader
  private var toldFailure: StateError?
  /// What the numbers meant when the user could last see them.
  private var known: [String]

  init(_ app: App, _ device: TerminalDevice?) {
    self.app = app
    lines = LineReader(device)
    known = app.numbered
  }

  mutating func run() async {
    // Who reads the answers may leave; the commands are done nevertheless.
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
          // What the app itself has changed, it has said.
          if isKnown || command == "list" { known = app.numbered }
        }
      }
      tellFailure()
    }
  }

  /// The first word, and the rest without white space at its ends.
  nonisolated static func split(_ text: String) -> (String, String) {
    let parts = text.trimmed.split(maxSplits: 1) { $0.isWhitespace }
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]).trimmed : "")
  }

  private func answer(_ command: String, _ rest: String, isKnown: Bool) async {
    do throws(CommandError) {
      // One that is listed without words is a mistake with some, not something to be passed over.
      if App.commands.contains(command), !rest.isEmpty {
        throw CommandError(
          "\(command) stands alone, without “\(rest.prefix(40).description.shown)”")
      }
      if !isKnown, App.commands.contains(where: { $0.hasPrefix("\(command) N") }) {
        throw CommandError("another \(App.name) has changed the numbers; see them: list")
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

  /// Tells once that saving by itself does not work.
  private mutating func tellFailure() {
    let failure = app.saved.failure
    if let failure, failure != toldFailure { Output.note("\(App.name): \(failure)") }
    toldFailure = failure
  }
}
