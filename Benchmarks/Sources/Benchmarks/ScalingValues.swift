// The time of every way between files and values, for more and more records and cards.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import KeyedArchives
import PropertyLists

/// The time of growing values, operation by operation.
struct ScalingValues: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plinth alone, from 100,000 to 10,000,000 nodes: the nanoseconds a node of every way "
      + "between files and values, which should not grow.")

  @Option(help: "The numbers of nodes in thousands.") var thousands = [100, 1000, 5000, 10_000]
  @Option(help: "Timed runs of each call.") var runs = 3
  @Option(help: "Only operations that contain this text, such as 'xml document'.") var only = ""

  func run() throws {
    let nodes = thousands.map { $0 * 1000 }
    let header = nodes.map { String($0).leftPadded(10) }.joined(separator: " ")
    print("nanoseconds a node".padded(30), header)
    for operation in Self.operations where only.isEmpty || operation.name.contains(only) {
      let times = try nodes.map { nodes in
        try operation.nanoseconds(nodes, runs).text.leftPadded(10)
      }
      print(operation.name.padded(30), times.joined(separator: " "))
    }
  }

  private static var operations: [GrowingOperation] {
    [PlistFormat.xml, .binary].flatMap(recordOperations)
      + [PlistFormat.json, .openStep].flatMap(documentOperations) + cardOperations
  }
}

/// An operation and its time for a number of nodes, the median of several runs.
private struct GrowingOperation {
  let name: String
  /// Called with the numbers of nodes and runs.
  let nanoseconds: (Int, Int) throws -> Double

  /// - Parameters:
  ///   - nodesOfEach: The number of nodes of each record or card.
  ///   - prepare: Creates the input, for a number of records or cards.
  init<Input, Result>(
    _ name: String, nodesOfEach: Int, prepare: @escaping (Int) throws -> Input,
    _ body: @escaping (Input) throws -> Result
  ) {
    self.name = name
    nanoseconds = { nodes, runs in
      let count = max(1, nodes / nodesOfEach)
      let input = try prepare(count)
      _ = try body(input)
      let times = try (0..<max(1, runs)).map { _ in try milliseconds(1) { try body(input) } }
      return median(times) * 1e6 / Double(count * nodesOfEach)
    }
  }
}

/// A record is a dictionary with eight values, of which one is an array of three strings and one a
/// dictionary of two.
private let nodesOfRecord = 14

/// A card is an object with four values, of which two are text, and references to it and its class.
private let nodesOfCard = 9

private func recordOperations(_ format: PlistFormat) -> [GrowingOperation] {
  let encoder = PlistEncoder(outputFormat: format)
  let decoder = PlistDecoder()
  let types: [GrowingOperation] = [
    .init("\(format) → types, Codable", nodesOfEach: nodesOfRecord, prepare: file(format)) {
      try decodeByCodable([Record].self, decoder, $0)
    },
    .init("\(format) → types, direct", nodesOfEach: nodesOfRecord, prepare: file(format)) {
      try decoder.decode([Record].self, from: $0)
    },
    .init("\(format) ← types, Codable", nodesOfEach: nodesOfRecord, prepare: Documents.records) {
      try encodeByCodable($0, encoder)
    },
    .init("\(format) ← types, direct", nodesOfEach: nodesOfRecord, prepare: Documents.records) {
      try encoder.encode($0)
    },
  ]
  let trees: [GrowingOperation] = [
    .init("\(format) → tree", nodesOfEach: nodesOfRecord, prepare: file(format)) { try Plist($0) },
    .init(
      "\(format) ← tree", nodesOfEach: nodesOfRecord, prepare: { try Plist(file(format)($0)) },
      { try $0.encoded(as: format) }),
  ]
  return documentOperations(format) + trees + types
}

private func documentOperations(_ format: PlistFormat) -> [GrowingOperation] {
  [
    .init("\(format) → document", nodesOfEach: nodesOfRecord, prepare: file(format)) {
      try PlistDocument($0)
    },
    .init(
      "\(format) ← document", nodesOfEach: nodesOfRecord,
      prepare: { try PlistDocument(file(format)($0)) }, { try $0.encoded(as: format) }),
  ]
}

private var cardOperations: [GrowingOperation] {
  [
    .init("archive, Codable", nodesOfEach: nodesOfCard, prepare: FlashCard.deck) {
      try KeyedArchiver.archivedData(root: $0)
    },
    .init("unarchive, Codable", nodesOfEach: nodesOfCard, prepare: archive) {
      try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: $0)
    },
    .init(
      "archive, direct", nodesOfEach: nodesOfCard,
      prepare: { FlashCard.deck($0).map(FieldCard.init) },
      { try KeyedArchiver.archivedData(root: $0) }),
    .init("unarchive, direct", nodesOfEach: nodesOfCard, prepare: archive) {
      try KeyedUnarchiver.unarchivedObject(of: [FieldCard].self, from: $0)
    },
  ]
}

/// Returns a function that creates a file of a number of records. Neither JSON nor OpenStep has all
/// types of values: numbers and text replace the others.
private func file(_ format: PlistFormat) -> (Int) throws -> Data {
  { count in
    let records = Documents.records(count)
    switch format {
    case .json: return try JSONEncoder().encode(records)
    case .openStep:
      var options = PlistWritingOptions()
      options.unsupportedValues = .asText
      return try PlistEncoder().document(records).encoded(as: format, options: options)
    default: return try PlistEncoder(outputFormat: format).encode(records)
    }
  }
}

private func archive(_ count: Int) throws -> Data {
  try KeyedArchiver.archivedData(root: FlashCard.deck(count))
}

/// Decodes a type by `Codable`, although it can be decoded directly.
private func decodeByCodable<Value: Decodable>(
  _ type: Value.Type, _ decoder: PlistDecoder, _ data: Data
) throws -> Value { try decoder.decode(type, from: data) }

/// Encodes a value by `Codable`, although it can be encoded directly.
private func encodeByCodable(_ value: some Encodable, _ encoder: PlistEncoder) throws -> Data {
  try encoder.encode(value)
}

extension String {
  fileprivate func leftPadded(_ width: Int) -> String {
    count >= width ? self : String(repeating: " ", count: width - count) + self
  }
}
