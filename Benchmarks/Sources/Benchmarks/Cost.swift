// The law of cost: processing any file takes time and memory in proportion to the file and to the
// result. Times every consumer on generated families of files, each of which some consumer could
// find expensive, in one process. Uses ResidentMemory, and so requires Linux.
import ArgumentParser
import Foundation

/// Measures the cost of each consumer over each family of files.
struct Cost: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Compares time and memory of every consumer for expensive files with the bars.",
    discussion: """
      Each row is a family of files and a consumer, each column a size. A family is called once with a \
      small file; then the processor's time and the growth of the resident memory of one call are \
      compared with the bars: 1 ms and 100 ns a byte, and for each error that is thrown 1 µs and 10 ns a \
      level; 2 MB and 40 bytes a byte. The bytes are those of the file and of the result: the bytes that \
      were written, or the text and data of the values and 16 bytes for each. Where two sizes take more \
      than 2 ms, and the larger more than 20 ns a byte, the exponent of the time in the bytes is at most \
      1.15. An exclamation mark follows what misses its bar.
      """)

  @Option(parsing: .upToNextOption, help: "The sizes of the files in bytes.")
  var sizes = [10_000, 100_000, 1_000_000]
  @Option(help: "Only families whose name contains this text.") var family = ""
  @Option(help: "Only consumers whose name contains this text.") var consumer = ""
  @Flag(help: "Print only the rows that miss a bar.") var misses = false
  @Option(help: "The tool, whose commands are measured too: their time, not their memory.")
  var tool: String?

  func run() throws {
    print(
      "family                   consumer           for each size: file, result, ms, MB; exponent")
    var rows = 0
    var missed = 0
    let tool = try self.tool.map { try CostTool($0) }
    defer { tool?.remove() }
    for family in CostFamily.all where self.family.isEmpty || family.name.contains(self.family) {
      let consumers =
        CostConsumer.all(archives: family.isArchive)
        + (try tool?.consumers(archives: family.isArchive) ?? [])
      for consumer in consumers
      where self.consumer.isEmpty || consumer.name.contains(self.consumer) {
        let row = try CostRow(family, consumer, sizes)
        rows += 1
        if row.isMissed { missed += 1 }
        if row.isMissed || !misses { print(row.line) }
        fflush(nil)
      }
    }
    print("\(rows) rows, \(missed) miss a bar")
    if missed > 0 { throw ExitCode(1) }
  }
}

/// The cost of one call.
struct CostSample {
  var fileBytes = 0
  var use = CostUse()
  /// The processor time, in milliseconds.
  var milliseconds = 0.0
  /// The growth of the peak resident memory, without the file.
  var memory = 0

  /// The bytes to which the bars are proportional.
  var bytes: Int { fileBytes + use.resultBytes }

  var isTooSlow: Bool {
    milliseconds > 1 + Double(bytes) * 100e-6
      + Double(use.errors) * 1e-3 + Double(use.errorLevels) * 10e-6
  }

  var isTooLarge: Bool { memory > 2_000_000 + 40 * bytes }

  var text: String {
    let result = use.isRefused ? "refused" : use.resultBytes.sizeText
    let megabytes = Double(memory) / 1e6
    return "\(fileBytes.sizeText) \(result) \(milliseconds.text)\(isTooSlow ? "!" : "") "
      + "\(megabytes.text)\(isTooLarge ? "!" : "")"
  }

  /// Calls a consumer with a file.
  init(_ file: [UInt8], _ consumer: CostConsumer) throws {
    fileBytes = file.count
    ResidentMemory.trim()
    ResidentMemory.resetPeak()
    let before = try ResidentMemory.bytes("VmRSS:")
    let start = clock()
    use = consumer.use(file)
    milliseconds =
      use.otherMilliseconds + Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    memory = max(0, try ResidentMemory.bytes("VmHWM:") - before)
  }
}

/// A family and a consumer.
struct CostRow {
  private let family: CostFamily
  private let consumer: CostConsumer
  private var samples: [CostSample] = []

  init(_ family: CostFamily, _ consumer: CostConsumer, _ sizes: [Int]) throws {
    self.family = family
    self.consumer = consumer
    _ = consumer.use(family.make(2000))
    for size in sizes { samples.append(try CostSample(family.make(size), consumer)) }
  }

  /// The exponent of the time in the bytes, if there are two significant times and two sizes.
  private var exponent: Double? {
    let long = samples.filter { $0.milliseconds > 2 && !$0.use.isRefused }
    guard let first = long.first, let last = long.last, last.bytes > 2 * first.bytes else {
      return nil
    }
    return log(last.milliseconds / first.milliseconds)
      / log(Double(last.bytes) / Double(first.bytes))
  }

  /// Whether the time grows faster than the bytes. Below 20 ns a byte, a fifth of the bar, the
  /// system's memory allocation and the shapes of small files determine the time.
  private var isSteep: Bool {
    guard let exponent, let last = samples.last(where: { !$0.use.isRefused }) else { return false }
    return exponent > 1.15 && last.milliseconds > Double(last.bytes) * 20e-6
  }

  var isMissed: Bool { isSteep || samples.contains { $0.isTooSlow || $0.isTooLarge } }

  var line: String {
    let shown = exponent.map { $0.text + (isSteep ? "!" : "") } ?? "–"
    return family.name.padded(24) + " " + consumer.name.padded(18) + " "
      + samples.map(\.text).joined(separator: " | ") + " ; \(shown)"
  }
}

extension Int {
  /// A number of bytes, abbreviated.
  fileprivate var sizeText: String {
    self < 10_000 ? "\(self)" : self < 10_000_000 ? "\(self / 1000)k" : "\(self / 1_000_000)M"
  }
}
