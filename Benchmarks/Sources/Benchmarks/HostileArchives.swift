// The cost of hostile archives: changes archives at every byte, truncates them, and reads the
// result in every way; also archives designed to exhaust a reader. Uses ResidentMemory, and so
// requires Linux.
import ArgumentParser
import Foundation
import KeyedArchives
import PropertyLists

struct HostileArchives: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hostile-archives",
    abstract:
      "Reads every truncation and single-byte change of archives as data, as a graph and as "
      + "objects; fails over 100 ms of processor time or 64 MB.")

  @Option(parsing: .upToNextOption, help: "Only these uses of damaged archives.") var uses:
    [ArchiveUse] = []
  @Option(
    help:
      "The largest archive, in bytes, in which each byte takes all 255 other values; others take about thirty."
  )
  var everyUpTo = 400
  @Flag(help: "Also read archives designed to exhaust a reader.") var named = false
  @Flag(help: "Also damage archives that are created here.") var own = false
  @Flag(help: "Report the cost without failing, to search for crashes only.")
  var anyCost = false
  @Option(help: "Only designed archives whose name contains this text.") var only = ""
  @Option(help: "A folder to write the designed archives to, for other programs.") var write:
    String?
  @Argument(help: "Files.") var files: [String] = []

  func run() throws {
    var total = ArchiveCost()
    if named {
      for item in MadeArchive.all() where only.isEmpty || item.name.contains(only) {
        total.add(try report(item))
      }
    }
    for item in own ? try OwnArchives.all() : [] { total.add(try report(item.name, item.bytes)) }
    for path in files {
      total.add(try report(path, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
    }
    print("total: \(total.line)")
    if total.isTooMuch, !anyCost { throw ExitCode(1) }
  }

  private func report(_ item: MadeArchive) throws -> ArchiveCost {
    if let write {
      let name = item.name.replacingOccurrences(of: " ", with: "-")
      try Data(item.bytes).write(to: URL(fileURLWithPath: "\(write)/\(name).archive"))
    }
    var cost = ArchiveCost()
    for use in ArchiveUse.allCases {
      var one = ArchiveCost()
      try one.measure([item.bytes], [use])
      if one.isTooMuch { print("  too much as \(use): \(one.line)") }
      cost.add(one)
    }
    print("\(item.name): \(item.bytes.count) bytes, \(cost.line)")
    return cost
  }

  private func report(_ path: String, _ bytes: [UInt8]) throws -> ArchiveCost {
    var cost = ArchiveCost()
    for position in bytes.indices {
      var inputs = [Array(bytes[..<position])]
      for value in values(instead: bytes[position], in: bytes.count) {
        inputs.append(bytes)
        inputs[inputs.count - 1][position] = value
      }
      try cost.measure(inputs, uses.isEmpty ? ArchiveUse.allCases : uses)
    }
    print("\(path): \(bytes.count) bytes, \(cost.line)")
    fflush(nil)
    return cost
  }

  /// The values that replace a byte: all others, or those that differ in a bit, by one or in all
  /// bits, the markers of binary files with the same count, and common characters of text.
  private func values(instead byte: UInt8, in size: Int) -> [UInt8] {
    if size <= everyUpTo { return (0...255).filter { $0 != byte } }
    let bits = (0..<8).map { byte ^ (1 << UInt8($0)) }
    let kinds = (0..<16).map { UInt8($0 << 4) | byte & 0xF }
    let others = Set(bits + kinds + [byte &+ 1, byte &- 1, ~byte, 0, 0xFF] + Array("<>/&0-".utf8))
    return others.subtracting([byte]).sorted()
  }
}

/// A way to use the bytes of an archive.
enum ArchiveUse: String, CaseIterable, ExpressibleByArgument {
  case check, json, rawJSON, fullJSON, graph, objects, copies, hub, collections, tree, values,
    ladder

  /// Whether all of it succeeded.
  func works(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .check: ArchiveReading.isChecked(bytes)
    case .json: ArchiveReading.asJSON(bytes, KeyedArchive.JSONOptions())
    case .rawJSON: ArchiveReading.asJSON(bytes, ArchiveReading.raw)
    case .fullJSON: ArchiveReading.asJSON(bytes, ArchiveReading.full)
    case .graph: ArchiveReading.asGraph(bytes)
    case .objects: ArchiveReading.asObjects(bytes, .archived)
    case .copies: ArchiveReading.asObjects(bytes, .copied)
    case .hub: ArchiveReading.asHub(bytes)
    case .collections: ArchiveReading.asCollections(bytes)
    case .tree: ArchiveReading.works(HostileTree.self, bytes)
    case .values: ArchiveReading.asValues(bytes)
    case .ladder: ArchiveReading.asLadder(bytes)
    }
  }
}

/// Reads an archive.
enum ArchiveReading {
  private static let registry = ClassRegistry([HostileSubclass.self, HostilePoint.self])

  static let raw: KeyedArchive.JSONOptions = {
    var options = KeyedArchive.JSONOptions()
    options.standardClasses = .asFields
    return options
  }()

