// Tests of the result of a replacement in a real directory: contents, links, permissions,
// attributes.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Replacing a file")
struct AtomicReplacementTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func write(
    _ text: String, to name: String, _ options: AtomicReplacement.Options = .init()
  ) throws(FileError) {
    try AtomicReplacement.write(Array(text.utf8), to: directory.file(name), options: options)
  }

  @Test("A file is created and then replaced", arguments: AtomicReplacement.Durability.allCases)
  func createAndReplace(durability: AtomicReplacement.Durability) throws {
    try write("one", to: "a", .init(durability: durability))
    #expect(try directory.text("a") == "one")
    try write("two", to: "a", .init(durability: durability))
    #expect(try directory.text("a") == "two")
    #expect(try directory.names() == ["a"])
  }

  @Test("A file may be empty")
  func emptyFile() throws {
    try directory.create("a", "old")
    try write("", to: "a")
    #expect(try directory.text("a") == "")
  }

  @Test("Data, spans and arrays, with both kinds of path, are written alike")
  func forms() throws {
    let bytes = Array("contents".utf8)
    let path = directory.file("a")
    try AtomicReplacement.write(Data(bytes), to: path)
    #expect(try FileContents.read(path) == bytes)
    let rest = Array(bytes.dropFirst())
    try AtomicReplacement.write(rest.span, to: FilePath(path))
    #expect(try FileContents.read(FilePath(path)) == rest)
    try AtomicReplacement.write(Data(bytes), to: FilePath(path))
    try AtomicReplacement.write(bytes, to: FilePath(path))
    #expect(try FileContents.read(path) == bytes)
  }

  @Test("A slice of data is written from its own start")
  func slicedData() throws {
    try AtomicReplacement.write(Data("contents".utf8)[3...], to: directory.file("a"))
    #expect(try directory.text("a") == "tents")
  }

  @Test("The async functions do the same")
  func asyncForms() async throws {
    let path = directory.file("a")
    try await AtomicReplacement.write(Array("one".utf8), to: path)
    try await AtomicReplacement.write(Data("two".utf8), to: FilePath(path))
    #expect(try await FileContents.read(path) == Array("two".utf8))
    await #expect(throws: FileError.self) {
      try await AtomicReplacement.write([1], to: directory.file("none/a"))
    }
  }

  @Test("Several megabytes are written completely")
  func megabytes() throws {
    let bytes = [UInt8]((0..<5_000_000).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try AtomicReplacement.write(bytes, to: directory.file("a"))
    #expect(try FileContents.read(directory.file("a")) == bytes)
  }

  @Test("A name of 255 bytes can be written")
  func longName() throws {
    for name in [String(repeating: "n", count: 255), String(repeating: "é", count: 127)] {
      try write("one", to: name)
      try write("two", to: name)
      #expect(try directory.text(name) == "two")
    }
    let tooLong = failure { () throws(FileError) in
      try write("", to: String(repeating: "n", count: 256))
    }
    #expect(tooLong?.code == .nameTooLong)
  }

  @Test("Missing directories are an error, or created on request")
  func missingDirectories() throws {
    let refused = failure { () throws(FileError) in try write("x", to: "b/c/a") }
    #expect(refused?.code == .notFound)
    #expect(refused?.operation == .openDirectory)
    try write("x", to: "b/c/a", .init(missingDirectories: .created))
    #expect(try directory.names() == ["b", "b/c", "b/c/a"])
    try write("y", to: "b/c/a", .init(missingDirectories: .created))
    #expect(try directory.text("b/c/a") == "y")
  }

  @Test("A reader at any moment sees all of the old or the new contents")
  func concurrentReaders() async throws {
    let path = directory.file("a")
    let contents = (0..<2).map { [UInt8](repeating: UInt8($0), count: 100_000) }
    try await AtomicReplacement.write(contents[0], to: path)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for reader in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            if !contents.contains(try await FileContents.read(path)) { return false }
          }
          return reader >= 0
        }
      }
      for writer in 0..<2 {
        group.addTask {
          for _ in 0..<100 {
            try await AtomicReplacement.write(
              contents[writer], to: path, options: .init(durability: .fast))
          }
          return true
        }
      }
      for try await whole in group { #expect(whole) }
    }
    #expect(try directory.names() == ["a"])
  }
}

// MARK: - Links

