// Property list values of Swift's literals, numbers and dictionaries.
internal import OrderedCollections

extension Plist: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(PlistInteger(value)) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension Plist: ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Values in order.
  public init(arrayLiteral elements: Plist...) { self = .array(elements) }

  /// Values by key, in the order of the literal; of a key that is given twice the last value
  /// counts.
  public init(dictionaryLiteral elements: (String, Plist)...) {
    self = .dictionary(OrderedDictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension Plist {
  /// A whole number of any of Swift's types.
  public static func integer(_ value: some FixedWidthInteger) -> Plist {
    .integer(PlistInteger(value))
  }

  /// A dictionary, with its keys in the order of their bytes if they are to be sorted.
  package static func dictionary(_ values: [String: Plist], isSorted: Bool) -> Plist {
    let pairs =
      isSorted
      ? values.sorted { $0.key.precedesInBytes($1.key) }
      : Array(values)
    return .dictionary(OrderedDictionary(uniqueKeysWithValues: pairs))
  }
}
