// The core of an interactive app: a line, a command, an answer. The same for a terminal and for a
// pipe, where there are no prompts.

package import ObservableState
package import StateStorage

/// An app that answers commands and stores the user's data, on the main actor.
@MainActor
package protocol InteractiveApp: Sendable {
  associatedtype Root
  /// The name of the product.
  static var name: String { get }
  /// The specific commands of the app as they are typed, with their help: a line, and perhaps further
  /// ones for the help about that command.
  static var commands: KeyValuePairs<String, String> { get }
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
  /// Answers a command that needs a person at a terminal; nil if the command does not need one.
  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]?
  /// Lines that a person at a terminal sees after the answer to a command.
  func remarks(after command: String) -> [String]
  /// Saves the user's data durably, and the position, if possible.
  func save() async throws(StateError)
  /// Saves when the app enters the background or ends.
  func leave() async throws(StateError)
}

extension InteractiveApp {
  package var numbered: [String] { [] }
  package func launched() {}
  package func ending() {}
  package func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? { nil }
  package func remarks(after command: String) -> [String] { [] }

  package func save() async throws(StateError) { try await saved.save() }
  package func leave() async throws(StateError) { try await save() }

  /// Whether a text is the name of a command.
  package static func isCommand(_ text: String) -> Bool {
    CommandTable(commands).names.contains(text)
  }

  /// Adopts the data that another instance of the app has saved.
  func refresh() async { try? await saved.refresh() }
}

/// The reason why a command was not executed; the app is unchanged.
package struct CommandError: Error {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Reads commands until the input ends or the user quits.
@MainActor
final class CommandLoop<App: InteractiveApp> {
  private let app: App
  private let commands = CommandTable(App.commands)
  private let lines: LineReader
  /// The terminal of a person who reads the answers.
  private let device: TerminalDevice?
  private var reportedFailure: StateError?
  /// The objects that the numbers denoted when they were last shown.
  private var known: [String]

  init(_ app: App, _ device: TerminalDevice?, _ container: AppContainer) {
    self.app = app
    self.device = device
    let commands = commands
    let editor = device.map {
      let history = LineHistory(HistoryFile(of: App.name, in: container))
      return LineEditor($0, commands: commands, history: history)
    }
    lines = editor.map(LineReader.init(_:)) ?? LineReader()
    known = app.numbered
  }

  func run() async {
    // The reader of the answers may exit; the commands are executed nevertheless.
    while let line = await lines.next() {
      switch line {
      case .tooLong: say("error: the line is longer than \(PipedLines.longestLine) bytes")
      case .text(let text): if await !execute(text) { return }
      }
      reportFailure()
    }
  }

  /// Executes a line. Returns false if the user quits.
  private func execute(_ text: String) async -> Bool {
    let (word, rest) = text.firstWord
    if word.isEmpty { return true }
    do throws(CommandError) {
      let command = try commands.name(of: word)
      if command == "quit" { return false }
      await app.refresh()
      let isKnown = app.numbered.starts(with: known)
      // The answers have shown the app's own changes.
      defer { if isKnown || Self.listing.contains(command) { known = app.numbered } }
      await show(try await answer(command, rest, isKnown: isKnown))
    } catch {
      say("error: \(error.sentence)")
    }
    return true
  }

  private func say(_ line: String) {
    if let device { device.say(line) } else { Output.line(line) }
  }

  /// Prints an answer. In a terminal, lines are divided between words, and what does not fit on the
  /// screen waits for a key.
  private func show(_ answer: [String]) async {
    guard let device else { return answer.forEach(Output.line) }
    var rows = answer.flatMap(device.wrapped)[...]
    while true {
      // A row each for the command or the legend, and for the last row of the page before.
      let page = rows.count < device.rows ? rows.count : max(device.rows - 2, 1)
      rows.prefix(page).forEach(Output.line)
      let rest = rows.dropFirst(page)
      if rest.isEmpty { return }
      switch await lines.answerBelowPage(legend: [
        "\(rest.count) more lines; Space goes on, q ends ", "more ",
      ]) {
      case .next: rows = rest
      case .again: break
      case .end: return
      }
    }
  }

  /// The commands that show the numbers of all objects.
  private nonisolated static var listing: [String] { ["list", "sort"] }

  private func answer(
    _ command: String, _ rest: String, isKnown: Bool
  ) async throws(CommandError) -> [String] {
    // Words after a command that takes none are an error; they are not ignored.
    if commands.takesNothing(command), !rest.isEmpty {
      throw CommandError(
        "\(command) takes no arguments, found “\(rest.prefix(40).description.shown)”")
    }
    if !isKnown, commands.takesNumber(command) {
      throw CommandError(
        "another instance of \(App.name) has changed the numbers; type list to see the new numbers")
    }
    switch command {
    case "help" where !rest.isEmpty: return try commands.page(of: rest)
    case "help": return device != nil ? commands.page : [commands.line]
    case "save": return [try await save()]
    default: break
    }
    guard let device else { return try app.answer(command, rest) }
    let person = Conversation(lines: lines, device: device) {
      await self.app.refresh()
      self.reportFailure()
    }
    if let answer = try await app.answer(command, rest, asking: person) { return answer }
    return try app.answer(command, rest) + app.remarks(after: command)
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
  private func reportFailure() {
    let failure = app.saved.failure
    if let failure, failure != reportedFailure { Output.note("\(App.name): \(failure)") }
    reportedFailure = failure
  }
}
