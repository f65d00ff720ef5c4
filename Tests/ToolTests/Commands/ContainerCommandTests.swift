// plist container: shows the directories of an app, and exports, imports, and resets its data.

import Foundation
import TestSupport
import Testing

@Suite("The container commands")
struct ContainerCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder() }

  private var environment: [String: String] { ["HOME": folder.path + "/home"] }

  private func run(
    _ words: String..., adding variables: [String: String] = [:]
  ) throws -> ProgramRun {
    try folder.run(
      ["container"] + words, environment: environment.merging(variables) { $1 })
  }

  private func savePreference(_ value: String) throws {
    let words = ["--container", "org.example.notes", "org.example.notes", "a", value]
    #expect(try folder.run(["prefs", "write"] + words, environment: environment).status == 0)
  }

  @Test("where lists each directory with the rule that chose it")
  func directories() throws {
    let all = try run("where", "--container", "org.example.notes")
    #expect(all.status == 0)
    let lines = all.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != ":" } }
        == ["documents", "applicationSupport", "preferences", "caches", "temporary", "state"])
    #expect(
      lines.first == """
        documents: \(folder.path)/home/.local/share/org.example.notes/Documents (XDG_DATA_HOME is not set, \
        so the directory is .local/share/org.example.notes/Documents in the home directory that HOME names)
        """)
    let one = try run("where", "state", "--root", "r")
    #expect(one.text == "\(folder.path)/r/Library/Saved Application State\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("--service uses the directories of a service")
  func service() throws {
    let variables = ["STATE_DIRECTORY": "/var/lib/none", "CONFIGURATION_DIRECTORY": "/etc/none"]
    let words = ["--container", "org.example.notes"]
    let without = try folder.run(
      ["container", "where"] + words, environment: environment.merging(variables) { $1 })
    #expect(!without.text.contains("none"))
    let with = try folder.run(
      ["container", "where", "--service"] + words,
      environment: environment.merging(variables) { $1 })
    #expect(with.text.contains("state: /var/lib/none/Saved Application State ("))
    #expect(with.text.contains("configuration: /etc/none ("))
    #expect(try run("where", "--service", "--root", "r").status == 2)
    try savePreference("1")
    let warned = try folder.run(
      ["container", "where", "--service", "--diagnostics", "json"] + words,
      environment: environment.merging(variables) { $1 })
    #expect(warned.status == 0)
    #expect(warned.errors.contains("\"code\":\"earlier-directories\""))
    #expect(warned.text.contains("preferences: \(folder.path)/home/.config/org.example.notes ("))
  }

  @Test("list prints the apps that have a container")
  func list() throws {
    #expect(try run("list").text.isEmpty)
    try savePreference("1")
    #expect(try run("list").text == "org.example.notes\n")
  }

  @Test("export, reset, and import remove nothing")
  func roundTrip() throws {
    try savePreference("1")
    let exported = try run("export", "--container", "org.example.notes", "copy")
    #expect(exported.status == 0 && exported.text == "copy: exported\n")
    #expect(
      try folder.run("prefs", "read", "--root", "copy", "org.example.notes", "a").text == "1\n")
    let again = try run("export", "--container", "org.example.notes", "copy")
    #expect(again.status == 3)
    #expect(again.errors == "copy: error: the destination already exists\n")
    let reset = try run("reset", "--container", "org.example.notes")
    let directory = "\(folder.path)/home/.config/org.example.notes"
    #expect(reset.status == 0)
    #expect(reset.text.hasPrefix("\(directory): set aside as \(directory)~reset-"))
    #expect(try run("list").text.isEmpty)
    #expect(try run("reset", "--container", "org.example.notes").status == 1)
    try savePreference("2")
    let imported = try run("import", "--container", "org.example.notes", "copy")
    #expect(imported.status == 0)
    #expect(imported.text.hasPrefix("\(directory): set aside as \(directory)~replaced-"))
    #expect(imported.text.hasSuffix("\ncopy: imported\n"))
    let value = try folder.run(
      ["prefs", "read", "--container", "org.example.notes", "org.example.notes", "a"],
      environment: environment)
    #expect(value.text == "1\n")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/home/.config")
    #expect(kept.count == 3)
  }

  @Test("export warns of files that it does not copy")
  func leftOut() throws {
    try savePreference("1")
    try folder.prepare("ln -s /etc home/.config/org.example.notes/out")
    let run = try run("export", "--container", "org.example.notes", "copy")
    #expect(run.status == 0)
    #expect(run.errors.contains("/out: warning: a symbolic link that leads out of its directory"))
  }

  @Test("The exit statuses are those of the other commands")
  func exitCodes() throws {
    #expect(try run("where").status == 2)
    #expect(try run("where", "--container", "notes").status == 2)
    #expect(try run("where", "desktop", "--root", "r").status == 2)
    #expect(try run("export", "--root", "r", "copy").status == 1)
    #expect(try run("export", "--root", "r", "-").status == 2)
    #expect(try run("import", "--root", "r", "none").status == 1)
    #expect(try run("import", "--root", "r", "").status == 2)
    try folder.write("", to: "blocked")
    #expect(try run("export", "--root", "blocked", "copy").status == 3)
  }

  @Test("Every path with an unexpanded tilde is rejected")
  func tilde() throws {
    try savePreference("1")
    let start = ["--container", "org.example.notes"]
    #expect(try folder.run(["container", "where", "--root", "~/r"]).status == 2)
    let commands = [
      ["container", "export", "~/copy"] + start, ["container", "import", "~/copy"] + start,
      ["state", "show", "~/x.plist"], ["print", "~/x.plist"],
      ["convert", "--to", "xml", "in.plist", "-o", "~/x.plist"],
      ["convert", "--to", "xml", "in.plist", "-o", "~/x/"],
    ]
    try folder.write(xml("<dict/>"), to: "in.plist")
    for words in commands {
      let run = try folder.run(words, environment: environment)
      #expect(run.status == 3, "\(words): \(run)")
      #expect(run.errors.contains("which only shells expand"), "\(words): \(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/~"))
    try folder.prepare("mkdir '~'; cp in.plist '~/x.plist'; cp in.plist '~x'")
    #expect(try folder.run("get", "./~/x.plist", "", "--as", "json").status != 3)
    #expect(try folder.run("lint", "./~/x.plist", "~x").status == 0)
  }
}
