// Creation of `Plist` values from Swift literals, numbers and dictionaries.
internal import OrderedCollections

extension Plist: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(PlistInteger(value)) }
  /// Creates a real.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension Plist: ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an array.
  public init(arrayLiteral elements: Plist...) { self = .array(elements) }

  /// Creates a dictionary in the order of the literal. If a key is repeated, the last value counts.
  public init(dictionaryLiteral elements: (String, Plist)...) {
    self = .dictionary(OrderedDictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension Plist {
  /// Returns an integer from a value of any fixed-width integer type.
  public static func integer(_ value: some FixedWidthInteger) -> Plist {
    .integer(PlistInteger(value))
  }

  /// Returns a dictionary, optionally with its keys sorted by their bytes.
  package static func dictionary(_ values: [String: Plist], isSorted: Bool) -> Plist {
    let pairs = isSorted ? values.sorted { $0.key.precedesInBytes($1.key) } : Array(values)
    return .dictionary(OrderedDictionary(uniqueKeysWithValues: pairs))
  }
}
