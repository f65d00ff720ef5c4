// Tests of previous generations: number, names, methods, and exceptions.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Previous generations")
struct PreviousGenerationsTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func save(
    _ text: String, as name: String = "a", keeping count: Int = 3,
    in system: any FileSystem = POSIXFileSystem()
  ) throws(FileError) {
    try AtomicReplacement.write(
      Array(text.utf8).span, to: FilePath(directory.file(name)),
      options: .init(previousGenerations: count, digest: .recorded), in: system)
  }

  private func texts(_ names: [String]) throws -> [String] { try names.map(directory.text) }

  @Test("The requested number of generations is kept, newest first")
  func rotation() throws {
    for number in 1...6 { try save("\(number)") }
    #expect(try directory.names() == [".a.lock", "a", "a.bak", "a.bak.2", "a.bak.3"])
    #expect(try texts(["a", "a.bak", "a.bak.2", "a.bak.3"]) == ["6", "5", "4", "3"])
    let paths = try PreviousGenerations.paths(of: FilePath(directory.file("a")))
    #expect(paths.map(\.string) == ["a.bak", "a.bak.2", "a.bak.3"].map(directory.file))
  }

  @Test("A generation is as verified as the file was")
  func verified() throws {
    for number in 1...3 { try save("\(number)") }
    for name in ["a", "a.bak", "a.bak.2"] {
      #expect(
        try FileContents.snapshot(of: directory.file(name)).integrity == directory.verified)
    }
  }

  @Test("Generations are copied where the file system does not support links")
  func copies() throws {
    for refusal in [Errno.notPermitted, .notSupported, .tooManyLinks] {
      let system = FailingFileSystem(unsupported: ["link": refusal])
      for number in 1...3 { try save("\(number)", in: system) }
      #expect(try texts(["a", "a.bak", "a.bak.2"]) == ["3", "2", "1"])
      let copy = try FileContents.snapshot(of: directory.file("a.bak"))
      #expect(copy.integrity == directory.verified)
      #expect(system.openFileCount == 0)
    }
    #expect(try !directory.names().contains { $0.hasSuffix(".tmp") })
  }

  @Test("A generation of any size is copied piece by piece")
  func largeCopies() throws {
    let piece = 1 << 20
    let text = String(repeating: "0123456789abcde\n", count: 3 * piece / 16) + "end"
    try save(text)
    let system = FailingFileSystem(unsupported: ["link": .notPermitted])
    try save("new", in: system)
    #expect(try directory.text("a.bak") == text)
    #expect(
      try FileContents.snapshot(of: directory.file("a.bak")).integrity == directory.verified)
    #expect(system.largestTransfer == piece)
  }

  @Test(
    "A corrupted generation stays corrupted when it is copied",
    .enabled(if: ScratchDirectory.hasAttributes))
  func damagedCopies() throws {
    for number in 1...2 { try save("\(number)") }
    try directory.rot("a.bak", bit: 3)
    try save("3", in: FailingFileSystem(unsupported: ["link": .notPermitted]))
    let copy = try FileContents.snapshot(of: directory.file("a.bak.2"))
    #expect(copy.integrity == .damaged)
    #expect(copy.bytes != Array("1".utf8))
  }

  @Test(
    "Corrupted contents never become a generation", .enabled(if: ScratchDirectory.hasAttributes))
  func damaged() throws {
    try save("good")
    try save("rotten")
    try directory.rot("a", bit: 3)
    try save("new")
    #expect(try texts(["a", "a.bak"]) == ["new", "good"])
  }

  @Test("Existing generations stay when none are requested")
  func none() throws {
    for number in 1...3 { try save("\(number)", keeping: number < 3 ? 2 : 0) }
    #expect(try texts(["a", "a.bak"]) == ["3", "1"])
  }

  @Test("Generations are next to the target of a symbolic link")
  func symbolicLink() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("d"), withIntermediateDirectories: false)
    try directory.link("l", to: "d/a")
    for number in 1...2 { try save("\(number)", as: "l", keeping: 1) }
    #expect(try directory.names() == ["d", "d/.a.lock", "d/a", "d/a.bak", "l"])
    let paths = try PreviousGenerations.paths(of: FilePath(directory.file("l")))
    #expect(paths.map(\.lastComponent?.string) == ["a.bak"])
  }

  @Test("The names of generations fit even if the file's name has the maximum length")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    for number in 1...3 { try save("\(number)", as: name, keeping: 2) }
    let paths = try PreviousGenerations.paths(of: FilePath(directory.file(name)))
    #expect(try paths.map { try FileContents.read($0) } == [Array("2".utf8), Array("1".utf8)])
    #expect(try directory.names().allSatisfy { $0.utf8.count <= 255 })
  }

  @Test("A generation is not kept twice when a replacement failed after keeping it")
  func failedReplacement() throws {
    for number in 1...3 { try save("\(number)", keeping: 2) }
    let system = FailingFileSystem(
      failingCall: try renameCall(), error: .ioError)
    #expect(throws: FileError.self) { try save("4", keeping: 2, in: system) }
    #expect(try texts(["a", "a.bak"]) == ["3", "3"])
    try save("5", keeping: 2)
    #expect(try texts(["a", "a.bak", "a.bak.2"]) == ["5", "3", "2"])
  }

  private func makeGenerations() throws {
    for (name, text) in [("a.bak", "2"), ("a.bak.2", "1")] { try directory.create(name, text) }
  }

  /// The number of the call that gives the temporary file its name.
  private func renameCall() throws -> Int {
    let system = FailingFileSystem()
    try makeGenerations()
    try save("3", keeping: 2, in: system)
    let last = try #require(system.calls.lastIndex(of: "rename"))
    // That save already rotated the generations: restore the contents of the file.
    try makeGenerations()
    return last + 1
  }

  @Test("A missing file has no generations")
  func nothing() throws {
    #expect(try PreviousGenerations.paths(of: FilePath(directory.file("a"))).isEmpty)
  }

  @Test("The current contents can be copied under an unused name")
  func keep() throws {
    try save("one", keeping: 0)
    let path = FilePath(directory.file("a"))
    #expect(try PreviousGenerations.keep(path, suffix: "corrupt").string.hasSuffix("a.corrupt"))
    try save("two", keeping: 0)
    #expect(
      try PreviousGenerations.keep(path, suffix: "corrupt").string.hasSuffix("a.corrupt.2"))
    try save("three", keeping: 0)
    #expect(try texts(["a", "a.corrupt", "a.corrupt.2"]) == ["three", "one", "two"])
    for suffix in ["", "x/y", ".."] {
      let error = failure { () throws(FileError) in
        try PreviousGenerations.keep(path, suffix: suffix)
      }
      #expect(error?.code == .invalidPath)
    }
    let missing = failure { () throws(FileError) in
      try PreviousGenerations.keep(FilePath(directory.file("none")), suffix: "x")
    }
    #expect(missing?.code == .notFound)
  }

  @Test(
    "Only existing generations take time, however many are requested",
    .timeLimit(.minutes(20)))
  func veryMany() throws {
    for number in 1...4 {
      try AtomicReplacement.write(
        [UInt8(number)].span, to: FilePath(directory.file("a")),
        options: .init(durability: .fast, previousGenerations: .max))
    }
    #expect(try PreviousGenerations.paths(of: FilePath(directory.file("a"))).count == 3)
    #expect(try directory.data("a.bak.3") == Data([1]))
  }

  @Test("Partial copies of a dead program are removed later")
  func partialCopy() throws {
    try directory.create("a", "old")
    let system = FailingFileSystem(unsupported: [
      "link": .notPermitted, "synchronize": .ioError, "remove": .ioError,
    ])
    _ = failure { () throws(FileError) in
      try AtomicReplacement.write(
        [1].span, to: FilePath(directory.file("a")),
        options: .init(durability: .fast, previousGenerations: 1), in: system)
    }
    let left = try directory.names().filter { $0.hasSuffix(".tmp") }
    #expect(left.count == 2)
    #expect(left.allSatisfy { TemporaryName.writer(of: FilePath($0), for: "a") != nil }, "\(left)")
  }
}
