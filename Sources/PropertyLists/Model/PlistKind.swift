// The kinds of value, whatever the format.

/// The kinds of value that a property list can hold.
public enum PlistKind: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// A missing value: binary files and JSON only.
  case null
  /// True or false.
  case bool
  /// A whole number.
  case integer
  /// A floating-point number.
  case real
  /// A point in time.
  case date
  /// Bytes.
  case data
  /// Text.
  case string
  /// A reference of a keyed archive.
  case uid
  /// Values in order.
  case array
  /// Values without order: binary files only.
  case set
  /// Values by key.
  case dictionary

  /// Whether values of this kind hold other values.
  @inline(__always)
  public var isContainer: Bool { rawValue >= PlistKind.array.rawValue }
}

extension PlistKind {
  /// The kind as a sentence has it.
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
