// The types of values on the command line, and their conversion from text.

internal import ArgumentParser
internal import PropertyLists

/// The type of a value, except for the references of keyed archives.
struct PlainValueType: ExpressibleByArgument {
  let type: ValueType

  init?(argument: String) {
    guard let type = ValueType(rawValue: argument), type != .uid else { return nil }
    self.type = type
  }

  static var allValueStrings: [String] {
    ValueType.allCases.filter { $0 != .uid }.map(\.rawValue)
  }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The type of a value.
enum ValueType: String, ExpressibleByArgument, CaseIterable {
  case string, integer, real, bool, date, data, uid, array, dict, json

  /// Returns the value that a string represents; nil if it is not a value of this type. Without a
  /// string, only arrays and dictionaries have a value, which is empty.
  func value(_ text: String?) -> Plist? {
    guard let text else { return self == .array ? .array([]) : self == .dict ? [:] : nil }
    return switch self {
    case .string: .string(text)
    case .integer: integer(text)
    case .real: real(text)
    case .bool: Self.booleans[text.lowercased()].map(Plist.bool)
    case .date: date(text)
    case .data: Data(base64Encoded: text).map(Plist.data)
    case .uid: UInt32(text).map { .uid(PlistUID($0)) }
    case .array: json(text, of: .array)
    case .dict: json(text, of: .dictionary)
    case .json: json(text, of: nil)
    }
  }

  /// The words for Booleans that shells offer as completions.
  static let booleanWords = ["true", "false", "yes", "no"]

  private static let booleans = [
    "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
  ]

  /// Returns a number. Infinity must be given by name; a number that is too large gives nil.
  private func real(_ text: String) -> Plist? {
    guard let number = Double(text) else { return nil }
    return number.isInfinite && text.contains(where: \.isNumber) ? nil : .real(number)
  }

  private func integer(_ text: String) -> Plist? {
    guard let number = Int128(text).map(PlistInteger.init), number.fits64Bits else { return nil }
    return .integer(number)
  }

  /// Returns a date, which is written as in typed JSON.
  private func date(_ text: String) -> Plist? {
    let form: Plist = ["$date": .string(text)]
    guard let data = try? form.encoded(as: .json) else { return nil }
    return json(String(decoding: data, as: UTF8.self), of: .date)
  }

  private func json(_ text: String, of kind: PlistKind?) -> Plist? {
    var options = PlistReadingOptions()
    options.looseText = .json
    guard let document = try? PlistDocument(Array(text.utf8), options: options),
      document.format == .json || document.format == .typedJSON, let value = try? Plist(document),
      kind == nil || value.kind == kind
    else { return nil }
    return value
  }
}
