// Tests of system calls beyond the C library: descriptor numbers, file size limits, names that are
// not text, directories with many names.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("System calls on files")
struct SystemCallTests {
  private let directory: ScratchDirectory
  private let system = POSIXFileSystem()

  init() throws { directory = try ScratchDirectory() }

  /// A path whose name is not text.
  private func path(ending byte: UInt8) -> FilePath {
    FilePath(bytes: Array("\(directory.path)/a".utf8) + [byte])
  }

  @Test(
    "A file never gets the descriptor of a closed standard stream",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
  func standardNumbers() throws {
    let line = "exec \"$0\" hold \"$1\" <&- 2>&-"
    let program = try ProgramFile.built("save-program")
    let (process, output) = try ProgramRun.start(
      "/bin/sh", ["-c", line, program, directory.file("a")])
    defer { process.terminate() }
    #expect(!output.availableData.isEmpty, "the program holds the lock")
    let files = "/proc/\(process.processIdentifier)/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: files)
    #expect(Set(open).isDisjoint(with: ["0", "2"]), "\(open)")
    #expect(
      open.contains {
        (try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(files)/\($0)"))?.hasSuffix(".a.lock") == true
      })
  }

  @Test(
    "Exceeding the process's file size limit is an error, not a crash",
    .enabled(if: Sanitizer.allowsFileLimits))
  func sizeLimit() throws {
    try directory.create("a", "old")
    let program = try ProgramFile.built("save-program")
    let run = try ProgramRun.shell(
      "ulimit -f 1; exec \"$1\" save durable \"$2\" 1", program, directory.file("a"))
    #expect(run.status != 0)
    #expect(run.errors.contains("too large"), "\(run)")
    #expect(try directory.text("a") == "old")
    #expect(try directory.names().allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("Names that are not text stay distinct")
  func bytesAsNames() throws {
    let options = AtomicReplacement.Options(previousGenerations: 1)
    for byte in [UInt8(0xfe), 0xff] {
      try AtomicReplacement.write([byte], to: path(ending: byte), options: options)
      try AtomicReplacement.write([0], to: path(ending: byte), options: options)
    }
    for byte in [UInt8(0xfe), 0xff] {
      #expect(try PreviousGenerations.snapshot(1, of: path(ending: byte))?.bytes == [byte])
    }
    let held = try FileLock(path(ending: 0xfe)).acquire()
    try FileLock(path(ending: 0xff)).acquire(.exclusive, waiting: .zero).release()
    held.release()
  }

  @Test("A file whose name is not text can be watched", .timeLimit(.minutes(20)))
  func watchedBytes() async throws {
    var changes = try FileWatcher(path(ending: 0xff)).makeAsyncIterator()
    let made = try await AtomicReplacement.write([1], to: path(ending: 0xff))
    #expect(await changes.next()?.identity == made)
  }

  @Test("Large directories are listed completely, and by the prefix of names")
  func manyNames() throws {
    for number in 0..<400 { try directory.write("", to: "\(number)-a-rather-long-name") }
    let folder = try system.open(FilePath(directory.path), in: nil, as: .directory)
    defer { try? system.close(folder) }
    #expect(try system.names(beginning: "", in: folder).count == 400)
    #expect(try system.names(beginning: "39", in: folder).count == 11)
    #expect(try system.names(beginning: "none", in: folder).isEmpty)
  }

  @Test("Temporary files are cleaned up occasionally, not on each save")
  func tidying() {
    let times = StaleFileCleanup()
    #expect(times.isTime(for: "/a", at: .seconds(1)))
    #expect(!times.isTime(for: "/a", at: .seconds(2)))
    #expect(times.isTime(for: "/b", at: .seconds(2)))
    #expect(times.isTime(for: "/a", at: .seconds(1) + StaleFileCleanup.interval))
    for number in 0...StaleFileCleanup.limit {
      _ = times.isTime(for: FilePath("/\(number)"), at: .seconds(3))
    }
    #expect(times.isTime(for: "/a", at: .seconds(4)))
  }
}
