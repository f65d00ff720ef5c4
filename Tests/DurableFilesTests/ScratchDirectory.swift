// A directory for one test, removed with it, and the looks into it that the tests take.

import Foundation
import SystemPackage

@testable import DurableFiles

/// A new empty directory that disappears with its owner.
final class ScratchDirectory: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("durable-files-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func create(_ name: String, _ text: String, permissions: Int = 0o644) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file(name))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  func linkTarget(_ name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: file(name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return attributes[.posixPermissions] as? Int
  }

  /// Every name below the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  func setAttribute(_ name: String, to value: String, of file: String) throws {
    try withFile(file) { try POSIXFileSystem().setAttribute(name, to: Array(value.utf8), of: $0) }
  }

  func attribute(_ name: String, of file: String) throws -> String {
    try withFile(file) {
      String(decoding: try POSIXFileSystem().attribute(name, of: $0), as: UTF8.self)
    }
  }

  /// Whether the file system of the temporary directory has extended attributes.
  static let hasAttributes: Bool = {
    guard let directory = try? ScratchDirectory() else { return false }
    try? directory.create("a", "")
    return (try? directory.setAttribute("user.x", to: "y", of: "a")) != nil
  }()

  /// How a file loads that was saved with its checksum.
  var verified: FileSnapshot.Integrity { Self.hasAttributes ? .verified : .unverified }

  /// Turns one bit of a file over and puts its time of change back, as rot does.
  func rot(_ name: String, bit: Int) throws {
    let line =
      "touch -r \"$1\" \"$1.time\"; printf \"$2\" | dd of=\"$1\" bs=1 seek=$3 conv=notrunc"
      + " status=none; touch -r \"$1.time\" \"$1\"; rm \"$1.time\""
    let byte = try FileContents.read(file(name))[bit / 8] ^ 1 << UInt8(bit % 8)
    let octal = String(byte, radix: 8)
    _ = try run("/bin/sh", ["-c", line, "sh", file(name), "\\\(octal)", "\(bit / 8)"])
  }

  private func withFile<Result>(
    _ name: String, _ body: (FileDescriptor) throws -> Result
  ) throws -> Result {
    let file = try POSIXFileSystem().open(FilePath(file(name)), in: nil, as: .inspecting)
    defer { try? POSIXFileSystem().close(file) }
    return try body(file)
  }
}

/// Runs a program and returns its exit status and what it printed.
func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

/// The error of a replacement; nil when there is none.
func failure(_ work: () throws(FileError) -> Void) -> FileError? {
  do throws(FileError) {
    try work()
    return nil
  } catch {
    return error
  }
}
