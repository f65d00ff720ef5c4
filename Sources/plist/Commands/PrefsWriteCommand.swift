// `plist prefs write`: done when the file is on the drive.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

/// Sets a preference.
struct PrefsWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Sets a preference.",
    discussion: """
      VALUE is text unless --type says otherwise: integer, real, bool (true, false, yes, no, 1, 0), date
      (2026-11-21T01:02:03Z), data (base64), array and dict (JSON, empty if absent), json (any value
      as typed-json). A value that begins with - follows --. In place of VALUE and --type, -int 14 and
      its like give type and value, as with macOS's defaults.

      -array and -dict take all words that follow, so other options come before them: elements, or keys
      and values. They are text, or of the type of --type, or of the type that -int and its like
      before one of them say. -array-add appends the elements to the array that KEY has, and -dict-add
      sets the keys in the dictionary; where there is none, it is made, and where KEY has a value of
      another type, that is an error.

      A path sets the value that it leads to, or a new key of a dictionary; a dictionary or array that
      is not there is not made. All else stays as it is in the file at that moment. The file keeps its
      format, but becomes binary for a value that the format cannot hold. A file that cannot be read
      is not written over.

      EXAMPLES:
        plist prefs write --container org.example.notes --key theme dark
        plist prefs write --root portable settings fontSize 14 --type integer
        plist prefs write --root portable settings fontSize -int 14
        plist prefs write --root portable settings offset --type integer -- -5
        plist prefs write --root portable settings recent -array a b
        plist prefs write --root portable settings recent -array-add c -int 4
        plist prefs write --root portable settings window -dict-add width -int 640 title Notes
        plist prefs write --root portable settings window.width -int 800
        plist prefs write ./settings.plist 'recent[0]' d
      """)

  @OptionGroup var target: DomainOptions

  @Argument(help: "The key, or the path of a value.")
  var key: String?

  @Argument(help: "The value.")
  var value: String?

  @OptionGroup var values: PreferenceValueOptions

  func validate() throws {
    let target = try target.target(key, value)
    try target.check(takesValue: true)
    if target.key == nil { throw ValidationError("KEY is missing") }
    _ = try values.change(target.value.first)
  }

  func run() throws {
    let target = try target.target(key, value)
    let change = try values.change(target.value.first)
    try target.run {
      let preferences = try target.writable()
      let path = PreferencePath(target.key ?? "", in: preferences.path)
      try preferences.update { values in
        try path.change(of: values) { try change.applied(to: $0, at: path) }
      }
    }
  }
}
