// The preferences that the arguments of a program give, as `UserDefaults` takes them: `-fontSize 14`.

internal import PropertyLists

/// Arguments as preferences.
enum ArgumentDomain {
  /// What begins a value that may be a property list.
  private static let beginnings: Set<Character> = ["{", "(", "[", "<", "\""]

  /// The values by key; of a key that is there twice, the last.
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

  /// The text without white space at its ends.
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
