// Where `convert` writes: devices and pipes, and the names that other tools have for formats.

import Foundation
import TestSupport
import Testing

@Suite("convert writes")
struct OutputCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  @Test("to devices and pipes by their names")
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

  @Test("a failure of a device is one of output")
  func fullDevice() throws {
    let run = try folder.run("convert", "settings.plist", "--to", "xml", "-o", "/dev/full")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("/dev/full: error: cannot write"))
  }

  @Test("plutil's names of formats too")
  func names() throws {
    let xml = try folder.run("convert", "settings.plist", "--to", "xml").output
    #expect(try folder.run("convert", "settings.plist", "--to", "xml1").output == xml)
    #expect(try folder.run("convert", "settings.plist", "--to", "binary1", "-o", "b").status == 0)
    #expect(try folder.data("b").starts(with: Data("bplist00".utf8)))
  }

  @Test("formats that the shells complete", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let script = try folder.run("--generate-completion-script", shell).text
    #expect(script.contains("typed-json"))
    #expect(script.contains("windows-1252"))
  }
}
