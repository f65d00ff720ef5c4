// Two users of one machine: files that one of them puts in a shared directory must not determine
// which files of the other are changed, and must not make private files readable. Runs programs as
// other users, which requires root.

import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that the other user has put in the shared directory.
enum Trap: String, CaseIterable, Sendable {
  case link, danglingLink, linkToLink, linkedDirectory, linkedDirectoryOfNewFile, fileOfOther
  case directoryOfOther
  case linkAsLock, linkAsGeneration, lockOfOther, pipeAsLock, directoryAsGeneration
  case generationOfOther, linkAsLockInDirectoryOfOther

  /// The commands that root runs, in a directory with `shared`, `home` of user 4001, and `theirs`
  /// of user 4002.
  var commands: String {
    switch self {
    case .link: "ln -s ../home/private shared/out; chown -h 4002 shared/out"
    case .danglingLink: "ln -s ../home/new shared/out; chown -h 4002 shared/out"
    case .linkToLink:
      "ln -s ../home/private theirs/l; ln -s ../theirs/l shared/out; chown -h 4002 shared/out theirs/l"
    case .linkedDirectory, .linkedDirectoryOfNewFile:
      "ln -s ../home shared/d; chown -h 4002 shared/d"
    case .fileOfOther: "cp home/in shared/out; chown 4002 shared/out; chmod 644 shared/out"
    case .directoryOfOther: "chmod 777 theirs; \(own)"
    case .linkAsLock:
      "\(own); ln -s ../home/private shared/.out.lock; chown -h 4002 shared/.out.lock"
    case .linkAsGeneration:
      "\(own); ln -s ../home/private shared/out.bak; chown -h 4002 shared/out.bak"
    case .lockOfOther:
      "\(own); touch shared/.out.lock; chown 4002 shared/.out.lock; chmod 666 shared/.out.lock"
    case .pipeAsLock: "\(own); mkfifo -m 666 shared/.out.lock; chown 4002 shared/.out.lock"
    case .directoryAsGeneration: "\(own); mkdir shared/out.bak; chown 4002 shared/out.bak"
    case .generationOfOther:
      "\(own); echo theirs > shared/out.bak; chown 4002 shared/out.bak; chmod 644 shared/out.bak"
    case .linkAsLockInDirectoryOfOther:
      "chmod 777 theirs; \(own); ln -s ../home/private theirs/.out.lock; chown -h 4002 theirs/.out.lock"
    }
  }

  /// The file that the user works on.
  var path: String {
    switch self {
    case .linkedDirectory: "shared/d/private"
    case .linkedDirectoryOfNewFile: "shared/d/new"
    case .directoryOfOther, .linkAsLockInDirectoryOfOther: "theirs/out"
    default: "shared/out"
    }
  }

  /// Whether the user's file is private.
  var isOfPrivateFile: Bool { commands.contains(own) }

  /// Whether the user creates the file.
  var isOfNewFile: Bool { self == .linkedDirectoryOfNewFile || self == .danglingLink }

  /// Whether the trap affects only programs that take a lock and keep generations.
  var isOfLockOrGeneration: Bool {
    switch self {
    case .linkAsLock, .linkAsGeneration, .lockOfOther, .pipeAsLock, .directoryAsGeneration,
      .generationOfOther, .linkAsLockInDirectoryOfOther:
      true
    default: false
    }
  }

  /// The file is the user's own, and private.
  private var own: String { "cp home/in \(path); chown 4001:4001 \(path); chmod 600 \(path)" }
}

/// The work of the user in the shared directory.
enum SharedWork: String, CaseIterable, Sendable {
  case convert, convertInPlace, saveWithGenerations, saveState

  func command(_ programs: [String: String], on path: String) -> [String] {
    switch self {
    case .convert: [programs["plist"] ?? "", "convert", "home/in", "--to", "xml", "-o", path]
    case .convertInPlace: [programs["plist"] ?? "", "convert", path, "--to", "json", "--in-place"]
    case .saveWithGenerations:
      [programs["save-program"] ?? "", "save", "consistent", path, "3", "1"]
    case .saveState: [programs["state-program"] ?? "", "save", path, "w", "consistent", "2"]
    }
  }

  /// Whether the work changes an existing file.
  var needsFile: Bool { self == .convertInPlace }

  /// Whether the work takes a lock and keeps generations.
  var keepsGenerations: Bool { [.saveWithGenerations, .saveState].contains(self) }
}

/// A trap for one kind of work.
struct TrapForWork: CustomTestStringConvertible, Sendable {
  let trap: Trap
  let work: SharedWork
  var testDescription: String { "\(trap) × \(work)" }

  /// The combinations in which the trap affects the work.
  static let all = Trap.allCases.flatMap { trap in
    SharedWork.allCases.filter { work in
      work.keepsGenerations || !trap.isOfLockOrGeneration && !(trap.isOfNewFile && work.needsFile)
    }.map { TrapForWork(trap: trap, work: $0) }
  }
}

