// plist state where the newest generation cannot be read. Relies on plist prefs to save some.

import Foundation
import TestSupport
import Testing

@Suite("The tool with states that cannot be read")
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

  @Test("shows a directory in the place of a state as unreadable, and the generation before it")
  func show() throws {
    let run = try folder.run("state", "show", file)
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("0: unreadable, ") == true)
    #expect(lines.last?.hasPrefix("1: binary, ") == true)
    #expect(try folder.run("state", "verify", file).status == 3)
  }

  @Test("recovers the generation before a directory in its place, which is put aside")
  func recover() throws {
    let run = try folder.run("state", "recover", file)
    #expect(run.status == 0 && run.text == "\(file): recovered from generation 1\n")
    #expect(try folder.run("get", file, "a").text == "1\n")
  }
}
