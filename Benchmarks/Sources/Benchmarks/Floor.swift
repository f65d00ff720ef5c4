// The cost of Swift's own Codable machinery: the records are encoded by an encoder that stores
// nothing. No encoder can be faster than this.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import PropertyLists

struct Floor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "The time that Codable itself takes for the records, compared with Plinth and Foundation.")

  @Option(help: "Timed runs of each call.") var runs = 5
  @Option(help: "Thousands of records.") var thousands = 100

  func run() throws {
    let records = Documents.records(thousands * 1000)
    let foundation = PropertyListEncoder()
    foundation.outputFormat = .xml
    let nothing = try timed { try records.encode(to: NothingEncoder()) }
    let table = try timed { try PlistEncoder().document(records) }
    let xml = try timed { try PlistEncoder().encode(records) }
    let theirs = try timed { try foundation.encode(records) }
    print("encoder that keeps nothing   \(nothing.text) ms")
    print("Plinth, node table           \(table.text) ms")
    print("Plinth, XML                  \(xml.text) ms")
    print("Foundation, XML              \(theirs.text) ms")
    print("Foundation / nothing         \((theirs / nothing).text) ×")
  }

  private func timed<Result>(_ body: () throws -> Result) throws -> Double {
    _ = try milliseconds(1, body)
    return median(try (0..<runs).map { _ in try milliseconds(1, body) })
  }
}

/// An encoder that stores nothing.
struct NothingEncoder: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>())
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single() }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil(forKey key: Key) throws {}
    mutating func encode(_ value: Bool, forKey key: Key) throws {}
    mutating func encode(_ value: String, forKey key: Key) throws {}
    mutating func encode(_ value: Double, forKey key: Key) throws {}
    mutating func encode(_ value: Float, forKey key: Key) throws {}
    mutating func encode(_ value: Int, forKey key: Key) throws {}
    mutating func encode(_ value: Int8, forKey key: Key) throws {}
    mutating func encode(_ value: Int16, forKey key: Key) throws {}
    mutating func encode(_ value: Int32, forKey key: Key) throws {}
    mutating func encode(_ value: Int64, forKey key: Key) throws {}
    mutating func encode(_ value: UInt, forKey key: Key) throws {}
    mutating func encode(_ value: UInt8, forKey key: Key) throws {}
    mutating func encode(_ value: UInt16, forKey key: Key) throws {}
    mutating func encode(_ value: UInt32, forKey key: Key) throws {}
    mutating func encode(_ value: UInt64, forKey key: Key) throws {}
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      if T.self == Date.self || T.self == Data.self || T.self == [String].self { return }
      try value.encode(to: NothingEncoder())
    }
    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { KeyedEncodingContainer(Keyed<NestedKey>()) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Unkeyed()
    }
    mutating func superEncoder() -> any Encoder { NothingEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { NothingEncoder() }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    mutating func encodeNil() throws {}
    mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: NothingEncoder()) }
    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { KeyedEncodingContainer(Keyed<NestedKey>()) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
    mutating func superEncoder() -> any Encoder { NothingEncoder() }
  }

  struct Single: SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil() throws {}
    mutating func encode<T: Encodable>(_ value: T) throws {}
  }
}
