// The binary part of the simple reader: follows references by recursion, with a limit on depth and
// on visits. Independent of this package.

/// The reader of the binary format.
struct SimpleBinaryReader {
  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let objectCount: Int
  private let top: Int
  private let table: Int
  private var depth = 0
  private var visits = 0

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.count >= 41, bytes.starts(with: Array("bplist0".utf8)) else {
      throw SimpleFailure(description: "header")
    }
    let trailer = bytes.count - 32
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    func number(_ offset: Int) throws -> Int {
      let value = bytes[trailer + offset..<trailer + offset + 8].reduce(0 as UInt64) {
        $0 << 8 | UInt64($1)
      }
      guard value < 1 << 62 else { throw SimpleFailure(description: "trailer") }
      return Int(value)
    }
    objectCount = try number(8)
    top = try number(16)
    table = try number(24)
    let (size, overflow) = objectCount.multipliedReportingOverflow(by: offsetWidth)
    guard offsetWidth > 0, referenceWidth > 0, objectCount > 0, top < objectCount, table > 8,
      table < trailer, !overflow, table + size == trailer
    else { throw SimpleFailure(description: "trailer") }
  }

  mutating func read() throws -> SimpleValue { try object(top) }

  /// A big-endian number that ends before `end`.
  private func number(at start: Int, width: Int, before end: Int) throws -> UInt64 {
    guard start >= 0, start + width <= end else { throw SimpleFailure(description: "number") }
    let digits = bytes[start..<start + width]
    if digits.dropLast(8).contains(where: { $0 != 0 }) {
      throw SimpleFailure(description: "wide number")
    }
    return digits.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func index(at start: Int, width: Int, before end: Int, limit: Int) throws -> Int {
    let value = try number(at: start, width: width, before: end)
    guard value < UInt64(limit) else { throw SimpleFailure(description: "index \(value)") }
    return Int(value)
  }

  private mutating func object(_ number: Int) throws -> SimpleValue {
    visits += 1
    if visits > 200_000 { throw SimpleFailure(description: "too much") }
    let entryOffset = table + number * offsetWidth
    let offset = try index(
      at: entryOffset, width: offsetWidth, before: bytes.count - 32, limit: table)
    if offset < 8 { throw SimpleFailure(description: "offset") }
    let marker = bytes[offset]
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    case 0x10...0x14: return try integer(offset, 1 << Int(marker & 0xF))
    case 0x22:
      let bits = try self.number(at: offset + 1, width: 4, before: table)
      return .real(of: Double(Float(bitPattern: UInt32(bits))))
    case 0x23:
      let bits = try self.number(at: offset + 1, width: 8, before: table)
      return .real(of: Double(bitPattern: bits))
    case 0x33: return .date(try self.number(at: offset + 1, width: 8, before: table))
    case 0x80...0x8F:
      let width = Int(marker & 0xF) + 1
      return .uid(
        UInt32(try index(at: offset + 1, width: width, before: table, limit: 1 << 32)))
    default: return try counted(offset, marker)
    }
  }

  private func integer(_ offset: Int, _ width: Int) throws -> SimpleValue {
    if width == 16 {
      let high = try number(at: offset + 1, width: 8, before: table)
      let low = try number(at: offset + 9, width: 8, before: table)
      return .integer(Int128(Int64(bitPattern: high)) << 64 | Int128(low))
    }
    let value = try number(at: offset + 1, width: width, before: table)
    return .integer(width == 8 ? Int128(Int64(bitPattern: value)) : Int128(value))
  }

  private mutating func counted(_ offset: Int, _ marker: UInt8) throws -> SimpleValue {
    var count = Int(marker & 0xF)
    var start = offset + 1
    if count == 15 {
      guard start < table, (0x10...0x13).contains(bytes[start]) else {
        throw SimpleFailure(description: "count")
      }
      let width = 1 << Int(bytes[start] & 0xF)
      count = try index(at: start + 1, width: width, before: table, limit: bytes.count)
      start += 1 + width
    }
    switch marker >> 4 {
    case 4: return .data(Array(try part(start, count)))
    case 5:
      // A byte from 0x80 up is the character of the same number.
      let characters = try part(start, count).map { Character(Unicode.Scalar($0)) }
      var text = ""
      for character in characters {
        text.unicodeScalars.append(contentsOf: character.unicodeScalars)
      }
      return .string(Array(text.utf8))
    case 6: return try utf16(try part(start, count * 2))
    case 0xA: return .array(try objects(start, count))
    case 0xC: return .set(try objects(start, count))
    case 0xD: return try dictionary(start, count)
    default: throw SimpleFailure(description: "marker \(marker)")
    }
  }

  private func part(_ start: Int, _ count: Int) throws -> ArraySlice<UInt8> {
    guard start + count <= table else { throw SimpleFailure(description: "too long") }
    return bytes[start..<start + count]
  }

  private func utf16(_ bytes: ArraySlice<UInt8>) throws -> SimpleValue {
    let all = Array(bytes)
    let units = stride(from: 0, to: all.count, by: 2).map {
      UInt16(all[$0]) << 8 | UInt16(all[$0 + 1])
    }
    return .string(Array(String(decoding: units, as: UTF16.self).utf8))
  }

  private mutating func objects(_ start: Int, _ count: Int) throws -> [SimpleValue] {
    depth += 1
    defer { depth -= 1 }
    if depth > 512 { throw SimpleFailure(description: "too deep") }
    return try (0..<count).map { position in
      let entryOffset = start + position * referenceWidth
      return try object(
        try index(at: entryOffset, width: referenceWidth, before: table, limit: objectCount))
    }
  }

  private mutating func dictionary(_ start: Int, _ count: Int) throws -> SimpleValue {
    let all = try objects(start, count * 2)
    var pairs: [SimpleValue.Pair] = []
    for (key, value) in zip(all.prefix(count), all.suffix(count)) {
      guard let key = key.keyBytes else { throw SimpleFailure(description: "key") }
      if pairs.contains(where: { $0.key == key }) { continue }
      pairs.append(SimpleValue.Pair(key: key, value: value))
    }
    return .dictionary(pairs)
  }
}
