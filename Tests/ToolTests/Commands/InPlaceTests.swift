// `convert --in-place` while other programs run: it does not overwrite their changes, waits for
// their locks, and leaves no temporary files.

import Foundation
import TestSupport
import Testing

/// Whether the system reports how many bytes a process has read.
private let countsReads = FileManager.default.isReadableFile(atPath: "/proc/self/io")

@Suite("Conversion in place")
struct InPlaceTests {
  private let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  /// Returns the number of bytes that a process has read.
  private func bytesRead(by process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar:") }
    return line.flatMap { Int($0.dropFirst(6).trimmingCharacters(in: .whitespaces)) } ?? 0
  }

  @Test(
    "A file that another program replaces during the conversion is not overwritten",
    .enabled(if: countsReads, "needs /proc"), .timeLimit(.minutes(20)))
  func replacedMeanwhile() throws {
    let big = String(repeating: "<string>text</string>\n", count: 100_000)
    try folder.write(xml("<array>\(big)</array>"), to: "f")
    // Another process holds the lock, so the tool reads the file and then waits.
    let holder = try ProgramFile.built("save-program")
    let file = folder.file("f").path
    let (holding, said) = try ProgramRun.start(holder, ["hold", file])
    defer { kill(holding.processIdentifier, SIGKILL) }
    #expect(!said.availableData.isEmpty)
    let tool = try ProgramFile.built("plist")
    let line = "exec \"$0\" convert \"$1\" --to binary --in-place 2>\"$1.errors\""
    let (process, output) = try ProgramRun.start("/bin/sh", ["-c", line, tool, file])
    while process.isRunning, try bytesRead(by: process.processIdentifier) < big.utf8.count {
      Thread.sleep(forTimeInterval: 0.01)
    }
    try folder.write("theirs", to: "new")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: folder.file("new").path, toPath: file)
    kill(holding.processIdentifier, SIGKILL)
    _ = output.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    #expect(try folder.data("f") == Data("theirs".utf8))
    let errors = String(decoding: try folder.data("f.errors"), as: UTF8.self)
    #expect(errors.contains("conflict with a change by another writer"), "\(errors)")
  }

  @Test("An existing lock file is used, and a missing one is not created")
  func locks() throws {
    try folder.write(xml("<dict/>"), to: "f")
    #expect(try folder.run("convert", "f", "--to", "binary", "--in-place").status == 0)
    #expect(try names() == ["f"])
    try folder.write("", to: ".f.lock")
    #expect(try folder.run("convert", "f", "--to", "xml", "--in-place").status == 0)
    #expect(try names() == [".f.lock", "f"])
  }

  @Test("Temporary files of conversions that were killed more than an hour ago are removed")
  func temporaries() throws {
    try folder.write(xml("<dict/>"), to: "f")
    try folder.prepare(
      """
      touch .f.999999999-old.tmp .g.999999999-old.tmp .f.999999998-young.tmp .f.$$-live.tmp
      touch -d '2 hours ago' .f.999999999-old.tmp .g.999999999-old.tmp
      """)
    #expect(try folder.run("convert", "f", "--to", "binary", "--in-place").status == 0)
    let left = try names().filter { $0.hasSuffix(".tmp") }
    #expect(left.count == 2)
    #expect(left.contains(".f.999999998-young.tmp"))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
