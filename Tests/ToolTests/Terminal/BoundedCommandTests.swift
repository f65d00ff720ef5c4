// Endless input, and small files that would expand to huge output.

import Foundation
import TestSupport
import Testing

@Suite("Limits of the tool")
struct BoundedCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  @Test(
    "Reading stops at the limit of an endless device or pipe",
    arguments: ["plist lint /dev/zero", "cat /dev/zero | plist lint -", "yes | plist print"])
  func endless(script: String) throws {
    let run = try folder.shell(Sanitizer.limitingMemory(kilobytes: 4_000_000) + script)
    #expect(run.status == 3)
    #expect(run.errors.contains("256 MiB for pipes and devices"))
    #expect(run.output.isEmpty)
  }

  @Test("Every command rejects 4,627 bytes that expand to 16 GB")
  func bomb() throws {
    let long = [0x5F, 0x11, 0x0F, 0xFF] + [UInt8](repeating: 0x78, count: 4095)
    var file = BinaryFile(
      (1...3).map { [0xAF, 0x10, 157] + [UInt8](repeating: $0, count: 157) } + [long])
    file.offsetWidth = 2
    try Data(file.bytes).write(to: folder.file("bomb.plist"))
    for arguments in [
      ["lint"], ["print"], ["type"], ["convert", "--to", "xml", "-o", "-"],
      ["convert", "--to", "json", "-o", "-"], ["convert", "--to", "openstep", "-o", "-"],
    ] {
      let run = try folder.shell(
        Sanitizer.limitingMemory(kilobytes: 1_000_000)
          + "plist \(arguments.joined(separator: " ")) bomb.plist")
      #expect(run.status == 1, "\(arguments)")
      #expect(run.errors.contains("the limit is 17073344"), "\(arguments) \(run.errors)")
    }
  }

  @Test("Printing stops if the lines of an archive are hundreds of times larger than the file")
  func outline() throws {
    // Inline arrays that expand to 216,000 strings of 60 control characters, each of which is shown
    // as six characters.
    var file = BinaryFile([
      [0xD3, 1, 2, 3, 4, 5, 6], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0x58] + Array("$version".utf8), [0xD1, 7, 8], [0xA2, 9, 10], [0x12, 0, 1, 0x86, 0xA0],
      [0x54] + Array("root".utf8), [0x80, 1], [0x55] + Array("$null".utf8),
    ])
    for level in 11...13 {
      file.objects.append([0xAF, 0x10, 60] + [UInt8](repeating: UInt8(level), count: 60))
    }
    file.objects.append([0x5F, 0x10, 60] + [UInt8](repeating: 7, count: 60))
    file.offsetWidth = 2
    try Data(file.bytes).write(to: folder.file("a.plist"))
    #expect(try folder.run("archive", "verify", "a.plist").status != 3)
    let run = try folder.run("archive", "print", "a.plist")
    #expect(run.status == 1)
    #expect(run.errors.contains("the limit is"))
    #expect(run.text.hasSuffix("…\n"))
    #expect(run.output.count < 30_000_000)
  }
}
