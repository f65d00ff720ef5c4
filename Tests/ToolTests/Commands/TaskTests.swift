// Tasks of users in scripts: each script in Tasks/ prints the contents of the file with the same
// name and the extension .out. The scripts run in a copy of Tasks/Fixtures.

import Foundation
import TestSupport
import Testing

/// A script of a task.
struct TaskScript: Sendable, CustomStringConvertible {
  let script: URL

  static let folder = Repository.root.appendingPathComponent("Tests/ToolTests/Tasks")

  /// The scripts whose programs are installed.
  static let runnable = all.filter { script in
    script.programs.allSatisfy { !ProgramFile.installed($0).isEmpty }
  }

  static let all: [TaskScript] =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
    ?? []).filter { $0.pathExtension == "sh" }.map(TaskScript.init)
    .sorted { $0.description < $1.description }

  var description: String { script.deletingPathExtension().lastPathComponent }

  /// The programs that the line `# needs: …` of the script names.
  var programs: [String] {
    let text = (try? String(contentsOf: script, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("# needs: ") }
    return line.map { $0.split(separator: " ").dropFirst(2).map(String.init) } ?? []
  }
}

@Suite("Tasks of users")
struct TaskTests {
  @Test("A script performs the task of a user", arguments: TaskScript.runnable)
  func script(_ task: TaskScript) throws {
    let directory = try ScratchDirectory()
    let files = directory.url("files")
    try FileManager.default.copyItem(
      at: TaskScript.folder.appendingPathComponent("Fixtures"), to: files)
    let tool = try ProgramFile.built("plist")
    let path = URL(fileURLWithPath: tool).deletingLastPathComponent().path
    let run = try ProgramRun.run(
      "/bin/bash", [task.script.path], input: Data(), in: files.path,
      environment: [
        "PATH": "\(path):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      ])
    let wanted = try String(
      contentsOf: task.script.deletingPathExtension().appendingPathExtension("out"),
      encoding: .utf8)
    #expect(run.text == wanted)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test("There are tasks for every user except the server developer, and each output has a script")
  func users() throws {
    let names = TaskScript.all.map(\.description)
    for user in ["administrator", "developer", "analyst", "script-writer"] {
      #expect(names.contains { $0.hasPrefix(user + "-") })
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: TaskScript.folder.path)
    let outputs = files.filter { $0.hasSuffix(".out") }.map { String($0.dropLast(".out".count)) }
    #expect(outputs.sorted() == names)
  }
}
