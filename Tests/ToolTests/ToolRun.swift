// Runs the tool that was built beside the tests, and gives what it printed. Relies on Foundation's
// Process; files of a test stand in a folder of its own.

import Foundation
import TestSupport
import Testing

/// One finished run of the tool.
struct ToolRun {
  let status: Int32
  let output: Data
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
}

/// The tool in a folder of one test, which disappears with it.
final class ToolFolder: Sendable {
  struct NotBuilt: Error {}

  let path: String
  private let program: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("plist-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    program = try Self.findProgram()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs the tool in the folder, without colour unless the environment says so.
  func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> ToolRun {
    try launch(program, arguments, input, environment)
  }

  /// Runs the tool with arguments that a test has put together.
  func run(_ arguments: [String]) throws -> ToolRun {
    try launch(program, arguments, Data(), [:])
  }

  /// Runs shell commands, in which `plist` is the tool.
  func shell(_ script: String) throws -> ToolRun {
    try launch("/bin/sh", ["-c", "plist() { '\(program)' \"$@\"; }; \(script)"], Data(), [:])
  }

  func file(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

  func data(_ name: String) throws -> Data { try Data(contentsOf: file(name)) }

  /// Copies one of the sample files into the folder.
  func copyExample(_ name: String, as copy: String? = nil) throws {
    try Data(contentsOf: Repository.example(name)).write(to: file(copy ?? name))
  }

  /// Streams are files, as a full pipe would stop the tool.
  private func launch(
    _ path: String, _ arguments: [String], _ input: Data, _ environment: [String: String]
  ) throws -> ToolRun {
    let names = ["input", "output", "errors"].map { file(".\($0)-\(UUID().uuidString)") }
    for (name, contents) in zip(names, [input, Data(), Data()]) { try contents.write(to: name) }
    defer { for name in names { try? FileManager.default.removeItem(at: name) } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: self.path)
    // Sanitizers are told by the environment what they look for.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      .merging(sanitizers) { $1 }.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    return ToolRun(
      status: process.terminationStatus, output: try Data(contentsOf: names[1]),
      errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
  }

  private static func findProgram() throws -> String {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let places =
      bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
      + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = places.map { $0.appendingPathComponent("plist").path }
    guard let found = files.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw NotBuilt()
    }
    return found
  }
}

/// A small XML property list.
func xml(_ contents: String) -> String { "<plist version=\"1.0\">\n\(contents)\n</plist>\n" }
