// Reads any bytes, writes the result in every format, reads that, and compares; decodes and encodes
// it as a value of any kind.
import FuzzProperties
import PropertyLists

/// A value that decodes itself from anything.
indirect enum Anything: Codable {
  case scalar(String)
  case list([Anything])
  case pairs([String: Anything])

  init(from decoder: any Decoder) throws {
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

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .list(let values): try values.encode(to: encoder)
    case .pairs(let pairs): try pairs.encode(to: encoder)
    }
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let document = read(bytes(start, count)) else { return 0 }
  checkRoundTrip(document, .xml)
  checkRoundTrip(document, .binary)
  _ = try? document.encoded(as: .json)
  checkTypedJSON(document)
  var sorted = PlistWritingOptions()
  sorted.keyOrder = .sorted
  _ = try? document.encoded(as: .xml, options: sorted)
  _ = try? document.encoded(as: .binary, options: sorted)
  guard document.depth < 64, document.nodeCount < 2000 else { return 0 }
  if let value = try? PlistDecoder().decode(Anything.self, from: document) {
    check((try? PlistEncoder().document(value)) != nil, "a decoded value can be encoded")
  }
  return 0
}
