// `plist keys`: prints the keys or the counts of containers.

internal import ArgumentParser
internal import PropertyLists

struct KeysCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Prints a dictionary's keys, or an array's length.",
    discussion: """
      The keys are printed one per line, in the order of the file, with control characters \
      escaped, as in \\n or \\u{1B}. A key that is not a string is printed as its text. For an \
      array or set, the number of elements is printed. With --each, -r, --files0-from, or several \
      files, each line begins with FILE:. With --lines, the value is the array of keys, or the \
      count.

      EXAMPLES:
        plist keys Info.plist
        plist keys Info.plist CFBundleDocumentTypes
        plist keys -r Preferences
      """)

  @OptionGroup
  var values: ValueOptions

  var printer: KeysPrinter { KeysPrinter(values: values.selection) }
}

/// The work of `keys`: prints the keys or the counts of containers.
struct KeysPrinter: ValuePrinter {
  let values: ValueSelection

  func validate() throws { try values.check(takesSeveralPaths: false, needsPath: false) }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    for value in found.values {
      guard let value else {
        try output.write((output.substitute ?? "") + "\n")
        continue
      }
      let count = try value.elementCount
      try output.write(
        count.map { "\($0)\n" } ?? value.node.keys.map { $0.escaped() + "\n" }.joined())
    }
  }

  func json(_ value: FoundValue, in found: FileValues) throws -> Data {
    if let count = try value.elementCount { return Data("\(count)".utf8) }
    let keys = try value.node.keys.enumerated().map { position, text in
      // A key may contain an unpaired surrogate, which only its node preserves.
      guard let key = value.node.key(at: position), key.kind == .string else {
        return try Plist.string(text).compactJSON()
      }
      return try key.compactJSON(as: .json)
    }
    return .array(keys)
  }
}

extension FoundValue {
  /// The number of elements of an array or set; nil for a dictionary.
  fileprivate var elementCount: Int? {
    get throws(PlistError) {
      switch node.kind {
      case .dictionary: return nil
      case .array, .set: return node.count
      default:
        throw PlistError(
          .typeMismatch, message: "a value of type \(node.kind) has no keys",
          position: node.position, path: path)
      }
    }
  }
}
