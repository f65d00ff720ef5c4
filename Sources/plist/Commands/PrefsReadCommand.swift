// `plist prefs read` and `plist prefs domains`: preferences for a script.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

/// Prints preferences.
struct PrefsReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Prints the preferences of a domain, or one of them.",
    discussion: """
      One value is printed as plist get does it: text as it is, containers as typed-json. A whole
      domain is printed as typed-json, its keys sorted. --as prints another format. Where the file
      cannot be read, the values are those of the generation before, with a warning. Exits with 1
      where there is no such domain or key.

      EXAMPLES:
        plist prefs read --root portable settings
        plist prefs read --root portable settings fontSize
        plist prefs read --container org.example.notes org.example.notes --as xml
      """)

  @OptionGroup var target: DomainOptions

  @Argument(help: "The key; all if absent.")
  var key: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The format to print.", valueName: "format"))
  var format: FormatArgument?

  func validate() throws {
    _ = try ArgumentBytes.text(key ?? "")
    try format?.refuseTerminal()
  }

  func run() throws {
    try target.run {
      let preferences = try target.place.existing(target.domain)
      let value = try value(preferences)
      target.warn(preferences)
      if format == nil, key != nil, let text = try PlistDocument(value).root.scalarText {
        try ContentsOutput().write(text + "\n")
      } else {
        let format = format?.format ?? .typedJSON
        var options = PlistWritingOptions()
        options.nullCharacters = .written
        let data = try value.encoded(as: format, options: options)
        try target.warn(PlistDocument(value).losses(writtenAs: format), of: preferences)
        try ContentsOutput().write(data, as: format)
      }
    }
  }

  private func value(_ preferences: Preferences) throws -> Plist {
    guard let key else { return try preferences.domainRepresentation }
    if let value = try preferences.plist(forKey: key) { return value }
    throw StateError(.missingKey, "there is no key “\(key.shortened)”", path: preferences.path)
  }
}

/// Lists domains.
struct PrefsDomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "Lists the domains of a container.",
    discussion: """
      The names stand one a line, sorted. A container without preferences has none.

      EXAMPLES:
        plist prefs domains --root portable
      """)

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.reporting(place.root ?? place.identifier ?? "") {
      let names = try Preferences.domains(in: place.container)
      try StandardStream.output.write(names.map { $0.escaped() + "\n" }.joined().utf8)
    }
  }
}
