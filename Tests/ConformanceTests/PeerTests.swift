// Compares with other readers and writers: Python's plistlib and libplist's plistutil, run as
// programs. A test is skipped where its program is not installed.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// An external program.
enum Peer {
  static let python = ProgramFile.installed("python3").first
  static let plistutil = ProgramFile.installed("plistutil").first

  /// A Python installation with the package that reads projects and fonts.
  static let pythonWithOpenStepPlist = ProgramFile.installed("python3").first { python in
    (try? ProgramRun.run(python, ["-c", "import openstep_plist"]).status) == 0
  }

  /// Returns a program's output for some input; files replace pipes.
  static func output(of program: String, _ arguments: [String], _ input: Data) throws -> Data {
    let folder = try ScratchDirectory()
    try folder.write(input, to: "in")
    try folder.write("", to: "out")
    let files = ["IN": folder.file("in"), "OUT": folder.file("out")]
    let run = try ProgramRun.run(program, arguments.map { files[$0] ?? $0 })
    try #require(run.status == 0, "\(run)")
    return try folder.data("out")
  }
}

@Suite("Other readers and writers")
struct PeerTests {
  private static let value: Plist = [
    "text": "é & <b> 日本語 😀", "empty": "", "small": 5, "negative": -7,
    "large": .integer(UInt64.max), "real": 0.1, "yes": true, "no": false,
    "date": .date(Date(timeIntervalSinceReferenceDate: 700_000_000)),
    "data": .data(Data((0..<200).map { UInt8($0) })), "list": [1, 2, [], [:]],
    "again": ["text": "é & <b> 日本語 😀", "nested": [["deep": [true]]]],
  ]

  private static let script = """
    import plistlib, sys
    with open(sys.argv[1], 'rb') as f: value = plistlib.load(f)
    fmt = plistlib.FMT_XML if sys.argv[3] == 'xml' else plistlib.FMT_BINARY
    with open(sys.argv[2], 'wb') as f: plistlib.dump(value, f, fmt=fmt, sort_keys=False)
    """

  @Test(
    "Python's plistlib reads what we write, and we read what it writes",
    .enabled(if: Peer.python != nil, "python3 is not installed"),
    arguments: [PlistFormat.xml, .binary], ["xml", "binary"])
  func plistlib(ours: PlistFormat, theirs: String) throws {
    let python = try #require(Peer.python)
    let written = try Self.value.encoded(as: ours)
    let output = try Peer.output(of: python, ["-c", Self.script, "IN", "OUT", theirs], written)
    #expect(try PlistDocument(output).format == PlistFormat(rawValue: theirs))
    #expect(try Plist(output) == Self.value)
  }

  @Test(
    "libplist's plistutil reads what we write, and we read what it writes",
    .enabled(if: Peer.plistutil != nil, "plistutil is not installed"),
    arguments: [PlistFormat.xml, .binary])
  func plistutil(format: PlistFormat) throws {
    let plistutil = try #require(Peer.plistutil)
    let written = try Self.value.encoded(as: format)
    let output = try Peer.output(of: plistutil, ["-i", "IN", "-o", "OUT"], written)
    #expect(try Plist(output) == Self.value)
  }

  @Test(
    "Python's plistlib writes the same XML lines as we do",
    .enabled(if: Peer.python != nil, "python3 is not installed"))
  func sameLines() throws {
    let python = try #require(Peer.python)
    let value: Plist = [
      "a": ["b": [1, "x<y", true]], "c": .data(Data(repeating: 7, count: 100)), "d": [:],
    ]
    let written = try value.encoded(as: .xml)
    let output = try Peer.output(of: python, ["-c", Self.script, "IN", "OUT", "xml"], written)
    #expect(String(decoding: output, as: UTF8.self) == String(decoding: written, as: UTF8.self))
  }
}
