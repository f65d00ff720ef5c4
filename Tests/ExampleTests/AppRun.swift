// Runs the sample apps as programs: with lines on standard input, or held to steps by the driver, which
// has pseudo-terminals.

import Foundation

/// What came of a run.
struct AppRun {
  var lines: [String]
  var notes: String
  /// The exit status, or the number of the signal that ended the process.
  var status: Int32
  var wasSignalled: Bool

  struct NotBuilt: Error {
    var name: String
  }

  /// Runs an app to its end.
  ///
  /// - Parameters:
  ///   - name: The product.
  ///   - arguments: What it is started with.
  ///   - input: The lines on standard input.
  static func run(_ name: String, _ arguments: [String], input: [String] = []) throws -> AppRun {
    try run([program(name)] + arguments, input.map { "\($0)\n" }.joined())
  }

  /// Runs a program with some input. It is read from a file, so that nobody has to wait while writing.
  static func run(_ words: [String], _ input: String) throws -> AppRun {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("plinth-input-\(UUID().uuidString)")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let notes = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return AppRun(
      lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
        String.init),
      notes: notes, status: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal)
  }

  /// A program in the build directory beside the test bundle.
  static func program(_ name: String) throws -> String {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let places =
      bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
      + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = places.map { $0.appendingPathComponent(name).path }
    guard let found = files.first(where: isProgram) else { throw NotBuilt(name: name) }
    return found
  }

  private static func isProgram(_ path: String) -> Bool {
    let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true && FileManager.default.isExecutableFile(atPath: path)
  }
}

/// The driver for terminals and signals.
enum AppDriver {
  static let isAvailable = (try? AppRun.run(["python3", "-c", "import pty"], "").status) == 0

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("app_driver.py").path

  /// Holds an app to steps; the sentence why it failed, or nil.
  static func failure(
    _ name: String, _ home: String, _ arguments: [String], _ steps: [String]
  ) throws -> String? {
    let words = ["python3", script, try AppRun.program(name), home] + arguments + ["--"] + steps
    let run = try AppRun.run(words, "")
    return run.status == 0 ? nil : run.lines.joined(separator: "\n") + run.notes
  }
}

/// A root of a container that is not there yet.
final class AppRoot {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("plinth-app-\(UUID().uuidString)").path

  var arguments: [String] { ["--root", path] }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a document.
  func document(_ name: String) -> String { "\(path)/Documents/\(name)" }

  /// The path of where the user of an app was.
  func place(_ app: String) -> String { "\(path)/Library/Saved Application State/\(app).plist" }

  func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
