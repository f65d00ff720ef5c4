// `plist prefs write`: sets a preference, and returns when the file is on the drive.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

struct PrefsWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Sets a preference.",
    discussion: """
      VALUE is a string unless --type specifies another type: integer, real, bool (true, false, \
      yes, no, 1, 0), date (2026-11-21T01:02:03Z), data (base64), array or dict (JSON; empty by \
      default), or json (any value as typed-json). Write -- before a value that begins with -. \
      Instead of VALUE and --type, options such as -int 14 specify both type and value, as in \
      the macOS command defaults.

      -array and -dict take all arguments that follow, as elements, or as keys and values, so put \
      other options before them. Each element or value is a string, unless --type specifies \
      another type for all of them, or an option such as -int precedes it. -array-add appends \
      elements to the array of KEY, and -dict-add sets keys in the dictionary of KEY. A missing \
      array or dictionary is created. If KEY has a value of another type, the command fails.

      If KEY is a path, the value at the path is set, or a key is added to a dictionary. A missing \
      dictionary or array along the path is not created. All other values remain as they are in \
      the file when it is written. The file keeps its format, but becomes binary if the format \
      cannot hold the value. A file that cannot be read is not overwritten.

      EXAMPLES:
        plist prefs write --container org.example.notes --key theme dark
        plist prefs write --root portable settings fontSize 14 --type integer
        plist prefs write --root portable settings fontSize -int 14
        plist prefs write --root portable settings offset --type integer -- -5
        plist prefs write --root portable settings recent -array a b
        plist prefs write --root portable settings recent -array-add c -int 4
        plist prefs write --root portable settings window -dict-add width -int 640
        plist prefs write --root portable settings window.width -int 800
        plist prefs write ./settings.plist 'recent[0]' d
      """)

  @OptionGroup
  var target: DomainOptions

  @Argument(help: "The key, or the path of a value.")
  var key: String?

  @Argument(help: "The value.")
  var value: String?

  @OptionGroup
  var values: PreferenceValueOptions

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
