// Tests of temporary directories: private, locked, removed after their process, emptied at any
// depth.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Temporary directories", .serialized)
struct TemporaryDirectoryTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func container(_ identifier: String = "org.x.app") throws -> AppContainer {
    try AppContainer(
      identifier: identifier, environment: .init(["TMPDIR": scratch.path, "HOME": scratch.path]),
      layout: .xdg)
  }

  /// Whether another user could get the lock. Each open descriptor of a directory counts
  /// separately.
  private func isHeld(_ path: FilePath) throws -> Bool {
    let directory = try OpenDirectory(path, for: .listing, in: POSIXFileSystem())
    return (try? directory.lock(.exclusive)) == false
  }

  @Test("A temporary directory is new, private and locked, and the same on each use")
  func privateDirectory() throws {
    let path = try container().temporary
    #expect(path.removingLastComponent() == FilePath(scratch.path))
    #expect(path.lastComponent?.string.hasPrefix("org.x.app.tmp-") == true)
    #expect(try permissions(path) == 0o700)
    #expect(try isHeld(path))
    #expect(try container().temporary == path)
    #expect(try container("org.x.other").temporary != path)
  }

  @Test("A removed temporary directory is created again")
  func removed() throws {
    let path = try container().temporary
    try FileManager.default.removeItem(atPath: path.string)
    let again = try container().temporary
    #expect(again != path)
    #expect(exists(again))
  }

  @Test("The directory of a killed process is removed, and nothing else")
  func abandoned() throws {
    try scratch.makeFolder("org.x.app.tmp-abcdef/deep")
    try scratch.write("", to: "org.x.app.tmp-abcdef/deep/file")
    try scratch.makeFolder("org.x.app.tmp-public")
    try scratch.makeFolder("org.x.app.tmp-longer-than-six")
    try scratch.makeFolder("org.x.app.tmp-inuse1")
    try scratch.write("", to: "org.x.app.tmp-infile")
    for name in ["abcdef", "longer-than-six", "inuse1"] {
      try scratch.setPermissions(0o700, of: "org.x.app.tmp-\(name)")
    }
    let holder = try OpenDirectory(
      FilePath(scratch.file("org.x.app.tmp-inuse1")), for: .listing, in: POSIXFileSystem())
    _ = try holder.lock(.exclusive)
    let own = try container().temporary.lastComponent?.string ?? ""
    let expected = ["infile", "inuse1", "longer-than-six", "public"].map { "org.x.app.tmp-\($0)" }
    #expect(try scratch.names() == (expected + [own]).sorted())
    withExtendedLifetime(holder.descriptor) {}
  }

  @Test("A deep directory is emptied, and nothing outside is removed")
  func emptying() throws {
    try scratch.makeFolder("outside")
    try scratch.write("", to: "outside/file")
    try scratch.makeFolder("top/.removed-1/.removed-2/a/b/c")
    try scratch.makeFolder("top/locked/inner")
    try scratch.write("", to: "top/locked/inner/file")
    try scratch.link("top/link", to: "../outside")
    try scratch.link("top/locked/inner/link", to: scratch.file("outside"))
    for name in ["top/locked/inner", "top/locked"] {
      try scratch.setPermissions(0, of: name)
    }
    DirectoryEmptying.empty(
      try OpenDirectory(FilePath(scratch.file("top")), for: .listing, in: POSIXFileSystem()))
    #expect(try scratch.names() == ["outside", "outside/file", "top"])
  }

  @Test("A directory of nearly two thousand levels is emptied")
  func deep() throws {
    try scratch.makeFolder("top")
    let command = "cd \"$1\"; mkdir -p $(printf 'd/%.0s' $(seq 1900))"
    #expect(try ProgramRun.shell(command, scratch.file("top")).status == 0)
    DirectoryEmptying.empty(
      try OpenDirectory(FilePath(scratch.file("top")), for: .listing, in: POSIXFileSystem()))
    #expect(try scratch.names() == ["top"])
  }
}
