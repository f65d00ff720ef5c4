// A directory for one test, removed with it, and looks into it.

import Foundation
import StateStorage
import SystemPackage

/// A new empty directory that disappears with its owner.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("state-storage-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// Every name below the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}

/// The permissions of a file.
func permissions(_ path: FilePath) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
}

/// Whether a path leads to something.
func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

/// The code of the error that some work ends with; nil when there is none.
func failureCode<Result>(_ work: () throws(StateError) -> Result) -> StateError.Code? {
  do throws(StateError) {
    _ = try work()
    return nil
  } catch {
    return error.code
  }
}
