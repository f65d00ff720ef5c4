// `plist get`: values, for a script.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Prints the values at paths.
struct GetCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Prints the value at a path.",
    discussion: """
      Text is printed as it is, data as base64, a date as 2026-11-21T01:02:03Z or, with a fraction of a
      second, 2026-11-21T01:02:03.25Z, each with a line break after it. A dictionary, array or set is
      printed as typed-json. --as prints any value as a property list of its own. A terminal gets
      control characters as escapes unless --raw is given.

      Exits with 4 where a path leads to no value; --default prints a text there instead.

      Several values are printed one a line, dictionaries, arrays and sets as typed-json in one line:
      those of several paths in the order of the paths, and those of [*] in the order of the file,
      which are the elements of an array or set, or the values of a dictionary. Elements in which the
      rest of the path leads to no value are left out, or have the text of --default.

      With --each, -r, --files0-from or several files, each line begins with FILE:. With --lines, a
      file is one line {"file":FILE,"value":VALUE}; several paths give "values":{PATH:VALUE,...}, [*]
      gives an array, and a failure gives "error": the first, as --diagnostics json has it. Bytes of
      names that are not UTF-8 are \\xFF there, a backslash before an x is \\x5C. VALUE is as with --as json, or --as typed-json.

      With --as json --nested, data that holds a property list is {"$data": base64, "$plist": value}, one
      that is a keyed archive {"$data": base64, "$archive": {...}} as archive json shows it. Other
      formats can be read back, so they have no such form.

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

  @OptionGroup var values: ValueOptions

  @Option(name: .customLong("as"), help: ArgumentHelp("The format to print.", valueName: "format"))
  var target: FormatArgument?

  @Flag(help: "Write control characters to a terminal as they are.")
  var raw = false

  @Flag(
    help: "Show property lists and archives in data, at any depth; with --as json, or --lines.")
  var nested = false

  func validate() throws {
    try values.check(takesSeveralPaths: true, needsPath: true)
    try target?.refuseTerminal()
    if let target, try arePrintedInLines, ![.json, .typedJSON].contains(target.format) {
      throw ValidationError("several values are printed as json or typed-json, one a line")
    }
    if nested, target.map({ $0.format != .json }) ?? !values.files.lines {
      throw ValidationError("--nested needs --as json")
    }
  }

  /// Whether a value takes one line because there may be several.
  private var arePrintedInLines: Bool {
    get throws {
      let patterns = try values.patterns
      return values.files.areWordsFiles || values.fileWords.count > 1 || patterns.count > 1
        || patterns.contains { $0.path == nil }
    }
  }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    for value in found.values {
      guard let value else {
        try output.write((output.substitute ?? "") + "\n", isRaw: raw)
        continue
      }
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
  }

  func json(_ value: FoundValue, in found: FileValues) throws -> Data {
    try compactJSON(value, as: target?.format ?? .json, in: found)
  }

  private func compactJSON(
    _ value: FoundValue, as format: PlistFormat, in found: FileValues
  ) throws -> Data {
    if nested {
      return try values.reading.jsonWithNestedData(value, of: found.input).compactedJSON
    }
    return try value.compactJSON(as: format, in: found.document)
  }
}

extension ReadingOptions {
  /// A value as plain JSON with what is in its data. Warns of what is not shown.
  func jsonWithNestedData(_ value: FoundValue, of input: Input) throws -> [UInt8] {
    var warnings: [ArchiveError] = []
    defer { warn(warnings, of: input) }
    return try value.node.jsonWithNestedData(warnings: &warnings)
  }
}

extension FoundValue {
  /// The value as a property list of its own.
  func encoded(as format: PlistFormat, in document: PlistDocument) throws(PlistError) -> Data {
    let options = PlistWritingOptions(of: document)
    return path.isEmpty
      ? try document.encoded(as: format, options: options)
      : try node.encoded(as: format, options: options)
  }

  /// What is lost or unusual in the value as a property list of its own.
  func losses(writtenAs format: PlistFormat, in document: PlistDocument) -> [PlistDiagnostic] {
    path.isEmpty ? document.losses(writtenAs: format) : node.losses(writtenAs: format)
  }

  /// The value as JSON in one line, without a line break at the end.
  func compactJSON(as format: PlistFormat, in document: PlistDocument) throws(PlistError) -> Data {
    let options = PlistWritingOptions(of: document)
    return path.isEmpty
      ? try document.compactJSON(as: format, options: options)
      : try node.compactJSON(as: format, options: options)
  }
}

extension PlistWritingOptions {
  /// The choices for a value of a document that is written by itself.
  fileprivate init(of document: PlistDocument) {
    self.init()
    nullCharacters = .written
    if document.format == .json || document.format == .typedJSON { nulls = .refused }
  }
}
