// Tests of the apps without commands under signals at each stage. Requires python3.

import Foundation
import TestSupport
import Testing

@Suite(
  "Apps without commands, under signals",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for what a parent sees"))
struct MomentTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private static let moments = AppCase.quiet.flatMap { app in
    ["launched", "loaded"].map { (app, $0) }
  }

  /// The apps that continue after they have saved.
  private static let savedMoments = AppCase.quiet.prefix(2).map { ($0, "saved") }

  private func expect(
    _ app: AppCase, _ moment: String, _ steps: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try SampleApp.failure(
      app.name, "terminal", root.arguments + app.flags, ["see:paused: \(moment)"] + steps,
      pausing: moment)
    #expect(failure == nil, sourceLocation: sourceLocation)
  }

  /// Runs an app to its end, which creates its file.
  private func launch(_ app: AppCase) throws -> ProgramRun {
    let run = try SampleApp.run(app.name, root.arguments + app.flags)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    return run
  }

  @Test("An app that a signal ends before it saves leaves its file unchanged", arguments: moments)
  func endedBefore(app: AppCase, moment: String) throws {
    let file = root.document(app.file)
    for signal in ["TERM", "INT", "HUP"] {
      try expect(app, moment, ["signal:\(signal)", "status:[SIG\(signal)]"])
      #expect(root.contents(file) == nil)
    }
    _ = try launch(app)
    let before = root.contents(file)
    for signal in ["TERM", "INT", "HUP"] {
      try expect(app, moment, ["signal:\(signal)", "status:[SIG\(signal)]"])
      #expect(before != nil && root.contents(file) == before)
    }
  }

  @Test(
    "An app that a signal ends after it saves has saved", arguments: savedMoments,
    ["TERM", "INT", "HUP"])
  func endedAfter(moment: (app: AppCase, name: String), signal: String) throws {
    try expect(moment.app, moment.name, ["signal:\(signal)", "status:[SIG\(signal)]"])
    let saved = root.contents(root.document(moment.app.file))
    _ = try launch(moment.app)
    #expect(saved != nil && root.contents(root.document(moment.app.file)) == saved)
  }

  @Test("An app can stop and continue to its end", arguments: moments + savedMoments)
  func stops(app: AppCase, moment: String) throws {
    try expect(
      app, moment,
      ["type:\\x1a", "status:[stopped]", "signal:CONT", "type:\\x04", "status:[exit 0]"])
    let saved = root.contents(root.document(app.file))
    _ = try launch(app)
    #expect(saved != nil && root.contents(root.document(app.file)) == saved)
  }

  @Test(
    "Encoding saves when it is terminated, and exits on suspend",
    arguments: AppCase.encoding,
    ["TSTP", "TERM", "INT", "HUP"])
  func encoding(app: AppCase, signal: String) throws {
    let status = signal == "TSTP" ? "[exit 0]" : "[SIG\(signal)]"
    let steps = ["see:first run: no name or age", "signal:\(signal)", "status:\(status)"]
    let failure = try SampleApp.failure(
      app.name, "pipe", root.arguments + app.flags + ["--wait"], steps)
    #expect(failure == nil)
    #expect(try launch(app).answers.first == "nth run - name: James age: 40")
  }
}
