// The output of `convert`: devices, pipes, non-blocking streams, and the format names of other tools.

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

  @Test(
    "The tool waits for non-blocking streams",
    .enabled(if: TerminalDriver.isAvailable, "needs python3 for such streams"))
  func nonBlocking() throws {
    let count = 50_000
    try folder.write(xml("<array>\(String(repeating: "<true/>", count: count))</array>"), to: "big")
    let program = try ProgramFile.built("plist")
    let run = try ProgramRun.run(
      "python3", ["-c", Self.nonBlocking, folder.file("big").path, program])
    #expect(run.text == "0 \(count)\n", "\(run)")
  }

  /// Gives the tool non-blocking pipes: the input arrives late, and the output is read late.
  private static let nonBlocking = """
    import os, subprocess, sys, time
    (input, ours), (theirs, output) = os.pipe(), os.pipe()
    for end in input, output:
        os.set_blocking(end, False)
    tool = subprocess.Popen([sys.argv[2], "convert", "-", "--to", "json"], stdin=input, stdout=output)
    os.close(input)
    os.close(output)
    time.sleep(0.3)
    with open(ours, "wb") as pipe:
        pipe.write(open(sys.argv[1], "rb").read())
    time.sleep(0.5)
    count = open(theirs).read().count("true")
    print(tool.wait(), count)
    """

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
