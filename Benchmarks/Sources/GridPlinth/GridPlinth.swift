// Plinth's driver for the grid: GridPlinth OPERATION FILE REPEATS CALLS.
import BenchmarkDocuments
import GridDriver
import KeyedArchives
import PropertyLists

@main
enum GridPlinth {
  static func main() { runDriver(run) }

  private static func run(_ run: DriverRun) throws {
    let bytes = run.input
    switch run.operation {
    case "document":
      try run.measure({ try PlistDocument(bytes) }, checksum: { $0.root.checksum })
      try run.report(written: false)
    case "tree":
      try run.measure({ try Plist(bytes) }, checksum: { $0.checksum })
      try run.report(written: false)
    case "write":
      let document = try PlistDocument(bytes)
      let format = try format(of: run)
      try run.measure({ try document.encoded(as: format) }, checksum: \.count)
      try run.report(written: true)
    case "write-tree":
      let value = try Plist(bytes)
      let format = try format(of: run)
      try run.measure({ try value.encoded(as: format) }, checksum: \.count)
      try run.report(written: true)
    case "decode", "encode", "values", "decode-direct", "encode-direct":
      guard try Documents.visitType(of: run.document, TypedOperation(run, bytes)) else {
        throw DriverError("no type is known for \(run.document)")
      }
    case "archive", "unarchive":
      try runArchive(
        run, unarchive: { try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: $0) },
        textLength: { $0.question.utf8.count + $0.answer.utf8.count })
    case "archive-direct", "unarchive-direct":
      try runArchive(
        run, unarchive: { try KeyedUnarchiver.unarchivedObject(of: [FieldCard].self, from: $0) },
        textLength: { $0.question.utf8.count + $0.answer.utf8.count })
    default:
      throw DriverError("unknown operation \(run.operation)")
    }
  }

  private static func runArchive<Card: Codable>(
    _ run: DriverRun, unarchive: (Data) throws -> [Card], textLength: (Card) -> Int
  ) throws {
    if run.operation.hasPrefix("un") {
      try run.measure(
        { try unarchive(run.input) },
        checksum: { deck in deck.reduce(1) { $0 + 3 + textLength($1) } })
      return try run.report(written: false)
    }
    let deck = try unarchive(run.input)
    var options = ArchivingOptions()
    options.outputFormat = try format(of: run)
    try run.measure(
      { try KeyedArchiver.archivedData(root: deck, options: options) }, checksum: \.count)
    try run.report(written: true)
  }

  fileprivate static func format(of run: DriverRun) throws -> PlistFormat {
    switch run.fileExtension {
    case "xml": .xml
    case "bin": .binary
    case "json": .json
    case "openstep": .openStep
    case "pbxproj": .project
    default: throw DriverError("no format has the extension \(run.fileExtension)")
    }
  }
}

/// Decoding and encoding, once the type is known.
private struct TypedOperation: DocumentVisitor {
  private let run: DriverRun
  private let bytes: Data

  init(_ run: DriverRun, _ bytes: Data) {
    self.run = run
    self.bytes = bytes
  }

  func visit<Value: PlistCodable>(_ type: Value.Type) throws {
    switch run.operation {
    case "decode-direct":
      try run.measure(
        { try PlistDecoder().decode(type, from: bytes) }, checksum: Documents.checksum)
      try run.report(written: false)
    case "encode-direct":
      let value = try PlistDecoder().decode(type, from: bytes)
      let encoder = PlistEncoder(outputFormat: try GridPlinth.format(of: run))
      try run.measure({ try encoder.encode(value) }, checksum: \.count)
      try run.report(written: true)
    default: try visitByCodable(type)
    }
  }

  /// Measures the same with `Codable`, which the functions of a type without another protocol use.
  private func visitByCodable<Value: Codable>(_ type: Value.Type) throws {
    switch run.operation {
    case "decode":
      try run.measure(
        { try PlistDecoder().decode(type, from: bytes) }, checksum: Documents.checksum)
      try run.report(written: false)
    case "encode":
      let value = try PlistDecoder().decode(type, from: bytes)
      let encoder = PlistEncoder(outputFormat: try GridPlinth.format(of: run))
      try run.measure({ try encoder.encode(value) }, checksum: \.count)
      try run.report(written: true)
    default:
      run.keepAlive(try PlistDecoder().decode(type, from: bytes))
      try run.report(written: false)
    }
  }
}

extension PlistNode {
  /// One for each container and scalar without text, and the length of text, keys and data.
  fileprivate var checksum: Int {
    var (sum, pending) = (0, [self])
    while let node = pending.popLast() {
      switch node.kind {
      case .string: sum += node.stringValue?.utf8.count ?? 0
      case .data: sum += node.dataValue?.count ?? 0
      case .array, .set, .dictionary:
        sum += 1 + (node.kind == .dictionary ? node.keys.reduce(0) { $0 + $1.utf8.count } : 0)
        pending += node.children
      default: sum += 1
      }
    }
    return sum
  }
}

extension Plist {
  /// The same for a value tree.
  fileprivate var checksum: Int {
    var (sum, pending) = (0, [self])
    while let value = pending.popLast() {
      switch value {
      case .string(let text): sum += text.utf8.count
      case .data(let data): sum += data.count
      case .array(let elements), .set(let elements):
        sum += 1
        pending += elements
      case .dictionary(let pairs):
        sum += 1 + pairs.keys.reduce(0) { $0 + $1.utf8.count }
        pending += pairs.values
      default: sum += 1
      }
    }
    return sum
  }
}
