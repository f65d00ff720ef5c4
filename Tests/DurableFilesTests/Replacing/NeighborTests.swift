// Tests of what other programs and users do next to a file that is replaced: links in shared
// directories, permissions changed in the meantime, locks, files with the names of previous
// generations, temporary files of killed programs, forked children.

import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Replacements and other programs")
struct NeighborTests {
  private let directory: ScratchDirectory
  private let path: FilePath

  init() throws {
    directory = try ScratchDirectory()
    path = FilePath(directory.file("a"))
  }

  private func save(_ text: String, keeping generations: Int = 0) throws(FileError) {
    try AtomicReplacement.write(
      Array(text.utf8), to: path, options: .init(previousGenerations: generations))
  }

  // MARK: Links in shared directories

  /// A disk with a directory /d of an owner, in it a link of another owner to /mine/file.
  private func disk(
    permissions: FilePermissions.RawValue, folder: UInt32, link: UInt32
  ) throws -> PowerLossFileSystem {
    let disk = PowerLossFileSystem()
    for name in ["/d", "/mine"] {
      try disk.makeDirectory(FilePath(name), permissions: FilePermissions(rawValue: 0o755))
    }
    try AtomicReplacement.write([1].span, to: "/mine/file", in: disk)
    try disk.makeLink("/d/out", to: "../mine/file")
    try disk.setAccess("/d/out", user: link)
    try disk.setAccess("/d", user: folder, permissions: FilePermissions(rawValue: permissions))
    return disk
  }

  @Test(
    "A link in a shared sticky directory is followed only where the kernel would follow it",
    arguments: [
      (UInt16(0o1777), UInt32(0), UInt32(65534), false), (0o1777, 0, 0, true),
      (0o1777, 65534, 65534, true), (0o1777, 65534, 4242, false), (0o777, 0, 65534, true),
      (0o1755, 0, 65534, true), (0o1775, 0, 65534, true),
    ])
  func links(permissions: UInt16, folder: UInt32, link: UInt32, isFollowed: Bool) throws {
    let disk = try disk(
      permissions: CInterop.Mode(permissions), folder: folder, link: link)
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write([2].span, to: "/d/out", in: disk)
    }
    #expect((error == nil) == isFollowed, "\(String(describing: error))")
    if !isFollowed { #expect(error?.code == .untrustedLink) }
    #expect(try FileContents.read("/mine/file", in: disk) == [isFollowed ? 2 : 1])
    let lock = failure { () throws(FileError) in
      try FileLock("/d/out").acquire(.exclusive, waiting: .zero, in: disk).release()
    }
    #expect((lock == nil) == isFollowed)
  }

