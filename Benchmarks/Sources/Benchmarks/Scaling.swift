// Time and memory of growing documents with Plinth only, shape by shape. Uses ResidentMemory, and
// so requires Linux.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import PropertyLists

/// Time and memory of growing documents.
struct Scaling: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plinth alone from 1 MB to 200 MB of XML, and the same in binary: neither the "
      + "nanoseconds a byte nor the bytes a node should grow.")

  @Option(help: "The largest document in MB.") var largest = 200
  @Option(help: "Timed runs of each call.") var runs = 3

  func run() throws {
    print("shape    format     bytes        document ns/byte   write ns/byte   memory bytes/node")
    for format in [PlistFormat.xml, .binary] {
      for target in [1, 10, 50, 200] where target <= largest {
        try measureValues(format, target * 1_000_000)
        try measureContainers(format, target * 1_000_000)
      }
    }
  }

  /// The shapes that consist of values. A size is that of the XML.
  private func measureValues(_ format: PlistFormat, _ size: Int) throws {
    try measure("records", format) { Documents.records(max(1, size / 580)) }
    try measure("strings", format) { Documents.strings(max(1, size / 120)) }
    try measure("numbers", format) { Documents.numbers(max(2, size / 50)) }
    try measure("blobs", format) { Documents.blobs(max(1, size / 360_000)) }
  }

  /// The shapes that consist of containers and keys. A size is that of the XML.
  private func measureContainers(_ format: PlistFormat, _ size: Int) throws {
    try measure("small", format) {
      [InfoPlist](repeating: Documents.small, count: max(1, size / 2_300))
    }
    try measure("deep", format) {
      [DeepNode](repeating: Documents.deep(400), count: max(1, size / 270_000))
    }
    try measure("keys", format) { Documents.keys(size / 50) }
  }

  private func measure<T: Codable>(
    _ shape: String, _ format: PlistFormat, _ make: () -> T
  ) throws {
    let bytes = [UInt8](try PlistEncoder(outputFormat: format).encode(make()))
    let times = try times(bytes, format)
    let scale = 1e6 / Double(bytes.count)
    let columns = [
      shape.padded(8), format.rawValue.padded(10), String(bytes.count).padded(12),
      (times.reading * scale).text.padded(18), (times.writing * scale).text.padded(15),
      try bytesPerNode(bytes)?.text ?? "–",
    ]
    print(columns.joined(separator: " "))
  }

  /// Median milliseconds of reading and of writing.
  private func times(
    _ bytes: [UInt8], _ format: PlistFormat
  ) throws -> (reading: Double, writing: Double) {
    var times: (reading: [Double], writing: [Double]) = ([], [])
    for _ in 0..<runs {
      var document: PlistDocument?
      times.reading.append(try milliseconds(1) { document = try PlistDocument(bytes) })
      times.writing.append(try milliseconds(1) { _ = try document?.encoded(as: format) })
    }
    return (median(times.reading), median(times.writing))
  }

  /// The memory that a document adds to its input, by node; nil if its nodes share a page. A first
  /// document is retained, so that no other reuses its free space; small ones are read many times,
  /// since Linux counts whole pages.
  private func bytesPerNode(_ bytes: [UInt8]) throws -> Double? {
    var documents = [try PlistDocument(bytes)]
    guard documents[0].nodeCount >= 1000 else { return nil }
    let copies = max(1, 20_000_000 / bytes.count)
    documents.reserveCapacity(copies + 1)
    ResidentMemory.trim()
    let before = try ResidentMemory.bytes("VmRSS:")
    for _ in 0..<copies { documents.append(try PlistDocument(bytes)) }
    ResidentMemory.trim()
    let added = try ResidentMemory.bytes("VmRSS:") - before
    return withExtendedLifetime(documents) {
      Double(added) / Double(copies) / Double(documents[0].nodeCount)
    }
  }
}
