// `plist archive set`: sets a field of an object in a keyed archive.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveSetCommand: ParsableCommand, ArchiveEditing {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Sets a value in a keyed archive.",
    discussion: """
      PATH leads from a key of $top through fields, the indexes of arrays and sets, and the keys of \
      dictionaries, as in root.stamps[1].title; or it begins with the index of an object that \
      plist archive print shows, as in @12.title. A field or a pair of a dictionary that is absent \
      is added.

      VALUE has the type of the value that it replaces, or is a string; --type specifies another \
      type. A number or Boolean that is stored inline stays inline, and one that is an object \
      stays an object. Strings, data, and dates are objects: if other fields refer to the same \
      object, only this field changes, and gets an object of its own at the end of $objects. \
      Everything else in the file stays as it is. Write -- before a value that begins with -.

      EXAMPLES:
        plist archive set stamps.archive 'root.stamps[1].title' 'Ryvingen fyr'
        plist archive set stamps.archive @9.year 1957
        plist archive set a.archive root.founded 2026-03-28T00:00:00Z -o b.archive
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: "The path of the value.")
  var path: String

  @Argument(help: "The value.")
  var value: String?

  @Option(
    help: ArgumentHelp(
      "The type of the value (default: that of the value at PATH, or string).", valueName: "type"))
  var type: PlainValueType?

  @OptionGroup
  var editing: EditOptions
  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    _ = try PlistPath(archiveArgument: path)
    if let type { _ = try value(as: type.type) }
    if value == nil, type == nil { throw ValidationError("VALUE is missing") }
  }

  func run() throws {
    let path = try PlistPath(archiveArgument: path)
    try apply { archive in
      if let type { return .set(path, try value(as: type.type)) }
      let type = archive.scalarKind(at: path).flatMap(ValueType.init) ?? .string
      return .set(path, try value(as: type))
    }
  }

  private func value(as type: ValueType) throws -> Plist {
    let text = try value.map(ArgumentBytes.text)
    if let value = type.value(text) { return value }
    let found = text.map { "“\($0.shortened)”" } ?? "no value"
    throw ValidationError(
      "expected a value of type \(type.rawValue), found \(found)"
        + (self.type == nil ? "; --type sets a value of another type" : ""))
  }
}

extension ValueType {
  /// The type of values of a kind; nil for containers and references.
  fileprivate init?(_ kind: PlistKind) {
    switch kind {
    case .string: self = .string
    case .integer: self = .integer
    case .real: self = .real
    case .bool: self = .bool
    case .date: self = .date
    case .data: self = .data
    case .null, .uid, .array, .set, .dictionary: return nil
    }
  }
}
