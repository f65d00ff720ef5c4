// The type for values that a program builds, edits, compares and prints.
public import OrderedCollections

/// A property-list value.
///
/// Dictionaries preserve the order of their keys. Two values are equal if they are of the same case
/// and have equal contents: the integer 1 is not equal to the real 1.0, and the order of a
/// dictionary's keys is ignored. Comparing, hashing and printing do not recurse, but freeing does,
/// as with all Swift enums. Values that are read are never nested deeper than 512 levels; freeing a
/// value that is nested much deeper needs enough stack.
public enum Plist: Sendable {
  /// A missing value. Only binary files and JSON can represent it.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer.
  case integer(PlistInteger)
  /// A floating-point number.
  case real(Double)
  /// A point in time. XML stores whole seconds.
  case date(Date)
  /// Data.
  case data(Data)
  /// A string.
  case string(String)
  /// A reference of a keyed archive.
  case uid(PlistUID)
  /// An ordered list of values.
  case array([Plist])
  /// A set of values, in the order of the file. Only binary files can represent it.
  case set([Plist])
  /// A dictionary of values by key.
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
  /// The Boolean, or nil for other kinds.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The integer as `Int`, or nil for other kinds and integers that do not fit.
  public var intValue: Int? { integerValue.flatMap { Int(exactly: $0) } }

  /// The integer, or nil for other kinds.
  public var integerValue: PlistInteger? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The floating-point number, or nil for other kinds. Integers are not converted.
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

  /// The elements of an array or set, or the values of a dictionary; empty for other kinds.
  package var children: [Plist] { elements ?? pairs.map { Array($0.values) } ?? [] }

  /// The keys of a dictionary, in order; empty for other kinds.
  package var keyTexts: [String] { pairs.map { Array($0.keys) } ?? [] }

  /// The number of pairs of a dictionary; 0 for other kinds.
  package var pairCount: Int { pairs?.count ?? 0 }
}
