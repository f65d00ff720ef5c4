// `plist get`: prints values, for scripts.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct GetCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Prints the value at a path.",
    discussion: """
      Prints text unchanged, data as base64, and a date as 2026-11-21T01:02:03Z or, with a \
      fraction of a second, 2026-11-21T01:02:03.25Z, each followed by a line break. A dictionary, \
      array, or set is printed as typed-json. --as prints any value as a complete property list. \
      On a terminal, control characters are escaped unless --raw is given.

      If there is no value at a path, the exit status is 4; --default prints the given text instead.

      Several values are printed one per line, with dictionaries, arrays, and sets as typed-json \
      on one line. The values of several paths are printed in the order of the paths. The values \
      of [*] are the elements of an array or set, or the values of a dictionary, in the order of \
      the file. Elements without a value at the rest of the path are omitted, or replaced with the \
      text of --default.

      With --each, -r, --files0-from, or several files, each line begins with FILE:. With --lines, \
      each file is one line {"file":FILE,"value":VALUE}. Several paths give \
      "values":{PATH:VALUE,...}, [*] gives an array, and a failure gives "error", which is the \
      first error in the form of --diagnostics json. In FILE, a byte that is not UTF-8 is written \
      as \\xFF, and a backslash before an x as \\x5C. VALUE has the form of --as json, or of --as \
      typed-json if that is given.

      With --as json --nested, data that contains a property list is {"$data": base64, "$plist": \
      value}, and data that contains a keyed archive is {"$data": base64, "$archive": {...}}, as \
      in archive json. The other formats leave such data unchanged, so that their output can \
      be read back.

      If one value is requested from a file of 1 MiB or more, only that value is kept in memory. \
      In a binary file, only the value and the containers on its path are read and checked; lint \
      checks the whole file.

      EXAMPLES:
        plist get Info.plist CFBundleIdentifier
        plist get Info.plist CFBundleShortVersionString CFBundleVersion
        plist get Info.plist 'CFBundleDocumentTypes[*].CFBundleTypeName'
        plist get App.entitlements com.apple.security.app-sandbox
        plist get settings.plist '"key.with.dots".title'
        plist get settings.plist 'recent[-1]' --default none
        plist get settings.plist window --as xml
        plist get settings.plist window --as json --nested
        plist get -r --lines --path CFBundleIdentifier /Applications
        find . -name '*.plist' -print0 | plist get --files0-from - --path Label
      """)

  @OptionGroup
  var values: ValueOptions

  @Option(name: .customLong("as"), help: ArgumentHelp("The format to print.", valueName: "format"))
  var target: FormatArgument?

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  @Flag(
    help:
      "Show property lists and archives inside data, at any depth. Requires --as json or --lines.")
  var nested = false

  var printer: GetPrinter {
    GetPrinter(values: values.selection, target: target, raw: raw, nested: nested)
  }
}

/// The work of `get`: prints values for scripts.
struct GetPrinter: ValuePrinter {
  let values: ValueSelection
  var target: FormatArgument?
  var raw = false
  var nested = false

  func validate() throws {
    try values.check(takesSeveralPaths: true, needsPath: true)
    try target?.refuseTerminal()
    if let target, ![.json, .typedJSON].contains(target.format), try areSeveral {
      throw ValidationError(
        "--as \(target.format.rawValue) prints one value; use json or typed-json for several")
    }
    if nested, target.map({ $0.format != .json }) ?? !values.files.lines {
      throw ValidationError("--nested requires --as json or --lines")
    }
  }

  /// Whether the command can print several values, each of them on one line.
  private var areSeveral: Bool {
    get throws {
      let patterns = try values.patterns
      return values.files.isGiven || values.fileWords.count > 1 || patterns.count > 1
        || patterns.contains { $0.path == nil }
    }
  }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    for value in found.values {
      if let value {
        try show(value, in: found, to: &output)
      } else {
        try output.write((output.substitute ?? "") + "\n", isRaw: raw)
      }
    }
  }

  /// Prints one value.
  func show(_ value: FoundValue, in found: FileValues, to output: inout ValueOutput) throws {
    let format = target?.format ?? .typedJSON
    if target == nil, let text = value.node.scalarText {
      if let warning = value.node.loneSurrogateWarning {
        values.reading.warn([warning], in: value, of: found.input)
      }
      try output.write(text + "\n", isRaw: raw)
    } else if found.isAlone {
      let data =
        nested
        ? Data(try values.reading.jsonWithNestedData(value, of: found.input))
        : try value.encoded(as: format, in: found.document)
      values.reading.warn(
        value.losses(writtenAs: format, in: found.document), in: value, of: found.input)
      try ContentsOutput(isRaw: raw).write(data, as: format)
    } else {
      let json = try compactJSON(value, as: format, in: found)
      try output.write(String(decoding: json, as: UTF8.self) + "\n", as: format, isRaw: raw)
    }
  }

  func json(_ value: FoundValue, in found: FileValues) throws -> Data {
    try compactJSON(value, as: target?.format ?? .json, in: found)
  }

  private func compactJSON(_ value: FoundValue, as format: PlistFormat, in found: FileValues) throws
    -> Data
  {
    if nested { return try values.reading.jsonWithNestedData(value, of: found.input).compactedJSON }
    return try value.compactJSON(as: format, in: found.document)
  }
}

extension ReadingOptions {
  /// Returns a value as plain JSON with the contents of its data. Warns of data that is not shown.
  func jsonWithNestedData(_ value: FoundValue, of input: Input) throws -> [UInt8] {
    var warnings: [ArchiveError] = []
    defer { warn(warnings, of: input) }
    return try value.node.jsonWithNestedData(warnings: &warnings)
  }
}

extension FoundValue {
  /// Returns the value as a complete property list.
  func encoded(as format: PlistFormat, in document: PlistDocument) throws(PlistError) -> Data {
    let options = PlistWritingOptions(of: document)
    return path.isEmpty
      ? try document.encoded(as: format, options: options)
      : try node.encoded(as: format, options: options)
  }

  /// Returns what is lost or unusual if the value is written as a complete property list.
  func losses(writtenAs format: PlistFormat, in document: PlistDocument) -> [PlistDiagnostic] {
    path.isEmpty ? document.losses(writtenAs: format) : node.losses(writtenAs: format)
  }

  /// Returns the value as JSON on one line, without a line break at the end.
  func compactJSON(as format: PlistFormat, in document: PlistDocument) throws(PlistError) -> Data {
    let options = PlistWritingOptions(of: document)
    return path.isEmpty
      ? try document.compactJSON(as: format, options: options)
      : try node.compactJSON(as: format, options: options)
  }
}

extension PlistWritingOptions {
  /// The options for a value of a document that is written separately.
  fileprivate init(of document: PlistDocument) {
    self.init()
    nullCharacters = .written
    if document.format == .json || document.format == .typedJSON { nulls = .refused }
  }
}
