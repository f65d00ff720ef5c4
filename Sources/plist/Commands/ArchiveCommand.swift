// `plist archive`: keyed archives as the object graphs that they store.

internal import ArgumentParser

struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Shows, checks, and edits keyed archives.",
    discussion: """
      A keyed archive is a property list that stores a graph of objects and the references between \
      them, as NSKeyedArchiver writes it. The commands work for objects of any class. With PATH, \
      the commands that show and check an archive read it from the data at that path in FILE, such \
      as a.b[2].c, or "$objects"[12].state if FILE is itself an archive. The PATH of the commands \
      that edit an archive leads to a value in it. They replace FILE atomically, unless -o is given.

      EXAMPLES:
        plist archive print Main.nib
        plist archive json --identity session.archive
        plist archive verify *.archive
        plist archive print settings.plist window.state
        plist archive set session.archive 'root.windows[0].title' Notes
      """,
    subcommands: [
      ArchivePrintCommand.self, ArchiveJSONCommand.self, ArchiveClassesCommand.self,
      ArchiveVerifyCommand.self, ArchiveSetCommand.self, ArchiveRemoveCommand.self,
      ArchiveRetargetCommand.self, ArchiveRenameClassCommand.self, ArchiveFromJSONCommand.self,
    ])
}
