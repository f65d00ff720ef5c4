// A directory for one test of a state, removed with it, and the state that the tests keep.

import Foundation
import StateStorage
import SystemPackage

/// A new empty directory that disappears with its owner.
final class StateScratch: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("state-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String = "deck.plist") -> FilePath { FilePath("\(path)/\(name)") }

  func data(_ name: String = "deck.plist") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name).string))
  }

  func write(_ data: Data, to name: String = "deck.plist") throws {
    try data.write(to: URL(fileURLWithPath: file(name).string))
  }

  /// The names of the files but for locks, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }
}

/// A state: a deck of cards and the one at hand.
struct Deck: Codable, Equatable, Sendable {
  var cards: [String] = []
  var current = 0

  static let capitals = Deck(cards: ["Lima", "Oslo"], current: 1)
  static let rivers = Deck(cards: ["Nile"], current: 0)
}

extension StateLoad {
  /// The outcome in one word.
  var outcome: String {
    switch self {
    case .missing: "missing"
    case .loaded: "loaded"
    case .recovered: "recovered"
    case .corrupt: "corrupt"
    case .unreadable: "unreadable"
    case .newerVersion: "newerVersion"
    }
  }
}

/// The code of the error that something throws; nil when it succeeds or throws another error.
func stateErrorCode<Value>(_ body: () throws -> Value) -> StateError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? StateError)?.code
  }
}
