// Operations of file tests in their directory that use the library's own calls: extended
// attributes, and corruption, which only those reveal.

import Foundation
import SystemPackage
import TestSupport

@testable import DurableFiles

extension ScratchDirectory {
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

  /// The integrity of a file that was saved with its checksum.
  var verified: FileSnapshot.Integrity { Self.hasAttributes ? .verified : .unverified }

  /// Flips one bit of a file and restores its modification time, as corruption on the drive does.
  func rot(_ name: String, bit: Int) throws {
    let line =
      "touch -r \"$1\" \"$1.time\"; printf \"$2\" | dd of=\"$1\" bs=1 seek=$3 conv=notrunc"
      + " status=none; touch -r \"$1.time\" \"$1\"; rm \"$1.time\""
    let byte = try FileContents.read(file(name))[bit / 8] ^ 1 << UInt8(bit % 8)
    let octal = String(byte, radix: 8)
    _ = try ProgramRun.shell(line, file(name), "\\\(octal)", "\(bit / 8)")
  }

  private func withFile<Result>(
    _ name: String, _ body: (FileDescriptor) throws -> Result
  ) throws -> Result {
    let file = try POSIXFileSystem().open(FilePath(file(name)), in: nil, as: .inspecting)
    defer { try? POSIXFileSystem().close(file) }
    return try body(file)
  }
}
