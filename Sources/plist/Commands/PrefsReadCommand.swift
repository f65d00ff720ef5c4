// `plist prefs read` and `plist prefs domains`: print preferences and domains, for scripts.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

struct PrefsReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Prints the preferences of a domain, or one of them.",
    discussion: """
      One value is printed as in plist get: text unchanged, and containers as typed-json. A whole \
      domain is printed as typed-json with its keys sorted. --as selects another format. If the \
      file cannot be read, the values of the previous generation are printed, with a warning. With \
      --container alone, the domain is the identifier. Only the file of the domain is read, not \
      the defaults that a service has in CONFIGURATION_DIRECTORY. The exit status is 1 if the \
      domain or key does not exist, 3 if DOMAIN is the path of a file that does not exist, and 4 \
      if there is no value at the path.

      EXAMPLES:
        plist prefs read --container org.example.notes
        plist prefs read --container org.example.notes --key fontSize
        plist prefs read --root portable settings
        plist prefs read --root portable settings window.width
        plist prefs read ./settings.plist --as xml
      """)

  @OptionGroup
  var target: DomainOptions

  @Argument(help: "The key, or the path of a value (default: the whole domain).")
  var key: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The format to print.", valueName: "format"))
  var format: FormatArgument?

  func validate() throws {
    try target.target(key).check(takesValue: false)
    try format?.refuseTerminal()
  }

  func run() throws {
    let target = try target.target(key)
    try target.run {
      let preferences = try target.existing()
      let value = try value(target.key, of: preferences)
      target.warn(preferences)
      if format == nil, target.key != nil, let text = try PlistDocument(value).root.scalarText {
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

  private func value(_ key: String?, of preferences: Preferences) throws -> Plist {
    let domain = try preferences.domainRepresentation
    return try key.map { try PreferencePath($0, in: preferences.path).value(in: domain) } ?? domain
  }
}

struct PrefsDomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains", abstract: "Lists the domains of a container.",
    discussion: """
      Prints the names, sorted, one per line. A container without preferences has no domains.

      EXAMPLES:
        plist prefs domains --root portable
      """)

  @OptionGroup
  var target: ContainerTarget

  func run() throws {
    try target.reporting { container in
      let names = try Preferences.domains(in: container)
      try StandardStream.output.write(names.map { $0.escaped() + "\n" }.joined())
    }
  }
}
