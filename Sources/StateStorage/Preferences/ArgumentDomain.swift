// The preferences in the arguments of a program, parsed as `UserDefaults` does: `-fontSize 14`.

internal import PropertyLists

/// Parses arguments as preferences.
enum ArgumentDomain {
  /// The first characters of a value that may be a property list.
  private static let beginnings: Set<Character> = ["{", "(", "[", "<", "\""]

  /// Returns the values by key; if a key appears twice, the last value.
  static func values(_ arguments: [String]) -> [String: Plist] {
    var values: [String: Plist] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), let value = rest.first, !value.hasPrefix("-") else { continue }
      rest.removeFirst()
      let key = String(word.dropFirst())
      if key.isEmpty || CombiningMarks.exceedLimit(in: key) { continue }
      values[key] = plist(trimmed(value))
    }
    return values
  }

  /// Returns the text without leading and trailing white space.
  private static func trimmed(_ text: String) -> String {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  private static func plist(_ text: String) -> Plist {
    guard let first = text.first, beginnings.contains(first),
      let document = try? PlistDocument(Array(text.utf8)),
      document.format == .xml || document.format == .openStep,
      let value = try? PreferenceValue.checked(Plist(document), key: "")
    else { return .string(text) }
    return value
  }
}
