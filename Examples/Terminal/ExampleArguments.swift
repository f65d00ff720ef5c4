// The arguments that all apps accept, those of one app, and the container that follows from them.

package import StateStorage

/// The arguments of an app.
package struct ExampleArguments: Sendable {
  /// The given flags, such as `--version1`.
  package var flags: Set<String> = []
  /// The values of the options that have one, such as `--root`.
  var values: [String: String] = [:]

  /// The common arguments, with their help.
  static let common: KeyValuePairs = [
    "--root DIR": "store the files below DIR instead of in the user's own directories",
    "--start-over": "set aside a file that cannot be loaded, and start without it",
    "--help": "print this",
  ]

  /// An invalid argument.
  struct Misuse: Error {
    var sentence: String
  }

  /// Parses the words after the program's name. An option with a value has the value's name after a
  /// space.
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

  /// Whether a file that cannot be loaded is set aside.
  package var startsOver: Bool { flags.contains("--start-over") }

  /// What the first save may replace.
  package var overwriting: StateOverwriting { startsOver ? .anything : .known }

  /// The container: below the root, or the user's for the app.
  func container(of app: String) throws(StateError) -> AppContainer {
    if let root = values["--root"] { return try AppContainer(root: root) }
    return try AppContainer(
      identifier: "org.plinth.examples.\(app)", environment: .process)
  }
}
