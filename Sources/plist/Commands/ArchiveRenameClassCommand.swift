// `plist archive rename-class`: renames a class in a keyed archive.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveRenameClassCommand: ParsableCommand, ArchiveEditing {
  static let configuration = CommandConfiguration(
    commandName: "rename-class", abstract: "Renames a class in a keyed archive.",
    discussion: """
      Changes the name in the class records of OLD, and in the superclasses of all classes. It is \
      an error if the archive does not have the class, or has a class NEW with other superclasses.

      EXAMPLES:
        plist archive rename-class stamps.archive Stamp Album.Stamp
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The name of the class.")
  var old: String

  @Argument(help: "The new name.")
  var new: String

  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    let names = (old: try ArgumentBytes.text(old), new: try ArgumentBytes.text(new))
    try apply { _ in .renameClass(names.old, to: names.new) }
  }
}
