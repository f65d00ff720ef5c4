// The values in the objects of an archive, as they are stored. Values that were read retain the
// identity of their objects in the file, so that the graph can be written back unchanged.
public import PropertyLists

/// A value in an archive, without knowledge of classes.
public struct GraphValue: Sendable {
  /// The content of a value.
  public enum Content: Sendable {
    /// A nil reference.
    case none
    /// A reference to an object that was not archived because only conditional references referred
    /// to it; contains the slot reserved for it.
    case conditionalNone(slot: Int)
    /// A reference to an object, by its slot.
    case object(slot: Int)
    /// True or false.
    case bool(Bool)
    /// An integer.
    case integer(PlistInteger)
    /// A double-precision floating-point number.
    case real(Double)
    /// A single-precision floating-point number.
    case single(Float)
    /// Text.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A date, as stored in archives of GNUstep.
    case date(Date)
    /// The null of the binary format.
    case null
    /// An ordered sequence of values.
    case array([GraphValue])
    /// An unordered set of values.
    case set([GraphValue])
    /// Values by key.
    case dictionary([GraphValue.Field])
  }

  /// The content of the value.
  public let content: Content
  /// The number of the value's object in its file.
  let identity: UInt32
  /// The binary logarithm of an integer's width in its file.
  let power: UInt8

  /// The value of `power` for integers that are written in the smallest width that fits.
  static let noPower = UInt8.max

  /// Creates a value.
  public init(_ content: Content) {
    self.init(content, identity: ArchiveBuilder.noIdentity, power: Self.noPower)
  }

  init(_ content: Content, identity: UInt32, power: UInt8) {
    self.content = content
    self.identity = identity
    self.power = power
  }

  /// The Boolean; nil for other values.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The integer; nil for other values.
  public var integer: PlistInteger? { if case .integer(let value) = content { value } else { nil } }
  /// The number, integer or real; nil for other values.
  public var number: Double? {
    switch content {
    case .real(let value): value
    case .single(let value): Double(value)
    case .integer(let value): Double(value.int128)
    default: nil
    }
  }
  /// The text.
  public var text: String? { if case .text(let value) = content { value } else { nil } }
  /// The bytes.
  public var data: Data? { if case .data(let value) = content { value } else { nil } }
  /// The elements of an array or set.
  public var elements: [GraphValue]? {
    switch content {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }
  /// The pairs of a dictionary.
  public var fields: [GraphValue.Field]? {
    if case .dictionary(let fields) = content { fields } else { nil }
  }
  /// The slot that a reference refers to; nil for nil and for values that are not references.
  public var slot: Int? { if case .object(let slot) = content { slot } else { nil } }
  /// Whether the value is a nil reference.
  public var isNil: Bool {
    switch content {
    case .none, .conditionalNone: true
    default: false
    }
  }

  /// A value with its name.
  public struct Field: Sendable {
    /// The name as it is stored.
    public let name: String
    /// The value.
    public var value: GraphValue
    /// The number of the name's object in its file.
    let nameIdentity: UInt32

    /// Creates a field.
    public init(_ name: String, value: GraphValue) {
      self.init(name, value: value, nameIdentity: ArchiveBuilder.noIdentity)
    }

    init(_ name: String, value: GraphValue, nameIdentity: UInt32) {
      self.name = name
      self.value = value
      self.nameIdentity = nameIdentity
    }
  }
}
