// Replacing a file beside the bare sequence of the same system calls: what the care around them
// costs. Relies on the C library for the bare calls.
import ArgumentParser
import DurableFiles
import Foundation

/// Replacing a file beside the bare system calls.
struct Saves: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Saves in each mode beside the bare sequence of their system calls, in turn.")

  @Option(help: "The directory to save in.") var directory = FileManager.default.temporaryDirectory
    .path
  @Option(help: "Pairs of saves for each size and mode.") var runs = 200

  func run() throws {
    let folder = URL(fileURLWithPath: directory).appendingPathComponent(
      "saves-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    print("mode        bytes     Plinth ms   bare ms   ratio")
    for mode in AtomicReplacement.Durability.allCases {
      for size in [4 << 10, 64 << 10, 1 << 20] { try measure(mode, size, folder.path) }
    }
  }

  private func measure(
    _ mode: AtomicReplacement.Durability, _ size: Int, _ folder: String
  ) throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let options = AtomicReplacement.Options(durability: mode)
    var ours: [Double] = []
    var bare: [Double] = []
    for run in 0..<runs + 5 {
      let first = try milliseconds { try save(bytes, "\(folder)/a", options) }
      let second = try milliseconds { try BareSave(folder: folder, mode: mode).run(bytes) }
      // The first ones find nothing in any cache.
      if run >= 5 {
        ours.append(first)
        bare.append(second)
      }
    }
    let (our, their) = (ours.sorted()[runs / 2], bare.sorted()[runs / 2])
    let columns = [
      "\(mode)".padded(11), "\(size)".padded(9), our.shown.padded(11), their.shown.padded(9),
    ]
    print(columns.joined(separator: " "), (our / their).shown)
  }

  private func save(
    _ bytes: [UInt8], _ path: String, _ options: AtomicReplacement.Options
  ) throws {
    try AtomicReplacement.write(bytes, to: path, options: options)
  }

  private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
  }
}

/// A temporary, one write, one rename, and what the mode promises: nothing is looked at or kept.
private struct BareSave {
  struct Failed: Error {}

  let folder: String
  let mode: AtomicReplacement.Durability

  func run(_ bytes: [UInt8]) throws {
    let file = open("\(folder)/.b.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { throw Failed() }
    if mode != .fast { try check(fsync(file)) }
    try check(close(file))
    try check(rename("\(folder)/.b.tmp", "\(folder)/b"))
    guard mode == .durable else { return }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(fsync(directory))
    try check(close(directory))
  }

  private func check(_ result: Int32) throws { if result != 0 { throw Failed() } }
}

extension Double {
  fileprivate var shown: String { String(format: "%.3f", self) }
}
