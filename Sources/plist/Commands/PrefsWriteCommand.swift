// `plist prefs write` and `plist prefs delete`: done when the file is on the drive.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

/// Sets a preference.
struct PrefsWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Sets a preference.",
    discussion: """
      VALUE is text unless --type says otherwise: integer, real, bool (true, false, yes, no), date
      (2026-11-21T01:02:03Z), data (base64), array and dict (JSON, empty if absent), json (any value
      as typed-json). A value that begins with - follows --. The other keys stay as they are in the
      file at that moment. A file that cannot be read is not written over.

      EXAMPLES:
        plist prefs write --root portable settings theme dark
        plist prefs write --root portable settings fontSize 14 --type integer
        plist prefs write --root portable settings offset --type integer -- -5
        plist prefs write --root portable settings recent '["a", "b"]' --type array
      """)

  @OptionGroup var target: DomainOptions

  @Argument(help: "The key.")
  var key: String

  @Argument(help: "The value.")
  var value: String?

  @Option(help: ArgumentHelp("The type of the value.", valueName: "type"))
  var type = ValueType.string

  func validate() throws {
    for text in [key, value ?? ""] { _ = try ArgumentBytes.text(text) }
    _ = try plist
  }

  func run() throws {
    try target.run {
      let preferences = try Preferences(domain: target.domain, in: target.place.container)
      try preferences.set(plist, forKey: key)
      try preferences.flush()
    }
  }

  private var plist: Plist {
    get throws {
      guard let plist = type.value(value) else {
        throw ValidationError(
          value == nil
            ? "a value of type \(type.rawValue) is missing"
            : "“\((value ?? "").shortened)” is no value of type \(type.rawValue)")
      }
      return plist
    }
  }
}

/// Removes preferences.
struct PrefsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Removes a preference, or all of a domain.",
    discussion: """
      Without a key, all keys are removed; the file stays, empty. What was there before is the
      generation before. Exits with 1 where there is no such domain or key.

      EXAMPLES:
        plist prefs delete --root portable settings fontSize
        plist prefs delete --root portable settings
      """)

  @OptionGroup var target: DomainOptions

  @Argument(help: "The key; all if absent.")
  var key: String?

  func validate() throws { _ = try ArgumentBytes.text(key ?? "") }

  func run() throws {
    try target.run {
      let preferences = try target.place.existing(target.domain)
      if let key {
        if try preferences.plist(forKey: key) == nil {
          throw StateError(
            .missingKey, "there is no key “\(key.shortened)”", path: preferences.path)
        }
        preferences.remove(key)
      } else {
        try preferences.removeAll()
      }
      try preferences.flush()
    }
  }
}
