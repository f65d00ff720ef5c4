// The kinds of values, independent of the format.

/// The kinds of values in a property list.
public enum PlistKind: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// A missing value. Only in binary files and JSON.
  case null
  /// A Boolean.
  case bool
  /// An integer.
  case integer
  /// A floating-point number.
  case real
  /// A point in time.
  case date
  /// Data.
  case data
  /// A string.
  case string
  /// A reference of a keyed archive.
  case uid
  /// An ordered list of values.
  case array
  /// A set of values. Only in binary files.
  case set
  /// A dictionary of values by key.
  case dictionary

  /// Whether values of this kind contain other values.
  public var isContainer: Bool { rawValue >= PlistKind.array.rawValue }
}

extension PlistKind {
  /// The kind with its article, for messages.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer: "an integer"
    case .real: "a real"
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .uid: "a UID"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}
