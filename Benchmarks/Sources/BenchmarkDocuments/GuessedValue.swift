// A value of unknown type, decoded as many programs do it: by trying one type after the other.

/// A value that is decoded by trying.
public enum GuessedValue: Codable {
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  case list([GuessedValue])
  case pairs([String: GuessedValue])

  /// Tries one type after the other.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode([GuessedValue].self) {
      self = .list(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = .pairs(try container.decode([String: GuessedValue].self))
    }
  }

  /// Encodes the value with its own type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .pairs(let pairs): try container.encode(pairs)
    }
  }

  /// The number of values in it, and the length of its text.
  public var checksum: Int {
    switch self {
    case .bool, .integer, .real: 1
    case .text(let text): 1 + text.utf8.count
    case .list(let values): values.reduce(1) { $0 + $1.checksum }
    case .pairs(let pairs): pairs.values.reduce(1) { $0 + $1.checksum }
    }
  }
}

extension Documents {
  /// Short strings, to be decoded as `GuessedValue`.
  public static func guessedStrings(_ count: Int) -> [String] {
    (0..<count).map { "text \($0)" }
  }
}
