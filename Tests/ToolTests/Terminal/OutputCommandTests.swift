// The output of `convert`: devices and pipes, and the format names of other tools.

import Foundation
import TestSupport
import Testing

@Suite("Output of convert")
struct OutputCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  @Test("Devices and pipes are written to")
  func devices() throws {
    let json = try folder.run("convert", "settings.plist", "--to", "json").text
    for script in [
      "plist convert settings.plist --to json -o /dev/stdout | cat",
      "mkfifo p; cat p & plist convert settings.plist --to json -o p; wait",
    ] {
      let run = try folder.shell(script)
      #expect(run.status == 0)
      #expect(run.text == json)
      #expect(run.errors.isEmpty)
    }
    #expect(
      try folder.run("convert", "settings.plist", "--to", "xml", "-o", "/dev/null").status == 0)
    #expect(try folder.shell("test -c /dev/null").status == 0)
  }

  @Test("A full device is an output error")
  func fullDevice() throws {
    let run = try folder.run("convert", "settings.plist", "--to", "xml", "-o", "/dev/full")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("/dev/full: error: cannot write"))
  }

  @Test("The format names of plutil are accepted")
  func names() throws {
    let xml = try folder.run("convert", "settings.plist", "--to", "xml").output
    #expect(try folder.run("convert", "settings.plist", "--to", "xml1").output == xml)
    #expect(try folder.run("convert", "settings.plist", "--to", "binary1", "-o", "b").status == 0)
    #expect(try folder.data("b").starts(with: Data("bplist00".utf8)))
  }
}
