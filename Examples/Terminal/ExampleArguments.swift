// The arguments that all apps take, those of one app, and the container that follows from them.

package import StateStorage

/// What an app was started with.
package struct ExampleArguments: Sendable {
  /// The flags that were given, such as `--version1`.
  package var flags: Set<String> = []
  /// The values of the options that have one, such as `--root`.
  var values: [String: String] = [:]

  /// What every app takes, with its help.
  static let common: KeyValuePairs = [
    "--root DIR": "keep the files below DIR instead of in the user's own directories",
    "--begin-anew": "put a file that cannot be loaded aside, and begin without it",
    "--help": "print this",
  ]

  /// Arguments that are not understood.
  struct Misuse: Error {
    var sentence: String
  }

  /// Reads the words after the program's name. An option with a value has the value's name after a space.
  init(_ words: some Sequence<String>, allowing options: [String]) throws(Misuse) {
    var words = words.makeIterator()
    while let word = words.next() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      if options.contains(word) {
        flags.insert(word)
      } else if let option = options.first(where: { $0.hasPrefix("\(name) ") }) {
        let value = parts.count > 1 ? String(parts[1]) : words.next() ?? ""
        if value.isEmpty { throw Misuse(sentence: "expected \(option), found no value") }
        values[name] = value
      } else {
        throw Misuse(sentence: "unknown argument \(word.shown)")
      }
    }
  }

  /// Whether a file that cannot be loaded is put aside.
  package var startsOver: Bool { flags.contains("--begin-anew") }

  /// What the first save may replace.
  package var overwriting: StateOverwriting { startsOver ? .anything : .known }

  /// The container: below the root, or the user's for the app.
  func container(of app: String) throws(StateError) -> AppContainer {
    if let root = values["--root"] { return try AppContainer(root: root) }
    return try AppContainer(
      identifier: "org.plinth.examples.\(app)", environment: .process)
  }
}