/// Whether programs can be run as other users.
private let canChangeUsers = geteuid() == 0 && ProgramFile.areInstalled("setpriv")

@Suite("Files in a shared directory", .enabled(if: canChangeUsers, "needs root and setpriv"))
struct TwoUsersTests {
  private let directory: ScratchDirectory
  private let programs: [String: String]

  init() throws {
    directory = try ScratchDirectory()
    var programs: [String: String] = [:]
    for name in ["plist", "save-program", "state-program"] {
      // Other users may be unable to enter the build directory.
      programs[name] = "./programs/\(name)"
      try Self.link(try ProgramFile.built(name), to: "programs/\(name)", in: directory)
    }
    self.programs = programs
    try prepare(
      """
      mkdir -m 1777 shared; chmod 1777 shared; mkdir home theirs; chown 4001:4001 home
      chown 4002:4002 theirs; chmod 755 . home theirs programs
      """)
    // A state that the programs can load, so that each of them reaches the trap.
    try expectSuccess(of: run(as: "4001", SharedWork.saveState.command(programs, on: "home/in")))
    try prepare(
      """
      rm home/.in.lock home/in.bak; echo precious > home/private; chown 4001:4001 home/private
      chmod 600 home/in home/private
      """)
  }

  private func expectSuccess(of run: ProgramRun) { #expect(run.status == 0, "\(run)") }

  /// Links a program to another name, or copies it if that is in another file system.
  private static func link(
    _ program: String, to name: String, in directory: ScratchDirectory
  ) throws {
    let target = directory.file(name)
    try FileManager.default.createDirectory(
      atPath: directory.file("programs"), withIntermediateDirectories: true)
    do {
      try FileManager.default.linkItem(atPath: program, toPath: target)
    } catch {
      try FileManager.default.copyItem(atPath: program, toPath: target)
    }
  }

  private func prepare(_ commands: String) throws {
    let run = try ProgramRun.run(
      "/bin/sh", ["-c", "set -e; umask 022; \(commands)"], in: directory.path)
    #expect(run.status == 0, "\(run)")
  }

  private func run(as user: String, _ command: [String]) throws -> ProgramRun {
    try ProgramRun.run(
      "setpriv", ["--reuid", user, "--regid", user, "--clear-groups", "timeout", "20"] + command,
      in: directory.path)
  }

  @Test("The error of a user without a home directory begins without the name of a file")
  func noHomeDirectory() throws {
    let plist = programs["plist"] ?? ""
    let run = try run(
      as: "4003", ["env", "-i", plist, "prefs", "write", "--container", "a.b", "--key", "c", "d"])
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("error: HOME is not set"), "\(run.errors)")
  }

  @Test("Each kind of work succeeds without a trap", arguments: SharedWork.allCases)
  func noTrap(work: SharedWork) throws {
    try prepare("cp home/in shared/out; chown 4001:4001 shared/out; chmod 600 shared/out")
    try expectSuccess(of: run(as: "4001", work.command(programs, on: "shared/out")))
    #expect(try directory.data("shared/out") != directory.data("home/in") || work == .convert)
    try expectNothingExposed(ofPrivateFile: true)
  }

  @Test(
    "No file of a user is changed, created, or exposed by the files of another user",
    arguments: TrapForWork.all)
  func traps(_ each: TrapForWork) throws {
    let trap = each.trap
    try prepare(trap.commands)
    let before = try directory.data("home/in")
    let theirs = try? directory.data("shared/out.bak")
    let run = try run(as: "4001", each.work.command(programs, on: trap.path))
    #expect(![124, 126, 127].contains(run.status) && !run.wasSignalled, "it runs and ends: \(run)")
    #expect(try directory.text("home/private") == "precious\n", "\(run)")
    #expect(try directory.permissions("home/private") == 0o600)
    #expect(try directory.data("home/in") == before)
    #expect(try directory.names().filter { $0.hasPrefix("home/") } == ["home/in", "home/private"])
    #expect(try directory.names().allSatisfy { !$0.hasSuffix(".tmp") })
    if trap == .generationOfOther, let theirs {
      let kept = try directory.names().filter { $0.hasPrefix("shared/out.bak") }
      let contents = try kept.map { try directory.data($0) }
      #expect(contents.contains(theirs), "the file of the other user is not lost: \(kept)")
    }
    try expectNothingExposed(ofPrivateFile: trap.isOfPrivateFile)
  }

  /// Expects that the files of the user in shared directories are as private as before, and that
  /// locks are private.
  private func expectNothingExposed(ofPrivateFile isOfPrivateFile: Bool) throws {
    for name in try directory.names() where name.hasPrefix("shared/") || name.hasPrefix("theirs/") {
      let (owner, type, permissions) = try access(name)
      guard owner == 4001, type == .typeRegular else { continue }
      // A copy of what the other user lets everyone read.
      if try directory.data(name) == Data("theirs\n".utf8) { continue }
      if isOfPrivateFile || name.hasSuffix(".lock") {
        #expect(permissions & 0o077 == 0, "\(name): \(String(permissions, radix: 8))")
      }
    }
  }

