// Files that are not property lists, created by other programs. The tool suggests a command that
// shows the property list inside.

import Foundation
import TestSupport
import Testing

@Suite("Files that are not property lists")
struct OtherFileCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  /// A command that wraps `settings.plist` in the file `f`, and the term that the error uses for
  /// it.
  struct Wrapping: Sendable, CustomStringConvertible {
    let program: String
    let command: String
    let name: String

    init(_ program: String, _ command: String, _ name: String) {
      (self.program, self.command, self.name) = (program, command, name)
    }

    var description: String { "\(program) (\(name))" }
    var isPresent: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") }
  }

  static let wrappings = [
    Wrapping("gzip", "gzip -c settings.plist > f", "a file compressed with gzip"),
    Wrapping("bzip2", "bzip2 -c settings.plist > f", "a file compressed with bzip2"),
    Wrapping("xz", "xz -c settings.plist > f", "a file compressed with xz"),
    Wrapping("zstd", "zstd -qc settings.plist > f", "a file compressed with zstd"),
    Wrapping("base64", "base64 settings.plist > f", "base64 text"),
    signing("der", "a signed message (CMS)"), signing("pem", "a message in PEM form (CMS)"),
    signing("smime", "an email message (S/MIME)"),
  ].filter(\.isPresent)

  private static func signing(_ form: String, _ name: String) -> Wrapping {
    Wrapping(
      "openssl",
      """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout k -out c -subj /CN=x 2>/dev/null
      openssl smime -sign -nodetach -binary -outform \(form) -in settings.plist -signer c -inkey k \
        -out f
      """, name)
  }

  @Test("The suggested command shows the property list inside", arguments: wrappings)
  func hint(_ wrapping: Wrapping) throws {
    #expect(try folder.shell(wrapping.command).status == 0)
    let refused = try folder.run("print", "f")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("f:@0: error: this is \(wrapping.name)"))
    let command = try #require(refused.errors.split(separator: "`").dropFirst().first)
    let shown = try folder.shell(command.replacingOccurrences(of: "FILE", with: "f"))
    #expect(shown.text == (try folder.run("print", "settings.plist")).text)
  }

  @Test("Every archive command recognizes an ordinary property list")
  func ordinaryList() throws {
    for command in ["print", "json", "classes", "verify"] {
      let run = try folder.run("archive", command, "settings.plist")
      #expect(run.status == 1)
      #expect(run.text.isEmpty)
      #expect(run.errors.contains("this is an ordinary property list"))
      #expect(run.errors.contains("`plist print` shows"))
    }
  }

  @Test("lint names the kind of file instead of a syntax error")
  func lint() throws {
    try folder.write("<!DOCTYPE html>\n<html><body>404</body></html>\n", to: "p.plist")
    let run = try folder.run("lint", "p.plist", "--diagnostics", "json")
    #expect(run.status == 1)
    #expect(run.errors.contains("\"code\":\"other-format\""))
    #expect(run.errors.contains("a web page (HTML), not a property list"))
  }

  @Test("Fractions of seconds are shown, even in archives")
  func fractions() throws {
    try folder.write(#"{"a": {"$date": "2023-03-08T20:26:40.75Z"}}"#, to: "d.json")
    #expect(try folder.run("get", "d.json", "a").text == "2023-03-08T20:26:40.75Z\n")
    #expect(try folder.run("print", "d.json").text.contains("a: date 2023-03-08T20:26:40.75Z"))
    let json = try folder.run("convert", "d.json", "--to", "json").text
    #expect(json.contains("\"2023-03-08T20:26:40.75Z\""))
    try folder.write(
      """
      {"$top": {"root": {"CF$UID": 1}}, "$objects": ["$null",
      {"$class": {"CF$UID": 2}, "NS.time": 700000000.75}, {"$classname": "NSDate"}]}
      """, to: "a.json")
    let archive = try folder.run("archive", "print", "a.json")
    #expect(archive.text.contains("2023-03-08T20:26:40.75Z"))
  }
}
