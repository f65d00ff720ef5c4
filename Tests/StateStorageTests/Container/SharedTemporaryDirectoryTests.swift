// Tests of temporary directories below a root: emptied only if the library created them.
// TemporaryFilesAtEndTests covers the end of a process.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("A temporary directory below a root")
struct SharedTemporaryDirectoryTests {
  private let scratch: ScratchDirectory
  private static let mark = "tmp/.temporary-directory"

  init() throws { scratch = try ScratchDirectory() }

  /// The directory of an earlier process that was killed before it could clean up.
  private func leave(permissions: Int = 0o700) throws {
    let other = try ScratchDirectory()
    _ = try AppContainer(root: other.path).temporary
    try scratch.makeFolder("tmp/left")
    try scratch.write("", to: "tmp/left/file")
    try scratch.write(try other.data(Self.mark), to: Self.mark)
    try scratch.setPermissions(permissions, of: "tmp")
  }

  private static let left = ["tmp", mark, "tmp/left", "tmp/left/file"]

  @Test("The directory is created with a mark, private permissions and a lock")
  func made() throws {
    let path = try AppContainer(root: scratch.path).temporary
    #expect(path == FilePath(scratch.file("tmp")))
    #expect(try scratch.names() == ["tmp", Self.mark])
    #expect(try scratch.permissions("tmp") == 0o700)
    let directory = try OpenDirectory(path, for: .listing, in: POSIXFileSystem())
    #expect((try? directory.lock(.exclusive)) == false)
  }

  @Test("The first process to use a marked directory empties it")
  func marked() throws {
    try leave()
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == ["tmp", Self.mark])
  }

  @Test("A directory that another program created is used, and nothing in it is removed")
  func directoryOfOthers() throws {
    try scratch.makeFolder("tmp/photos")
    try scratch.write("", to: "tmp/photos/one")
    try scratch.setPermissions(0o700, of: "tmp")
    let file = try AppContainer(root: scratch.path).path("mine", in: .temporary)
    try Data().write(to: URL(fileURLWithPath: file.string))
    #expect(try scratch.names() == ["tmp", "tmp/mine", "tmp/photos", "tmp/photos/one"])
  }

  @Test("A directory that others can read is not emptied, even with the mark")
  func notPrivate() throws {
    try leave(permissions: 0o755)
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == Self.left)
  }

  @Test("A directory with another mark, or a link to one, is not emptied")
  func otherMark() throws {
    try leave()
    try scratch.write("Signature: of another program", to: Self.mark)
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == Self.left)
    let linked = try ScratchDirectory()
    let marked = try ScratchDirectory()
    _ = try AppContainer(root: marked.path).temporary
    try linked.makeFolder("tmp/left")
    try linked.setPermissions(0o700, of: "tmp")
    try linked.link(Self.mark, to: marked.file(Self.mark))
    _ = try AppContainer(root: linked.path).temporary
    #expect(try linked.names() == ["tmp", Self.mark, "tmp/left"])
  }

  @Test("A symbolic link is rejected, and its target stays")
  func linked() throws {
    try leave()
    try scratch.makeFolder("root")
    try scratch.link("root/tmp", to: "../tmp")
    let container = try AppContainer(root: scratch.file("root"))
    #expect(stateErrorCode { try container.temporary } == .directoryUnavailable)
    #expect(try scratch.names() == (["root", "root/tmp"] + Self.left))
  }

  @Test("A directory that was replaced by a link is rejected from then on")
  func replacedByLink() throws {
    try scratch.makeFolder("outside/photos")
    let container = try AppContainer(root: scratch.file("root"))
    _ = try container.temporary
    try FileManager.default.removeItem(atPath: scratch.file("root/tmp"))
    try scratch.link("root/tmp", to: "../outside")
    #expect(stateErrorCode { try container.temporary } == .directoryUnavailable)
    #expect(try scratch.names().contains("outside/photos"))
  }

  @Test("A directory that another process uses is left unchanged")
  func inUse() throws {
    try leave()
    let other = try OpenDirectory(
      FilePath(scratch.file("tmp")), for: .listing, in: POSIXFileSystem())
    _ = try other.lock(.shared)
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == Self.left)
    withExtendedLifetime(other.descriptor) {}
  }
}