  @Test(
    "A link to a directory in a path is followed only where the kernel would follow it",
    arguments: [
      (UInt16(0o1777), UInt32(0), UInt32(65534), false), (0o1777, 0, 0, true),
      (0o1777, 65534, 65534, true), (0o777, 0, 65534, true),
    ])
  func linksOnTheWay(permissions: UInt16, folder: UInt32, link: UInt32, isFollowed: Bool) throws {
    for (target, path) in [("../mine", "/d/way/file"), ("/", "/d/way/mine/file")] {
      let disk = try disk(
        permissions: CInterop.Mode(permissions), folder: folder, link: link)
      try disk.makeLink("/d/way", to: target)
      try disk.setAccess("/d/way", user: link)
      // Missing directories on a rejected path are not created either.
      for (path, options) in [
        (path, AtomicReplacement.Options()),
        ("/d/way/new/file", AtomicReplacement.Options(missingDirectories: .created)),
      ] {
        let error = failure { () throws(FileError) in
          try AtomicReplacement.write([2].span, to: FilePath(path), options: options, in: disk)
        }
        #expect((error == nil) == isFollowed, "\(String(describing: error))")
        if !isFollowed { #expect(error?.code == .untrustedLink) }
      }
      #expect(try FileContents.read("/mine/file", in: disk) == [isFollowed ? 2 : 1])
    }
  }

  @Test("The user's own links are followed, but not endlessly")
  func ownLinks() throws {
    try directory.makeFolder("b/c")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: directory.file("b/c/up"), withDestinationPath: "../../b/./c")
    try files.createSymbolicLink(
      atPath: directory.file("all"), withDestinationPath: directory.file("b"))
    try files.createSymbolicLink(atPath: directory.file("round"), withDestinationPath: "round")
    try AtomicReplacement.write([1], to: FilePath(directory.file("all/c/up/../c/up/a")))
    #expect(try directory.data("b/c/a") == Data([1]))
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write([1], to: FilePath(directory.file("round/a")))
    }
    #expect(error?.code == .tooManySymbolicLinks)
  }

  // MARK: Permissions changed in the meantime

  @Test("Permissions that are set during the write are kept", arguments: [0, 2])
  func changedPermissions(generations: Int) throws {
    try directory.create("a", "old", permissions: 0o644)
    try AtomicReplacement.write(
      [1], to: path, options: .init(previousGenerations: generations),
      progress: { _ in
        #expect(throws: Never.self) { try directory.setPermissions(0o600, of: "a") }
      })
    #expect(try directory.permissions("a") == 0o600)
    #expect(try directory.data("a") == Data([1]))
  }

  @Test("Permissions that are set after the last check of the file are kept")
  func permissionsChangedLate() throws {
    try directory.create("a", "old", permissions: 0o644)
    let isDone = Atomic(false)
    let system = FailingFileSystem(hearing: { [directory] call in
      if call == "synchronize", !isDone.exchange(true, ordering: .relaxed) {
        try? directory.setPermissions(0o600, of: "a")
      }
    })
    try AtomicReplacement.write([1].span, to: path, in: system)
    #expect(try directory.permissions("a") == 0o600)
  }

  @Test("A file whose permissions keep changing is left unchanged")
  func permissionsChangedForEver() throws {
    try directory.create("a", "old", permissions: 0o644)
    let system = FailingFileSystem(hearing: { [directory] call in
      if call == "synchronize" { try? directory.setPermissions(0o600, of: "a") }
    })
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write([1].span, to: path, in: system)
    }
    #expect(error?.code == .conflict)
    #expect(try directory.names() == ["a"])
    #expect(try directory.text("a") == "old")
  }

  @Test(
    "An owner that is set during the write is kept",
    .enabled(if: geteuid() == 0, "needs to be root"))
  func changedOwner() throws {
    try directory.create("a", "old", permissions: 0o640)
    try AtomicReplacement.write(
      [1], to: path,
      progress: { _ in _ = unsafe chown(directory.file("a"), 65534, 65534) })
    let status = try POSIXFileSystem().statusFollowingLinks(of: path)
    #expect(status.user == 65534 && status.group == 65534)
    #expect(try directory.permissions("a") == 0o640)
  }

  @Test(
    "An attribute that is set during the write is kept",
    .enabled(if: ScratchDirectory.hasAttributes))
  func changedAttribute() throws {
    try directory.create("a", "old")
    try AtomicReplacement.write(
      [1], to: path,
      progress: { _ in
        #expect(throws: Never.self) { try directory.setAttribute("user.x", to: "late", of: "a") }
      })
    #expect(try directory.attribute("user.x", of: "a") == "late")
  }

  @Test(
    "An access list that is set during the write is kept, until the last synchronization",
    arguments: ["write", "synchronize"], [UInt8(0), 4])
  func changedAccessList(before call: String, othersMay: UInt8) throws {
    // With 4, the permissions are 0o644 as before: only the list has changed.
    let list = accessList([
      (1, 6, .max), (2, 4, 4005), (4, 4, .max), (0x10, 4, .max), (0x20, othersMay, .max),
    ])
    try directory.create("other", "")
    guard try setAccessList(list, of: "other") else { return }
    try directory.create("a", "old", permissions: 0o644)
    let isDone = Atomic(false)
    let system = FailingFileSystem(hearing: { [self] heard in
      if heard == call, !isDone.exchange(true, ordering: .relaxed) {
        _ = try? setAccessList(list, of: "a")
      }
    })
    try AtomicReplacement.write([1].span, to: path, in: system)
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
    #expect(try accessList(of: "a") == list)
    #expect(try directory.data("a") == Data([1]))
  }

  // MARK: Locks

  @Test(
    "Only users who may write the file can use its lock file",
    arguments: [(0o644, 0o600), (0o600, 0o600), (0o664, 0o660), (0o666, 0o666), (0o444, 0o600)])
  func lockPermissions(file: Int, lock: Int) throws {
    try directory.create("a", "old", permissions: file)
    try save("1", keeping: 1)
    #expect(try directory.permissions(".a.lock") == lock)
  }

  @Test("A new file's lock file is unreadable for users who cannot write the file")
  func newLockPermissions() throws {
    try save("1", keeping: 1)
    #expect(try directory.permissions(".a.lock") == 0o600)
  }

  @Test("A lock file that an earlier version left readable for all is narrowed")
  func oldLockPermissions() throws {
    try directory.create("a", "old", permissions: 0o644)
    try directory.create(".a.lock", "", permissions: 0o644)
    try save("1", keeping: 1)
    #expect(try directory.permissions(".a.lock") == 0o600)
  }

  /// An access list as Linux stores it: kinds, permissions and users.
  private func accessList(_ entries: [(kind: UInt8, permissions: UInt8, user: UInt32)]) -> [UInt8] {
    [2, 0, 0, 0]
      + entries.flatMap { entry in
        [entry.kind, 0, entry.permissions, 0]
          + (0..<4).map { UInt8(truncatingIfNeeded: entry.user >> ($0 * 8)) }
      }
  }

  private func withFile<Result>(
    _ name: String, _ work: (FileDescriptor) throws -> Result
  ) throws -> Result {
    let system = POSIXFileSystem()
    let file = try system.open(FilePath(directory.file(name)), in: nil, as: .inspecting)
    defer { try? system.close(file) }
    return try work(file)
  }

  /// Sets the access list of a file; false where the file system has none.
  private func setAccessList(_ list: [UInt8], of name: String) throws -> Bool {
    try withFile(name) { file in
      do throws(Errno) {
        try POSIXFileSystem().setAttribute(AccessList.attribute, to: list, of: file)
        return true
      } catch {
        return false
      }
    }
  }

  private func accessList(of name: String) throws -> [UInt8] {
    try withFile(name) { try POSIXFileSystem().attribute(AccessList.attribute, of: $0) }
  }

  @Test("Only users whom the file's access list allows to write can use its lock")
  func lockOfAccessList() throws {
    let list = accessList([
      (1, 6, .max), (2, 6, 4005), (2, 4, 4006), (4, 4, .max), (0x10, 6, .max), (0x20, 0, .max),
    ])
    let ofWriters = accessList([
      (1, 6, .max), (2, 6, 4005), (2, 0, 4006), (4, 0, .max), (0x10, 6, .max), (0x20, 0, .max),
    ])
    #expect(AccessList(attribute: list)?.ofWriters.encoded == ofWriters)
    #expect(AccessList(attribute: [2, 0, 0]) == nil)
    try directory.create("a", "old", permissions: 0o660)
    guard try setAccessList(list, of: "a") else { return }
    try save("1", keeping: 1)
    #expect(try accessList(of: ".a.lock") == ofWriters)
    #expect(try directory.permissions(".a.lock") == 0o660)
  }

  @Test("An existing lock file is used, and none is created next to another file")
  func lockIfPresent() throws {
    let options = AtomicReplacement.Options(locking: .ifPresent(waiting: .milliseconds(20)))
    try AtomicReplacement.write([1], to: path, options: options)
    #expect(try directory.names() == ["a"])
    let held = try FileLock(path).acquire()
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write([2], to: path, options: options)
    }
    #expect(error?.code == .lockTimedOut)
    held.release()
    try AtomicReplacement.write([3], to: path, options: options)
    #expect(try directory.data("a") == Data([3]))
  }

  @Test("The lock of a dead process is available although its forked child is alive")
  func forkedChild() throws {
    let program = try ProgramFile.built("save-program")
    let (process, output) = try ProgramRun.start(program, ["fork", path.string])
    let line = String(decoding: output.availableData, as: UTF8.self)
    let child = try #require(Int32(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    defer { kill(child, SIGKILL) }
    let refused = failure { () throws(FileError) in
      try FileLock(path).acquire(.exclusive, waiting: .zero).release()
    }
    #expect(refused?.code == .lockTimedOut, "the child does not release the lock of its parent")
    kill(process.processIdentifier, SIGKILL)
    try FileLock(path).acquire(.exclusive, waiting: .seconds(20)).release()
    let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    if let state { #expect(state.contains(") S "), "the child is alive and sleeps: \(state)") }
    // Foundation waits for all that have the child's descriptors.
    kill(child, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: Files with the names of previous generations

  @Test(
    "Another program's file with the name of a generation is set aside",
    .enabled(if: ScratchDirectory.hasAttributes), arguments: [1, 2])
  func otherGeneration(generations: Int) throws {
    try directory.create("a.bak", "precious")
    for number in 1...5 { try save("\(number)", keeping: generations) }
    let texts = try directory.names().filter { $0.hasPrefix("a.bak") }.map(directory.text)
    #expect(texts.contains("precious"), "\(texts)")
    #expect(try directory.text("a.bak") == "4")
    #expect(texts.count == generations + 1)
  }

  @Test(
    "A copy of the file, or a file that was written directly, with such a name is set aside",
    .enabled(if: ScratchDirectory.hasAttributes))
  func ownFilesWithTheName() throws {
    try save("1")
    let other = FilePath(directory.file("b"))
    try AtomicReplacement.write(Array("other".utf8), to: other, options: .init(digest: .recorded))
    try FileManager.default.moveItem(atPath: other.string, toPath: directory.file("a.bak"))
    for number in 2...4 { try save("\(number)", keeping: 1) }
    #expect(try directory.text("a.bak.foreign") == "other")
    #expect(try directory.text("a.bak") == "3")
    // A copy that includes the attributes.
    let options = AtomicReplacement.Options(previousGenerations: 1, digest: .recorded)
    try AtomicReplacement.write(Array("5".utf8), to: path, options: options)
    let copied = try directory.attribute("user.plinth.digest", of: "a")
    try FileManager.default.removeItem(atPath: directory.file("a.bak"))
    try directory.create("a.bak", "5")
    try directory.setAttribute("user.plinth.digest", to: copied, of: "a.bak")
    for _ in 1...2 { try AtomicReplacement.write(Array("6".utf8), to: path, options: options) }
    #expect(try directory.text("a.bak.foreign.2") == "5")
  }

  @Test(
    "At most the requested number of generations is kept when others write the file",
    .enabled(if: ScratchDirectory.hasAttributes))
  func editedFile() throws {
    for number in 1...5 {
      try directory.create("a", "edited \(number)")
      try save("\(number)", keeping: 1)
    }
    #expect(try directory.names() == [".a.lock", "a", "a.bak"])
    #expect(try directory.text("a.bak") == "edited 5")
  }

  // MARK: Temporary files of killed programs

  @Test("A writer with the lock immediately removes the temporary files of a dead lock holder")
  func lockedTemporaries() throws {
    try directory.create("a", "old")
    let left = [".a.1-x1-locked.tmp", ".a.999999999-zz-locked.tmp"]
    let others = [".a.999999999-zz.tmp", ".b.1-x1-locked.tmp", ".a.1-x1-other.tmp"]
    for name in left + others { try directory.create(name, "") }
    let system = FailingFileSystem()
    let options = AtomicReplacement.Options(locking: .taken(waiting: .zero))
    try AtomicReplacement.write([1].span, to: path, options: options, in: system)
    #expect(try Set(directory.names()) == Set(others + ["a", ".a.lock"]))
  }

  @Test("Old temporary files without a process or lock are removed even without the lock")
  func oldTemporaries() throws {
    let old = [".a.999999999-zz.tmp", ".other name.x.999999998-1.tmp"]
    let kept = [".a.999999999-zz-locked.tmp", ".a.1-x1.tmp", ".a.tmp", ".a.x-1.tmp"]
    for name in old + kept {
      try directory.create(name, "")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: directory.file(name))
    }
    let young = ".a.999999999-young.tmp"
    try directory.create(young, "")
    try AtomicReplacement.write([1].span, to: path, in: FailingFileSystem())
    #expect(try Set(directory.names()) == Set(kept + [young, "a", ".a.999999999-zz-locked.tmp"]))
  }

  @Test("Temporary files are named after their process, and after the lock if it is held")
  func temporaryNames() {
    let writer = TemporaryName.Writer(process: 12, hasLock: false)
    #expect(TemporaryName.writer(of: ".a.12-x1.tmp", for: "a") == writer)
    #expect(TemporaryName.writer(of: ".a.b.12-x1.tmp") == writer)
    #expect(TemporaryName.writer(of: ".a.12-x1-locked.tmp", for: "a")?.hasLock == true)
    for name in [".a.12.tmp", ".a.-12-x.tmp", ".a.12-_.tmp", "a.12-x1.tmp", ".12-x1.tmp"] {
      #expect(TemporaryName.writer(of: FilePath(name)) == nil, "\(name)")
    }
  }

  // MARK: Clocks, paths

  @Test(
    "Setting the clock never makes a temporary file be removed or kept wrongly", arguments: [-1, 1])
  func clockSteps(direction: Int) throws {
    let disk = PowerLossFileSystem(processIdentifier: 100)
    let options = AtomicReplacement.Options(previousGenerations: 1, digest: .recorded)
    var identity = try AtomicReplacement.write([1].span, to: "/a", options: options, in: disk)
    for name in ["/.a.100-x1.tmp", "/.a.99-x1.tmp"] as [FilePath] {
      try disk.close(disk.open(name, in: nil, as: .creating(.ownerReadWrite)))
    }
    disk.pass(seconds: direction * 400 * 86400)
    for number in UInt8(2)...4 {
      var next = options
      next.precondition = .unchanged(identity)
      identity = try AtomicReplacement.write([number].span, to: "/a", options: next, in: disk)
    }
    let root = try disk.open("/", in: nil, as: .directory)
    let names = try disk.names(beginning: "", in: root).map(\.string)
    // The file of a live process stays, whatever the clock says; that of a dead process is removed
    // when it is old.
    #expect(names.contains(".a.100-x1.tmp"))
    #expect(names.contains(".a.99-x1.tmp") == (direction < 0))
    #expect(try FileContents.snapshot(of: "/a", in: disk).integrity == .verified)
    #expect(try FileContents.snapshot(of: "/a.bak", in: disk).bytes == [3])
  }

  @Test("A path that is too long for the system is rejected before anything is created")
  func longPaths() throws {
    let long = FilePath(directory.file(String(repeating: "d/", count: 4000) + "a"))
    let errors = [
      failure { () throws(FileError) in try AtomicReplacement.write([1], to: long) },
      failure { () throws(FileError) in
        try AtomicReplacement.write([1], to: long, options: .init(missingDirectories: .created))
      },
      failure { () throws(FileError) in try FileContents.read(long) },
      failure { () throws(FileError) in try FileContents.snapshot(of: long) },
      failure { () throws(FileError) in try FileLock(long).acquire() },
    ]
    #expect(errors.allSatisfy { $0?.code == .nameTooLong }, "\(errors)")
    #expect(try directory.names().isEmpty)
  }

  @Test("A file in a directory that is too deep for a path can be replaced")
  func deepDirectory() throws {
    let program = try ProgramFile.built("save-program")
    let script = """
      set -e; cd "$2"; name=$(printf 'n%.0s' $(seq 200))
      for level in $(seq 30); do mkdir "$name"; cd -P "$name" 2>/dev/null || cd "./$name"; done
      "$1" save durable a 3 1; cat a.bak >/dev/null; ls -A
      """
    let run = try ProgramRun.shell(script, program, directory.path)
    // Foundation cannot remove paths that are too long.
    _ = try ProgramRun.shell("rm -rf \"$1\"/n*", directory.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.lines.contains("saved 3"), "\(run)")
    #expect(run.lines.suffix(3) == [".a.lock", "a", "a.bak"], "\(run)")
  }
}
