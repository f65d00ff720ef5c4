// Tests of checksums: known vectors, verified and unverified contents, and corruption.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("File checksums")
struct FileSnapshotTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// The vectors of RFC 3720, B.4, and the usual check value of "123456789".
  @Test(
    "The checksum is a CRC-32C",
    arguments: [
      ([UInt8](), 0), (Array("123456789".utf8), 0xE306_9283),
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      ([UInt8](0..<32), 0x46DD_794E), ([UInt8]((0..<32).reversed()), 0x113F_DB5C),
    ] as [([UInt8], UInt32)])
  func vectors(bytes: [UInt8], sum: UInt32) {
    #expect(checksum(of: bytes.span) == sum)
    #expect(checksumByTable(of: bytes.span) == sum)
  }

  @Test("Hardware and software compute the same checksum, at any length and offset")
  func bothWays() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 73 ^ $0 >> 3) }
    for start in 0..<9 {
      for end in start...bytes.count {
        let part = bytes.span.extracting(start..<end)
        #expect(checksum(of: part) == checksumByTable(of: part))
        let beginning = checksum(of: part.extracting(first: part.count / 3))
        let rest = part.extracting(droppingFirst: part.count / 3)
        #expect(checksum(of: rest, after: beginning) == checksum(of: part))
      }
    }
  }

  private func save(_ text: String, digest: AtomicReplacement.Digest = .recorded) throws {
    try AtomicReplacement.write(
      Array(text.utf8), to: directory.file("a"), options: .init(digest: digest))
  }

  private func integrity() throws -> FileSnapshot.Integrity {
    try FileContents.snapshot(of: directory.file("a")).integrity
  }

  @Test(
    "A checksum verifies after a save that recorded it",
    .enabled(if: ScratchDirectory.hasAttributes))
  func verified() throws {
    try save("contents")
    let snapshot = try FileContents.snapshot(of: directory.file("a"))
    #expect(snapshot.integrity == .verified)
    #expect(snapshot.bytes == Array("contents".utf8))
    #expect(try FileContents.identity(of: FilePath(directory.file("a"))) == snapshot.identity)
    let text = try directory.attribute("user.plinth.digest", of: "a")
    #expect(
      text.wholeMatch(of: /crc32c 8 [0-9]+\.[0-9]{9} [0-9a-f]{8} origin [0-9a-f]+ [0-9a-f]+/)
        != nil, "\(text)")
    try save("")
    #expect(try integrity() == .verified)
  }

  @Test("A checksum is not carried over to contents without one")
  func notCarriedOver() throws {
    try save("contents")
    try save("contents", digest: .none)
    #expect(try integrity() == .unverified)
    #expect(throws: Errno.self) { try directory.attribute("user.plinth.digest", of: "a") }
  }

  @Test("A file that was edited, copied or touched is unverified")
  func editsOfOthers() throws {
    let edits = [
      "printf x >>a", "printf 'CONTENTS' | dd of=a conv=notrunc 2>/dev/null", "touch a",
      "cp a b && mv b a", "printf new >b && mv b a",
    ]
    for edit in edits {
      try save("contents")
      // A clock may be coarser than one edit.
      _ = try ProgramRun.shell("sleep 0.02; cd '\(directory.path)' && \(edit)")
      #expect(try integrity() == .unverified, "\(edit)")
    }
  }

  @Test("A checksum remains when a file is renamed, linked, or given other permissions")
  func kept() throws {
    try save("contents")
    _ = try ProgramRun.shell(
      "cd '\(directory.path)' && mv a b && ln b a && chmod 600 a && rm b")
    #expect(try integrity() == directory.verified)
  }

  @Test("A file without extended attributes, or with an unknown checksum, is unverified")
  func noAttributes() throws {
    let system = PowerLossFileSystem(attributes: .unsupported)
    try AtomicReplacement.write(
      [1, 2].span, to: "/a", options: .init(digest: .recorded), in: system)
    #expect(try FileContents.snapshot(of: "/a", in: system).integrity == .unverified)
    for text in ["", "crc32c", "md5 8 1.0 abc"] {
      try save("contents")
      try? directory.setAttribute("user.plinth.digest", to: text, of: "a")
      #expect(try integrity() == .unverified)
    }
  }

  @Test("A checksum detects every flipped bit in a file of 4 KiB")
  func rot() throws {
    let system = PowerLossFileSystem()
    let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
    try AtomicReplacement.write(
      bytes.span, to: "/a", options: .init(digest: .recorded), in: system)
    func integrity() throws -> FileSnapshot.Integrity {
      try FileContents.snapshot(of: "/a", in: system).integrity
    }
    var missed: [Int] = []
    for bit in 0..<4096 * 8 {
      try system.rot("/a", bit: bit)
      if try integrity() != .damaged { missed.append(bit) }
      try system.rot("/a", bit: bit)
    }
    #expect(missed.isEmpty)
    #expect(try integrity() == .verified)
  }

  @Test(
    "A checksum detects a flipped bit on a real drive, with size and time restored",
    .enabled(if: ScratchDirectory.hasAttributes))
  func realRot() throws {
    try save(String(repeating: "contents", count: 512))
    for bit in stride(from: 0, to: 4096 * 8, by: 997) {
      try directory.rot("a", bit: bit)
      #expect(try integrity() == .damaged)
      try directory.rot("a", bit: bit)
    }
    #expect(try integrity() == .verified)
  }

  @Test("A truncated file is unverified, like one that was edited")
  func truncated() throws {
    try save("contents")
    _ = try ProgramRun.shell("truncate -s 4 '\(directory.file("a"))'")
    let snapshot = try FileContents.snapshot(of: directory.file("a"))
    #expect(snapshot.integrity == .unverified)
    #expect(snapshot.bytes == Array("cont".utf8))
  }

  @Test("Directories and pipes are rejected")
  func refusals() async throws {
    let error = failure { () throws(FileError) in
      _ = try FileContents.snapshot(of: directory.path)
    }
    #expect(error?.code == .isDirectory)
    let device = failure { () throws(FileError) in
      _ = try FileContents.snapshot(of: "/dev/null")
    }
    #expect(device?.code == .notARegularFile)
    #expect(try ProgramRun.run("mkfifo", [directory.file("pipe")]).status == 0)
    let pipe = failure { () throws(FileError) in
      _ = try FileContents.snapshot(of: directory.file("pipe"))
    }
    #expect(pipe?.code == .notARegularFile, "without waiting")
    await #expect(throws: FileError.self) {
      try await FileContents.snapshot(of: directory.file("none"))
    }
    #expect(try await FileContents.identity(of: FilePath(directory.file("none"))) == nil)
  }
}
