// Tests of reading whole files: sizes and limits, pipes, generated and growing files, errors.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Reading a file")
struct FileContentsTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test(
    "Files around the piece size are read completely",
    arguments: [0, 1, 65_535, 65_536, 65_537, 300_001])
  func sizes(size: Int) throws {
    let bytes = [UInt8]((0..<size).lazy.map { UInt8(truncatingIfNeeded: $0) })
    try AtomicReplacement.write(bytes, to: directory.file("a"), options: .init(durability: .fast))
    #expect(try FileContents.read(directory.file("a")) == bytes)
    #expect(try FileContents.read(directory.file("a"), limit: size) == bytes)
  }

  @Test("A file over the limit is rejected")
  func limit() throws {
    try directory.create("a", "contents")
    let error = readingError(directory.file("a"), limit: 7)
    #expect(error?.code == .limitExceeded)
    #expect(readingError(directory.file("a"), limit: -1)?.code == .limitExceeded)
    #expect(readingError("/dev/zero", limit: 100_000)?.code == .limitExceeded)
  }

  @Test("A file that claims exabytes is rejected and allocates no memory")
  func sparseFile() throws {
    try directory.create("a", "")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: directory.file("a")))
    try handle.truncate(atOffset: 1 << 41)
    try handle.close()
    #expect(readingError(directory.file("a"))?.code == .limitExceeded)
  }

  @Test("A pipe is read to its end")
  func pipe() async throws {
    let path = directory.file("p")
    #expect(try ProgramRun.shell("mkfifo '\(path)'").status == 0)
    _ = try ProgramRun.start(
      "/bin/sh", ["-c", "(printf one; sleep 0.1; printf two) >'\(path)'"])
    #expect(try await FileContents.read(path) == Array("onetwo".utf8))
  }

  @Test("A generated file without a size is read", .enabled(if: isLinux))
  func generatedFile() throws {
    let text = String(decoding: try FileContents.read("/proc/self/status"), as: UTF8.self)
    #expect(text.contains("VmSize"))
  }

  @Test("A directory is rejected")
  func directoryRefused() {
    let error = readingError(directory.path)
    #expect(error?.code == .isDirectory)
    #expect(
      error?.description == "cannot read \(directory.path): it is a directory")
  }

  @Test("A missing file has a distinct error code")
  func missing() {
    let path = directory.file("none")
    #expect(
      readingError(path)?.description
        == "cannot read \(path): no such file or directory (ENOENT) while opening it")
  }

  private func readingError(
    _ path: String, limit: Int = FileContents.defaultLimit
  ) -> FileError? {
    failure { () throws(FileError) in _ = try FileContents.read(path, limit: limit) }
  }

  private static let isLinux = FileManager.default.fileExists(atPath: "/proc/self/status")
}
