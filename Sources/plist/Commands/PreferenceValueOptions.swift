// The values that `plist prefs write` sets, given by `--type` or by the options of the macOS
// command `defaults`.

internal import ArgumentParser
internal import PropertyLists
internal import StateStorage

enum PreferenceChange {
  case set(Plist)
  case append([Plist])
  case merge([(key: String, value: Plist)])

  /// Returns the changed value. Throws `StateError` with `wrongType` if the previous value, if any,
  /// is not the required container.
  func applied(to value: Plist?, at path: PreferencePath) throws(StateError) -> Plist {
    switch self {
    case .set(let new): return new
    case .append(let elements):
      guard case .array(let old) = value ?? [] else {
        throw path.wrongType(value, expected: "an array")
      }
      return .array(old + elements)
    case .merge(let pairs):
      var dictionary = value ?? [:]
      guard dictionary.kind == .dictionary else {
        throw path.wrongType(value, expected: "a dictionary")
      }
      for (key, value) in pairs { dictionary[key] = value }
      return dictionary
    }
  }
}

/// The options that specify the type and the value of a preference.
struct PreferenceValueOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The type of the value, string by default.", valueName: "type"))
  var type: PlainValueType?

  @Option(
    name: .customLong("string", withSingleDash: true), parsing: .unconditional,
    help: ArgumentHelp("Set text.", valueName: "text"))
  var string: String?

  @Option(
    name: [.customLong("int", withSingleDash: true), .customLong("integer", withSingleDash: true)],
    parsing: .unconditional, help: ArgumentHelp("Set a whole number.", valueName: "number"))
  var integer: String?

  @Option(
    name: .customLong("float", withSingleDash: true), parsing: .unconditional,
    help: ArgumentHelp("Set a floating-point number.", valueName: "number"))
  var float: String?

  @Option(
    name: [
      .customLong("bool", withSingleDash: true), .customLong("boolean", withSingleDash: true),
    ], parsing: .unconditional,
    help: ArgumentHelp("Set a Boolean: true, yes, or 1; or false, no, or 0.", valueName: "bool"),
    completion: .list(ValueType.booleanWords))
  var bool: String?

  @Option(
    name: .customLong("date", withSingleDash: true), parsing: .unconditional,
    help: ArgumentHelp("Set a date, such as 2026-11-21T01:02:03Z.", valueName: "date"))
  var date: String?

  @Option(
    name: .customLong("data", withSingleDash: true), parsing: .unconditional,
    help: ArgumentHelp(
      "Set data from hexadecimal digits. (--type data takes base64.)",
      valueName: "hexadecimal digits"))
  var data: String?

  @Option(
    name: .customLong("array", withSingleDash: true), parsing: .remaining,
    help: ArgumentHelp("Set an array of all arguments that follow.", valueName: "elements"))
  var array: [String] = []

  @Option(
    name: .customLong("array-add", withSingleDash: true), parsing: .remaining,
    help: ArgumentHelp("Append all arguments that follow to an array.", valueName: "elements"))
  var appended: [String] = []

  @Option(
    name: .customLong("dict", withSingleDash: true), parsing: .remaining,
    help: ArgumentHelp(
      "Set a dictionary of all arguments that follow.", valueName: "keys and values"))
  var dictionary: [String] = []

  @Option(
    name: .customLong("dict-add", withSingleDash: true), parsing: .remaining,
    help: ArgumentHelp(
      "Set keys of a dictionary, from all arguments that follow.", valueName: "keys and values"))
  var merged: [String] = []

  /// Returns the change to the preference.
  ///
  /// - Parameter word: The argument VALUE, if there is one.
  func change(_ word: String?) throws -> PreferenceChange {
    let scalars: [(name: String, text: String?)] = [
      ("-string", string), ("-int", integer), ("-float", float), ("-bool", bool), ("-date", date),
      ("-data", data),
    ]
    let lists = [
      ("-array", array), ("-array-add", appended), ("-dict", dictionary), ("-dict-add", merged),
    ]
    let typed = scalars.compactMap { name, text in text.map { (name: name, text: $0) } }
    let listed = lists.filter { !$0.1.isEmpty }.map { (name: $0.0, words: $0.1) }
    let names = (word == nil ? [] : ["VALUE"]) + typed.map(\.name) + listed.map(\.name)
    if names.count > 1 {
      throw ValidationError(
        "the value is given \(names.count) times: \(names.joined(separator: ", "))")
    }
    if let option = typed.first {
      if type != nil { throw ValidationError("--type and \(option.name) cannot be combined") }
      return .set(try PreferenceWords.value(ArgumentBytes.text(option.text), for: option.name))
    }
    guard let list = listed.first else { return .set(try value(word)) }
    var words = PreferenceWords(list.words, type: type?.type ?? .string, option: list.name)
    switch list.name {
    case "-array": return .set(.array(try words.elements()))
    case "-array-add": return .append(try words.elements())
    case "-dict": return .set(.dictionary(Dictionary(try words.pairs()) { $1 }, isSorted: false))
    default: return .merge(try words.pairs())
    }
  }

  private func value(_ word: String?) throws -> Plist {
    let type = type?.type ?? .string
    if let value = type.value(word) { return value }
    throw type.invalid(word)
  }
}

/// Arguments that are elements, or keys and values, some of them preceded by a type.
private struct PreferenceWords {
  private var rest: ArraySlice<String>
  private let type: ValueType
  private let option: String

  init(_ words: [String], type: ValueType, option: String) {
    rest = words[...]
    self.type = type
    self.option = option
  }

  /// The types of single values, by the options of `defaults`.
  private static let types: [String: ValueType] = [
    "-string": .string, "-int": .integer, "-integer": .integer, "-float": .real, "-bool": .bool,
    "-boolean": .bool, "-date": .date, "-data": .data,
  ]

  /// Returns the value of a string that follows an option of `defaults`.
  static func value(_ text: String, for name: String) throws -> Plist {
    let value = name == "-data" ? data(text) : types[name]?.value(text)
    guard let value else { throw ValidationError("“\(text.shortened)” is not a value for \(name)") }
    return value
  }

  private static func data(_ digits: String) -> Plist? {
    let digits = Array(digits.utf8)
    if !digits.count.isMultiple(of: 2) { return nil }
    var bytes = Data()
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = digits[index...index + 1]
      guard pair.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return .data(bytes)
  }

  mutating func elements() throws -> [Plist] {
    var elements: [Plist] = []
    while !rest.isEmpty { elements.append(try value()) }
    return elements
  }

  mutating func pairs() throws -> [(key: String, value: Plist)] {
    var pairs: [(key: String, value: Plist)] = []
    while let key = rest.popFirst() {
      if rest.isEmpty { throw ValidationError("the value of “\(key.shortened)” is missing") }
      pairs.append((try ArgumentBytes.text(key), try value()))
    }
    return pairs
  }

  private mutating func value() throws -> Plist {
    let word = try ArgumentBytes.text(rest.popFirst() ?? "")
    if Self.types[word] != nil {
      guard let text = rest.popFirst() else {
        throw ValidationError("the value of \(word) is missing")
      }
      return try Self.value(ArgumentBytes.text(text), for: word)
    }
    if word.hasPrefix("-"), type != .integer, type != .real {
      throw ValidationError(
        "“\(word.shortened)” after \(option) is not a type; put other options before \(option), and "
          + "-string before text that begins with -")
    }
    guard let value = type.value(word) else {
      throw ValidationError("“\(word.shortened)” is not a value of type \(type.rawValue)")
    }
    return value
  }
}
