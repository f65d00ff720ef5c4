// A property list value in the plainest form, for comparing the results of several readers for one
// file: text and reals as their bytes, so that different values are never equal. Self-contained.

import Foundation
import PropertyLists

/// A property list value; dictionaries keep the order of the file.
indirect enum SimpleValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  /// The bits of a double.
  case real(UInt64)
  /// The bits of the seconds since 2001.
  case date(UInt64)
  case data([UInt8])
  /// UTF-8.
  case string([UInt8])
  case uid(UInt32)
  case array([SimpleValue])
  case set([SimpleValue])
  case dictionary([Pair])

  /// A key, in the form of `keyBytes`, and its value.
  struct Pair: Equatable, Sendable {
    var key: [UInt8]
    var value: SimpleValue
  }

  /// The same value with the keys of all dictionaries sorted, for readers that keep no order.
  var withSortedKeys: SimpleValue {
    switch self {
    case .array(let elements): .array(elements.map(\.withSortedKeys))
    case .set(let elements): .set(elements.map(\.withSortedKeys))
    case .dictionary(let pairs):
      .dictionary(
        pairs.map { Pair(key: $0.key, value: $0.value.withSortedKeys) }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) })
    default: self
    }
  }

  /// The value as a key: the UTF-8 of a string; of another scalar its description, after a byte
  /// that UTF-8 never uses. Nil for containers.
  var keyBytes: [UInt8]? {
    switch self {
    case .string(let text): text
    case .array, .set, .dictionary: nil
    default: [0xFE] + Array("\(self)".utf8)
    }
  }

  /// The same value with every NaN alike: its bits depend on the reader.
  static func real(of value: Double) -> SimpleValue {
    .real(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
  }
}

extension SimpleValue {
  /// The contents of a document. Recursive: documents are never nested deeper than the reader's
  /// limit.
  init(_ node: PlistNode) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.boolValue == true)
    case .integer: self = .integer(node.integerValue?.int128 ?? .min)
    case .real: self = .real(of: node.realValue ?? -.greatestFiniteMagnitude)
    case .date:
      self = .date((node.dateValue?.timeIntervalSinceReferenceDate ?? .nan).bitPattern)
    case .data: self = .data(Array(node.dataValue ?? Data()))
    case .string: self = .string(Array((node.stringValue ?? "").utf8))
    case .uid: self = .uid(node.uidValue?.value ?? .max)
    case .array: self = .array(node.children.map { SimpleValue($0) })
    case .set: self = .set(node.children.map { SimpleValue($0) })
    case .dictionary:
      self = .dictionary(
        node.children.enumerated().map { position, child in
          let key = node.key(at: position).flatMap { SimpleValue($0).keyBytes }
          return Pair(key: key ?? [], value: SimpleValue(child))
        })
    }
  }

  /// The value as this package's value tree.
  var plist: Plist {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let bits): .real(Double(bitPattern: bits))
    case .date(let bits):
      .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    case .data(let bytes): .data(Data(bytes))
    case .string(let text): .string(String(decoding: text, as: UTF8.self))
    case .uid(let value): .uid(PlistUID(value))
    case .array(let elements): .array(elements.map(\.plist))
    case .set(let elements): .set(elements.map(\.plist))
    case .dictionary(let pairs): Self.dictionary(pairs)
    }
  }

  private static func dictionary(_ pairs: [Pair]) -> Plist {
    var dictionary: Plist = [:]
    for pair in pairs {
      dictionary[String(decoding: pair.key, as: UTF8.self)] = pair.value.plist
    }
    return dictionary
  }
}
