// The arguments that all apps take, and the container that follows from them.

internal import StateStorage

/// What an app was started with.
package struct ExampleArguments: Sendable {
  /// The root of the container; nil for the user's own container.
  package var root: String?
  /// The flags that were given, such as `--version1`.
  package var flags: Set<String> = []
  /// Only the usage is wanted.
  var wantsHelp = false

  /// Arguments that are not understood.
  struct Misuse: Error {
    var sentence: String
  }

  /// Reads the words after the program's name.
  init(_ words: some Sequence<String>, allowing allowed: Set<String>) throws(Misuse) {
    var words = words.makeIterator()
    while let word = words.next() {
      if word == "--root" {
        root = try Self.root(words.next())
      } else if word.hasPrefix("--root=") {
        root = try Self.root(String(word.dropFirst("--root=".count)))
      } else if word == "--help" {
        wantsHelp = true
      } else if allowed.contains(word) {
        flags.insert(word)
      } else {
        throw Misuse(sentence: "unknown argument \(word.shown)")
      }
    }
  }

  private static func root(_ word: String?) throws(Misuse) -> String {
    guard let word, !word.isEmpty else { throw Misuse(sentence: "--root needs a directory") }
    return word
  }

  /// The container: below the root, or the user's for the app.
  func container(of app: String) throws(StateError) -> AppContainer {
    if let root { return try AppContainer(root: root) }
    return try AppContainer(
      identifier: "org.plinth.examples.\(app)", environment: .process)
  }
}
