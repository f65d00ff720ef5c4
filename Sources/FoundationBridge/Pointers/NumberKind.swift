// The kind of number in an NSNumber, and the C type in an NSValue: Foundation returns pointers.
internal import PropertyLists

/// A number or Boolean from an `NSNumber`.
enum NumberKind {
  case bool(Bool)
  case integer(PlistInteger)
  case real(Double)
  case single(Float)

  init(_ number: NSNumber) {
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
      return
    }
    switch UInt8(bitPattern: unsafe number.objCType.pointee) {
    case UInt8(ascii: "d"): self = .real(number.doubleValue)
    case UInt8(ascii: "f"): self = .single(number.floatValue)
    case UInt8(ascii: "Q"): self = .integer(PlistInteger(number.uint64Value))
    default: self = .integer(PlistInteger(number.int64Value))
    }
  }

  /// Returns the number of an integer; nil if it does not fit in 64 bits.
  static func number(_ integer: PlistInteger) -> NSNumber? {
    if let value = Int64(exactly: integer) { return NSNumber(value: value) }
    return UInt64(exactly: integer).map { NSNumber(value: $0) }
  }
}

extension NSValue {
  /// The name of the structure, or the letters of another type.
  var cTypeName: String {
    let type = unsafe String(cString: objCType)
    return String(type.drop { $0 == "{" || $0 == "_" }.prefix { $0 != "=" })
  }
}