  static let full: KeyedArchive.JSONOptions = {
    var options = KeyedArchive.JSONOptions()
    options.identity = .ofEverything
    return options
  }()

  /// Finds all errors.
  static func isChecked(_ bytes: [UInt8]) -> Bool {
    guard let document = try? PlistDocument(bytes) else { return false }
    return !KeyedArchive.diagnose(document).contains { $0.severity == .error }
  }

  /// Writes the archive as JSON.
  static func asJSON(_ bytes: [UInt8], _ options: KeyedArchive.JSONOptions) -> Bool {
    guard let archive = try? KeyedArchive(bytes) else { return false }
    _ = (archive.classes.count, archive.unreachableObjects.count)
    return (try? archive.json(options)) != nil
  }

  /// Visits every object of the graph, and writes the archive again.
  static func asGraph(_ bytes: [UInt8]) -> Bool {
    guard let graph = try? ObjectGraph(forReadingFrom: Data(bytes)) else { return false }
    for slot in 0..<graph.count {
      guard let object = graph[slot]?.object else { continue }
      _ = (object.className, object.fields.count)
    }
    return (try? graph.encoded()) != nil
  }

  enum Use { case archived, copied }

  /// Decodes objects of the standard classes, and archives or copies them.
  static func asObjects(_ bytes: [UInt8], _ use: Use) -> Bool {
    guard let document = try? PlistDocument(bytes),
      let unarchiver = try? KeyedUnarchiver(document, registry: registry)
    else { return false }
    var isWhole = true
    for key in document.root["$top"]?.keys ?? [] {
      guard let made = try? unarchiver.decodeIfPresent(AnyArchivedObject.self, forKey: key) else {
        isWhole = false
        continue
      }
      switch use {
      case .archived: if (try? KeyedArchiver.archivedData(root: made)) == nil { isWhole = false }
      case .copied: if (try? KeyedArchiver.copy(of: made)) == nil { isWhole = false }
      }
    }
    return isWhole
  }

  /// Decodes objects of a program's class, and copies them.
  static func asHub(_ bytes: [UInt8]) -> Bool {
    guard let hub = (try? PlistDocument(bytes)).flatMap({ make(HostileHub.self, $0) }) else {
      return false
    }
    defer { hub.dismantle() }
    return (try? KeyedArchiver.copy(of: hub)) != nil
  }

  static func asCollections(_ bytes: [UInt8]) -> Bool {
    guard let document = try? PlistDocument(bytes) else { return false }
    let made = [make([HostileHub].self, document) != nil, make([[[Int]]].self, document) != nil]
    return make([String: HostileHub].self, document) != nil || made.contains(true)
  }

  static func asValues(_ bytes: [UInt8]) -> Bool {
    guard let document = try? PlistDocument(bytes) else { return false }
    _ = (make([String].self, document), make([Data].self, document), make([URL].self, document))
    return make([String: String].self, document) != nil
      || make(Set<Double>.self, document) != nil
  }

  static func asLadder(_ bytes: [UInt8]) -> Bool {
    guard let document = try? PlistDocument(bytes) else { return false }
    let unknown = make(UnknownObject.self, document).flatMap {
      try? KeyedArchiver.archivedData(root: $0)
    }
    return make(HostileAny.self, document) != nil || unknown != nil
  }

  static func works<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> Bool {
    (try? PlistDocument(bytes)).flatMap { make(type, $0) } != nil
  }

  private static func make<T: Decodable>(_ type: T.Type, _ document: PlistDocument) -> T? {
    let unarchiver = try? KeyedUnarchiver(document, registry: registry)
    return try? unarchiver?.decode(type, forKey: "root")
  }
}

/// The cost of reading some archives.
struct ArchiveCost {
  private var inputs = 0
  private var uses = 0
  private var accepted = 0
  private var slowest = 0.0
  private var growth = 0

  /// Whether one use took over 100 ms of processor time, or made the process grow by over 64 MB.
  var isTooMuch: Bool { slowest > 100 || growth > 64 << 20 }

  var line: String {
    let memory = Double(growth) / 1_048_576
    return "\(inputs) inputs, \(uses) uses, \(accepted) accepted, \(uses - accepted) refused, "
      + "slowest \(slowest.text) ms, memory +\(memory.text) MB"
  }

  /// Uses inputs in some ways. The peak of the resident memory is that of all of them together.
  mutating func measure(_ inputs: [[UInt8]], _ ways: [ArchiveUse]) throws {
    ResidentMemory.resetPeak()
    let before = try ResidentMemory.bytes("VmRSS:")
    for bytes in inputs {
      self.inputs += 1
      for use in ways {
        uses += 1
        let start = processorMilliseconds
        if use.works(bytes) { accepted += 1 }
        slowest = max(slowest, processorMilliseconds - start)
      }
    }
    growth = max(growth, try ResidentMemory.bytes("VmHWM:") - before)
  }

  /// The processor time of this thread: other programs do not count.
  private var processorMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  mutating func add(_ other: ArchiveCost) {
    inputs += other.inputs
    uses += other.uses
    accepted += other.accepted
    slowest = max(slowest, other.slowest)
    growth = max(growth, other.growth)
  }
}
