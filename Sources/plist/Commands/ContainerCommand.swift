// `plist container`: where the directories of an app are, which apps have some, and their data as one
// directory: exported, imported, put aside.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The commands on containers.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Shows, exports, imports and resets the directories of an app.",
    discussion: """
      A container has the directories of an app: documents, application support, preferences, caches, \
      state and temporary files. It is that of the app with an identifier, or one with all its \
      directories below one. Nothing is ever removed: import and reset give the directories that are \
      there another name.

      EXAMPLES:
        plist container list
        plist container where --container org.example.notes
        plist container export --container org.example.notes notes-backup
        plist container import --container org.example.notes notes-backup
        plist container reset --container org.example.notes
      """,
    subcommands: [
      ContainerWhereCommand.self, ContainerListCommand.self, ContainerExportCommand.self,
      ContainerImportCommand.self, ContainerResetCommand.self,
    ])
}

/// Says where the directories are.
struct ContainerWhereCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    abstract: "Lists the directories of an app, and why each is where it is.",
    discussion: """
      One directory a line: its name, its path, and the rule that chose it in parentheses. With \
      DIRECTORY only the path of that one is printed. A directory need not exist, and none is made. \
      The name of a temporary directory ends in six letters that differ each time.

      EXAMPLES:
        plist container where --container org.example.notes
        plist container where --root portable documents
      """)

  @Argument(help: "The directory; all if absent.")
  var directory: DirectoryArgument?

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws { try place.requireContainer() }

  func run() throws {
    let container = try place.container
    shared.warn(container.notices)
    if let directory = directory?.directory {
      return try shared.reporting(directory.rawValue) {
        let path = try container.rule(for: directory).path
        try StandardStream.output.write(ArgumentBytes.nameOnOutput(path) + "\n".utf8)
      }
    }
    var gravest = ExitCode.success
    for directory in AppContainer.Directory.allCases {
      do {
        try shared.reporting(directory.rawValue) {
          let rule = try container.rule(for: directory)
          try write(directory.rawValue, rule.path, rule.description)
        }
      } catch let code as ExitCode {
        gravest.join(code)
      }
    }
    if let configuration = container.configuration {
      try write(
        "configuration", configuration,
        "CONFIGURATION_DIRECTORY names it; preferences are looked up in it, and it is never written"
      )
    }
    if gravest != .success { throw gravest }
  }

  private func write(_ name: String, _ path: FilePath, _ reason: String) throws {
    let name = shared.color.style(for: .output)(name, .key)
    try StandardStream.output.write(
      Array("\(name): ".utf8) + ArgumentBytes.nameOnOutput(path) + " (\(reason))\n".utf8)
  }
}

/// A directory of a container, as an argument.
struct DirectoryArgument: ExpressibleByArgument {
  let directory: AppContainer.Directory

  init?(argument: String) {
    guard let directory = AppContainer.Directory(rawValue: argument) else { return nil }
    self.directory = directory
  }

  static var allValueStrings: [String] { AppContainer.Directory.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Lists apps.
struct ContainerListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the apps that have a container here.",
    discussion: """
      The identifiers, one a line, sorted: the names in reverse DNS form of the directories that the \
      user's apps have for data, preferences, caches and state. Directories that other programs have \
      named so are among them.

      EXAMPLES:
        plist container list
      """)

  @OptionGroup var shared: SharedOptions

  func run() throws {
    try shared.reporting("") {
      let identifiers = AppContainer.identifiers(environment: .process)
      try StandardStream.output.write(identifiers.map { $0 + "\n" }.joined().utf8)
    }
  }
}

/// Exports a container.
struct ContainerExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copies the directories of an app into a new directory.",
    discussion: """
      NEW is made, and must not be there before. It has everything except temporary files, below \
      Documents and Library as on iOS, and is there only when all of it is on the drive: it is a \
      container for --root, too. Symbolic links are copied as links; one that leads out of its \
      directory is left out with a warning, and so are pipes, sockets and devices. End the app before.

      EXAMPLES:
        plist container export --container org.example.notes notes-backup
        plist container export --root portable portable-backup
      """)

  @Argument(help: ArgumentHelp("The directory to make.", valueName: "new"))
  var destination: String

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try place.requireContainer()
    try refuse(destination)
  }

  func run() throws {
    try shared.reporting(destination) {
      let path = ArgumentBytes.filePath(destination)
      shared.report(try place.container.export(to: path))
      try StandardStream.output.write(ArgumentBytes.nameOnOutput(path) + ": exported\n".utf8)
    }
  }
}

/// Imports a container.
struct ContainerImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes an exported container that of an app.",
    discussion: """
      DIR is what export has written, or the root of another container, and stays as it is. What the \
      app has is put aside as NAME~replaced-TIME and never removed; standard output says where. When \
      something cannot be copied, nothing changes. Links and other files are left out as by export. \
      End the app before.

      EXAMPLES:
        plist container import --container org.example.notes notes-backup
      """)

  @Argument(help: ArgumentHelp("The exported container.", valueName: "dir"), completion: .directory)
  var source: String

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try place.requireContainer()
    try refuse(source)
  }

  func run() throws {
    try shared.reporting(source) {
      let path = ArgumentBytes.filePath(source)
      let report = try place.container.importContents(of: path)
      shared.report(report)
      try StandardStream.output.write(
        report.lines + ArgumentBytes.nameOnOutput(path) + ": imported\n".utf8)
    }
  }
}

/// Puts the data of a container aside.
struct ContainerResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Puts the data of an app aside, so that it begins anew.",
    discussion: """
      The directories of the app get another name, NAME~reset-TIME, and are never removed; standard \
      output says which. Temporary files stay. End the app before.

      EXAMPLES:
        plist container reset --container org.example.notes
      """)

  @OptionGroup var place: ContainerOptions
  @OptionGroup var shared: SharedOptions

  func validate() throws { try place.requireContainer() }

  func run() throws {
    try shared.reporting(place.root ?? place.identifier ?? "") {
      let report = try place.container.reset()
      shared.report(report)
      try StandardStream.output.write(report.lines)
    }
  }
}

/// Refuses what cannot be the name of a directory.
private func refuse(_ directory: String) throws {
  if directory.isEmpty || directory.utf8.contains(0) || directory == "-" {
    throw ValidationError("a directory is needed, which “\(directory.shortened)” does not name")
  }
}

extension ContainerReport {
  /// What was put aside, one directory a line.
  fileprivate var lines: [UInt8] {
    putAside.flatMap { moved in
      ArgumentBytes.nameOnOutput(moved.path) + ": put aside as ".utf8
        + ArgumentBytes.nameOnOutput(moved.newPath) + "\n".utf8
    }
  }
}

extension SharedOptions {
  /// Warns of what was left out.
  fileprivate func report(_ report: ContainerReport) {
    for error in report.leftOut {
      let file = error.path.map(ArgumentBytes.shown) ?? ""
      printer.report(
        Diagnostic(file, error, severity: .warning, message: error.explanation()), source: [])
    }
  }

  /// Warns of directories that are not those that systemd has made.
  fileprivate func warn(_ notices: [AppContainer.Notice]) {
    for notice in notices {
      let error = StateError(.earlierDirectories, message: notice.description)
      let file = ArgumentBytes.shown(notice.unusedDirectory)
      printer.report(Diagnostic(file, error, severity: .warning), source: [])
    }
  }
}

extension StateError.Code {
  /// Directories that were used before stay in use.
  static let earlierDirectories = StateError.Code(rawValue: "earlier-directories")
}
