// The output of the apps: whole lines, written immediately, so that a signal loses none of them.
// Standard output is for answers, standard error for notes.

internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The two output streams of a program.
package enum Output {
  private static let failed = Mutex<String?>(nil)
  /// A terminal that goes away fails in a different way than a pipe.
  private static let isTerminal = FileDescriptor.standardOutput.isTerminal

  /// The reason why some input or output was lost; nil if none was.
  static var failure: String? { failed.withLock { $0 } }

  /// Inspects the streams, before anything can happen to them.
  static func begin() { _ = isTerminal }

  /// Prints a line of the app's output.
  package static func line(_ text: String) { write("\(text)\n") }

  /// Prints a note or an error, which is not an answer, to standard error.
  package static func note(_ text: String) {
    try? FileDescriptor.standardError.writeWhole(Array("\(text)\n".utf8))
  }

  /// Writes to standard output unchanged. A reader that has exited, such as `head`, is not a
  /// failure.
  static func write(_ text: String) {
    do {
      try FileDescriptor.standardOutput.writeWhole(Array(text.utf8))
    } catch {
      let isReaderGone = error as? Errno == .brokenPipe || isTerminal && error as? Errno == .ioError
      if !isReaderGone { fail("standard output could not be written: \(error)") }
    }
  }

  /// Keeps the first failure for the end of the program.
  static func fail(_ sentence: String) { failed.withLock { $0 = $0 ?? sentence } }
}

extension String {
  /// The text on one line and harmless to a terminal.
  package var shown: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }

  /// The same, with its tabs.
  var shownWithTabs: String {
    split(separator: "\t", omittingEmptySubsequences: false).map { String($0).shown }
      .joined(separator: "\t")
  }

  /// The text without white space at its ends.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// The first word, and the rest without white space at its ends.
  package var firstWord: (word: String, rest: String) {
    let parts = trimmed.split(maxSplits: 1) { $0.isWhitespace }
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]).trimmed : "")
  }
}

extension String {
  /// Whether the text contains another one, whatever the capitals and accents of their letters and the
  /// form of their quotation marks.
  package func containsIgnoringCase(_ text: String) -> Bool { folded.contains(text.folded) }

  /// The text in capitals without accents, with straight quotation marks, for searching and
  /// sorting. Lowercase first, because there is a capital ß.
  package var folded: String {
    let letters = lowercased().uppercased().decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !Self.accents.contains($0) }
      .map { Self.straightMarks[$0] ?? $0 }
    return String(String.UnicodeScalarView(letters))
  }

  private static let straightMarks: [Unicode.Scalar: Unicode.Scalar] = [
    "‘": "'", "’": "'", "“": "\"", "”": "\"",
  ]

  private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
}

extension [String] {
  /// Whether each word of a text is in one of these texts, in any order, as `containsIgnoringCase`.
  package func containWords(of text: String) -> Bool {
    text.split { $0.isWhitespace }.allSatisfy { word in
      contains { $0.containsIgnoringCase(String(word)) }
    }
  }
}

extension String? {
  /// The text as `shown`; nil as the tutorials' apps print it.
  package var shown: String { map(\.shown) ?? "(null)" }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on it instead of showing it, including changes of the direction
  /// of the surrounding letters.
  var isControl: Bool {
    properties.generalCategory == .control || ("\u{2028}"..."\u{2029}" ~= self)
      || properties.isBidiControl
  }
}
