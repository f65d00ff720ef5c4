// Tests of access control lists, set through the kernel's attributes so that no program is
// required: a list that a directory gives to new files must not widen the access to a file.

import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Access control lists of replaced files")
struct InheritedAccessTests {
  private let directory: ScratchDirectory
  private let system = POSIXFileSystem()
  private static let access = "system.posix_acl_access"

  init() throws { directory = try ScratchDirectory() }

  /// A list as Linux stores it: the owner, user 4242, the group, the mask, others.
  private func list(user permissions: UInt8) -> [UInt8] {
    func entry(_ tag: UInt8, _ permissions: UInt8, _ id: UInt32 = .max) -> [UInt8] {
      let number = id.littleEndian
      return [tag, 0, permissions, 0]
        + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let entries = [
      entry(0x01, 7), entry(0x02, permissions, 4242), entry(0x04, 5), entry(0x10, 7),
      entry(0x20, 0),
    ]
    return [2, 0, 0, 0] + entries.flatMap(\.self)
  }

  private func withOpen<Value>(
    _ path: String, _ use: FileUse, _ work: (FileDescriptor) throws -> Value
  ) throws -> Value {
    let file = try system.open(FilePath(path), in: nil, as: use)
    defer { try? system.close(file) }
    return try work(file)
  }

  /// Sets a list; false where the file system has none.
  private func set(_ name: String, _ list: [UInt8], of path: String, _ use: FileUse) throws -> Bool
  {
    do {
      try withOpen(path, use) { try system.setAttribute(name, to: list, of: $0) }
      return true
    } catch Errno.notSupported {
      return false
    }
  }

  private static let hasLists: Bool = {
    guard let tests = try? InheritedAccessTests() else { return false }
    let path = tests.directory.path
    return (try? tests.set("system.posix_acl_default", tests.list(user: 7), of: path, .directory))
      ?? false
  }()

  private func save(_ system: some FileSystem) throws {
    let path = FilePath(directory.file("a"))
    try AtomicReplacement.write(
      [1].span, to: path, options: .init(previousGenerations: 1), in: system)
  }

  /// A file without a list, in a directory that gives one to new files.
  private func createBelowList() throws {
    try directory.create("a", "old", permissions: 0o640)
    #expect(
      try set("system.posix_acl_default", list(user: 7), of: directory.path, .directory))
  }

  private func lists() throws -> [String] {
    try withOpen(directory.file("a"), .inspecting) { try system.attributeNames(of: $0) }
  }

  @Test(
    "A replacement does not give access to those whom the directory's list allows",
    .enabled(if: InheritedAccessTests.hasLists, "the file system has no access control lists"))
  func defaultList() throws {
    try createBelowList()
    try save(system)
    #expect(try lists() == [])
    #expect(try directory.permissions("a") == 0o640)
  }

  @Test(
    "The group has only the permissions of others where such a list cannot be removed",
    .enabled(if: InheritedAccessTests.hasLists, "the file system has no access control lists"))
  func listStays() throws {
    try createBelowList()
    try save(FailingFileSystem(unsupported: ["removeAttribute": .ioError]))
    #expect(try directory.permissions("a") == 0o600)
  }

  @Test(
    "A replacement keeps the file's own list",
    .enabled(if: InheritedAccessTests.hasLists, "the file system has no access control lists"))
  func ownList() throws {
    try directory.create("a", "old", permissions: 0o640)
    #expect(try set(Self.access, list(user: 4), of: directory.file("a"), .inspecting))
    try save(system)
    let kept = try withOpen(directory.file("a"), .inspecting) {
      try system.attribute(Self.access, of: $0)
    }
    #expect(kept == list(user: 4))
  }

  @Test("The group has only the permissions of others where the old list cannot be read")
  func unreadableNames() throws {
    try directory.create("a", "old", permissions: 0o664)
    try save(FailingFileSystem(unsupported: ["attributeNames": .ioError]))
    #expect(try directory.permissions("a") == 0o644)
    try save(FailingFileSystem(unsupported: ["attributeNames": .notSupported]))
    #expect(try directory.permissions("a") == 0o644)
  }
}
