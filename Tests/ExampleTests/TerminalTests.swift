// Tests of the interactive apps under a pseudo-terminal: keys, history, resizing, and restoring the
// terminal. Requires python3.

import Foundation
import TestSupport
import Testing

@Suite(
  "Sample apps in a terminal",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct TerminalTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func expect(
    _ steps: [String], _ name: String = "FlashCards", in home: String = "terminal",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try SampleApp.failure(name, home, root.arguments, steps)
    #expect(failure == nil, sourceLocation: sourceLocation)
  }

  private let start = ["see:no cards yet; help lists the commands", "row:>", "modes:raw"]
  private let end = ["type:\\x04", "modes:cooked", "status:[exit 0]"]

  @Test("All keys edit a line")
  func editing() throws {
    try expect(
      start + [
        "type:add 2 + 2 = 5", "type:\\x7f4", "row:> add 2 + 2 = 4", "type:\\x01", "cursor:2",
        "type:\\x1b[C\\x1b[C\\x1b[C\\x1b[3~", "row:> add2 + 2 = 4", "type: ", "type:\\x1b[D\\x1b[C",
        "cursor:6", "type:\\x1b[F", "cursor:15", "type:\\x1b[H", "cursor:2", "type:\\x1bOF",
        "cursor:15", "type:\\x1b[1~", "cursor:2", "type:\\x05", "cursor:15", "type:\\r",
        "see:added card 1",
      ] + end)
  }

  @Test("Kill keys delete to the end, to the start, and words")
  func killing() throws {
    try expect(
      start + [
        "type:foo bar  baz \\x17", "row:> foo bar", "type:\\x17", "row:> foo", "type:x\\x02\\x15",
        "row:> x", "type:yz\\x01\\x06\\x0b", "row:> y", "type:\\x01\\x04", "row:>",
      ] + end)
  }

  @Test("Alt and Control with an arrow, Alt-B and Alt-F move by words")
  func words() throws {
    try expect(
      start + [
        "type:add two words", "cursor:15", "type:\\x1bb", "cursor:10", "type:\\x1b[1;5D",
        "cursor:6",
        "type:\\x1bf", "cursor:9", "type:\\x1b[1;3C", "cursor:15", "type:\\x1bOd", "cursor:10",
        "type:\\x1b[5D", "cursor:6", "type:\\x1bd", "row:> add  words", "cursor:6",
        "type:\\x1b\\x7f", "row:>  words", "cursor:2", "type:\\x15\\x0b",
      ] + end)
  }

  @Test("Control-Y inserts what was removed last, even on another line")
  func yank() throws {
    try expect(
      start + [
        "type:add A = B\\x17\\x17", "row:> add A", "type:\\x19", "row:> add A = B", "type:\\r",
        "see:added card 1", "type:foo bar\\x01\\x1bd", "row:>  bar", "type:\\x05\\x19",
        "row:>  barfoo", "type:\\x15\\x19\\x19", "row:>  barfoo barfoo", "type:\\x01\\x0b", "row:>",
        "type:edit\\r", "row:edit> A = B", "type:\\x17\\x1b", "see:unchanged", "type:x\\x19",
        "row:> xB",
        "type:\\x15",
      ] + end)
  }

  @Test("The history leads to earlier lines and back to the unfinished one")
  func history() throws {
    try expect(
      start + [
        "type:add A = B\\r", "see:added card 1", "type:show\\r", "see:card 1 of 1: A",
        "type:beg\\x1b[A", "row:> show", "type:\\x1b[A\\x1b[A", "row:> add A = B", "type:\\x1b[B",
        "row:> show", "type:\\x1b[B\\x1b[B", "row:> beg", "type:\\x15\\x10\\r",
        "see:card 1 of 1: A",
      ] + end)
  }

  @Test("Letters of several bytes and of two columns can be edited")
  func letters() throws {
    try expect(
      start + [
        "type:add é語 = ß", "row:> add é語 = ß", "type:\\x01\\x06\\x06\\x06\\x06\\x06\\x06",
        "cursor:9",
        "type:\\x7f", "row:> add é = ß", "type:\\r", "see:added card 1", "type:show\\r",
        "see:card 1 of 1: é",
      ] + end)
  }

  @Test("A long line stays on one row, however the terminal is resized")
  func resizing() throws {
    try expect(
      start + [
        "size:20", "type:abcdefghijklmnopqrstuvwxyz", "row:> jklmnopqrstuvwxyz", "size:12",
        "row:> rstuvwxyz", "size:80", "row:> abcdefghijklmnopqrstuvwxyz", "cursor:28", "type:\\x01",
        "cursor:2", "size:20", "row:> abcdefghijklmnopq", "type:\\x0b", "row:>",
      ] + end)
  }

  @Test("A line may be as long as one from a pipe, and more input rings the bell")
  func longLines() throws {
    let row = "row:> \(String(repeating: "x", count: 77))"
    try expect(
      start + [
        "type:add A = ", "paste:60000", row, "type:\\r", "see:added card 1", "row:>", "paste:65537",
        "bell", "type:\\r", "see:error: the line is longer than 65536 bytes", "row:>",
      ] + end)
  }

  @Test("An app restores the terminal when it stops, and takes it again when it continues")
  func suspends() throws {
    let round = [
      "type:\\x1a", "status:[stopped]", "modes:cooked", "signal:CONT", "modes:raw", "row:> sh",
    ]
    try expect(
      start + ["type:add A = B\\r", "see:added card 1", "type:sh", "row:> sh"] + round + round
        + ["type:ow\\r", "see:card 1 of 1: A"] + end)
  }

  @Test("An app that reads in the background stops, and continues in the foreground")
  func background() throws {
    let suspend = ["type:\\x1a", "row:$", "modes:cooked"]
    let begin = start + ["type:add A = B\\r", "see:added card 1", "type:sh", "row:> sh"]
    let stopped = "until jobs -s | grep -q .; do sleep 0.1; done; echo; echo free"
    let background = ["type:bg\\n", "type:\(stopped)\\n", "see:free"]
    let foreground = ["type:fg\\n", "modes:raw", "row:> sh", "type:ow\\r", "see:card 1 of 1: A"]
    let finish = ["type:kill %1; fg; echo; echo ended\\n", "see:ended"]
    try expect(begin + suspend + background + foreground + suspend + finish, in: "shell")
  }

  @Test("Control-C abandons the line that is being edited, as in a shell")
  func cancels() throws {
    try expect(
      start + [
        "type:add A\\x03", "see:> add A^C", "row:>", "type:add\\r", "row:card>", "type:x\\x03",
        "see:card> x^C", "row:card>", "type:\\x03", "row:>", "type:add A = B\\r",
        "see:added card 1",
        "type:edit\\r", "row:edit> A = B", "type:C\\x03", "see:unchanged", "row:>",
      ] + end)
  }

  private let hint = "see:press Control-C again, or Control-D, to end"

  @Test("Control-C on an empty line says how to end, and only another one right after it ends")
  func secondInterrupt() throws {
    try expect(
      start + [
        "type:\\x03", hint, "row:>", "type:x\\x7f\\x03", hint, "row:>", "type:\\r\\x03", hint,
        "row:>",
        "type:ab\\x03", "see:> ab^C", "row:>", "type:\\x03", hint, "row:>", "size:30",
        "type:\\x01\\x03",
        "see:press Control-C again, or", "see:Control-D, to end", "row:>", "type:\\x03",
        "status:[SIGINT]", "modes:cooked", "row:",
      ])
  }

  @Test("Escape clears the line, and Control-Y brings it back")
  func clears() throws {
    try expect(
      start + [
        "type:add A\\r", "shows:error", "type:add A = C\\x02\\x02", "cursor:9", "type:\\x1b",
        "row:>",
        "type:\\x19", "row:> add A = C", "type:\\x7fB\\r", "see:added card 1",
        "type:\\x1b[A\\x1b[A",
        "row:> add A", "type:\\x1b", "row:>", "type:\\x1b[A", "row:> add A = B", "type:\\x15",
      ] + end)
  }

  @Test("Control-R says when no earlier line contains the text")
  func searchWithoutMatch() throws {
    try expect(
      start + [
        "type:add A = B\\r", "see:added card 1", "type:ab\\x12", "row:(search) : ab", "type:add",
        "row:(search) add: add A = B", "type:x",
        "row:(search, no match) addx: add A = B", "bell", "type:\\x7f",
        "row:(search) add: add A = B", "type:\\x12", "row:(search, no match) add: add A = B",
        "type:\\x7f\\x7f\\x7f", "row:(search) : add A = B", "type:\\x1b", "row:> ab", "type:\\x15",
      ] + end)
  }

  @Test("Control-R searches the earlier lines")
  func searches() throws {
    try expect(
      start + [
        "type:add A = B\\r", "see:added card 1", "type:add C = D\\r", "see:added card 2",
        "type:list\\r", "shows:2. C", "type:\\x12add", "row:(search) add: add C = D", "type:\\x12",
        "row:(search) add: add A = B", "type:\\x05", "row:> add A = B", "type:!\\r",
        "see:added card 3; card 1 has the same question", "type:ab\\x12list",
        "row:(search) list: list", "type:\\x1b",
        "row:> ab", "type:\\x15",
      ] + end)
  }

  @Test("The quit key, which would leave the terminal in raw mode, does not end an app")
  func quitKey() throws {
    try expect(start + ["type:\\x1c", "type:x", "row:> x", "type:\\x15"] + end)
  }

  @Test("The greeting shows the restored position")
  func greeting() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add A = B", "add C = D", "next"])
    try expect(["see:card 2 of 2: C", "row:>"] + end)
    _ = try SampleApp.run(
      "Homepwner", root.arguments, input: ["new", "set 1 name Spork", "select 1"])
    let day = Date().formatted(.iso8601.year().month().day())
    try expect(
      ["see:the selected item is 1. Spork, no serial number, $0, \(day)", "row:>", "type:\\x04"]
        + ["see:Saved all of the BNRItems", "status:[exit 0]", "modes:cooked"], "Homepwner")
    _ = try SampleApp.run("Faves", root.arguments, input: ["add A; B; C; D; E; 1; 2"])
    try expect(
      ["see:FILE EXISTS", "see:current: 1. A, B, C, D E (1.0, 2.0)", "row:>"] + end, "Faves")
  }
}
