// Tests of directories that are created on demand: location, permissions and contents.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Container directories")
struct ContainerDirectoryTests {
  private let scratch: ScratchDirectory
  private let container: AppContainer

  init() throws {
    scratch = try ScratchDirectory()
    container = try AppContainer(root: scratch.file("root"))
  }

  @Test("A directory never blocks, whatever has the name of its mark", .timeLimit(.minutes(20)))
  func pipeAsMark() throws {
    let mark = try container.caches.appending("CACHEDIR.TAG").string
    try FileManager.default.removeItem(atPath: mark)
    #expect(try ProgramRun.run("mkfifo", [mark]).status == 0)
    #expect(try exists(container.caches))
  }

  @Test("A directory is created on first use, accessible only to the user")
  func madeOnDemand() throws {
    #expect(try scratch.names().isEmpty)
    let documents = try container.documents
    #expect(documents == FilePath(scratch.file("root/Documents")))
    #expect(try scratch.names() == ["root", "root/Documents"])
    #expect(try permissions(documents) == 0o700)
    #expect(try permissions(FilePath(scratch.file("root"))) == 0o700)
  }

  @Test(
    "The directories below a root have the names that they have on iOS",
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

  @Test("Six properties give the directories")
  func properties() throws {
    let paths = try [
      container.documents, container.applicationSupport, container.preferences,
      container.caches, container.temporary, container.state,
    ]
    #expect(try paths == AppContainer.Directory.allCases.map { try container.path(of: $0) })
    #expect(Set(paths).count == 6)
  }

  @Test("An existing directory is used unchanged")
  func existing() throws {
    try scratch.makeFolder("root/Documents")
    let before = try permissions(FilePath(scratch.file("root/Documents")))
    #expect(try permissions(container.documents) == before)
  }

  @Test("A directory may be reached through a symbolic link")
  func linkedDirectory() throws {
    try scratch.makeFolder("elsewhere")
    try scratch.makeFolder("root")
    try scratch.link("root/Documents", to: "../elsewhere")
    #expect(try container.path("a/b", in: .documents).string.hasSuffix("root/Documents/a/b"))
  }

  @Test("A file or a dangling link in the way of a directory is an error")
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

  @Test("Directories that backups may skip are marked")
  func cacheTag() throws {
    let tag = try container.caches.appending("CACHEDIR.TAG").string
    let text = try String(contentsOfFile: tag, encoding: .utf8)
    #expect(text.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
    #expect(try permissions(container.caches) == 0o700)
  }

  @Test("A broken mark is repaired, an unknown one is kept, a missing one is restored")
  func cacheTagAgain() throws {
    let caches = try container.caches
    let tag = caches.appending("CACHEDIR.TAG").string
    try Data("Sig".utf8).write(to: URL(fileURLWithPath: tag))
    _ = try container.caches
    #expect(try String(contentsOfFile: tag, encoding: .utf8).hasPrefix("Signature: 8a"))
    let unknown = "Signature: 8a477f597d28d172789f06886806bc55 # mine"
    try Data(unknown.utf8).write(to: URL(fileURLWithPath: tag))
    _ = try container.caches
    #expect(try String(contentsOfFile: tag, encoding: .utf8) == unknown)
    try FileManager.default.removeItem(atPath: caches.string)
    #expect(try exists(container.caches.appending("CACHEDIR.TAG")))
  }

  @Test("Caches are usable where their mark cannot be written")
  func unmarkedCaches() throws {
    try scratch.makeFolder("root/Library/Caches/CACHEDIR.TAG")
    #expect(try container.caches == FilePath(scratch.file("root/Library/Caches")))
  }

  @Test("A relative root is resolved once, when the container is created")
  func relativeRoot() throws {
    let path = try AppContainer(root: "some/root").rule(for: .documents).path
    #expect(path == FilePath(FileManager.default.currentDirectoryPath + "/some/root/Documents"))
  }

  @Test("A root must be a path", arguments: ["", "a\0b", "~", "~/a", "~user/a"])
  func invalidRoots(root: String) {
    let error = failure { () throws(StateError) in try AppContainer(root: root) }
    #expect(error?.code == .invalidRoot)
  }

  @Test("The user's directories are created where the environment variables say")
  func userContainer() throws {
    let user = try AppContainer(
      identifier: "org.x.app", environment: .init(["XDG_DATA_HOME": scratch.path, "HOME": "/h"]),
      layout: .xdg)
    _ = try user.documents
    #expect(try scratch.names() == ["org.x.app", "org.x.app/Documents"])
  }
}
