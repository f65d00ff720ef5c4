// Simulates crashes at every moment of saves in memory, in three models of what a crash may lose.

import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Simulated power losses")
struct PowerLossTests {
  private static let options = AtomicReplacement.Options(
    missingDirectories: .created, digest: .recorded)

  private func contents(_ number: Int) -> [UInt8] {
    Array(String(repeating: "\(number)", count: 5000).utf8)
  }

  private func save(
    _ number: Int, to path: FilePath, _ options: AtomicReplacement.Options = options,
    in system: PowerLossFileSystem
  ) throws(FileError) {
    try AtomicReplacement.write(contents(number).span, to: path, options: options, in: system)
    system.announce()
  }

  /// The number whose contents a file has; 0 for no file, nil for anything else.
  private func number(of path: FilePath, in system: PowerLossFileSystem) throws -> Int? {
    guard try FileContents.identity(of: path, in: system) != nil else { return 0 }
    let snapshot = try FileContents.snapshot(of: path, in: system)
    #expect(snapshot.integrity != .damaged)
    return (1...9).first { contents($0) == snapshot.bytes }
  }

  private func expectWhole(
    _ path: FilePath, since first: Int = 0, in system: PowerLossFileSystem, _ model: CrashModel
  ) throws {
    let states = system.crashStates(model)
    #expect(states.count >= 5)
    for state in states {
      let found = try number(of: path, in: state.system)
      #expect(found ?? -1 >= first + state.announced, "\(model), after \(state.point) changes")
    }
  }

  @Test("A power loss leaves a new file complete or absent", arguments: CrashModel.allCases)
  func newFile(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try save(1, to: "/a", in: system)
    try expectWhole("/a", in: system, model)
  }

  @Test(
    "A power loss leaves the old or the new file, and the announced one",
    arguments: CrashModel.allCases)
  func replaced(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try save(1, to: "/a", in: system)
    system.settle()
    try save(2, to: "/a", in: system)
    try save(3, to: "/a", in: system)
    try expectWhole("/a", since: 1, in: system, model)
  }

  @Test(
    "A power loss leaves new directories with the announced file", arguments: CrashModel.allCases)
  func newDirectories(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try save(1, to: "/d/e/a", in: system)
    try expectWhole("/d/e/a", in: system, model)
  }

  @Test(
    "A power loss leaves the announced file in another process's new directory",
    arguments: CrashModel.allCases)
  func directoryOfOthers(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try system.makeDirectory("/d", permissions: FilePermissions(rawValue: 0o755))
    try save(1, to: "/d/a", in: system)
    try expectWhole("/d/a", in: system, model)
  }

  @Test("A power loss leaves the target of a symbolic link", arguments: CrashModel.allCases)
  func symbolicLink(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try system.makeLink("/l", to: "a")
    try save(1, to: "/a", in: system)
    system.settle()
    try save(2, to: "/l", in: system)
    try expectWhole("/l", since: 1, in: system, model)
  }

  @Test(
    "A power loss leaves complete generations, and only the oldest can be lost",
    arguments: CrashModel.allCases)
  func generations(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    var options = Self.options
    options.previousGenerations = 2
    for number in 1...2 { try save(number, to: "/a", options, in: system) }
    system.settle()
    for number in 3...4 { try save(number, to: "/a", options, in: system) }
    for state in system.crashStates(model) {
      let main = try #require(try number(of: "/a", in: state.system))
      let newest = try #require(try number(of: "/a.bak", in: state.system))
      #expect(main >= 2 + state.announced)
      #expect((1 + state.announced...main).contains(newest), "\(main) after \(newest)")
      #expect(try number(of: "/a.bak.2", in: state.system) != nil)
    }
  }

  @Test("The next program can save after any power loss", arguments: CrashModel.allCases)
  func recovery(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    var options = Self.options
    options.previousGenerations = 1
    for number in 1...2 { try save(number, to: "/a", options, in: system) }
    for state in system.crashStates(model) {
      state.system.pass(seconds: 4000)
      try save(3, to: "/a", options, in: state.system)
      #expect(try number(of: "/a", in: state.system) == 3)
      let root = try state.system.open("/", in: nil, as: .directory)
      let names = try state.system.names(beginning: "", in: root).map(\.string)
      #expect(Set(names).isSubset(of: ["a", "a.bak", ".a.lock"]), "\(names)")
    }
  }

  @Test(
    "A power loss leaves old or new contents after a consistent save",
    arguments: CrashModel.allCases)
  func consistent(model: CrashModel) throws {
    let system = PowerLossFileSystem()
    try save(1, to: "/a", in: system)
    system.settle()
    try save(2, to: "/a", .init(durability: .consistent), in: system)
    for state in system.crashStates(model) {
      #expect(try [1, 2].contains(number(of: "/a", in: state.system)))
    }
  }

  @Test("A power loss can lose a fast save, which shows that a loss would be detected")
  func fast() throws {
    let system = PowerLossFileSystem()
    try save(1, to: "/a", in: system)
    system.settle()
    try save(2, to: "/a", .init(durability: .fast), in: system)
    for model in [CrashModel.ordered, .posix] {
      let found = try system.crashStates(model).map { try number(of: "/a", in: $0.system) }
      #expect(found.contains(nil), "no partial file in \(model)")
    }
    #expect(
      try system.crashStates(.kill).allSatisfy {
        try [1, 2].contains(number(of: "/a", in: $0.system))
      })
  }

  @Test("No descriptor stays open")
  func descriptors() throws {
    let system = PowerLossFileSystem()
    var options = Self.options
    options.previousGenerations = 1
    for number in 1...3 { try save(number, to: "/a", options, in: system) }
    #expect(system.openFileCount == 0)
  }
}
