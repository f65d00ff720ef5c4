// Directories made on demand: where, for whom, with what in them.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("The directories of a container")
struct ContainerDirectoryTests {
  private let scratch: ScratchDirectory
  private let container: AppContainer

  init() throws {
    scratch = try ScratchDirectory()
    container = try AppContainer(root: scratch.file("root"))
  }

  @Test("wait for nobody, whatever has the name of the mark", .timeLimit(.minutes(20)))
  func pipeAsMark() throws {
    let mark = try container.caches.appending("CACHEDIR.TAG").string
    try FileManager.default.removeItem(atPath: mark)
    #expect(try ProgramRun.run("mkfifo", [mark]).status == 0)
    #expect(try exists(container.caches))
  }

  @Test("are made when they are asked for, for the user alone")
  func madeOnDemand() throws {
    #expect(try scratch.names().isEmpty)
    let documents = try container.documents
    #expect(documents == FilePath(scratch.file("root/Documents")))
    #expect(try scratch.names() == ["root", "root/Documents"])
    #expect(try permissions(documents) == 0o700)
    #expect(try permissions(FilePath(scratch.file("root"))) == 0o700)
  }

  @Test(
    "have the names of iOS under a root",
    arguments: [
      (AppContainer.Directory.documents, "Documents"),
      (.applicationSupport, "Library/Application Support"),
      (.preferences, "Library/Preferences"), (.caches, "Library/Caches"),
      (.state, "Library/Saved Application State"), (.temporary, "tmp"),
    ])
  func names(directory: AppContainer.Directory, name: String) throws {
    #expect(try container.path(of: directory) == FilePath(scratch.file("root/\(name)")))
    #expect(exists(FilePath(scratch.file("root/\(name)"))))
  }

  @Test("are six properties")
  func properties() throws {
    let paths = try [
      container.documents, container.applicationSupport, container.preferences,
      container.caches, container.temporary, container.state,
    ]
    #expect(try paths == AppContainer.Directory.allCases.map { try container.path(of: $0) })
    #expect(Set(paths).count == 6)
  }

  @Test("are taken as they are when they are there")
  func existing() throws {
    try scratch.makeFolder("root/Documents")
    let before = try permissions(FilePath(scratch.file("root/Documents")))
    #expect(try permissions(container.documents) == before)
  }

  @Test("may be reached through a symbolic link")
  func linkedDirectory() throws {
    try scratch.makeFolder("elsewhere")
    try scratch.makeFolder("root")
    try scratch.link("root/Documents", to: "../elsewhere")
    #expect(try container.path("a/b", in: .documents).string.hasSuffix("root/Documents/a/b"))
  }

  @Test("are refused when a file is in the way, or a link that leads nowhere")
  func obstacles() throws {
    try scratch.makeFolder("root/Library")
    try scratch.write("", to: "root/Documents")
    try scratch.link("root/Library/Caches", to: "nowhere")
    try scratch.write("", to: "root/tmp")
    for directory in [AppContainer.Directory.documents, .caches, .temporary] {
      let error = failure { () throws(StateError) in try container.path(of: directory) }
      #expect(error?.code == .directoryUnavailable)
    }
  }

  @Test("mark what backups may leave out")
  func cacheTag() throws {
    let tag = try container.caches.appending("CACHEDIR.TAG").string
    let text = try String(contentsOfFile: tag, encoding: .utf8)
    #expect(text.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
    #expect(try permissions(container.caches) == 0o700)
  }

  @Test("mend a broken mark, keep a foreign one, and come back when the caches are cleared")
  func cacheTagAgain() throws {
    let caches = try container.caches
    let tag = caches.appending("CACHEDIR.TAG").string
    try Data("Sig".utf8).write(to: URL(fileURLWithPath: tag))
    _ = try container.caches
    #expect(try String(contentsOfFile: tag, encoding: .utf8).hasPrefix("Signature: 8a"))
    let foreign = "Signature: 8a477f597d28d172789f06886806bc55 # mine"
    try Data(foreign.utf8).write(to: URL(fileURLWithPath: tag))
    _ = try container.caches
    #expect(try String(contentsOfFile: tag, encoding: .utf8) == foreign)
    try FileManager.default.removeItem(atPath: caches.string)
    #expect(try exists(container.caches.appending("CACHEDIR.TAG")))
  }

  @Test("of caches can be used where their mark cannot be written")
  func unmarkedCaches() throws {
    try scratch.makeFolder("root/Library/Caches/CACHEDIR.TAG")
    #expect(try container.caches == FilePath(scratch.file("root/Library/Caches")))
  }

  @Test("under a relative root stay where the root was when the container was made")
  func relativeRoot() throws {
    let path = try AppContainer(root: "some/root").rule(for: .documents).path
    #expect(path == FilePath(FileManager.default.currentDirectoryPath + "/some/root/Documents"))
  }

  @Test("need a root that is a path", arguments: ["", "a\0b", "~", "~/a", "~user/a"])
  func invalidRoots(root: String) {
    let error = failure { () throws(StateError) in try AppContainer(root: root) }
    #expect(error?.code == .invalidRoot)
  }

  @Test("of the user are made below the directories that the variables tell")
  func userContainer() throws {
    let user = try AppContainer(
      identifier: "org.x.app", environment: .init(["XDG_DATA_HOME": scratch.path, "HOME": "/h"]),
      layout: .xdg)
    _ = try user.documents
    #expect(try scratch.names() == ["org.x.app", "org.x.app/Documents"])
  }
}
