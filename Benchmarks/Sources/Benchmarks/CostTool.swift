// The commands of the tool as consumers for the measurement of cost: each in a separate process,
// whose launch is not counted: the time of the same command with a tiny file is subtracted.
import Foundation
import KeyedArchives
import PropertyLists

#if canImport(Glibc)
  import Glibc
#endif

/// The tool as one of the consumers.
struct CostTool {
  private let program: URL
  private let folder: URL

  init(_ path: String) throws {
    program = URL(fileURLWithPath: path)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "plinth-cost-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The commands that show or convert a file, which is their last argument or the one called
  /// `FILE`.
  func consumers(archives: Bool) throws -> [CostConsumer] {
    let tiny = archives ? [UInt8](try KeyedArchiver.archivedData(root: "")) : Array("<true/>".utf8)
    let formats = ["xml", "binary", "json", "typed-json"]
    let documents =
      [["lint"], ["print"], ["type"], ["keys"], ["get", "FILE", "[0]"], ["state", "show"]]
      + formats.map { ["convert", "-o", "-", "--to", $0] }
    let views = ["print", "json", "classes", "verify"].map { ["archive", $0] }
    return (archives ? documents + views : documents).map { words in
      let name = words.filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } && $0.count > 2 }
      return CostConsumer("plist " + name.joined(separator: " ")) { file in
        let start = clock()
        let (milliseconds, bytes, status) = try run(words, file, above: tiny)
        // The time to launch processes here is not part of the command.
        let starting = Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
        return CostUse(
          resultBytes: bytes, isRefused: status != 0,
          otherMilliseconds: max(0, milliseconds) - starting)
      }
    }
  }

  /// Runs a command with a file, and with a tiny one. Returns the difference of the processor
  /// times, the number of bytes printed, and the status. Launching a process takes about 10 ms: for
  /// files that cost no more than that, the median of nine pairs is used.
  private func run(
    _ words: [String], _ file: [UInt8], above tiny: [UInt8]
  ) throws -> (milliseconds: Double, bytes: Int, status: Int32) {
    var (differences, last): ([Double], (milliseconds: Double, bytes: Int, status: Int32)) = (
      [], (0, 0, 0)
    )
    for _ in 0..<(file.count > 50_000 ? 1 : 9) {
      let start = try run(words, tiny).milliseconds
      last = try run(words, file)
      differences.append(last.milliseconds - start)
    }
    last.milliseconds = differences.sorted()[differences.count / 2]
    return last
  }

  /// Runs a command with a file. Returns the processor time, the number of bytes printed, and the
  /// status.
  private func run(
    _ words: [String], _ file: [UInt8]
  ) throws -> (milliseconds: Double, bytes: Int, status: Int32) {
    let (input, output) = (
      folder.appendingPathComponent("input"), folder.appendingPathComponent("output")
    )
    try Data(file).write(to: input)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = program
    let isNamed = words.contains("FILE")
    process.arguments =
      words.map { $0 == "FILE" ? input.path : $0 } + (isNamed ? [] : [input.path])
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    let before = Self.childMilliseconds
    try process.run()
    process.waitUntilExit()
    let size = try FileManager.default.attributesOfItem(atPath: output.path)[.size] as? Int
    return (Self.childMilliseconds - before, size ?? 0, process.terminationStatus)
  }

  /// The total processor time of all finished child processes.
  private static var childMilliseconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1000 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
  }
}
