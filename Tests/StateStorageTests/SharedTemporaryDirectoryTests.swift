// Temporary directories under a root: emptied where the library has made them, and nowhere else. What
// happens at the end of a process is in TemporaryFilesAtEndTests.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("A temporary directory under a root")
struct SharedTemporaryDirectoryTests {
  private let scratch: ScratchDirectory
  private static let mark = "tmp/.temporary-directory"

  init() throws { scratch = try ScratchDirectory() }

  /// What an earlier process of a container has made and left, killed before it could tidy up.
  private func leave(permissions: Int = 0o700) throws {
    let other = try ScratchDirectory()
    _ = try AppContainer(root: other.path).temporary
    try scratch.makeFolder("tmp/left")
    try scratch.write("", to: "tmp/left/file")
    try scratch.write(try other.data(Self.mark), to: Self.mark)
    try scratch.setPermissions(permissions, of: "tmp")
  }

  private static let left = ["tmp", mark, "tmp/left", "tmp/left/file"]

  @Test("is made, marked, private and held")
  func made() throws {
    let path = try AppContainer(root: scratch.path).temporary
    #expect(path == FilePath(scratch.file("tmp")))
    #expect(try scratch.names() == ["tmp", Self.mark])
    #expect(try scratch.permissions("tmp") == 0o700)
    let directory = try OpenDirectory(path, for: .listing, in: POSIXFileSystem())
    #expect((try? directory.lock(.exclusive)) == false)
  }

  @Test("is emptied by the first to come, when it has the library's mark")
  func marked() throws {
    try leave()
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == ["tmp", Self.mark])
  }

  @Test("that somebody else has made is used, and nothing in it is removed")
  func foreign() throws {
    try scratch.makeFolder("tmp/photos")
    try scratch.write("", to: "tmp/photos/one")
    try scratch.setPermissions(0o700, of: "tmp")
    let file = try AppContainer(root: scratch.path).path("mine", in: .temporary)
    try Data().write(to: URL(fileURLWithPath: file.string))
    #expect(try scratch.names() == ["tmp", "tmp/mine", "tmp/photos", "tmp/photos/one"])
  }

  @Test("that others may look into is not emptied, though it has the mark")
  func notPrivate() throws {
    try leave(permissions: 0o755)
    _ = try AppContainer(root: scratch.path).temporary
    #expect(try scratch.names() == Self.left)
  }

  @Test("with another mark, or with a link to one, is not emptied")
  func otherMark() throws {
    try leave()
    try scratch.write("Signature: of somebody else", to: Self.mark)
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

  @Test("that is a symbolic link is refused, and what it leads to stays")
  func linked() throws {
    try leave()
    try scratch.makeFolder("root")
    try scratch.link("root/tmp", to: "../tmp")
    let container = try AppContainer(root: scratch.file("root"))
    #expect(stateErrorCode { try container.temporary } == .directoryUnavailable)
    #expect(try scratch.names() == (["root", "root/tmp"] + Self.left))
  }

  @Test("that a link has replaced is refused from then on")
  func replacedByLink() throws {
    try scratch.makeFolder("outside/photos")
    let container = try AppContainer(root: scratch.file("root"))
    _ = try container.temporary
    try FileManager.default.removeItem(atPath: scratch.file("root/tmp"))
    try scratch.link("root/tmp", to: "../outside")
    #expect(stateErrorCode { try container.temporary } == .directoryUnavailable)
    #expect(try scratch.names().contains("outside/photos"))
  }

  @Test("is left alone while another process uses it")
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
