// `plist container`: shows the directories of an app, lists the apps that have a container, and
// exports, imports, and resets the data of an app.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Shows, exports, imports, and resets the directories of an app.",
    discussion: """
      A container consists of the directories of an app: documents, application support, \
      preferences, caches, state, and temporary files. It is either the container of the app with \
      a given identifier, or one whose directories are all below a root directory. Nothing is ever \
      removed: import and reset rename the existing directories.

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

struct ContainerWhereCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "where",
    abstract: "Lists the directories of an app, with the rule that chose each.",
    discussion: """
      Prints one directory per line: its name, its path, and in parentheses the rule that chose \
      it. With DIRECTORY, only the path of that directory is printed. The directories need not \
      exist, and none is created. The name of a temporary directory ends in six letters, which \
      differ each time.

      EXAMPLES:
        plist container where --container org.example.notes
        plist container where --root portable documents
      """)

  @Argument(help: "The directory (default: all directories).")
  var directory: DirectoryArgument?

  @OptionGroup
  var target: ContainerTarget

  func run() throws {
    let (container, runner) = (try target.container, target.shared.runner)
    // Directories that are used instead of those that systemd created.
    for notice in container.notices {
      let error = StateError(.earlierDirectories, message: notice.description)
      let file = ArgumentBytes.shown(notice.unusedDirectory)
      runner.printer.report(Diagnostic(file: file, error, severity: .warning))
    }
    if let directory = directory?.directory {
      return try runner.reporting(directory.rawValue) {
        let path = try container.rule(for: directory).path
        try StandardStream.output.write(ArgumentBytes.nameOnOutput(path) + "\n".utf8)
      }
    }
    var code = ExitCode.success
    for directory in AppContainer.Directory.allCases {
      do {
        try runner.reporting(directory.rawValue) {
          let rule = try container.rule(for: directory)
          try write(directory.rawValue, path: rule.path, reason: rule.description)
        }
      } catch let failure as ExitCode { code.join(failure) }
    }
    if let configuration = container.configuration {
      try write(
        "configuration", path: configuration,
        reason: "from CONFIGURATION_DIRECTORY; preferences are read from it, but never written")
    }
    if code != .success { throw code }
  }

  private func write(_ name: String, path: FilePath, reason: String) throws {
    let name = target.shared.runner.color.style(for: .output)(name, as: .key)
    try StandardStream.output.write(
      Array("\(name): ".utf8) + ArgumentBytes.nameOnOutput(path) + " (\(reason))\n".utf8)
  }
}

struct DirectoryArgument: ExpressibleByArgument {
  let directory: AppContainer.Directory

  init?(argument: String) {
    guard let directory = AppContainer.Directory(rawValue: argument) else { return nil }
    self.directory = directory
  }

  static var allValueStrings: [String] { AppContainer.Directory.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct ContainerListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the apps of the current user that have a container.",
    discussion: """
      Prints the identifiers, sorted, one per line. An identifier is the name, in reverse-DNS \
      form, of a directory in which an app keeps its data, preferences, caches, or state. \
      Directories of other programs with names of this form are included.

      EXAMPLES:
        plist container list
      """)

  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    try shared.runner.reporting("") {
      let identifiers = AppContainer.identifiers(environment: .process)
      try StandardStream.output.write(identifiers.map { $0 + "\n" }.joined())
    }
  }
}

struct ContainerExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Copies the directories of an app into a new directory.",
    discussion: """
      NEW must not exist yet. It receives everything except temporary files, below Documents and \
      Library as on iOS, and appears only after all of it is on the drive. NEW is itself a \
      container for --root. Symbolic links are copied as links. A link that leads out of its \
      directory is skipped with a warning, and so are pipes, sockets, and devices. Quit the app \
      first.

      EXAMPLES:
        plist container export --container org.example.notes notes-backup
        plist container export --root portable portable-backup
      """)

  @Argument(
    help: ArgumentHelp("The directory to create.", valueName: "new"), completion: .directory)
  var destination: String

  @OptionGroup
  var target: ContainerTarget

  func validate() throws { try refuse(destination) }

  func run() throws {
    try target.shared.runner.reporting(destination) {
      let path = ArgumentBytes.filePath(destination)
      target.shared.runner.report(try target.container.export(to: path))
      try StandardStream.output.write(ArgumentBytes.nameOnOutput(path) + ": exported\n".utf8)
    }
  }
}

struct ContainerImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Replaces the data of an app with an exported container.",
    discussion: """
      DIR is a directory that export wrote, or the root of another container. It is not \
      changed. The existing directories of the app are set aside as NAME~replaced-TIME and never \
      removed; standard output lists them. If something cannot be copied, nothing changes. Links \
      and other special files are skipped as in export. Quit the app first.

      EXAMPLES:
        plist container import --container org.example.notes notes-backup
      """)

  @Argument(help: ArgumentHelp("The exported container.", valueName: "dir"), completion: .directory)
  var source: String

  @OptionGroup
  var target: ContainerTarget

  func validate() throws { try refuse(source) }

  func run() throws {
    try target.shared.runner.reporting(source) {
      let path = ArgumentBytes.filePath(source)
      let report = try target.container.importContents(of: path)
      target.shared.runner.report(report)
      try StandardStream.output.write(
        report.lines + ArgumentBytes.nameOnOutput(path) + ": imported\n".utf8)
    }
  }
}

struct ContainerResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Sets aside the data of an app, so that it starts empty.",
    discussion: """
      The directories of the app are renamed to NAME~reset-TIME and never removed; standard output \
      lists them. Temporary files are left alone. Quit the app first.

      EXAMPLES:
        plist container reset --container org.example.notes
      """)

  @OptionGroup
  var target: ContainerTarget

  func run() throws {
    try target.reporting { container in
      let report = try container.reset()
      target.shared.runner.report(report)
      try StandardStream.output.write(report.lines)
    }
  }
}

/// Throws if an argument cannot be the name of a directory.
private func refuse(_ directory: String) throws {
  if directory.isEmpty || directory.utf8.contains(0) || directory == "-" {
    throw ValidationError("“\(directory.shortened)” is not the name of a directory")
  }
}

extension ContainerReport {
  /// The directories that were set aside, one per line.
  fileprivate var lines: [UInt8] {
    putAside.flatMap { moved in
      var line = ArgumentBytes.nameOnOutput(moved.path)
      line += ": set aside as ".utf8
      line += ArgumentBytes.nameOnOutput(moved.newPath)
      line += "\n".utf8
      return line
    }
  }
}

extension CommandRunner {
  /// Warns of files that were not copied.
  fileprivate func report(_ report: ContainerReport) {
    for error in report.leftOut {
      let file = error.path.map(ArgumentBytes.shown) ?? ""
      printer.report(
        Diagnostic(file: file, error, severity: .warning, message: error.explanation()))
    }
  }
}

extension StateError.Code {
  /// Existing directories remain in use instead of those that systemd created.
  static let earlierDirectories = StateError.Code(rawValue: "earlier-directories")
}
