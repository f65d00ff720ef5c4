// Tests of an app's directories where calls fail one after another or power is lost: a returned
// directory exists, nothing outside is removed, and no descriptor stays open.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Container directories on a failing disk")
struct ContainerFaultTests {
  private func exists(_ path: FilePath, _ disk: PowerLossFileSystem) -> Bool {
    (try? disk.kind(following: path)) == .directory
  }

  @Test("A returned directory exists, or there is an error", arguments: StateFault.all)
  func making(fault: StateFault) throws {
    var path: FilePath?
    try failEach(fault, on: PowerLossFileSystem()) { system in
      path = nil
      path = try AppContainer(root: "/r", in: system).documents
    } _: { disk, error, call in
      #expect((path == nil) == (error != nil), "\(call)")
      if path != nil { #expect(exists("/r/Documents", disk), "\(call)") }
      if let error { #expect(error.code == .directoryUnavailable, "\(call): \(error)") }
    }
  }

  @Test("A returned directory survives a power loss", arguments: CrashModel.allCases)
  func powerLoss(model: CrashModel) throws {
    let disk = PowerLossFileSystem()
    let container = try AppContainer(root: "/r", in: disk)
    for directory in [AppContainer.Directory.documents, .preferences, .state] {
      _ = try container.path(of: directory)
    }
    disk.announce()
    for state in disk.crashStates(model) where state.announced == 1 {
      for name in ["Documents", "Library/Preferences", "Library/Saved Application State"] {
        #expect(exists(FilePath("/r/\(name)"), state.system), "\(model), \(state.point): \(name)")
      }
    }
  }

  @Test("A name is checked completely, or there is an error", arguments: StateFault.kinds)
  func names(fault: StateFault) throws {
    let disk = PowerLossFileSystem()
    _ = try AppContainer(root: "/r", in: disk).documents
    try disk.makeLink("/r/Documents/out", to: "../..")
    try disk.makeLink("/r/Documents/in", to: "deck")
    var found: FilePath?
    try failEach(fault, on: disk) { system in
      found = nil
      let container = try AppContainer(root: "/r", in: system)
      #expect(throws: StateError.self) { try container.path("out/x", in: .documents) }
      found = try container.path("in", in: .documents)
    } _: { _, error, call in
      #expect(error != nil || found == "/r/Documents/in", "\(call)")
    }
  }

  @Test(
    "Emptying a directory after another process never removes anything outside it",
    arguments: StateFault.kinds)
  func emptying(fault: StateFault) throws {
    let disk = PowerLossFileSystem()
    for path in ["/top", "/top/a", "/top/a/b", "/outside"] as [FilePath] {
      try disk.makeDirectory(path, permissions: .ownerReadWriteExecute)
    }
    for path in ["/top/f", "/top/a/b/f", "/outside/f"] as [FilePath] {
      try disk.close(disk.open(path, in: nil, as: .creating(.ownerReadWrite)))
    }
    try disk.makeLink("/top/a/link", to: "/outside")
    try failEach(fault, on: disk) { system in
      guard let top = try? OpenDirectory("/top", for: .listing, in: system) else { return }
      DirectoryEmptying.empty(top)
    } _: { disk, _, call in
      #expect(try disk.statusFollowingLinks(of: "/outside/f").kind == .regular, "\(call)")
      if call == "none" {
        let top = try OpenDirectory("/top", for: .listing, in: disk)
        #expect(top.names().isEmpty)
      }
    }
  }

  @Test("A temporary directory is marked completely or not at all", arguments: StateFault.kinds)
  func marking(fault: StateFault) throws {
    let disk = PowerLossFileSystem()
    try disk.makeDirectory("/tmp", permissions: .ownerReadWriteExecute)
    try failEach(fault, on: disk) { system in
      guard let directory = try? OpenDirectory("/tmp", for: .listing, in: system) else { return }
      TemporaryMark.set(on: directory)
    } _: { disk, _, call in
      let directory = try OpenDirectory("/tmp", for: .listing, in: disk)
      let names = directory.names()
      if call == "none" { #expect(names == [TemporaryMark.name]) }
      // Where every call from then on fails, nothing can be removed either.
      if fault.persistence == .once, !names.isEmpty {
        TemporaryMark.empty(directory)
        #expect(directory.names() == [TemporaryMark.name], "\(call)")
      }
    }
  }
}
