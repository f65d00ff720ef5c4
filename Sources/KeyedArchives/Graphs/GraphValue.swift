// The values that the objects of an archive hold, as the archive has them. Values that were read
// remember which object of the file they were, so that the graph can be written as it was.
public import PropertyLists

/// A value in an archive whose classes need not be known.
public struct GraphValue: Sendable {
  /// What a value is.
  public enum Content: Sendable {
    /// A reference to nothing.
    case none
    /// A reference to an object that was not archived, since nothing but conditional references led to
    /// it: the number of the slot that was kept free.
    case conditionalNone(slot: Int)
    /// A reference to an object, by its slot.
    case object(slot: Int)
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(PlistInteger)
    /// A floating-point number of eight bytes.
    case real(Double)
    /// A floating-point number of four bytes.
    case single(Float)
    /// Text.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A point in time, as archives of GNUstep have it.
    case date(Date)
    /// The null of binary files.
    case null
    /// Values in order.
    case array([GraphValue])
    /// Values without order.
    case set([GraphValue])
    /// Values by key.
    case dictionary([GraphValue.Field])
  }

  /// What the value is.
  public let content: Content
  /// The object that it was in its file.
  let identity: UInt32
  /// The logarithm of the width of an integer in its file.
  let power: UInt8

  /// Says that an integer takes the width that it needs.
  static let noPower = UInt8.max

  /// A value.
  public init(_ content: Content) {
    self.init(content, identity: ArchiveBuilder.noIdentity, power: Self.noPower)
  }

  init(_ content: Content, identity: UInt32, power: UInt8) {
    self.content = content
    self.identity = identity
    self.power = power
  }
}

extension GraphValue {
  /// True or false; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The whole number.
  public var integer: PlistInteger? {
    if case .integer(let value) = content { value } else { nil }
  }
  /// The number, whole or not; nil for anything else.
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
  /// The slot that a reference leads to; nil for nil and for anything that is no reference.
  public var slot: Int? { if case .object(let slot) = content { slot } else { nil } }
  /// Whether the value is a reference to nothing.
  public var isNil: Bool {
    switch content {
    case .none, .conditionalNone: true
    default: false
    }
  }
}

extension GraphValue {
  /// A value and its name.
  public struct Field: Sendable {
    /// The name, as the archive has it.
    public let name: String
    /// The value.
    public var value: GraphValue
    /// The object that the name was in its file.
    let nameIdentity: UInt32

    /// A value and its name.
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
