// The tool, in a separate folder for each test.

import Foundation
import TestSupport
import Testing

/// The tool in a folder that is removed after the test.
struct ToolFolder: Sendable {
  private let directory: ScratchDirectory
  private let program: String

  /// Creates a folder with some of the sample files.
  init(examples: String...) throws {
    directory = try ScratchDirectory()
    program = try ProgramFile.built("plist")
    for name in examples { try copyExample(name) }
  }

  var path: String { directory.path }

  /// Runs the tool in the folder.
  func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try launch(program, arguments, input, environment)
  }

  /// Runs the tool with an array of arguments.
  func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try launch(program, arguments, input, environment)
  }

  /// The failure of a shell command that prepares a test.
  struct NotPrepared: Error { let run: ProgramRun }

  /// Runs shell commands that must succeed.
  func prepare(_ script: String) throws {
    let run = try shell("set -e; \(script)")
    if run.status != 0 { throw NotPrepared(run: run) }
  }

  /// Runs shell commands, in which `plist` is the tool.
  func shell(_ script: String) throws -> ProgramRun {
    try launch("/bin/sh", ["-c", "plist() { '\(program)' \"$@\"; }; \(script)"], Data(), [:])
  }

  func file(_ name: String) -> URL { directory.url(name) }

  func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

  func data(_ name: String) throws -> Data { try directory.data(name) }

  /// Copies one of the sample files into the folder.
  func copyExample(_ name: String, as copy: String? = nil) throws {
    try directory.write(try Data(contentsOf: Repository.example(name)), to: copy ?? name)
  }

  private func launch(
    _ path: String, _ arguments: [String], _ input: Data, _ environment: [String: String]
  ) throws -> ProgramRun {
    // The environment configures the sanitizers.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    return try ProgramRun.run(
      path, arguments, input: input, in: directory.path,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        .merging(sanitizers) { $1 }.merging(environment) { $1 })
  }
}

extension ToolFolder {
  /// Runs `get` with a file and with the same bytes on standard input, and compares them.
  @discardableResult
  func compareGet(_ file: String, _ arguments: [String]) throws -> ProgramRun {
    let whole = try run(["get", "-"] + arguments, input: data(file))
    let run = try run(["get", file] + arguments)
    #expect(run.output == whole.output, "\(file) \(arguments)")
    #expect(run.status == whole.status, "\(file) \(arguments)")
    #expect(run.errors == whole.errors.replacing("<stdin>", with: file), "\(file) \(arguments)")
    return run
  }
}

/// Returns a small XML property list.
func xml(_ contents: String) -> String { "<plist version=\"1.0\">\n\(contents)\n</plist>\n" }

extension ToolFolder {
  /// The file of the saved states.
  static let stateFile = "r/Library/Preferences/s.plist"

  /// Saves twice, so that the file has one earlier generation.
  func saveTwoStates() throws {
    for value in ["1", "22"] {
      _ = try run("prefs", "write", "--root", "r", "s", "a", value)
    }
  }
}

/// Returns the XML of an archive whose objects after `$null` begin on line 5.
func archive(_ objects: String) -> String {
  """
  <plist version="1.0"><dict><key>$version</key><integer>100000</integer>
  <key>$archiver</key><string>NSKeyedArchiver</string>
  <key>$top</key><dict><key>root</key>\(uid(1))</dict>
  <key>$objects</key><array><string>$null</string>
  \(objects)
  </array></dict></plist>
  """
}

/// Returns the XML of a reference to an object of an archive.
func uid(_ index: Int) -> String {
  "<dict><key>CF$UID</key><integer>\(index)</integer></dict>"
}
