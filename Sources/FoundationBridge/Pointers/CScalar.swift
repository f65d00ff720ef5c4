// Numbers that pointers refer to, as in coding calls without keys; a letter encodes their C type.
internal import KeyedArchives
internal import PropertyLists

/// The C type of a number.
enum CScalar: UInt8 {
  case int8 = 0x63
  case uint8 = 0x43
  case int16 = 0x73
  case uint16 = 0x53
  case int32 = 0x69
  case uint32 = 0x49
  case int64 = 0x71
  case uint64 = 0x51
  case float = 0x66
  case double = 0x64
  case bool = 0x42

  /// Creates the type of a one-letter encoding; nil for other encodings.
  init?(_ type: UnsafePointer<Int8>) {
    let letter = UInt8(bitPattern: unsafe type[0])
    guard letter != 0, unsafe type[1] == 0 else { return nil }
    // A `long` is encoded with its platform type, or as 32 bits.
    switch letter {
    case UInt8(ascii: "l"): self = .int32
    case UInt8(ascii: "L"): self = .uint32
    default: self.init(rawValue: letter)
    }
  }

  func value(at pointer: UnsafeRawPointer) -> SinkValue {
    switch self {
    case .int8: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: Int8.self)))
    case .uint8: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: UInt8.self)))
    case .int16: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: Int16.self)))
    case .uint16: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: UInt16.self)))
    case .int32: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: Int32.self)))
    case .uint32: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: UInt32.self)))
    case .int64: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: Int64.self)))
    case .uint64: .integer(PlistInteger(unsafe pointer.loadUnaligned(as: UInt64.self)))
    case .float: .single(unsafe pointer.loadUnaligned(as: Float.self))
    case .double: .real(unsafe pointer.loadUnaligned(as: Double.self))
    case .bool: .bool(unsafe pointer.loadUnaligned(as: UInt8.self) != 0)
    }
  }

  /// Stores a number of the archive at a pointer. Throws `ArchiveError` if it does not fit.
  func store(
    _ position: ValuePosition, of source: ObjectSource, to pointer: UnsafeMutableRawPointer
  ) throws {
    func store<T: FixedWidthInteger>(_ type: T.Type) throws {
      unsafe pointer.storeBytes(of: try source.integer(type, value: position), as: type)
    }
    switch self {
    case .int8: try store(Int8.self)
    case .uint8: try store(UInt8.self)
    case .int16: try store(Int16.self)
    case .uint16: try store(UInt16.self)
    case .int32: try store(Int32.self)
    case .uint32: try store(UInt32.self)
    case .int64: try store(Int64.self)
    case .uint64: try store(UInt64.self)
    case .float: unsafe pointer.storeBytes(of: try source.float(position), as: Float.self)
    case .double: unsafe pointer.storeBytes(of: try source.real(position), as: Double.self)
    case .bool: unsafe pointer.storeBytes(of: try source.bool(position) ? 1 : 0, as: UInt8.self)
    }
  }
}
