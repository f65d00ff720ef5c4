// plist state: the generations of a state file. Relies on plist prefs to save them.

import Foundation
import TestSupport
import Testing

@Suite("The state commands")
struct StateCommandTests {
  let folder: ToolFolder
  private let file = ToolFolder.stateFile

  init() throws {
    folder = try ToolFolder()
    try folder.saveTwoStates()
  }

  @Test("show lists the generations, the newest first")
  func show() throws {
    let run = try folder.run("state", "show", file)
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n").map { $0.components(separatedBy: ", ") }
    #expect(lines.map(\.first) == ["0: binary", "1: binary"])
    #expect(try lines.map { $0[1] } == [size(file), size(file + ".bak")])
    #expect(lines.allSatisfy { $0[2].hasSuffix("Z") && $0[2].contains("T") })
    #expect(lines.allSatisfy { ["verified", "unverified"].contains($0[3]) && $0.count == 4 })
  }

  private func size(_ name: String) throws -> String { "\(try folder.data(name).count) bytes" }

  @Test("show identifies archives and formats")
  func archives() throws {
    try folder.copyExample("stamps.archive")
    let archive = try folder.run("state", "show", "stamps.archive").text
    #expect(archive.contains(" archive, "))
    #expect(archive.contains(", unverified"))
    try folder.write(
      xml("<dict><key>schemaVersion</key><integer>3</integer></dict>"), to: "state.plist")
    let run = try folder.run("state", "show", "state.plist")
    #expect(run.text.hasPrefix("0: xml, "))
  }

  @Test("verify reports invalid earlier generations as warnings")
  func verify() throws {
    let good = try folder.run("state", "verify", file)
    #expect(good.status == 0 && good.text == "\(file): OK\n" && good.errors.isEmpty)
    try folder.write("{ broken", to: file + ".bak")
    let warned = try folder.run("state", "verify", file)
    #expect(warned.status == 0 && warned.text == "\(file): OK\n")
    #expect(warned.errors.hasPrefix("\(file).bak: warning: "))
    try folder.write("{ broken", to: file)
    let bad = try folder.run("state", "verify", file, "none", "--diagnostics", "json")
    #expect(bad.status == 3 && bad.text.isEmpty)
    let objects = try bad.errors.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.compactMap { $0["code"] as? String } == ["corrupt", "corrupt", "not-found"])
    #expect(try folder.run("state", "verify", file).status == 1)
  }

  @Test("recover restores the newest valid generation and sets aside the invalid file")
  func recover() throws {
    #expect(try folder.run("state", "recover", file).text == "\(file): OK\n")
    try folder.write("{ broken", to: file)
    let run = try folder.run("state", "recover", file)
    #expect(run.status == 0 && run.text == "\(file): recovered from generation 1\n")
    #expect(try folder.run("get", file, "a").text == "1\n")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("r/Library/Preferences").path)
    #expect(names.contains { $0.hasPrefix("s.plist.corrupt-") })
  }

  @Test("recover reports a missing file, or that there is no generation")
  func nothing() throws {
    try folder.write("{ broken", to: "alone")
    let run = try folder.run("state", "recover", "alone", "--diagnostics", "json")
    #expect(run.status == 1)
    #expect(run.errors.contains("\"code\":\"nothing-to-recover\""))
    #expect(try folder.data("alone") == Data("{ broken".utf8))
    for command in ["show", "verify", "recover"] {
      let missing = try folder.run("state", command, "none")
      #expect(missing.status == 3)
      #expect(missing.errors == "none: error: there is no such file\n")
    }
    #expect(try folder.run("state", "show", "").status == 2)
  }

  @Test("A missing file is recovered from its generations")
  func gone() throws {
    try FileManager.default.removeItem(at: folder.file(file))
    let run = try folder.run("state", "verify", file)
    #expect(run.status == 1)
    #expect(run.errors.contains("an earlier generation exists"))
    #expect(try folder.run("state", "recover", file).status == 0)
    #expect(try folder.run("get", file, "a").text == "1\n")
  }
}

@Suite("Copies of a state")
struct StateRestoreCommandTests {
  let folder: ToolFolder
  private let file = ToolFolder.stateFile

  init() throws {
    folder = try ToolFolder()
    try folder.saveTwoStates()
  }

  private func value() throws -> String { try folder.run("get", file, "a").text }

  @Test("list numbers generations and copies, and restore restores any of them")
  func restore() throws {
    #expect(try value() == "22\n")
    let restored = try folder.run("state", "restore", file, "1")
    #expect(restored.status == 0, "\(restored)")
    #expect(
      restored.text.hasPrefix("\(file): restored from \(file).bak; the previous contents are in "))
    #expect(try value() == "1\n")
    let list = try folder.run("state", "list", file)
    let lines = list.text.split(separator: "\n").map { $0.components(separatedBy: ", ") }
    #expect(lines.map { $0[1] } == ["binary", "binary", "binary"])
    #expect(lines.prefix(2).map { $0[0] } == ["0: s.plist", "1: s.plist.bak"])
    #expect(lines.last?.first?.hasPrefix("2: s.plist.replaced-") == true)
    #expect(try folder.run("state", "restore", file, "2").status == 0)
    #expect(try value() == "22\n")
    #expect(try folder.run("state", "restore", file, "0").text == "\(file): OK\n")
    // Only copies that were set aside can be removed.
    let listed = try folder.run("state", "list", file).lines
    let aside = try #require(listed.first { $0.contains("replaced-") })
    let number = String(aside.prefix { $0 != ":" })
    #expect(try folder.run("state", "remove", file, number).text.hasSuffix(": removed\n"))
    #expect(try folder.run("state", "list", file).lines.count == listed.count - 1)
    for kept in ["0", "1", "7"] {
      #expect(try folder.run("state", "remove", file, kept).status == 1)
    }
    #expect(try folder.run("state", "list", file).lines.count == listed.count - 1)
  }

  @Test("restore rejects invalid numbers, invalid copies, and missing files")
  func refusals() throws {
    let missing = try folder.run("state", "restore", file, "7", "--diagnostics", "json")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\"code\":\"no-such-copy\""))
    #expect(try folder.run("state", "restore", file, "last").status == 2)
    #expect(try folder.run("state", "restore", file).status == 2)
    #expect(try folder.run("state", "list", "none").status == 3)
    #expect(try folder.run("state", "restore", "none", "1").status == 3)
    try folder.write("{ broken", to: file + ".bak")
    #expect(try folder.run("state", "restore", file, "1").status == 1)
    #expect(try value() == "22\n")
  }
}
