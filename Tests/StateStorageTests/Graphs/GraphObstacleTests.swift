// Tests of a graph that starts over where something else has the name of its file: the obstacle is
// set aside with its contents intact.

import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// An obstacle that has the name of a graph's file.
enum GraphObstacle: CaseIterable {
  case text, empty, otherPropertyList, otherArchive, newerVersion, tooLarge, ioError, directory,
    pipe, linkToItself

  /// The reason that no graph can be loaded.
  var code: StateError.Code {
    switch self {
    case .text, .empty, .otherPropertyList, .otherArchive: .corrupt
    case .newerVersion: .newerVersion
    case .tooLarge, .ioError, .directory, .pipe, .linkToItself: .unreadable
    }
  }

  /// Creates the obstacle.
  func make(_ path: FilePath) throws {
    let url = URL(filePath: path.string)
    switch self {
    case .text: try Data("This is my country.".utf8).write(to: url)
    case .empty: try Data().write(to: url)
    case .otherPropertyList: try Data("{ visits = 7; }".utf8).write(to: url)
    case .otherArchive: try KeyedArchiver.archivedData(root: "my country").write(to: url)
    case .newerVersion:
      let archiver = KeyedArchiver()
      try archiver.encode(Country.of(2), forKey: "root")
      try archiver.encode(2, forKey: "SchemaVersion")
      try archiver.finishEncoding().write(to: url)
    case .tooLarge: try Data(repeating: UInt8(ascii: "x"), count: 20_001).write(to: url)
    case .ioError: try KeyedArchiver.archivedData(root: Country.of(2)).write(to: url)
    case .directory:
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try Data("inside".utf8).write(to: url.appending(path: "inside"))
    case .pipe: #expect(try ProgramRun.run("mkfifo", [path.string]).status == 0)
    case .linkToItself:
      try FileManager.default.createSymbolicLink(
        atPath: path.string, withDestinationPath: path.lastComponent?.string ?? "")
    }
  }
}

/// The kind of a file and its contents, or those of the file inside it.
private struct FoundFile: Equatable {
  let kind: FileAttributeType?
  let contents: Data?

  init(_ path: FilePath) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
    kind = attributes[.type] as? FileAttributeType
    contents =
      switch kind {
      case .typeRegular: try Data(contentsOf: URL(filePath: path.string))
      case .typeDirectory: try Data(contentsOf: URL(filePath: path.appending("inside").string))
      case .typeSymbolicLink:
        Data(try FileManager.default.destinationOfSymbolicLink(atPath: path.string).utf8)
      default: nil
      }
  }
}

@MainActor
@Suite("Starting over when something else has the name of the graph's file")
struct GraphObstacleTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func open(
    _ overwriting: StateOverwriting, in system: any FileSystem = POSIXFileSystem()
  ) throws -> SavedGraph<Country> {
    var options = StateStoreOptions()
    options.sizeLimit = 20_000
    return try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), options: options, initial: .of(1),
      over: overwriting,
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)),
      in: system)
  }

  @Test(
    "The first save, and nothing before it, sets the obstacle aside",
    arguments: GraphObstacle.allCases)
  func startsOver(obstacle: GraphObstacle) async throws {
    let path = scratch.file("country")
    try obstacle.make(path)
    let before = try FoundFile(path)
    let fails = Mutex(obstacle == .ioError)
    let system = HookedFileSystem { call throws(Errno) in
      if call == "read", fails.withLock({ $0 }) { throw .ioError }
    }
    #expect(stateErrorCode { _ = try open(.known, in: system) } == obstacle.code)
    let graph = try open(.anything, in: system)
    #expect(graph.source == nil && graph.recovery?.code == obstacle.code)
    #expect(graph.root.towns.count == 1 && graph.hasUnsavedChanges)
    #expect(try FoundFile(path) == before)

    graph.change { $0.visits = 5 }
    try await graph.save()
    #expect(try Country.decoded(scratch.data("country")).visits == 5)
    #expect(graph.failure == nil && !graph.hasUnsavedChanges)
    let names = try scratch.names().filter { $0.hasPrefix("country.") }
    #expect(names.count == 1 && names[0].hasPrefix("country.replaced-"), "\(names)")
    #expect(try FoundFile(scratch.file(names[0])) == before)
    let listed = try await StateFile(path: path).copies().filter(\.isPutAside)
    #expect(listed.map(\.path.lastComponent?.string) == [names[0]])

    // From then on it is a graph like any other.
    fails.withLock { $0 = false }
    graph.change { $0.visits = 6 }
    try await graph.save()
    let again = try open(.known)
    #expect(again.root.visits == 6 && again.recovery == nil)
    #expect(try FoundFile(scratch.file(names[0])) == before)
  }

  @Test("An unchanged graph adopts what another writer has put in place of the obstacle")
  func mended() async throws {
    let path = scratch.file("country")
    try GraphObstacle.directory.make(path)
    let graph = try open(.anything)
    try FileManager.default.removeItem(atPath: path.string)
    let other = try open(.known)
    other.change { $0.visits = 7 }
    try await other.save()
    try await graph.save()
    #expect(graph.root.visits == 7 && graph.recovery == nil)
    #expect(try scratch.names() == ["country"])
  }
}
