// `plist edit`: several edits of a property list in one call, from options or from a script.

internal import ArgumentParser
internal import PropertyLists

struct EditCommand: EditingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Applies several edits in one call.",
    discussion: """
      The edits correspond to the commands of the same names, with two more, move and sort:
        set PATH VALUE [--type TYPE]
        insert PATH VALUE [--type TYPE]
        append PATH VALUE [--type TYPE]
        remove PATH
        rename PATH KEY
        move PATH PATH
        merge PATH VALUE
        sort PATH

      move moves a value with its comments; the second path is the new path of the value. merge \
      takes a dictionary as JSON. sort sorts the keys of a dictionary, an array of strings or \
      numbers, or the children of a group of an Xcode project by name, groups first. The root is \
      "".

      Words are separated by spaces. Single and double quotes group words, and a backslash outside \
      single quotes makes a space, quote, or backslash literal: a step in double quotes is written \
      '"com.apple.x".key'. Each edit of a script is on a line of its own; empty \
      lines and lines that begin with # are skipped. Either all edits are applied or none.

      EXAMPLES:
        plist edit Info.plist -e 'set a.b 3 --type integer' -e 'remove c'
        plist edit a.pbxproj -e 'sort objects.13B07F961A680F5B00A75B9A.children'
        plist edit settings.plist --script changes.txt --dry-run
      """)

  @Argument(help: "The property list, or - for standard input.", completion: .file())
  var file: String

  @Option(
    name: [.customShort("e"), .customLong("edit")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An edit; can be repeated.", valueName: "edit"))
  var lines: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with one edit per line, or - for standard input.", valueName: "file"),
    completion: .file())
  var script: String?

  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if lines.isEmpty, script == nil { throw ValidationError("expected -e EDIT or --script FILE") }
    if file == "-", script == "-" {
      throw ValidationError("only one of the files can be standard input")
    }
    _ = try lines.map { try EditLine(ArgumentBytes.text($0)).edit }
  }

  func edits(of document: PlistDocument) throws -> [PlistEdit] {
    var edits = try lines.compactMap { try EditLine(ArgumentBytes.text($0)).edit }
    guard let script else { return edits }
    try shared.runner.forEach([FileEntry(argument: script)], encoding: nil) { input, _ in
      for (index, line) in input.bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      ).enumerated() {
        do {
          if let edit = try EditLine(String(decoding: line, as: UTF8.self)).edit {
            edits.append(edit)
          }
        } catch let error as ValidationError {
          throw PlistError(
            .invalidPatch, message: error.message,
            position: SourcePosition(offset: line.startIndex, line: index + 1, column: 1))
        }
      }
      return nil
    }
    return edits
  }
}

/// An edit as a line of words.
struct EditLine {
  private var words: [String]
  private let line: String

  /// - Throws: `ValidationError` if a quote is not closed.
  init(_ line: String) throws {
    self.line = line
    words = try Self.words(line)
  }

  /// The edit; nil for an empty line and a comment.
  var edit: PlistEdit? {
    get throws {
      var rest = words[...]
      guard let verb = rest.popFirst(), !verb.hasPrefix("#") else { return nil }
      let arguments = try EditArguments(&rest, verb: verb)
      switch verb {
      case "set": return .set(try arguments.path(), try arguments.value())
      case "insert": return .insert(try arguments.path(), try arguments.value())
      case "append": return .append(try arguments.path(), try arguments.value())
      case "remove": return .remove(try arguments.path(count: 1))
      case "rename": return .rename(try arguments.path(count: 2), to: arguments.words[1])
      case "move":
        return .move(try arguments.path(count: 2), to: try parseEditPath(arguments.words[1]))
      case "merge":
        return .merge(try arguments.path(count: 2), try ValueType.dict.required(arguments.words[1]))
      case "sort": return .sort(try arguments.path(count: 1))
      default:
        throw ValidationError(
          "unknown edit “\(verb.shortened)”; expected set, insert, append, remove, rename, move, "
            + "merge, or sort")
      }
    }
  }

  /// Splits a line into words, with the quotes and backslashes of a shell.
  private static func words(_ line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        // Any other backslash belongs to the word, which may be a path.
        let isLiteral = scalar == "\"" || scalar == "'" || scalar == "\\" || scalar == " "
        word = (word ?? "") + (isLiteral ? "" : "\\") + String(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word = (word ?? "") + String(scalar) }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
        word = word ?? ""
      } else if scalar == " " || scalar == "\t" || scalar == "\r" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    if isEscaped { throw ValidationError("nothing follows the backslash in “\(line.shortened)”") }
    if quote != nil { throw ValidationError("a quote is not closed in “\(line.shortened)”") }
    if let word { words.append(word) }
    return words
  }
}

/// The arguments of one edit.
private struct EditArguments {
  private(set) var words: [String] = []
  private var type: ValueType?
  private let verb: String

  init(_ rest: inout ArraySlice<String>, verb: String) throws {
    self.verb = verb
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        rest = []
      } else if word == "--type" || word.hasPrefix("--type=") {
        let name = word == "--type" ? rest.popFirst() : String(word.dropFirst("--type=".count))
        guard let name, let type = ValueType(rawValue: name) else {
          throw ValidationError("“\((name ?? "").shortened)” is not a type")
        }
        self.type = type
      } else {
        words.append(word)
      }
    }
    if type != nil, !["set", "insert", "append"].contains(verb) {
      throw ValidationError("\(verb) does not take --type")
    }
  }

  func path(count: Int? = nil) throws -> PlistPath {
    let isCounted = count.map { words.count == $0 } ?? (1...2).contains(words.count)
    guard isCounted, let path = words.first else {
      throw ValidationError(
        "\(verb) takes \(count == 1 ? "one argument" : "two arguments"), found \(words.count)")
    }
    return try parseEditPath(path)
  }

  func value() throws -> Plist {
    try (type ?? .string).required(words.count > 1 ? words[1] : nil)
  }
}
