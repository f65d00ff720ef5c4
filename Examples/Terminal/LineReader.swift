// Lines of the terminal or of a pipe, read on a separate thread: waiting for one blocks no actor,
// so that the app can be saved in the meantime.

internal import Dispatch
internal import Synchronization

/// Reads lines of standard input.
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
  }

  /// A reader of the terminal, or of a pipe or file where there is none.
  init(_ device: TerminalDevice?) {
    source = Mutex(device.map { .editor(LineEditor($0, prompt: "> ")) } ?? .pipe(PipedLines()))
  }

  /// The next line; nil at the end of input.
  func next() async -> PipedLines.Line? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.source.withLock { $0.next() }) }
    }
  }

  /// Waits for the end of the input.
  package static func waitForEnd() async {
    let reader = LineReader(nil)
    while await reader.next() != nil {}
  }
}
