// `Plist` as a property of `Codable` types: a value that a program reads and writes without knowing
// its type. This package's coders preserve it exactly; other coders get the nearest values that
// `Codable` supports.

internal import OrderedCollections

extension Plist: Encodable {
  /// Encodes the value.
  ///
  /// A `PlistEncoder` preserves every kind of value and the order of keys. Any other encoder
  /// receives nil, Booleans, numbers, strings, `Date`, `Data`, arrays and dictionaries.
  ///
  /// - Throws: `EncodingError.invalidValue` for more than 512 levels of nesting and, with any other
  ///   encoder, for a set, a UID or a date that is not finite.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder { return try encoder.encode(tree: self) }
    try TreeEncoding.encode(self, to: encoder)
  }
}

extension Plist: Decodable {
  /// Decodes the value.
  ///
  /// A `PlistDecoder` preserves the value exactly, including the string `$null`. With any other
  /// decoder, one type after another is tried; `String` comes before `Date` and `Data`, so that
  /// dates and data in JSON remain strings.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value does not have a property-list type or is
  ///   nested more than 512 levels deep.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = try decoder.tree()
    } else {
      self = try TreeDecoding(depth: 0).decode(from: decoder)
    }
  }
}

/// Encodes a `Plist` into containers recursively, and counts the levels.
private enum TreeEncoding {
  typealias Keyed = KeyedEncodingContainer<PlistCodingKey>

  static func encode(_ value: Plist, to encoder: any Encoder) throws {
    switch value {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      try encode(elements, into: &container, depth: 1)
    case .dictionary(let pairs):
      var container = encoder.container(keyedBy: PlistCodingKey.self)
      try encode(pairs, into: &container, depth: 1)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    default:
      var container = encoder.singleValueContainer()
      try container.encode(scalar(value, path: container.codingPath))
    }
  }

  private static func encode(
    _ elements: [Plist], into container: inout any UnkeyedEncodingContainer, depth: Int
  ) throws {
    try check(depth, path: container.codingPath)
    for element in elements {
      switch element {
      case .array(let elements):
        var nested = container.nestedUnkeyedContainer()
        try encode(elements, into: &nested, depth: depth + 1)
      case .dictionary(let pairs):
        var nested = container.nestedContainer(keyedBy: PlistCodingKey.self)
        try encode(pairs, into: &nested, depth: depth + 1)
      case .null: try container.encodeNil()
      default: try container.encode(scalar(element, path: container.codingPath))
      }
    }
  }

  private static func encode(
    _ pairs: OrderedDictionary<String, Plist>, into container: inout Keyed, depth: Int
  ) throws {
    try check(depth, path: container.codingPath)
    for (key, value) in pairs {
      let key = PlistCodingKey(stringValue: key)
      switch value {
      case .array(let elements):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try encode(elements, into: &nested, depth: depth + 1)
      case .dictionary(let pairs):
        var nested = container.nestedContainer(keyedBy: PlistCodingKey.self, forKey: key)
        try encode(pairs, into: &nested, depth: depth + 1)
      case .null: try container.encodeNil(forKey: key)
      default: try container.encode(scalar(value, path: container.codingPath + [key]), forKey: key)
      }
    }
  }

  /// Returns the value as a type that every encoder supports.
  private static func scalar(_ value: Plist, path: @autoclosure () -> [any CodingKey]) throws
    -> any Encodable
  {
    switch value {
    case .bool(let value): return value
    case .integer(let value):
      if let value = Int64(exactly: value) { return value }
      return UInt64(exactly: value) ?? value.int128 as any Encodable
    case .real(let value): return value
    case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite: return date
    case .data(let value): return value
    case .string(let value): return value
    default:
      throw EncodingError.invalidValue(
        value.kind,
        EncodingError.Context(
          codingPath: path(),
          debugDescription: "only this package's encoders support \(value.kind.phrase)"))
    }
  }

  private static func check(_ depth: Int, path: @autoclosure () -> [any CodingKey]) throws {
    guard depth > Plist.maximumDepth else { return }
    throw EncodingError.invalidValue(
      depth,
      EncodingError.Context(
        codingPath: path(),
        debugDescription: "containers are nested more than \(Plist.maximumDepth) levels deep"))
  }
}

/// Decodes a `Plist` from any decoder recursively.
private struct TreeDecoding {
  let depth: Int

  func decode(from decoder: any Decoder) throws -> Plist {
    if let scalar = try scalar(decoder) { return scalar }
    guard depth < Plist.maximumDepth else {
      throw corrupted(
        decoder, description: "containers are nested more than \(Plist.maximumDepth) levels deep")
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [Plist] = []
      while !container.isAtEnd {
        elements.append(
          try container.decodeNil()
            ? .null : TreeDecoding(depth: depth + 1).decode(from: container.superDecoder()))
      }
      return .array(elements)
    }
    if let container = try? decoder.container(keyedBy: PlistCodingKey.self) {
      var pairs = OrderedDictionary<String, Plist>()
      for key in container.allKeys {
        pairs[key.stringValue] =
          try container.decodeNil(forKey: key)
          ? .null : TreeDecoding(depth: depth + 1).decode(from: container.superDecoder(forKey: key))
      }
      return .dictionary(pairs)
    }
    throw corrupted(decoder, description: "the value does not have a property-list type")
  }

  /// Returns the value unless it is a container. If several types match, the one that preserves the
  /// most is used.
  private func scalar(_ decoder: any Decoder) throws -> Plist? {
    guard let container = try? decoder.singleValueContainer() else { return nil }
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = integer(container) { return .integer(value) }
    if let value = try? container.decode(Double.self) { return .real(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    if (try? decoder.unkeyedContainer()) != nil { return nil }
    return (try? container.decode(Data.self)).map { .data($0) }
  }

  private func integer(_ container: any SingleValueDecodingContainer) -> PlistInteger? {
    if let value = try? container.decode(Int64.self) { return PlistInteger(value) }
    if let value = try? container.decode(UInt64.self) { return PlistInteger(value) }
    return (try? container.decode(Int128.self)).map { PlistInteger($0) }
  }

  private func corrupted(_ decoder: any Decoder, description: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: description))
  }
}
