// Lines of the terminal or of a pipe, and single keys of the terminal, read on a separate thread:
// waiting for one blocks no actor, so that the app can be saved in the meantime.

internal import Dispatch
internal import Synchronization

/// Reads standard input.
package final class LineReader: Sendable {
  private let queue = DispatchQueue(label: "example.lines")
  private let source: Mutex<Source>

  private enum Source {
    case editor(LineEditor)
    case pipe(PipedLines)

    mutating func next() -> PipedLines.Line? {
      switch self {
      case .editor(var editor):
        defer { self = .editor(editor) }
        return editor.next()
      case .pipe(var pipe):
        defer { self = .pipe(pipe) }
        return pipe.next()
      }
    }

    /// Asks the person at the terminal; nil where there is none.
    mutating func ask<Answer>(_ question: (inout LineEditor) -> Answer?) -> Answer? {
      guard case .editor(var editor) = self else { return nil }
      defer { self = .editor(editor) }
      return question(&editor)
    }
  }

  /// A reader of a terminal.
  init(_ editor: LineEditor) { source = Mutex(.editor(editor)) }

  /// A reader of a pipe or file.
  init() { source = Mutex(.pipe(PipedLines())) }

  /// The next line; nil at the end of input.
  func next() async -> PipedLines.Line? { await read { $0.next() } }

  /// The next key of the terminal; see `LineEditor`.
  func key(legend: [String]) async -> SingleKey {
    await read { $0.ask { $0.key(legend: legend) } } ?? .back
  }

  /// The person's answer to the legend below a page; see `LineEditor`.
  func answerBelowPage(legend: [String]) async -> PageAnswer {
    await read { $0.ask { $0.answerBelowPage(legend: legend) } } ?? .end
  }

  /// The answer to a text that is offered for editing in the terminal; see `LineEditor`.
  func edited(_ text: String, prompt: String) async -> EditedText {
    await read { $0.ask { $0.edited(text, prompt: prompt) } } ?? .back("")
  }

  /// Drops the keys that were pressed before they could be expected; see `LineEditor`.
  func dropKeys() async { await read { $0.ask { $0.dropKeys() } } ?? () }

  private func read<Input: Sendable>(
    _ body: @escaping @Sendable (inout Source) -> Input
  ) async -> Input {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.source.withLock { body(&$0) }) }
    }
  }

  /// Waits for the end of the input.
  package static func waitForEnd() async {
    let reader = LineReader()
    while await reader.next() != nil {}
  }
}
