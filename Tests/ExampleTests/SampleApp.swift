// The sample apps as programs: run with lines on standard input, or through the steps of the
// driver, which has pseudo-terminals.

import Foundation
import TestSupport
import Testing

/// Runs the sample apps.
enum SampleApp {
  /// Runs an app to its end.
  ///
  /// - Parameters:
  ///   - name: The product.
  ///   - arguments: The arguments of the app.
  ///   - input: The lines on standard input.
  static func run(_ name: String, _ arguments: [String], input: [String] = []) throws -> ProgramRun
  {
    try ProgramRun.run(
      try ProgramFile.built(name), arguments,
      input: Data(input.map { "\($0)\n" }.joined().utf8))
  }

  /// Whether an app can be run as another user.
  static let canRunAsOthers = geteuid() == 0 && ProgramFile.areInstalled("setpriv")

  /// Drives an app through steps; returns the reason for a failure, or nil. It may pause at a
  /// moment.
  static func failure(
    _ name: String, _ home: String, _ arguments: [String], _ steps: [String],
    pausing moment: String = ""
  ) throws -> String? {
    let command = ["EXAMPLE_PAUSE=\(moment)", try ProgramFile.built(name)] + arguments
    let words = ["/usr/bin/env", home] + command + ["--"] + steps
    let run = try TerminalDriver.run("Tests/ExampleTests/app_driver.py", words, input: Data())
    return run.status == 0 ? nil : run.description
  }
}

/// A root of a container that does not exist yet.
struct AppRoot {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  var path: String { directory.file("root") }

  var arguments: [String] { ["--root", path] }

  /// The path of a document.
  func document(_ name: String) -> String { "\(path)/Documents/\(name)" }

  /// The path of the position of an app's user.
  func position(_ app: String) -> String { "\(path)/Library/Saved Application State/\(app).plist" }

  /// The path of the history of an app's command line.
  func history(_ app: String) -> String {
    "\(path)/Library/Saved Application State/\(app)-history.plist"
  }

  /// Runs an app with lines on standard input, and returns its answers, without the present day.
  func answers(_ name: String, _ input: [String]) throws -> [String] {
    let run = try SampleApp.run(name, arguments, input: input)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    return run.answers.map { $0.replacing(", \(AppCase.today)", with: "") }
  }

  func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
