// Tests of what a replacement keeps of a file in addition to its contents, each with the documented
// outcome: owner, group, access control lists. AtomicReplacementTests covers modes, links and
// names.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("The access of replaced files")
struct MetadataTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private static let isSuperuser: Bool = (try? ProgramRun.run("id", ["-u"]).text) == "0\n"

  private func write(
    _ text: String, keeping generations: Int = 0, in system: any FileSystem = POSIXFileSystem()
  ) throws(FileError) {
    try AtomicReplacement.write(
      Array(text.utf8).span, to: FilePath(directory.file("a")),
      options: .init(previousGenerations: generations, digest: .recorded), in: system)
  }

  private func owner() throws -> [UInt32] {
    let system = POSIXFileSystem()
    let folder = try system.open(FilePath(directory.path), in: nil, as: .directory)
    defer { try? system.close(folder) }
    let status = try system.status(of: "a", in: folder)
    return [status.user, status.group]
  }

  @Test(
    "A replacement keeps owner and group where the process may set them",
    .enabled(if: MetadataTests.isSuperuser, "only the superuser may give files away"))
  func ownerKept() throws {
    try directory.create("a", "old", permissions: 0o4750)
    #expect(try ProgramRun.run("chown", ["1234:5678", directory.file("a")]).status == 0)
    try directory.setPermissions(0o4750, of: "a")
    try write("new", keeping: 1)
    #expect(try owner() == [1234, 5678])
    #expect(try directory.permissions("a") == 0o4750)
  }

  @Test(
    "A replacement never widens access where owner and group cannot be kept",
    .enabled(if: MetadataTests.isSuperuser, "only the superuser may give files away"))
  func ownerLost() throws {
    try directory.create("a", "old")
    #expect(try ProgramRun.run("chown", ["1234:5678", directory.file("a")]).status == 0)
    try directory.setPermissions(0o6764, of: "a")
    try write("new", in: FailingFileSystem(unsupported: ["setOwner": .notPermitted]))
    #expect(try directory.permissions("a") == 0o744)
    #expect(try directory.text("a") == "new")
  }

  @Test("A replacement keeps an access control list, or narrows the group")
  func accessListAttribute() throws {
    let system = PowerLossFileSystem()
    try AtomicReplacement.write([1].span, to: "/a", in: system)
    let file = try system.open("/a", in: nil, as: .inspecting)
    try system.setAttribute("system.posix_acl_access", to: [7], of: file)
    try system.setPermissions(of: file, to: FilePermissions(rawValue: 0o664))
    try AtomicReplacement.write([2].span, to: "/a", in: system)
    let new = try system.open("/a", in: nil, as: .inspecting)
    #expect(try system.attribute("system.posix_acl_access", of: new) == [7])
    #expect(try system.status(of: new).permissions.rawValue == 0o664)
    let refusing = FailingFileSystem(unsupported: ["setAttribute": .notSupported], over: system)
    try AtomicReplacement.write([3].span, to: "/a", in: refusing)
    let last = try system.open("/a", in: nil, as: .inspecting)
    #expect(try system.status(of: last).permissions.rawValue == 0o644)
  }

  @Test("A copied generation has the access of the old file, too")
  func copiedGeneration() throws {
    try directory.create("a", "old", permissions: 0o600)
    try? directory.setAttribute("user.origin", to: "here", of: "a")
    try write("new", keeping: 1, in: FailingFileSystem(unsupported: ["link": .notPermitted]))
    #expect(try directory.permissions("a.bak") == 0o600)
    #expect(try directory.text("a.bak") == "old")
    if ScratchDirectory.hasAttributes {
      #expect(try directory.attribute("user.origin", of: "a.bak") == "here")
    }
  }

  private static let canRunUnprivileged = !isSuperuser || ProgramFile.areInstalled("setpriv")

  @Test(
    "A file in a directory without write permission cannot be replaced",
    .enabled(
      if: MetadataTests.canRunUnprivileged, "the superuser may write anywhere, and needs setpriv"))
  func unwritableDirectory() throws {
    let program = directory.file("save-program")
    try FileManager.default.copyItem(atPath: ProgramFile.built("save-program"), toPath: program)
    try directory.create("a", "old", permissions: 0o666)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    let unprivileged = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let words = [program, "save", "durable", directory.file("a"), "1"]
    let run =
      Self.isSuperuser
      ? try ProgramRun.run("setpriv", unprivileged + words)
      : try ProgramRun.run(program, Array(words.dropFirst()))
    #expect(run.status == 74, "\(run)")
    #expect(run.errors.contains("permission denied (EACCES) while creating the temporary file"))
    #expect(try directory.text("a") == "old")
  }

  @Test("A new lock file has the permissions that the umask allows")
  func lockFile() throws {
    try directory.create("a", "0")
    let line = "umask 077; exec \"$1\" count \"$2\" 1"
    let result = try ProgramRun.shell(
      line, try ProgramFile.built("save-program"), directory.file("a"))
    #expect(result.status == 0, "\(result)")
    #expect(try directory.permissions(".a.lock") == 0o600)
  }

  @Test(
    "The owner of a file can lock it after the superuser has saved it",
    .enabled(if: MetadataTests.isSuperuser, "only the superuser may give files away"))
  func lockOfAnother() throws {
    try directory.create("a", "old")
    #expect(try ProgramRun.run("chown", ["1234:5678", directory.file("a")]).status == 0)
    try directory.setPermissions(0o664, of: "a")
    try write("new", keeping: 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(".a.lock"))
    #expect(attributes[.ownerAccountID] as? Int == 1234)
    #expect(attributes[.groupOwnerAccountID] as? Int == 5678)
    #expect(try directory.permissions(".a.lock") == 0o660)
  }

  @Test("A file linked to the name of the lock file keeps its permissions")
  func linkedLock() throws {
    try directory.create("a", "old", permissions: 0o666)
    try directory.create("secret", "", permissions: 0o600)
    let linked = try ProgramRun.run("ln", [directory.file("secret"), directory.file(".a.lock")])
    #expect(linked.status == 0)
    try write("new", keeping: 1)
    #expect(try directory.permissions("secret") == 0o600)
  }
}
