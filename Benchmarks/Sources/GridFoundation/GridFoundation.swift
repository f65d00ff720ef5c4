// Foundation's driver for the grid: GridFoundation OPERATION FILE REPEATS CALLS.
import BenchmarkDocuments
import Foundation
import FoundationFlashCards
import GridDriver

@main
enum GridFoundation {
  static func main() { runDriver(run) }

  private static func run(_ run: DriverRun) throws {
    switch run.operation {
    case "document" where run.fileExtension == "json":
      try run.measure({ try JSONSerialization.jsonObject(with: run.input) }, checksum: checksum)
      try run.report(written: false)
    case "document":
      try run.measure({ try tree(run) }, checksum: checksum)
      try run.report(written: false)
    case "write":
      let tree = try tree(run)
      let format = try format(of: run)
      try run.measure(
        { try PropertyListSerialization.data(fromPropertyList: tree, format: format, options: 0) },
        checksum: \.count)
      try run.report(written: true)
    case "decode", "encode", "values", "json-decode", "json-encode":
      guard try Documents.visitType(of: run.document, TypedOperation(run)) else {
        throw DriverError("no type is known for \(run.document)")
      }
    case "archive", "unarchive":
      try runArchive(run)
    default:
      throw DriverError("unknown operation \(run.operation)")
    }
  }

  private static func runArchive(_ run: DriverRun) throws {
    NSKeyedUnarchiver.setClass(FoundationFlashCard.self, forClassName: "FlashCard")
    NSKeyedArchiver.setClassName("FlashCard", for: FoundationFlashCard.self)
    if run.operation == "unarchive" {
      try run.measure(
        { try FoundationFlashCard.deck(run.input) },
        checksum: { deck in
          deck.reduce(1) {
            $0 + 3 + ($1.question as String).utf8.count + ($1.answer as String).utf8.count
          }
        })
      return try run.report(written: false)
    }
    let deck = try FoundationFlashCard.deck(run.input) as NSArray
    let format = try format(of: run)
    try run.measure(
      {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = format
        archiver.encode(deck, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        return archiver.encodedData
      }, checksum: \.count)
    try run.report(written: true)
  }

  private static func tree(_ run: DriverRun) throws -> Any {
    try PropertyListSerialization.propertyList(from: run.input, format: nil)
  }

  fileprivate static func format(
    of run: DriverRun
  ) throws -> PropertyListSerialization.PropertyListFormat {
    switch run.fileExtension {
    case "xml": .xml
    case "bin": .binary
    default: throw DriverError("Foundation does not write .\(run.fileExtension)")
    }
  }

  /// One for each container and scalar without text, and the length of text, keys and data.
  private static func checksum(_ value: Any) -> Int {
    switch value {
    case let text as String: text.utf8.count
    case let pairs as [String: Any]:
      pairs.reduce(1) { $0 + $1.key.utf8.count + checksum($1.value) }
    case let elements as [Any]: elements.reduce(1) { $0 + checksum($1) }
    case let data as Data: data.count
    default: 1
    }
  }
}

/// Decoding and encoding, once the type is known.
private struct TypedOperation: DocumentVisitor {
  private let run: DriverRun

  init(_ run: DriverRun) { self.run = run }

  func visit<Value: Codable>(_ type: Value.Type) throws {
    let input = run.input
    switch run.operation {
    case "decode":
      try run.measure(
        { try PropertyListDecoder().decode(type, from: input) }, checksum: Documents.checksum)
    case "json-decode":
      try run.measure(
        { try JSONDecoder().decode(type, from: input) }, checksum: Documents.checksum)
    case "encode":
      let value = try PropertyListDecoder().decode(type, from: input)
      let encoder = PropertyListEncoder()
      encoder.outputFormat = try GridFoundation.format(of: run)
      try run.measure({ try encoder.encode(value) }, checksum: \.count)
    case "json-encode":
      let value = try JSONDecoder().decode(type, from: input)
      try run.measure({ try JSONEncoder().encode(value) }, checksum: \.count)
    default:
      run.keepAlive(try PropertyListDecoder().decode(type, from: input))
    }
    try run.report(written: run.operation.hasSuffix("encode"))
  }
}
