// `plist archive`: keyed archives as the object graphs that they hold.

internal import ArgumentParser

/// The commands on keyed archives.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Shows and checks keyed archives.",
    discussion: """
      A keyed archive is a property list that holds objects with classes and references between
      them, as NSKeyedArchiver writes it. No class need be known. With PATH, the archive is the one in
      the data at that path of FILE: a.b[2].c, in an archive "$objects"[12].state.

      EXAMPLES:
        plist archive print Main.nib
        plist archive json --identity session.archive
        plist archive verify *.archive
        plist archive print settings.plist window.state
      """,
    subcommands: [
      ArchivePrintCommand.self, ArchiveJSONCommand.self, ArchiveClassesCommand.self,
      ArchiveVerifyCommand.self,
    ])
}