  /// A Python script that lets only user 4003 read a file, in addition to its owner. The entries
  /// consist of type, permissions, and user, as Linux stores them. It fails on a file system
  /// without access lists.
  private static let setAccessList = """
    import os, struct, sys
    entries = [(1, 6, -1), (2, 4, 4003), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
    os.setxattr(sys.argv[1], 'system.posix_acl_access', struct.pack('<I', 2) + b''.join(
      struct.pack('<HHi', *entry) for entry in entries))
    """

  @Test(
    "A file that an access list opens to one user stays closed to all others",
    .enabled(if: ProgramFile.areInstalled("python3"), "needs Python, which sets the list"),
    arguments: SharedWork.allCases)
  func accessLists(work: SharedWork) throws {
    try prepare(
      """
      cp home/in shared/out; chown 4001:4001 shared/out; chmod 600 shared/out
      python3 -c "\(Self.setAccessList)" shared/out
      """)
    let run = try run(as: "4001", work.command(programs, on: "shared/out"))
    expectSuccess(of: run)
    let readers = { (name: String) in
      try ["4001", "4002", "4003"].filter { try self.run(as: $0, ["cat", name]).status == 0 }
    }
    #expect(try readers("shared/out") == ["4001", "4003"], "\(run)")
    for name in try directory.names() where name.hasPrefix("shared/out.bak") {
      #expect(try readers(name) == ["4001", "4003"], "\(name)")
    }
    for name in try directory.names() where name.hasSuffix(".lock") {
      #expect(try readers(name) == ["4001"], "users who cannot write the file cannot lock it")
    }
  }

  /// Returns the owner, the type, and the permissions of a file. Links are not followed.
  private func access(_ name: String) throws -> (Int?, FileAttributeType?, Int) {
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
    let owner = attributes[.ownerAccountID] as? Int
    let permissions = attributes[.posixPermissions] as? Int
    return (owner, attributes[.type] as? FileAttributeType, permissions ?? -1)
  }

  @Test("Users who can only read a file cannot prevent its owner from saving")
  func locks() throws {
    try prepare("cp home/in shared/out; chown 4001:4001 shared/out; chmod 644 shared/out")
    let save = [programs["save-program"] ?? "", "save", "consistent", "shared/out", "2", "1"]
    #expect(try run(as: "4001", save).status == 0)
    #expect(try directory.permissions("shared/.out.lock") == 0o600)
    let reading = try run(as: "4002", ["sh", "-c", "exec 3<shared/.out.lock"])
    #expect(reading.status != 0, "another user cannot open the lock file, and so cannot hold it")
    let holding = try run(
      as: "4002", [programs["save-program"] ?? "", "hold", "shared/out"])
    #expect(holding.status != 0 && holding.status != 124, "\(holding)")
    #expect(try run(as: "4001", save).status == 0)
  }

  @Test("A private file remains private, whichever user saves it")
  func saving() throws {
    // Root saves a private file of a user. It remains private and keeps its owner.
    let save = [programs["save-program"] ?? "", "save", "consistent", "home/private", "2", "1"]
    let run = try ProgramRun.run("env", save, in: directory.path)
    #expect(run.status == 0, "\(run)")
    for name in ["home/private", "home/private.bak", "home/.private.lock"] {
      let (owner, _, permissions) = try access(name)
      #expect(owner == 4001 && permissions == 0o600, "\(name)")
    }
    #expect(try self.run(as: "4001", save).status == 0, "the user can still save")
  }

  @Test(
    "Links of another user are not followed out of a container by export, import, and reset")
  func containers() throws {
    try prepare(
      """
      mkdir -p shared/c/Documents; cp home/in shared/c/Documents/f; chown -R 4001:4001 shared/c
      mkdir theirs/real; cp home/in theirs/real/f; ln -s ../../home shared/c/Library
      chown -h 4002 shared/c/Library; ln -s ../theirs/real shared/link; chown -h 4002 shared/link
      """)
    let before = try directory.names().filter { $0.hasPrefix("home") || $0.hasPrefix("theirs") }
    for words in [
      ["export", "--root", "shared/c", "home/copy"],
      ["export", "--root", "shared/link", "home/copy"],
      ["import", "--root", "shared/c", "theirs"], ["reset", "--root", "shared/c"],
    ] {
      let run = try run(as: "4001", [programs["plist"] ?? "", "container"] + words)
      #expect(run.status == 3 || run.status == 1, "\(words): \(run)")
      let after = try directory.names().filter { $0.hasPrefix("home") || $0.hasPrefix("theirs") }
      #expect(after == before, "\(words): \(run)")
    }
    #expect(try directory.names().contains("shared/c/Documents/f"))
  }
}
