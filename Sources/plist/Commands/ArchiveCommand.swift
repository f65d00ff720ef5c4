// `plist archive`: keyed archives as the object graphs that they store.

internal import ArgumentParser

struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Shows and checks keyed archives.",
    discussion: """
      A keyed archive is a property list that stores a graph of objects and the references between \
      them, as NSKeyedArchiver writes it. The commands work for objects of any class. With PATH, \
      the archive is read from the data at that path in FILE, such as a.b[2].c, or \
      "$objects"[12].state if FILE is itself an archive.

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
