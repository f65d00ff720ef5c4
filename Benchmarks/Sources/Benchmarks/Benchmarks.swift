// Compares Plinth with Foundation in one process: each pair of calls is timed in turn, and the
// medians are divided. From the root of the repository:
// `swift run -c release --package-path Benchmarks --scratch-path .build Benchmarks`.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import PropertyLists

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times Plinth and Foundation and prints medians and ratios.",
    subcommands: [
      Compare.self, Project.self, Scaling.self, ScalingValues.self, Memory.self,
      MemoryOf.self, Floor.self, Cost.self, FailedAttempts.self, Hostile.self, HostileArchives.self,
      ArchivesDeep.self,
      Archives.self,
      ArchivesMemory.self,
      ArchivesMemoryOf.self, Saves.self, States.self, Graphs.self,
    ],
    defaultSubcommand: Compare.self)
}

/// The shapes of documents.
enum Shape: String, CaseIterable, ExpressibleByArgument {
  case records, strings, numbers, blobs, small, deep, guesses
}

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares Plinth with Foundation, shape by shape.")

  @Option(help: "The shapes to measure.") var shape: [Shape] = Shape.allCases
  @Option(help: "Timed runs of each call.") var runs = 5
  @Option(help: "Percent of the full size (100,000 records).") var size = 100
  @Option(help: "Only operations that contain this text, such as 'xml decode'.") var only = ""
  @Flag(help: "Omit Foundation.") var alone = false

  func run() throws {
    print("shape    operation         bytes      Plinth ms  Foundation ms   ratio")
    for shape in shape { try measure(shape) }
  }

  private func measure(_ shape: Shape) throws {
    switch shape {
    case .records: try measure(shape, Documents.records(1000 * size))
    case .strings: try measure(shape, Documents.strings(2000 * size))
    case .numbers: try measure(shape, Documents.numbers(10_000 * size))
    case .blobs: try measure(shape, Documents.blobs(2 * size))
    case .small: try measure(shape, Documents.small)
    case .deep: try measure(shape, Documents.deep(400))
    case .guesses:
      try measure(shape, Documents.guessedStrings(4000 * size).map { GuessedValue.text($0) })
    }
  }

  private func measure<T: Codable>(_ shape: Shape, _ value: T) throws {
    for format in [PlistFormat.xml, .binary] {
      let peer = Peer(format)
      let data = try PlistEncoder(outputFormat: format).encode(value)
      let bytes = [UInt8](data)
      let calls = bytes.count < 100_000 ? 200 : 1
      try report(
        shape, "\(format) document", bytes.count, calls, { try PlistDocument(bytes) },
        { try peer.tree(data) })
      try report(
        shape, "\(format) decode", bytes.count, calls,
        { try PlistDecoder().decode(T.self, from: bytes) },
        { try peer.decode(T.self, data) })
      try report(
        shape, "\(format) encode", bytes.count, calls,
        { try PlistEncoder(outputFormat: format).encode(value) }, { try peer.encode(value) })
    }
  }

  private func report<Ours, Theirs>(
    _ shape: Shape, _ operation: String, _ bytes: Int, _ calls: Int, _ ours: () throws -> Ours,
    _ theirs: () throws -> Theirs
  ) throws {
    guard only.isEmpty || operation.contains(only) else { return }
    var timings: (ours: [Double], theirs: [Double]) = ([], [])
    for run in 0...runs {
      let mine = try milliseconds(calls, ours)
      let other = try alone ? 0 : milliseconds(calls, theirs)
      if run > 0 || runs == 0 {
        timings.ours.append(mine)
        timings.theirs.append(other)
      }
    }
    let (mine, other) = (median(timings.ours), median(timings.theirs))
    let columns = [
      shape.rawValue.padded(8), operation.padded(16), String(bytes).padded(10),
      mine.text.padded(10), other.text.padded(14), alone ? "" : (other / mine).text + " ×",
    ]
    print(columns.joined(separator: " "))
  }
}

/// Foundation's coders for one format.
struct Peer {
  private let encoder = PropertyListEncoder()

  init(_ format: PlistFormat) { encoder.outputFormat = format == .xml ? .xml : .binary }

  func tree(_ data: Data) throws -> Any {
    try PropertyListSerialization.propertyList(from: data, format: nil)
  }
  func decode<T: Decodable>(_ type: T.Type, _ data: Data) throws -> T {
    try PropertyListDecoder().decode(type, from: data)
  }
  func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }
}

/// The memory of one document.
struct Memory: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The resident memory of a document of records, by node.")

  @Option(help: "The format.") var format = "xml"
  @Option(help: "Thousands of records.") var thousands = 100

  func run() throws {
    guard let format = PlistFormat(rawValue: format), [.xml, .binary].contains(format) else {
      throw ValidationError("expected xml or binary")
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "plinth-memory-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    let records = Documents.records(thousands * 1000)
    try PlistEncoder(outputFormat: format).encode(records).write(to: file)
    // A separate process reads the file, so that only the document is counted.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["memory-of", file.path]
    try process.run()
    process.waitUntilExit()
  }
}

/// The operation that `memory` runs in a separate process.
struct MemoryOf: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "memory-of", shouldDisplay: false)

  @Argument var path: String

  func run() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let before = try ResidentMemory.bytes("VmRSS:")
    let document = try PlistDocument(bytes)
    let added = Double(try ResidentMemory.bytes("VmRSS:") - before)
    let share = (added / Double(document.nodeCount)).text
    print(
      "\(bytes.count) bytes, \(document.nodeCount) nodes:",
      "\(Int(added)) bytes more resident, \(share) a node")
  }
}

/// The time of one call. The result of a single call is released after the clock has stopped.
func milliseconds<Result>(_ calls: Int, _ body: () throws -> Result) rethrows -> Double {
  var last: Result?
  let start = ContinuousClock.now
  for _ in 0..<calls { last = try body() }
  let duration = ContinuousClock.now - start
  withExtendedLifetime(last) {}
  return Double(duration.components.attoseconds) / 1e15 / Double(calls)
    + Double(duration.components.seconds) * 1000 / Double(calls)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

extension String {
  func padded(_ width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}

extension Double {
  var text: String {
    let digits = self < 0.01 ? 6 : self < 0.1 ? 5 : self < 1 ? 4 : self < 10 ? 3 : 1
    return String(format: "%.\(digits)f", self)
  }
}
