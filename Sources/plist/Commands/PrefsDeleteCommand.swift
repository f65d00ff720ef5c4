// `plist prefs delete`: removes preferences, and returns when the file is on the drive.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

struct PrefsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Removes a preference, or all preferences of a domain.",
    discussion: """
      With a path, only the value at the path is removed from its dictionary or array. Without a \
      key, all keys of DOMAIN are removed, and the file remains, empty. The previous contents are \
      kept as a generation. The exit status is 1 if the domain or key does not exist, 3 if DOMAIN \
      is the path of a file that does not exist, and 4 if there is no value at the path.

      EXAMPLES:
        plist prefs delete --container org.example.notes --key fontSize
        plist prefs delete --root portable settings fontSize
        plist prefs delete --root portable settings 'recent[0]'
        plist prefs delete --root portable settings
      """)

  @OptionGroup
  var target: DomainOptions

  @Argument(help: "The key, or the path of a value (default: all keys).")
  var key: String?

  func validate() throws {
    try target.target(key).check(takesValue: false)
    if target.domain == nil, target.keyOption == nil {
      throw ValidationError(
        "DOMAIN is missing; to remove a key of the app's own domain, use --key KEY")
    }
  }

  func run() throws {
    let target = try target.target(key)
    try target.run {
      let preferences = try target.existing()
      if let key = target.key {
        let path = PreferencePath(key, in: preferences.path)
        try preferences.update { try path.removal(from: $0) }
      } else {
        try preferences.removeAll()
        try preferences.flush()
      }
    }
  }
}
