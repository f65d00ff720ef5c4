// The value tree: what a program builds, edits, compares and prints.
public import OrderedCollections

/// A property list value.
///
/// Dictionaries keep the order of their keys. Two values are equal when they are of the same case
/// and hold the same: the integer 1 is not the real 1.0, and the order of a dictionary's keys does
/// not count. Comparing, hashing and printing do not recurse; freeing does, as Swift frees enums:
/// values that are read are never nested deeper than 512, and one that a program nests far deeper
/// itself needs the stack for it.
public enum Plist: Sendable {
  /// A missing value. Only binary files and JSON have a form for it.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(PlistInteger)
  /// A floating-point number.
  case real(Double)
  /// A point in time. XML holds whole seconds.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Text.
  case string(String)
  /// A reference of a keyed archive.
  case uid(PlistUID)
  /// Values in order.
  case array([Plist])
  /// Values without order, in the order of the file. Only binary files have a form for it.
  case set([Plist])
  /// Values by key.
  case dictionary(OrderedDictionary<String, Plist>)

  /// The kind of the value.
  public var kind: PlistKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .real: .real
    case .date: .date
    case .data: .data
    case .string: .string
    case .uid: .uid
    case .array: .array
    case .set: .set
    case .dictionary: .dictionary
    }
  }
}

extension Plist {
  /// True or false, or nil for other kinds.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number as `Int`, or nil for other kinds and numbers that do not fit.
  public var intValue: Int? { integerValue.flatMap { Int(exactly: $0) } }

  /// The whole number, or nil for other kinds.
  public var integerValue: PlistInteger? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The floating-point number, or nil for other kinds; an integer is not converted.
  public var realValue: Double? { if case .real(let value) = self { value } else { nil } }

  /// The date, or nil for other kinds.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }

  /// The bytes, or nil for other kinds.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }

  /// The text, or nil for other kinds.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The reference, or nil for other kinds.
  public var uidValue: PlistUID? { if case .uid(let value) = self { value } else { nil } }

  /// The elements of an array or set, or nil for other kinds.
  public var elements: [Plist]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The pairs of a dictionary, or nil for other kinds.
  public var pairs: OrderedDictionary<String, Plist>? {
    if case .dictionary(let pairs) = self { pairs } else { nil }
  }
}
