// A directory for one test, removed with it, and methods to inspect it. Uses only Foundation, so
// that no test checks the library with the library's own calls.

package import Foundation

/// A new empty directory that is removed with its owner.
package final class ScratchDirectory: Sendable {
  package let path: String

  package init() throws {
    // A short name: without optimization, `FilePath` takes time for each character of a path.
    let name = "plinth-" + String(UInt64.random(in: .min ... .max), radix: 36)
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // A test may have made it read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  package func url(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }
}

// MARK: - Creating

extension ScratchDirectory {
  /// Creates a file with exactly these permissions.
  package func create(_ name: String, _ text: String, permissions: Int = 0o644) throws {
    try write(text, to: name)
    try setPermissions(permissions, of: name)
  }

  package func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ data: Data, to name: String) throws { try data.write(to: url(name)) }

  /// Creates a directory and its missing parents.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  package func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file(name))
  }
}

// MARK: - Inspecting

extension ScratchDirectory {
  package func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  package func text(_ name: String) throws -> String {
    String(decoding: try data(name), as: UTF8.self)
  }

  package func linkTarget(_ name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: file(name))
  }

  package func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return attributes[.posixPermissions] as? Int
  }

  /// Every name below the directory, sorted.
  package func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
