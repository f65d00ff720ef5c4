// The preferences that the arguments of a program give, as `UserDefaults` takes them: `-fontSize 14`.

internal import PropertyLists

/// Arguments as preferences.
enum ArgumentDomain {
  /// What begins a value that may be a property list.
  private static let beginnings: Set<Character> = ["{", "(", "[", "<"]

  /// The values by key; of a key that is there twice, the last.
  static func values(_ arguments: [String]) -> [String: Plist] {
    var values: [String: Plist] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.first == "-", let value = rest.first, value.first != "-" else { continue }
      rest.removeFirst()
      let key = String(word.dropFirst())
      if key.isEmpty || CombiningMarks.exceedLimit(in: key) { continue }
      values[key] = plist(value)
    }
    return values
  }

  private static func plist(_ text: String) -> Plist {
    guard let first = text.first, beginnings.contains(first),
      let plist = try? Plist(Array(text.utf8)),
      let value = try? PreferenceValue.checked(plist, "")
    else { return .string(text) }
    return value
  }
}
