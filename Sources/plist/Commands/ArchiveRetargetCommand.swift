// `plist archive retarget`: makes a reference of a keyed archive refer to another object.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveRetargetCommand: ParsableCommand, ArchiveEditing {
  static let configuration = CommandConfiguration(
    commandName: "retarget", abstract: "Makes a reference refer to another object.",
    discussion: """
      Makes the reference at PATH refer to the object ID, which is an index that plist archive \
      print shows, such as @12 or 12. 0 makes a field nil.

      EXAMPLES:
        plist archive retarget stamps.archive root.favourite @9
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The path of the reference.")
  var path: String

  @Argument(help: ArgumentHelp("The index of the object.", valueName: "id"))
  var target: String

  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    _ = try PlistPath(archiveArgument: path)
    _ = try identifier
  }

  func run() throws {
    let path = try PlistPath(archiveArgument: path)
    let identifier = try identifier
    try apply { _ in .retarget(path, to: identifier) }
  }

  private var identifier: PlistUID {
    get throws {
      let digits = target.hasPrefix("@") ? target.dropFirst() : target[...]
      guard digits.allSatisfy(\.isNumber), let number = UInt32(digits) else {
        throw ValidationError("expected the index of an object, such as @12, found “\(target)”")
      }
      return PlistUID(number)
    }
  }
}
