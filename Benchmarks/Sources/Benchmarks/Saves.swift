// Compares replacing a file with the bare sequence of system calls, which shows the cost of the
// additional safety. Uses CBareSave for the bare calls.
import ArgumentParser
import CBareSave
import DurableFiles
import Foundation
import StateStorage
import SystemPackage

/// Replacing a file, compared with the bare system calls.
struct Saves: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Saves files and states in each mode, compared with bare system calls, in turn.")

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

  /// The API that saves.
  fileprivate enum Kind: String, CaseIterable {
    /// `AtomicReplacement`, compared with a temporary file, a rename, and the guarantees of the
    /// mode.
    case file
    #if os(Linux)
      /// `StateStore` with two previous generations, compared with the same calls in the same
      /// order. The state is encoded before: it is its bytes.
      case state
    #endif
  }

  private func measure(
    _ kind: Kind, _ mode: AtomicReplacement.Durability, _ size: Int, _ folder: String
  ) throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let save = saving(kind, bytes, "\(folder)/\(kind)-\(mode)-\(size)", mode)
    let plain = try BareSave(folder: folder, kind, mode, size: size)
    var ours: [Double] = []
    var bare: [Double] = []
    for run in 0..<runs + 5 {
      let first = try milliseconds(1) { try save() }
      let second = try milliseconds(1) { try plain.run(bytes) }
      // The first ones find empty caches.
      if run >= 5 {
        ours.append(first)
        bare.append(second)
      }
    }
    let (our, their) = (median(ours), median(bare))
    let columns = [
      kind.rawValue.padded(6), "\(mode)".padded(11), "\(size)".padded(9), our.text.padded(11),
      their.text.padded(9),
    ]
    print(columns.joined(separator: " "), (our / their).text)
  }

  /// Saves bytes once.
  private func saving(
    _ kind: Kind, _ bytes: [UInt8], _ path: String, _ mode: AtomicReplacement.Durability
  ) -> () throws -> Void {
    switch kind {
    case .file:
      let options = AtomicReplacement.Options(durability: mode)
      return { try AtomicReplacement.write(bytes, to: path, options: options) }
    #if os(Linux)
      case .state:
        let format = StateFormat<Data>(encode: { $0 }, decode: { _ in Data() })
        var options = StateStoreOptions()
        options.verification = .none
        options.previousGenerations = 2
        let store = StateStore(path: FilePath(path), format: format, options: options)
        let state = Data(bytes)
        return { try store.save(state, durability: mode) }
    #endif
    }
  }
}

/// A save as bare system calls.
private struct BareSave {
  struct Failed: Error {}

  let folder: String
  let kind: Saves.Kind
  let mode: AtomicReplacement.Durability
  private let room: UnsafeMutableRawBufferPointer

  init(folder: String, _ kind: Saves.Kind, _ mode: AtomicReplacement.Durability, size: Int) throws {
    self.folder = "\(folder)/bare-\(kind)-\(mode)-\(size)"
    (self.kind, self.mode) = (kind, mode)
    room = .allocate(byteCount: size, alignment: 16)
    try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: false)
  }

  func run(_ bytes: [UInt8]) throws {
    let mode =
      switch mode {
      case .fast: bare_fast
      case .consistent: bare_consistent
      case .durable: bare_durable
      }
    let result =
      switch kind {
      case .file: bare_file_save(folder, bytes, bytes.count, mode)
      #if os(Linux)
        case .state: bare_state_save(folder, bytes, bytes.count, room.baseAddress, mode)
      #endif
      }
    if result != 0 { throw Failed() }
  }
}
