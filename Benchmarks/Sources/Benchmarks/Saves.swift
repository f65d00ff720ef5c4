// Replacing a file beside the bare sequence of the same system calls: what the care around them
// costs. Relies on the C library for the bare calls.
import ArgumentParser
import DurableFiles
import Foundation
import StateStorage
import SystemPackage

/// Replacing a file beside the bare system calls.
struct Saves: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Saves files and states in each mode beside their bare system calls, in turn.")

  @Option(help: "The directory to save in.") var directory = FileManager.default.temporaryDirectory
    .path
  @Option(help: "Pairs of saves for each size and mode.") var runs = 200

  func run() throws {
    let folder = URL(fileURLWithPath: directory).appendingPathComponent(
      "saves-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    print("what   mode        bytes     Plinth ms   bare ms   ratio")
    for kind in Kind.allCases {
      for mode in AtomicReplacement.Durability.allCases {
        for size in [4 << 10, 64 << 10, 1 << 20] { try measure(kind, mode, size, folder.path) }
      }
    }
  }

  /// What saves.
  private enum Kind: String, CaseIterable {
    /// `AtomicReplacement`, beside a temporary, a rename, and what the mode promises.
    case file
    /// `StateStore` with one previous generation, beside these and a lock, a link and one more
    /// rename. The state is encoded before: it is its bytes.
    case state
  }

  private func measure(
    _ kind: Kind, _ mode: AtomicReplacement.Durability, _ size: Int, _ folder: String
  ) throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let save = saving(kind, bytes, "\(folder)/\(kind)-\(mode)-\(size)", mode)
    let plain = BareSave(folder: folder, mode: mode, isState: kind == .state)
    var ours: [Double] = []
    var bare: [Double] = []
    for run in 0..<runs + 5 {
      let first = try milliseconds { try save() }
      let second = try milliseconds { try plain.run(bytes) }
      // The first ones find nothing in any cache.
      if run >= 5 {
        ours.append(first)
        bare.append(second)
      }
    }
    let (our, their) = (ours.sorted()[runs / 2], bare.sorted()[runs / 2])
    let columns = [
      kind.rawValue.padded(6), "\(mode)".padded(11), "\(size)".padded(9), our.shown.padded(11),
      their.shown.padded(9),
    ]
    print(columns.joined(separator: " "), (our / their).shown)
  }

  /// What saves bytes once.
  private func saving(
    _ kind: Kind, _ bytes: [UInt8], _ path: String, _ mode: AtomicReplacement.Durability
  ) -> () throws -> Void {
    switch kind {
    case .file:
      let options = AtomicReplacement.Options(durability: mode)
      return { try AtomicReplacement.write(bytes, to: path, options: options) }
    case .state:
      let format = StateFormat<Data>(encode: { $0 }, decode: { _ in Data() })
      var options = StateStoreOptions()
      options.verification = .none
      let store = StateStore(path: FilePath(path), format: format, options: options)
      let state = Data(bytes)
      return { try store.save(state, durability: mode) }
    }
  }

  private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
  }
}

/// A temporary, one write, one rename, and what the mode promises: nothing is looked at. Of a state,
/// what was there before is kept by a link, under a lock.
private struct BareSave {
  struct Failed: Error {}

  let folder: String
  let mode: AtomicReplacement.Durability
  let isState: Bool

  func run(_ bytes: [UInt8]) throws {
    if !isState { return try replace(bytes) }
    let lock = open("\(folder)/.b.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try check(flock(lock, LOCK_EX))
    try replace(bytes)
    try check(close(lock))
  }

  private func replace(_ bytes: [UInt8]) throws {
    let file = open("\(folder)/.b.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { throw Failed() }
    if mode != .fast { try check(fsync(file)) }
    try check(close(file))
    if isState, link("\(folder)/b", "\(folder)/.b.bak.tmp") == 0 {
      try check(rename("\(folder)/.b.bak.tmp", "\(folder)/b.bak"))
    }
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
