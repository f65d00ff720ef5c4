// Tests of exporting, importing and resetting a container: each is complete or has no effect,
// follows no links out of the container, and removes nothing.

import DurableFiles
import Foundation
import PropertyLists
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Exporting and importing a container")
struct ContainerExportTests {
  private let scratch: ScratchDirectory
  private let app: AppContainer

  init() throws {
    scratch = try ScratchDirectory()
    app = try AppContainer(
      identifier: "org.x.app", environment: .init(["HOME": scratch.file("home")]), layout: .xdg)
  }

  /// Saves a file in each directory.
  private func fill() throws {
    let store = StateStore<Deck>(path: try app.path("deck.plist", in: .documents), format: .xml)
    try store.save(.rivers)
    try store.save(.capitals)
    let preferences = try Preferences(domain: "org.x.app", in: app)
    try preferences.set(14, forKey: "fontSize")
    try preferences.flush()
    for directory in [AppContainer.Directory.applicationSupport, .caches, .state] {
      let folder = try app.path("folder", in: directory).string
      try FileManager.default.createDirectory(
        atPath: folder + "/deep", withIntermediateDirectories: true)
      try Data("\(directory)".utf8).write(to: URL(fileURLWithPath: folder + "/deep/file"))
    }
  }

  private var export: FilePath { FilePath(scratch.file("export")) }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.file(folder))
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }

  @Test("An export is a container with the same contents, which a root opens")
  func contents() throws {
    try fill()
    let report = try app.export(to: export)
    #expect(report == ContainerReport())
    let copy = try AppContainer(root: export)
    let store = StateStore<Deck>(path: try copy.path("deck.plist", in: .documents), format: .xml)
    guard case .loaded(let state, let source) = store.load() else {
      Issue.record("the state is missing")
      return
    }
    #expect(state == .capitals && source.integrity == .verified, "its checksum matches")
    #expect(try Preferences(domain: "org.x.app", in: copy).integer(forKey: "fontSize") == 14)
    #expect(
      try names("export") == [
        "Documents", "Documents/deck.plist", "Documents/deck.plist.bak", "Library",
        "Library/Application Support", "Library/Application Support/folder",
        "Library/Application Support/folder/deep", "Library/Application Support/folder/deep/file",
        "Library/Caches", "Library/Caches/CACHEDIR.TAG", "Library/Caches/folder",
        "Library/Caches/folder/deep", "Library/Caches/folder/deep/file", "Library/Preferences",
        "Library/Preferences/org.x.app.plist", "Library/Saved Application State",
        "Library/Saved Application State/folder", "Library/Saved Application State/folder/deep",
        "Library/Saved Application State/folder/deep/file",
      ])
    #expect(try scratch.names().filter { !$0.contains("/") } == ["export", "home"])
  }

  @Test("An export keeps the permissions of the contents and is accessible only to the user")
  func access() throws {
    try fill()
    let file = try app.documents.appending("private").string
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    _ = try app.export(to: export)
    #expect(try scratch.permissions("export/Documents/private") == 0o640)
    #expect(try scratch.permissions("export") == 0o700)
    #expect(try scratch.permissions("export/Documents") == 0o700)
  }

  @Test("An export never replaces a file, and fails where there is nothing to export")
  func refusals() throws {
    var error = failure { () throws(StateError) in try app.export(to: export) }
    #expect(error?.code == .containerMissing)
    #expect(try scratch.names().isEmpty)
    try fill()
    try scratch.write("mine", to: "export")
    error = failure { () throws(StateError) in try app.export(to: export) }
    #expect(error?.code == .destinationExists)
    #expect(try scratch.text("export") == "mine")
    error = failure { () throws(StateError) in
      try app.export(to: FilePath(scratch.file("none/export")))
    }
    #expect(error?.code == .directoryUnavailable)
    error = failure { () throws(StateError) in
      try app.export(to: app.documents.appending("export"))
    }
    #expect(error?.code == .notCopied)
    #expect(!exists(try app.documents.appending("export")))
    error = failure { () throws(StateError) in try app.export(to: "~/export") }
    #expect(error?.code == .invalidRoot)
  }

  @Test("An export copies links as links, and omits pipes and links that lead out")
  func links() throws {
    try fill()
    try scratch.write("secret", to: "outside")
    let documents = try app.documents.string
    let manager = FileManager.default
    for (name, target) in [
      ("in", "deck.plist"), ("nowhere", "none"), ("out", scratch.file("outside")),
      ("up", "../folder"),
    ] {
      try manager.createSymbolicLink(
        atPath: "\(documents)/\(name)", withDestinationPath: target)
    }
    #expect(try ProgramRun.run("mkfifo", ["\(documents)/pipe"]).status == 0)
    let report = try app.export(to: export)
    let leftOut = report.leftOut.map {
      "\($0.code.rawValue) \($0.path?.lastComponent?.string ?? "")"
    }
    #expect(
      leftOut.sorted() == [
        "escapes-container out", "escapes-container up", "unsupported-file pipe",
      ])
    #expect(try scratch.linkTarget("export/Documents/in") == "deck.plist")
    #expect(try scratch.linkTarget("export/Documents/nowhere") == "none")
    #expect(!exists(export.appending("Documents/out")))
  }

  @Test("An import restores an export and sets the existing contents aside")
  func importing() throws {
    try fill()
    _ = try app.export(to: export)
    try Data("newer".utf8).write(
      to: URL(fileURLWithPath: try app.documents.appending("newer").string))
    let report = try app.importContents(of: export)
    #expect(report.putAside.map(\.path.lastComponent) == Array(repeating: "org.x.app", count: 4))
    #expect(!exists(try app.documents.appending("newer")))
    let aside = try #require(
      report.putAside.first { $0.path == FilePath(scratch.file("home/.local/share/org.x.app")) })
    #expect(aside.newPath.string.contains("/org.x.app~replaced-"))
    #expect(exists(aside.newPath.appending("Documents/newer")))
    let again = FilePath(scratch.file("again"))
    _ = try app.export(to: again)
    #expect(try names("again") == names("export"))
    #expect(
      AppContainer.identifiers(
        environment: .init(["HOME": scratch.file("home")]), layout: .xdg, in: app.system)
        == ["org.x.app"], "the directory that was set aside is not an app")
  }

  @Test("An import works for a root, an app without data and a service")
  func otherContainers() throws {
    try fill()
    _ = try app.export(to: export)
    let root = try AppContainer(root: scratch.file("root"))
    #expect(try root.importContents(of: export) == ContainerReport())
    #expect(exists(try root.documents.appending("deck.plist")))
    let service = try AppContainer(
      identifier: "org.x.service",
      environment: .init([
        "STATE_DIRECTORY": scratch.file("lib"), "CACHE_DIRECTORY": scratch.file("cache"),
      ]), layout: .xdg)
    _ = try service.importContents(of: export)
    #expect(exists(FilePath(scratch.file("lib/Documents/deck.plist"))))
    #expect(exists(FilePath(scratch.file("lib/folder/deep/file"))))
    #expect(exists(FilePath(scratch.file("lib/Saved Application State/folder/deep/file"))))
    #expect(exists(FilePath(scratch.file("cache/folder/deep/file"))))
  }

  @Test("An import that is not a container, or whose files collide, changes nothing")
  func refusedImports() throws {
    try fill()
    try scratch.makeFolder("other/stuff")
    var error = failure { () throws(StateError) in
      try app.importContents(of: FilePath(scratch.file("other")))
    }
    #expect(error?.code == .notAnExport)
    error = failure { () throws(StateError) in
      try app.importContents(of: FilePath(scratch.file("none")))
    }
    #expect(error?.code == .notAnExport)
    // Here Documents is in Application Support: both have the file.
    try scratch.makeFolder("other/Documents")
    try scratch.makeFolder("other/Library/Application Support/Documents")
    try scratch.write("1", to: "other/Documents/x")
    try scratch.write("2", to: "other/Library/Application Support/Documents/x")
    let before = try names("home")
    error = failure { () throws(StateError) in
      try app.importContents(of: FilePath(scratch.file("other")))
    }
    #expect(error?.code == .notCopied)
    #expect(try names("home") == before)
  }

  @Test("An import leaves links that lead out of the export in place")
  func hostileImport() throws {
    try scratch.write("secret", to: "secret")
    try scratch.makeFolder("evil/Documents/folder")
    try scratch.link("evil/Documents/folder/notes.plist", to: scratch.file("secret"))
    try scratch.link("evil/Documents/up", to: "../../../..")
    let report = try app.importContents(of: FilePath(scratch.file("evil")))
    #expect(report.leftOut.map(\.code) == [.escapesContainer, .escapesContainer])
    #expect(try names("home/.local/share/org.x.app") == ["Documents", "Documents/folder"])
  }

  @Test("A reset sets everything aside, once")
  func reset() throws {
    var error = failure { () throws(StateError) in try app.reset() }
    #expect(error?.code == .containerMissing)
    try fill()
    let before = try names("home")
    let report = try app.reset()
    #expect(report.putAside.count == 4)
    #expect(report.putAside.allSatisfy { exists($0.newPath) && !exists($0.path) })
    let after = try names("home")
    #expect(after.count == before.count, "nothing is removed")
    error = failure { () throws(StateError) in try app.reset() }
    #expect(error?.code == .containerMissing)
    #expect(try names("home") == after)
    let store = StateStore<Deck>(path: try app.path("deck.plist", in: .documents), format: .xml)
    #expect(store.load().outcome == "missing")
  }

  @Test("A reset below a root does not touch other files")
  func resetRoot() throws {
    let root = try AppContainer(root: scratch.file("root"))
    try scratch.makeFolder("root/Documents")
    try scratch.write("1", to: "root/Documents/x")
    try scratch.write("2", to: "root/mine")
    try scratch.makeFolder("root/Library/Caches")
    let report = try root.reset()
    #expect(report.putAside.map(\.path) == [FilePath(scratch.file("root/Documents"))])
    #expect(try scratch.text("root/mine") == "2")
    #expect(exists(FilePath(scratch.file("root/Library/Caches"))), "an empty directory stays")
  }

  @Test("A reset moves the contents of a service directory that cannot be renamed")
  func serviceDirectories() throws {
    try fill()
    _ = try app.export(to: export)
    for name in ["private/lib", "cache"] { try scratch.makeFolder(name) }
    try scratch.link("lib", to: "private/lib")
    // The directories above belong to the system: no name in them may change.
    let system = HookedFileSystem { call throws(Errno) in
      let refused = ["rename lib", "rename cache", "makeDirectory lib~", "makeDirectory cache~"]
      if refused.contains(where: { call.hasPrefix($0) }) { throw .permissionDenied }
    }
    let service = try AppContainer(
      identifier: "org.x.service",
      environment: .init([
        "STATE_DIRECTORY": scratch.file("lib"), "CACHE_DIRECTORY": scratch.file("cache"),
      ]), layout: .xdg, in: system)
    #expect(try service.importContents(of: export).putAside.isEmpty)
    #expect(try names("private/lib").filter { !$0.contains("/") }.count == 4)
    #expect(exists(FilePath(scratch.file("lib/Documents/deck.plist"))))
    let replaced = try service.importContents(of: export).putAside
    #expect(replaced.count == 2)
    #expect(replaced.allSatisfy { $0.newPath.removingLastComponent() == $0.path })
    let reset = try service.reset().putAside
    #expect(exists(try #require(reset.last).newPath) && reset.count == 2)
    #expect(!exists(FilePath(scratch.file("lib/Documents"))))
    let error = failure { () throws(StateError) in try service.reset() }
    #expect(error?.code == .containerMissing, "the directories that were set aside stay")
    #expect(try names("private/lib").filter { $0.hasSuffix("Documents/deck.plist") }.count == 2)
    #expect(try names("private/lib").allSatisfy { !$0.contains("importing") })
  }

  @Test("The apps that have directories are listed")
  func identifiers() throws {
    for folder in [
      "home/.config/org.x.one", "home/.config/fontconfig", "home/.local/share/org.x.two",
      "home/.local/state/org.x.one", "elsewhere/org.x.three",
    ] { try scratch.makeFolder(folder) }
    try scratch.write("", to: "home/.config/mimeapps.list")
    let environment = AppContainer.Environment([
      "HOME": scratch.file("home"), "XDG_CACHE_HOME": scratch.file("elsewhere"),
    ])
    let found = AppContainer.identifiers(
      environment: environment, layout: .xdg, in: app.system)
    #expect(found == ["org.x.one", "org.x.three", "org.x.two"])
  }
}
