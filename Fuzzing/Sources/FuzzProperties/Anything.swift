// Decodes input as a value of any kind, from its bytes and from a document.
public import PropertyLists

/// A value that decodes itself from anything.
public indirect enum Anything: Codable {
  case scalar(String)
  case list([Anything])
  case pairs([String: Anything])

  /// Decodes a dictionary, an array or a scalar as text.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .pairs(
        Dictionary(
          try container.allKeys.map {
            ($0.stringValue, try container.decode(Anything.self, forKey: $0))
          },
          uniquingKeysWith: { $1 }))
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [Anything] = []
      while !container.isAtEnd { values.append(try container.decode(Anything.self)) }
      self = .list(values)
    } else {
      let container = try decoder.singleValueContainer()
      let text = try? container.decode(String.self)
      let number = try? container.decode(Double.self)
      let date = try? container.decode(Date.self)
      let data = try? container.decode(Data.self)
      let seconds = date?.timeIntervalSinceReferenceDate
      self = .scalar(
        text ?? number?.description ?? seconds?.description ?? data?.description ?? "")
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .list(let values): try values.encode(to: encoder)
    case .pairs(let pairs): try pairs.encode(to: encoder)
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}

/// Checks that decoding the bytes of a property list gives the same result as decoding its document,
/// which is nil if the bytes are invalid.
public func checkDecoding(_ bytes: [UInt8], _ document: PlistDocument?) {
  guard let document else {
    check(
      (try? PlistDecoder(options: options).decode(Anything.self, from: bytes)) == nil,
      "the decoder rejects invalid files")
    return
  }
  guard document.depth < 64, document.nodeCount < 2000 else { return }
  let fromBytes = result { try PlistDecoder(options: options).decode(Anything.self, from: bytes) }
  let fromDocument = result {
    try PlistDecoder(options: options).decode(Anything.self, from: document)
  }
  check(
    fromBytes == fromDocument, "decoding bytes gives the same result as decoding their document")
}

/// The decoded value as bytes, or the error as text.
private func result(_ decode: () throws -> Anything) -> String {
  var encoder = PlistEncoder(outputFormat: .xml)
  encoder.options.keyOrder = .sorted
  do {
    return String(decoding: try encoder.encode(try decode()), as: UTF8.self)
  } catch { return "\(error)" }
}
