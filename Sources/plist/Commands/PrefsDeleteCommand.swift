// `plist prefs delete`: done when the file is on the drive.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

/// Removes preferences.
struct PrefsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Removes a preference, or all of a domain.",
    discussion: """
      With a path, the value that it leads to is removed from its dictionary or array, and all else
      stays. Without a key, all keys of DOMAIN are removed; the file stays, empty. What was there before
      is the generation before. Exits with 1 where there is no such domain or key, with 4 where a path
      leads to no value.

      EXAMPLES:
        plist prefs delete --container org.example.notes --key fontSize
        plist prefs delete --root portable settings fontSize
        plist prefs delete --root portable settings 'recent[0]'
        plist prefs delete --root portable settings
      """)

  @OptionGroup var target: DomainOptions

  @Argument(help: "The key, or the path of a value; all if absent.")
  var key: String?

  func validate() throws {
    try target.target(key).check(takesValue: false)
    if target.domain == nil, target.keyOption == nil {
      throw ValidationError(
        "DOMAIN is missing; --key KEY removes a key of the container's own domain")
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
