// A directory for one test of a state, helpers to inspect files, and the state that the tests save.

import Foundation
import StateStorage
import SystemPackage
import TestSupport

/// A new empty directory for a state, which is removed with its owner.
struct StateScratch: Sendable {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  var path: String { directory.path }

  func file(_ name: String = "deck.plist") -> FilePath { FilePath(directory.file(name)) }

  func data(_ name: String = "deck.plist") throws -> Data { try directory.data(name) }

  func write(_ data: Data, to name: String = "deck.plist") throws {
    try directory.write(data, to: name)
  }

  /// The names of the files except locks, sorted.
  func names() throws -> [String] { try namesButLocks(in: path) }
}

/// The names in a directory except locks, sorted.
func namesButLocks(in path: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: path)
    .filter { !$0.hasSuffix(".lock") }.sorted()
}

/// The permissions of a file.
func permissions(_ path: FilePath) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
}

/// Whether a path leads to a file.
func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

/// A state: a deck of cards and the current one.
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

/// The code of the error that an operation throws; nil if it succeeds or throws another type.
func stateErrorCode<Value>(_ body: () throws -> Value) -> StateError.Code? {
  failure(StateError.self, body)?.code
}
