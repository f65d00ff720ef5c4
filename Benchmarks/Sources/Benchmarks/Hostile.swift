// The cost of hostile input: damages files at every byte, reads the result, and prints the slowest
// read and the largest growth of memory. Uses ResidentMemory, and so requires Linux.
import ArgumentParser
import Foundation
import PropertyLists

struct Hostile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads every truncation and every one-byte change of files; fails over 1 s or 64 MB.")

  @Option(help: "Only files of this format: xml or binary.") var format: String?
  @Option(help: "The maximum number of mutations of a file over 20 kB.") var mutations = 10_000
  @Flag(help: "Also read files designed to exhaust a reader.") var named = false
  @Argument(help: "Files.") var files: [String] = []

  func validate() throws {
    guard let format else { return }
    if PlistFormat(rawValue: format) == nil { throw ValidationError("unknown format") }
  }

  func run() throws {
    var total = ReadingCost()
    if named { for item in NamedInput.all { total.add(try report(item)) } }
    for path in files {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let detected = PlistFormat.detect(bytes)?.rawValue
      if let format, detected != format { continue }
      total.add(try report(path, bytes))
    }
    print("total: \(total.line)")
    if total.isTooMuch { throw ExitCode(1) }
  }

  private func report(_ item: NamedInput) throws -> ReadingCost {
    var cost = ReadingCost()
    try cost.measure(item.bytes)
    print("\(item.name): \(item.bytes.count) bytes, \(cost.line)")
    return cost
  }

  private func report(_ path: String, _ bytes: [UInt8]) throws -> ReadingCost {
    let ways = Mutation.allCases.count
    let stride = bytes.count > 20_000 ? max(1, (bytes.count * ways + mutations - 1) / mutations) : 1
    var cost = ReadingCost()
    for position in Swift.stride(from: 0, to: bytes.count, by: stride) {
      for mutation in Mutation.allCases {
        try cost.measure(mutation.applied(to: bytes, at: position))
      }
    }
    let changedBytes = stride == 1 ? "every byte" : "every \(stride)th byte"
    print("\(path): \(bytes.count) bytes, \(changedBytes), \(cost.line)")
    return cost
  }
}

/// A way to damage a file at one byte.
enum Mutation: CaseIterable {
  case truncation
  case flip
  case zero
  case ones
  case deletion
  case duplication

  func applied(to bytes: [UInt8], at position: Int) -> [UInt8] {
    var damaged = bytes
    switch self {
    case .truncation: damaged.removeSubrange(position...)
    case .flip: damaged[position] ^= 0xFF
    case .zero: damaged[position] = 0
    case .ones: damaged[position] = 0xFF
    case .deletion: damaged.remove(at: position)
    case .duplication: damaged.insert(bytes[position], at: position)
    }
    return damaged
  }
}

/// The cost of reading some inputs.
struct ReadingCost {
  private var inputs = 0
  private var accepted = 0
  private var slowest = 0.0
  private var growth = 0

  /// Whether one read took over a second, or grew by over 64 MB beyond its input.
  var isTooMuch: Bool { slowest > 1000 || growth > 64 << 20 }

  var line: String {
    let memory = Double(growth) / 1_048_576
    return "\(inputs) inputs, \(accepted) accepted, \(inputs - accepted) refused, "
      + "slowest \(slowest.text) ms, memory +\(memory.text) MB"
  }

  /// Reads an input as a document, and if that succeeds creates a tree from it and writes it again.
  ///
  /// The peak of the resident memory is reset before each read, and measured after it.
  mutating func measure(_ bytes: [UInt8]) throws {
    ResidentMemory.resetPeak()
    let before = try ResidentMemory.bytes("VmRSS:")
    var isAccepted = false
    slowest = max(slowest, milliseconds(1) { isAccepted = read(bytes) })
    let peak = try ResidentMemory.bytes("VmHWM:")
    inputs += 1
    if isAccepted { accepted += 1 }
    growth = max(growth, peak - before - bytes.count)
  }

  private func read(_ bytes: [UInt8]) -> Bool {
    guard let document = try? PlistDocument(bytes) else { return false }
    let tree = try? Plist(document)
    let written = try? document.encoded(as: document.format ?? .xml)
    withExtendedLifetime((tree, written)) {}
    return true
  }

  mutating func add(_ other: ReadingCost) {
    inputs += other.inputs
    accepted += other.accepted
    slowest = max(slowest, other.slowest)
    growth = max(growth, other.growth)
  }
}

/// A file designed to exhaust a reader.
struct NamedInput {
  var name: String
  var bytes: [UInt8]

  static var all: [NamedInput] {
    let million = [[UInt8]](repeating: Array("<array>".utf8), count: 1_000_000)
    let nested = (0..<1_000_000).map { index -> [UInt8] in
      index == 999_999 ? [0xA0] : [0xA1] + number(index + 1, 4)
    }
    let sharing = (1...30).map { next -> [UInt8] in
      [0xAA] + [[UInt8]](repeating: number(next, 2), count: 10).joined()
    }
    let counts = [Int.max, Int.max - 1, 1 << 62, 1 << 32].map { count in
      NamedInput(name: "an array of \(count)", bytes: binary([[0xAF, 0x13] + number(count, 8)], 2))
    }
    return [
      NamedInput(
        name: "1,000,000 nested arrays in XML", bytes: Array("<plist>".utf8) + million.joined()),
      NamedInput(name: "1,000,000 nested arrays in binary", bytes: binary(nested, 4)),
      NamedInput(name: "30 arrays of ten references", bytes: binary(sharing + [[0x10, 1]], 2)),
      overlapping,
    ] + counts
  }

  /// A thousand objects that are the same 20,000 bytes.
  private static var overlapping: NamedInput {
    let text = [0x5F, 0x11] + number(20_000, 2) + [UInt8](repeating: 0x61, count: 20_000)
    let list = [0xAF, 0x11] + number(999, 2) + (0..<999).flatMap { number($0 + 1, 2) }
    let offsets = [8] + [Int](repeating: 8 + list.count, count: 999)
    return NamedInput(
      name: "999 objects that overlap", bytes: binary([list, text], 2, offsets: offsets))
  }

  private static func binary(_ objects: [[UInt8]], _ width: Int, offsets: [Int]? = nil) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var objectOffsets: [Int] = []
    for object in objects {
      objectOffsets.append(file.count)
      file += object
    }
    let table = file.count
    for offset in offsets ?? objectOffsets { file += number(offset, width) }
    file += [0, 0, 0, 0, 0, 0, UInt8(width), UInt8(width)]
    return file + number((offsets ?? objectOffsets).count, 8) + number(0, 8) + number(table, 8)
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
