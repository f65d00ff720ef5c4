// `plist archive remove`: removes a value or an object from a keyed archive.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveRemoveCommand: ParsableCommand, ArchiveEditing {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a value or an object from a keyed archive.",
    discussion: """
      PATH is that of a field, of a member of an array or set, or of a value in a dictionary, \
      whose key is removed too. An index alone, such as @12, removes the object: fields that refer \
      to it become nil, and it is removed from all collections. Objects that are then unreferenced \
      are emptied. All other objects keep their indexes.

      EXAMPLES:
        plist archive remove stamps.archive root.cover
        plist archive remove stamps.archive 'root.stamps[0]'
        plist archive remove stamps.archive @12
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The path of the value, or the index of an object, such as @12.")
  var path: String

  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { _ = try PlistPath(archiveArgument: path) }

  func run() throws {
    let path = try PlistPath(archiveArgument: path)
    try apply { _ in .remove(path) }
  }
}
