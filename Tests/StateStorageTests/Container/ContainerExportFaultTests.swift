// Tests of exporting, importing and resetting where calls fail one after another, power is lost, or
// links of other users are in the way: each operation is complete or has no effect, and nothing is
// lost.

import DurableFiles
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Exporting and importing a container on a failing disk")
struct ContainerExportFaultTests {
  private let disk = PowerLossFileSystem()
  private let container: AppContainer

  init() throws {
    container = try AppContainer(root: "/r", in: disk)
    for (directory, name) in Self.files {
      let path = try container.path(of: directory).appending(name)
      _ = try AtomicReplacement.write(
        Array(name.utf8).span, to: path, options: .init(), in: disk)
    }
    let folder = try container.documents.appending("folder")
    try disk.makePrivateDirectory(folder)
    try disk.makeLink(folder.appending("link"), to: "../deck")
    disk.settle()
  }

  /// A single call fails, or every call from a certain one on.
  private static let faults = [
    StateFault(error: .ioError, persistence: .once),
    StateFault(error: .ioError, persistence: .fromThenOn),
  ]

  private static let files = [
    (AppContainer.Directory.documents, "deck"), (.state, "windows"),
  ]

  /// The paths of the files in a container below a root.
  private static func paths(_ root: FilePath) -> [FilePath] {
    ["Documents/deck", "Library/Saved Application State/windows"].map { root.appending($0) }
  }

  private func exists(_ path: FilePath, _ disk: PowerLossFileSystem) -> Bool {
    (try? disk.kind(following: path)) ?? nil != nil
  }

  /// Whether a container has its files with their contents.
  private func isWhole(_ root: FilePath, _ disk: PowerLossFileSystem) -> Bool {
    Self.paths(root).allSatisfy { path in
      let found = try? FileContents.read(path, in: disk)
      return found == path.lastComponent.map { Array($0.string.utf8) }
    }
  }

  /// The text of all files.
  private func texts(_ disk: PowerLossFileSystem) throws -> [String] {
    var (texts, waiting) = ([String](), [FilePath("/")])
    while let path = waiting.popLast() {
      let directory = try OpenDirectory(path, for: .listing, in: disk)
      for name in directory.names() {
        let inner = path.pushing(name)
        switch try directory.kind(of: name) {
        case .directory: waiting.append(inner)
        case .regular:
          texts.append(String(decoding: try FileContents.read(inner, in: disk), as: UTF8.self))
        default: break
        }
      }
    }
    return texts
  }

  /// The smallest number of files whose text equals the contents of one file of the container.
  private func copies(_ disk: PowerLossFileSystem) throws -> Int {
    let texts = try texts(disk)
    return Self.files.map { file in texts.count { $0 == file.1 } }.min() ?? 0
  }

  @Test("A failed export leaves the whole copy or none, and no open descriptors", arguments: faults)
  func export(fault: StateFault) throws {
    try failEach(fault, on: disk) { system in
      _ = try AppContainer(root: "/r", in: system).export(to: "/copy")
    } _: { disk, error, call in
      if exists("/copy", disk) || error == nil { #expect(isWhole("/copy", disk), "\(call)") }
      if fault.persistence == .once, error != nil {
        let root = try OpenDirectory("/", for: .listing, in: disk)
        #expect(root.names() == ["r"], "\(call): \(root.names())")
      }
      #expect(isWhole("/r", disk))
    }
  }

  @Test(
    "A failed import keeps the previous contents, under their name or set aside",
    arguments: faults.prefix(1))
  func importing(fault: StateFault) throws {
    _ = try container.export(to: "/copy")
    try failEach(fault, on: disk) { system in
      _ = try AppContainer(root: "/r", in: system).importContents(of: "/copy")
    } _: { disk, error, call in
      let found = try copies(disk)
      #expect(found >= 2, "\(call)")
      #expect(isWhole("/copy", disk))
      if error == nil { #expect(found == 3, "\(call)") }
      if error == nil || fault.persistence == .once { #expect(isWhole("/r", disk), "\(call)") }
    }
  }

  @Test("A failed reset is complete or has no effect", arguments: faults)
  func reset(fault: StateFault) throws {
    try failEach(fault, on: disk) { system in
      _ = try AppContainer(root: "/r", in: system).reset()
    } _: { disk, error, call in
      let found = try copies(disk)
      #expect(found == 1, "\(call)")
      if error == nil { #expect(Self.paths("/r").allSatisfy { !exists($0, disk) }, "\(call)") }
      if error != nil, fault.persistence == .once { #expect(isWhole("/r", disk), "\(call)") }
    }
  }

  @Test("A finished export survives a power loss", arguments: CrashModel.allCases)
  func powerLoss(model: CrashModel) throws {
    _ = try container.export(to: "/copy")
    disk.announce()
    for state in disk.crashStates(model) {
      let isThere = exists("/copy", state.system)
      #expect(isThere || state.announced == 0, "\(model), \(state.point)")
      if isThere { #expect(isWhole("/copy", state.system), "\(model), \(state.point)") }
      #expect(isWhole("/r", state.system))
    }
  }

  @Test(
    "A power loss during an import or a reset loses nothing", arguments: CrashModel.allCases)
  func powerLossWhileMoving(model: CrashModel) throws {
    _ = try container.export(to: "/copy")
    disk.settle()
    _ = try container.importContents(of: "/copy")
    disk.announce()
    _ = try container.reset()
    for state in disk.crashStates(model) {
      let least = state.announced == 0 ? 2 : 3
      #expect(try copies(state.system) >= least, "\(model), \(state.point)")
    }
  }

  // MARK: Links of other users

  @Test("Links of other users, in the container or on the path to it, are not followed")
  func linksOfOthers() throws {
    try disk.makePrivateDirectory("/theirs")
    try disk.makeLink("/theirs/root", to: "/r")
    try disk.setAccess("/theirs/root", user: 4002)
    let linked = try AppContainer(root: "/theirs/root", in: disk)
    let errors = [
      failure { () throws(StateError) in try linked.export(to: "/copy") },
      failure { () throws(StateError) in try linked.reset() },
      failure { () throws(StateError) in try container.importContents(of: "/theirs/root") },
    ]
    #expect(
      errors.map { $0?.code } == [.directoryUnavailable, .notPutAside, .directoryUnavailable])
    #expect(isWhole("/r", disk))
    #expect(!exists("/copy", disk))
  }

  @Test("The user's own link to a directory that was moved is followed")
  func ownLinks() throws {
    try disk.makeLink("/own", to: "/r")
    _ = try AppContainer(root: "/own", in: disk).export(to: "/copy")
    #expect(isWhole("/copy", disk))
  }
}
