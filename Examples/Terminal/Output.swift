// What the apps print: whole lines, at once, so that a signal loses none of them. Standard output is
// for answers, standard error for notes. Relies on swift-system.

internal import Synchronization
internal import SystemPackage

/// The two streams of a program.
package enum Output {
  private static let isReaderGone = Mutex(false)

  /// Whether nobody reads standard output any more.
  package static var hasNoReader: Bool { isReaderGone.withLock { $0 } }

  /// Prints a line of the app's.
  package static func line(_ text: String) { write("\(text)\n") }

  /// Prints a note or an error, which is no answer, to standard error.
  package static func note(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(text)\n".utf8)
  }

  /// Writes to standard output as it is. A reader who has left, as `head` does, is no failure.
  static func write(_ text: String) {
    do {
      try FileDescriptor.standardOutput.writeAll(text.utf8)
    } catch {
      isReaderGone.withLock { $0 = true }
    }
  }
}

extension String {
  /// The text on one line and harmless to a terminal, whatever is in it.
  package var shown: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }

  /// The text without white space at its ends.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on it instead of showing it.
  var isControl: Bool {
    properties.generalCategory == .control || ("\u{2028}"..."\u{2029}" ~= self)
  }
}