extension AtomicReplacementTests {
  @Test("A symbolic link stays a link and its target is replaced")
  func symbolicLink() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("d"), withIntermediateDirectories: false)
    try directory.create("d/a", "old")
    try directory.link("d/l1", to: "a")
    try directory.link("l2", to: "d/l1")
    try write("new", to: "l2")
    #expect(try directory.text("d/a") == "new")
    #expect(try directory.linkTarget("l2") == "d/l1")
    #expect(try directory.linkTarget("d/l1") == "a")
    #expect(try directory.names() == ["d", "d/a", "d/l1", "l2"])
  }

  @Test("A dangling symbolic link gets its target")
  func danglingLink() throws {
    try directory.link("l", to: directory.file("a"))
    try write("new", to: "l")
    #expect(try directory.text("a") == "new")
    #expect(try directory.linkTarget("l") == directory.file("a"))
  }

  @Test("A cycle of symbolic links is rejected")
  func linkLoop() throws {
    try directory.link("l1", to: "l2")
    try directory.link("l2", to: "l1")
    let error = failure { () throws(FileError) in try write("new", to: "l1") }
    #expect(error?.code == .tooManySymbolicLinks)
    #expect(try directory.names() == ["l1", "l2"])
  }

  @Test("The other name of a hard link keeps the old contents")
  func hardLink() throws {
    try directory.create("a", "old")
    try FileManager.default.linkItem(
      atPath: directory.file("a"), toPath: directory.file("b"))
    try write("new", to: "a")
    #expect(try directory.text("a") == "new")
    #expect(try directory.text("b") == "old")
  }
}

// MARK: - Permissions and attributes

extension AtomicReplacementTests {
  @Test("Permissions are kept", arguments: [0o600, 0o640, 0o444, 0o755, 0o666, 0o777])
  func permissionsKept(permissions: Int) throws {
    try directory.create("a", "old", permissions: permissions)
    try write("new", to: "a")
    #expect(try directory.permissions("a") == permissions)
    #expect(try directory.text("a") == "new")
  }

  @Test("A new file has the permissions that the umask allows", arguments: ["022", "027", "077"])
  func umask(mask: String) throws {
    let result = try ProgramRun.shell(
      "umask \(mask); : >\"$2\"; exec \"$1\" save fast \"$3\" 1",
      try ProgramFile.built("save-program"), directory.file("reference"), directory.file("a"))
    #expect(result.status == 0, "\(result)")
    #expect(try directory.permissions("a") == directory.permissions("reference"))
  }

  @Test("A new file can be created private")
  func newFilePermissions() throws {
    try write("secret", to: "a", .init(newFilePermissions: .ownerReadWrite))
    #expect(try directory.permissions("a") == 0o600)
  }

  @Test("Extended attributes are kept")
  func attributesKept() throws {
    try directory.create("a", "old")
    do {
      try directory.setAttribute("user.origin", to: "here", of: "a")
    } catch Errno.notSupported {
      return  // the file system of the temporary directory has none
    }
    try directory.setAttribute("user.empty", to: "", of: "a")
    try write("new", to: "a")
    #expect(try directory.attribute("user.origin", of: "a") == "here")
    #expect(try directory.attribute("user.empty", of: "a") == "")
  }
}

// MARK: - Errors

extension AtomicReplacementTests {
  @Test("A directory in the way is an error")
  func directoryInTheWay() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("a"), withIntermediateDirectories: false)
    try directory.link("l", to: "a")
    for name in ["a", "l", ".", "..", "a/.."] {
      let error = failure { () throws(FileError) in try write("x", to: name) }
      #expect(error?.code == .isDirectory, "\(name)")
    }
    #expect(
      failure { () throws(FileError) in
        try AtomicReplacement.write([1], to: "/")
      }?.code == .isDirectory)
    #expect(try directory.names() == ["a", "l"])
  }

  @Test("Pipes and devices are rejected")
  func specialFiles() throws {
    #expect(try ProgramRun.shell("mkfifo '\(directory.file("p"))'").status == 0)
    for path in [directory.file("p"), "/dev/null"] {
      let error = failure { () throws(FileError) in try AtomicReplacement.write([1], to: path) }
      #expect(error?.code == .notARegularFile)
    }
    #expect(try directory.names() == ["p"])
  }

  @Test("A path through a file is rejected")
  func fileAsDirectory() throws {
    try directory.create("a", "old")
    let options = AtomicReplacement.Options(missingDirectories: .created)
    let error = failure { () throws(FileError) in try write("x", to: "a/b", options) }
    #expect(error?.code == .notADirectory)
    #expect(try directory.text("a") == "old")
  }

  @Test("Invalid paths are rejected", arguments: ["", "a\0b", "\0"])
  func invalidPaths(path: String) {
    let written = failure { () throws(FileError) in try AtomicReplacement.write([1], to: path) }
    #expect(written?.code == .invalidPath)
    #expect(throws: FileError.self) { try FileContents.read(path) }
  }
}
