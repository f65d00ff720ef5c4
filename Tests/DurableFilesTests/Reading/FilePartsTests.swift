// Tests of reading parts of a file: ranges, files that are not regular, files that change.

import DurableFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Reading parts of a file")
struct FilePartsTests {
  let directory: ScratchDirectory
  let path: String

  init() throws {
    directory = try ScratchDirectory()
    try directory.create("a", "0123456789")
    path = directory.file("a")
  }

  /// Returns the result of the closure if the file could be opened and did not change.
  private func withParts<Result>(
    of file: String? = nil, in system: some FileSystem = POSIXFileSystem(),
    body: (FileParts) -> Result?
  ) -> Result? {
    var result: Result?
    let isUnchanged = FileParts.withParts(ofFileAt: file ?? path, in: system) { parts in
      result = body(parts)
      return result != nil
    }
    return isUnchanged ? result : nil
  }

  private func part(_ range: Range<Int>, in system: some FileSystem = POSIXFileSystem()) -> String?
  {
    withParts(in: system) { parts in
      parts.bytes(in: range).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func contents(in system: some FileSystem) -> String? {
    withParts(in: system) { parts in
      parts.contents().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func truncate(to size: UInt64) {
    let handle = FileHandle(forUpdatingAtPath: path)
    try? handle?.truncate(atOffset: size)
    try? handle?.close()
  }

  @Test("A range within the file is read, in any order")
  func ranges() {
    #expect(part(3..<7) == "3456")
    #expect(part(0..<10) == "0123456789")
    #expect(part(10..<10) == "")
    #expect(part(8..<11) == nil)
    let both = withParts { parts in
      [parts.bytes(in: 9..<10), parts.bytes(in: 0..<1)]
    }
    #expect(both == [Array("9".utf8), Array("0".utf8)])
  }

  @Test("Short and interrupted reads are continued")
  func shortReads() {
    #expect(part(1..<9, in: FailingFileSystem(longestWrite: 3)) == "12345678")
    let interrupted = FailingFileSystem(failingCall: 3, error: .interrupted)
    #expect(part(1..<9, in: interrupted) == "12345678")
    #expect(interrupted.failedCall == "readAt")
  }

  @Test("The whole contents are read, even by short or interrupted reads")
  func contents() throws {
    let interrupted = FailingFileSystem(failingCall: 3, error: .interrupted)
    for system in [POSIXFileSystem(), FailingFileSystem(longestWrite: 3), interrupted]
      as [any FileSystem]
    {
      #expect(contents(in: system) == "0123456789")
    }
    #expect(interrupted.failedCall == "readAt")
  }

  @Test("An empty file has empty contents")
  func emptyContents() throws {
    try directory.create("a", "")
    #expect(contents(in: POSIXFileSystem()) == "")
  }

  @Test("The whole contents of a file that became shorter cannot be read")
  func truncatedContents() {
    var isMissing = false
    _ = withParts { parts in
      truncate(to: 5)
      isMissing = parts.contents() == nil
      return true
    }
    #expect(isMissing)
  }

  @Test("If any call fails, there is no result, and the file is closed")
  func failures() {
    // The calls open the file, request its status, read it, request its status again and close it.
    for call in 1...6 {
      let (partial, whole) = (
        FailingFileSystem(failingCall: call), FailingFileSystem(failingCall: call)
      )
      #expect(part(1..<3, in: partial) == (call <= 4 ? nil : "12"), "\(call)")
      #expect(contents(in: whole) == (call <= 4 ? nil : "0123456789"), "\(call)")
      #expect(partial.openFileCount == 0)
      #expect(whole.openFileCount == 0)
    }
  }

  @Test("Reading data at an offset reports its errors, and returns nothing past the end")
  func readingData() throws {
    let system = POSIXFileSystem()
    let file = try #require(try system.openRegularFile(at: path))
    #expect(try system.readData(4, at: 3, from: file) == Data("3456".utf8))
    #expect(try system.readData(4, at: 8, from: file) == Data("89".utf8))
    #expect(try system.readData(4, at: 10, from: file).isEmpty)
    #expect(try system.readData(0, at: 0, from: file).isEmpty)
    try system.close(file)
    #expect(throws: Errno.badFileDescriptor) { try system.readData(4, at: 0, from: file) }
  }

  @Test("A directory, a pipe and a file that does not exist are not opened")
  func others() throws {
    #expect(withParts { $0.size } == 10)
    #expect(withParts(of: directory.path) { $0.size } == nil)
    #expect(try ProgramRun.shell("mkfifo '\(directory.file("p"))'").status == 0)
    #expect(withParts(of: directory.file("p")) { $0.size } == nil)
    #expect(withParts(of: directory.file("absent")) { $0.size } == nil)
    #expect(withParts(of: "") { $0.size } == nil)
    #expect(withParts(of: "~/a") { $0.size } == nil)
    #expect(withParts(of: path + "\0b") { $0.size } == nil)
  }

  @Test("A regular file is opened, also through a link, and nothing else is")
  func openingRegularFiles() throws {
    let (link, pipe) = (directory.file("l"), directory.file("p"))
    #expect(try ProgramRun.shell("ln -s a '\(link)'; mkfifo '\(pipe)'").status == 0)
    for system in [POSIXFileSystem(), FailingFileSystem()] as [any FileSystem] {
      for file in [path, link] {
        let descriptor = try #require(try system.openRegularFile(at: file))
        #expect(try system.status(of: descriptor).size == 10)
        try system.close(descriptor)
      }
      for other in [directory.path, pipe] {
        #expect(try system.openRegularFile(at: other) == nil)
      }
      #expect(throws: Errno.noSuchFileOrDirectory) {
        try system.openRegularFile(at: directory.file("absent"))
      }
      #expect(throws: Errno.invalidArgument) { try system.openRegularFile(at: path + "\0b") }
    }
  }

  @Test("A file that is truncated or changed meanwhile has no result")
  func changes() throws {
    var isMissing = false
    _ = withParts { parts in
      truncate(to: 4)
      isMissing = parts.bytes(in: 2..<8) == nil
      return true
    }
    #expect(isMissing)
    let unseen = withParts { parts in
      let bytes = parts.bytes(in: 0..<2)
      truncate(to: 3)
      return bytes
    }
    #expect(unseen == nil)
  }
}
