// Text and data as objects with a field, a form that other text and data do not need; dates, UUIDs
// and URLs. GNUstep and swift-corelibs-foundation use other keys for some of these. Packed numbers:
// seven bits in each byte, lowest first; the high bit is set if more follow.
internal import PropertyLists

/// The layout of text stored with a class.
package enum StringLayout {
  static let string = "NS.string"

  /// The node of the text.
  static func text(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let text = fields.value(string, kind: .string) { return text }
    throw LayoutFault(code: .typeMismatch, message: "expected text for \(string)")
  }
}

/// The layout of data stored with a class. Time zones store their rules under the same key.
package enum DataLayout {
  package static let data = "NS.data"
  /// The key in GNUstep's archives.
  static let bytes = "NS.bytes"

  /// The node of the bytes.
  static func bytes(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let bytes = fields.value(data, kind: .data) ?? fields.value(bytes, kind: .data) {
      return bytes
    }
    throw LayoutFault(code: .typeMismatch, message: "expected data for \(data)")
  }
}

/// The layout of dates.
package enum DateLayout {
  static let time = "NS.time"

  /// The node of the number of seconds.
  static func seconds(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let seconds = fields.value(time, kind: .real, or: .integer) { return seconds }
    throw LayoutFault(code: .typeMismatch, message: "expected a number for \(time) of the date")
  }

  static func date(_ node: Int, in table: ArchiveTable) -> Date {
    let seconds = table.real(node) ?? table.integer(node).map { Double($0.int128) } ?? 0
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

/// The layout of UUIDs.
package enum UUIDLayout {
  static let bytes = "NS.uuidbytes"
  static let generated = "uuid"

  static func uuid(_ fields: inout StoredFields) throws(LayoutFault) -> UUID {
    let key = fields.position(of: bytes) == nil ? generated : bytes
    let position = fields.position(of: key)
    // Sixteen bytes never take more than this in any format.
    if let position, fields.table.storedLength(fields.value(at: position)) <= 1024,
      let uuid = fields.table.data(fields.value(at: position)).flatMap(UUID.init(bytes:))
    {
      fields.take(position)
      return uuid
    }
    throw LayoutFault(
      code: .typeMismatch, message: "expected 16 bytes for \(bytes) of the UUID",
      pair: position ?? -1)
  }
}

extension UUID {
  /// Creates a UUID from sixteen bytes; nil for any other number of bytes.
  package init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    let b = [UInt8](bytes)
    self.init(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }

  package var bytes: Data {
    let u = uuid
    return Data([
      u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15,
    ])
  }
}

/// The layout of URLs.
package enum URLLayout {
  static let (relative, base) = ("NS.relative", "NS.base")

  /// References to the text and the base, as nodes; the base is nil if none is stored.
  struct URLReferences {
    var relative: Int
    var base: Int?
  }

  static func parts(_ fields: inout StoredFields) throws(LayoutFault) -> URLReferences {
    let table = fields.table
    guard let position = fields.position(of: relative),
      table.reference(fields.value(at: position)) != nil
    else {
      throw LayoutFault(
        code: .typeMismatch, message: "expected a reference to text for \(relative) of the URL",
        pair: fields.position(of: relative) ?? -1)
    }
    guard let basePosition = fields.position(of: base) else {
      fields.take(position)
      return URLReferences(relative: fields.value(at: position), base: nil)
    }
    guard table.reference(fields.value(at: basePosition)) != nil else {
      throw LayoutFault(
        code: .typeMismatch, message: "expected a reference for \(base) of the URL",
        pair: basePosition)
    }
    fields.take(position)
    fields.take(basePosition)
    return URLReferences(relative: fields.value(at: position), base: fields.value(at: basePosition))
  }

}

/// Numbers in the packed form of index sets, index paths and attributed strings.
package enum PackedNumbers {
  /// Returns the packed form of numbers.
  package static func bytes(of numbers: some Sequence<UInt64>) -> Data {
    var bytes = Data()
    for number in numbers {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest &>>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    return bytes
  }

  /// Returns the numbers in packed bytes; nil if the last number is truncated or too large.
  package static func numbers(in bytes: Data) -> [UInt64]? {
    var numbers: [UInt64] = []
    var (number, shift) = (UInt64(0), UInt64(0))
    for byte in bytes {
      let bits = UInt64(byte & 0x7F)
      guard shift < 64, (bits << shift) >> shift == bits else { return nil }
      number |= bits << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      numbers.append(number)
      (number, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }
}
