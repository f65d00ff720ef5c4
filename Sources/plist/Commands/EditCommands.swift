// `plist set`, `insert`, `append`, `remove`, `rename` and `merge`: one edit of a property list. All
// other bytes remain as they are.

internal import ArgumentParser
internal import PropertyLists

/// A value on the command line.
struct NewValueOptions: ParsableArguments {
  @Argument(help: "The value. It can be omitted for an empty array or dictionary.")
  var value: String?

  @Option(help: ArgumentHelp("The type of the value.", valueName: "type"))
  var type = ValueType.string

  func validate() throws { _ = try plist }

  /// The value.
  var plist: Plist {
    get throws { try type.required(value.map(ArgumentBytes.text)) }
  }
}

extension ValueType {
  /// The error about a string that does not represent a value of this type, or that is missing.
  func invalid(_ text: String?) -> ValidationError {
    if let text { return ValidationError("“\(text.shortened)” is not a value of type \(rawValue)") }
    return ValidationError(
      "a value of type \(rawValue) is missing; write -- before a value that begins with -; "
        + "for an empty array or dictionary, use --type array or --type dict")
  }

  /// Returns the value that a string represents.
  func required(_ text: String?) throws -> Plist {
    if let value = value(text) { return value }
    throw invalid(text)
  }
}

/// Returns the path that a command-line argument specifies, without wildcards.
func parseEditPath(_ text: String) throws -> PlistPath {
  do { return try PlistPath(ArgumentBytes.text(text)) } catch let error as PlistError {
    throw ValidationError(error.message)
  }
}

/// An edit that takes a path and a value.
protocol ValueEdit {
  static var configuration: CommandConfiguration { get }
  /// The description of the path.
  static var pathHelp: ArgumentHelp { get }

  /// Returns the edit.
  static func edit(at path: PlistPath, with value: Plist) -> PlistEdit
}

/// A command that applies an edit with a path and a value.
struct ValueEditCommand<Edit: ValueEdit>: EditingCommand {
  static var configuration: CommandConfiguration { Edit.configuration }

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String
  @Argument(help: Edit.pathHelp)
  var path: String
  @OptionGroup
  var new: NewValueOptions
  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { _ = try parseEditPath(path) }

  func edits(of document: PlistDocument) throws -> [PlistEdit] {
    [Edit.edit(at: try parseEditPath(path), with: try new.plist)]
  }
}

/// The edit of `plist set`.
enum SetEdit: ValueEdit {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Replaces a value, or adds a key to a dictionary.",
    discussion: """
      Only the value changes. Comments, the order of keys, white space, quotes, the encoding, and \
      everything else remain as they are, and a new key takes the style of its neighbors. A missing \
      dictionary or array along the path is not created. The file is replaced completely or not at \
      all; one that another process changes meanwhile is left unchanged.

      VALUE is a string unless --type specifies another type: integer, real, bool (true, false, \
      yes, no, 1, 0), date (2026-11-21T01:02:03Z), data (base64), uid, array or dict (JSON; empty \
      by default), or json (any value as typed-json). Write -- before a value that begins with -.

      EXAMPLES:
        plist set Info.plist CFBundleVersion 42
        plist set Info.plist LSRequiresIPhoneOS true --type bool
        plist set settings.plist 'windows[0].size' '[640, 480]' --type json
        plist set settings.plist offset --type integer -- -5
      """)

  static let pathHelp: ArgumentHelp = "The path of the value."

  static func edit(at path: PlistPath, with value: Plist) -> PlistEdit { .set(path, value) }
}

/// The edit of `plist insert`.
enum InsertEdit: ValueEdit {
  static let configuration = CommandConfiguration(
    commandName: "insert", abstract: "Adds a new key to a dictionary, or an array element.",
    discussion: """
      The command fails if the dictionary already has the key. In an array, the element at the \
      index and those after it move up by one; an index that is the number of elements adds the \
      new one at the end. In a dictionary whose keys are sorted, the new key is inserted in sorted \
      order; otherwise, it comes last.

      EXAMPLES:
        plist insert Info.plist CFBundleDisplayName Notes
        plist insert settings.plist 'recent[0]' /tmp/a.txt
      """)

  static let pathHelp: ArgumentHelp = "The path of the new value."

  static func edit(at path: PlistPath, with value: Plist) -> PlistEdit { .insert(path, value) }
}

/// The edit of `plist append`.
enum AppendEdit: ValueEdit {
  static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Adds an element at the end of an array.",
    discussion: """
      EXAMPLES:
        plist append settings.plist recent /tmp/b.txt
        plist append settings.plist windows '{"title": "Notes"}' --type json
      """)

  static let pathHelp: ArgumentHelp = "The path of the array."

  static func edit(at path: PlistPath, with value: Plist) -> PlistEdit { .append(path, value) }
}

struct RemoveCommand: EditingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes values, with their keys.",
    discussion: """
      The paths are removed one after another: after the removal of an element, the indexes of \
      those after it are one less. A comment before the value stays, except in a strings file.

      EXAMPLES:
        plist remove Info.plist UIRequiredDeviceCapabilities
        plist remove settings.plist 'recent[-1]'
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String
  @Argument(help: "The paths of the values.")
  var paths: [String]
  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { _ = try paths.map(parseEditPath) }

  func edits(of document: PlistDocument) throws -> [PlistEdit] {
    try paths.map { .remove(try parseEditPath($0)) }
  }
}

struct RenameCommand: EditingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Renames a key of a dictionary.",
    discussion: """
      The value keeps its position and its text. The command fails if the dictionary has the new \
      key. KEY is a key, not a path.

      EXAMPLES:
        plist rename Info.plist CFBundleDisplayName CFBundleName
        plist rename settings.plist window.size extent
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String
  @Argument(help: "The path of the value.")
  var path: String
  @Argument(help: "The new key.")
  var key: String
  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws { _ = try parseEditPath(path) }

  func edits(of document: PlistDocument) throws -> [PlistEdit] {
    [.rename(try parseEditPath(path), to: try ArgumentBytes.text(key))]
  }
}

struct MergeCommand: EditingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Adds the values of another property list.",
    discussion: """
      Keys of OTHER that are absent from FILE are added. Dictionaries that both files have are \
      merged in the same way, at any depth. All other values of OTHER, including arrays, replace \
      those of FILE. The files can have different formats.

      EXAMPLES:
        plist merge Info.plist overrides.json
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String
  @Argument(help: "The property list with the values to add.", completion: .file())
  var other: String
  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if file == "-", other == "-" {
      throw ValidationError("only one of the files can be standard input")
    }
  }

  func edits(of document: PlistDocument) throws -> [PlistEdit] {
    var value = Plist.null
    try shared.runner.forEach([FileEntry(argument: other)], encoding: reading.encoding) {
      input, _ in
      value = try Plist(PlistDocument(input.bytes, options: input.options))
      return nil
    }
    return [.merge(PlistPath(), value)]
  }
}
