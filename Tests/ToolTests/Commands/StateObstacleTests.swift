// plist state if the newest generation cannot be read. Relies on plist prefs to save generations.

import Foundation
import TestSupport
import Testing

@Suite("States that cannot be read")
struct StateObstacleTests {
  let folder: ToolFolder
  private let file = ToolFolder.stateFile

  init() throws {
    folder = try ToolFolder()
    try folder.saveTwoStates()
    try FileManager.default.removeItem(at: folder.file(file))
    try FileManager.default.createDirectory(
      at: folder.file(file), withIntermediateDirectories: false)
  }

  @Test(
    "show reports a directory instead of a state as unreadable, and lists the previous generation")
  func show() throws {
    let run = try folder.run("state", "show", file)
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("0: unreadable, ") == true)
    #expect(lines.last?.hasPrefix("1: binary, ") == true)
    #expect(try folder.run("state", "verify", file).status == 3)
  }

  @Test("recover restores the previous generation and sets aside a directory instead of the state")
  func recover() throws {
    let run = try folder.run("state", "recover", file)
    #expect(run.status == 0 && run.text == "\(file): recovered from generation 1\n")
    #expect(try folder.run("get", file, "a").text == "1\n")
  }
}
