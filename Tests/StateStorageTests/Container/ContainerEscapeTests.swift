// Tests of names that lead out of a container, and of names that only seem to.

import Foundation
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("Names in a container")
struct ContainerEscapeTests {
  private let scratch: ScratchDirectory
  private let container: AppContainer

  init() throws {
    scratch = try ScratchDirectory()
    container = try AppContainer(root: scratch.file("root"))
    _ = try container.documents
    try scratch.makeFolder("outside/inner")
    try scratch.makeFolder("root/Documents-too")
    try scratch.makeFolder("root/Documents/folder/deep")
    try scratch.write("", to: "root/Documents/file")
  }

  private func failure(
    _ name: String, in directory: AppContainer.Directory = .documents
  ) -> StateError.Code? {
    TestSupport.failure { () throws(StateError) in
      try container.path(name, in: directory)
    }?.code
  }

  @Test(
    "A name whose text leads out is rejected",
    arguments: [
      "..", "../x", "a/../../x", "a/../b", "folder/..", "/etc/passwd", "/", "//x", "./..",
      "../\u{301}x", "a/..\u{2F}\u{301}", "/\u{301}x",
    ])
  func upwards(name: String) { #expect(failure(name) == .escapesContainer) }

  @Test("A name that denotes nothing is rejected", arguments: ["", ".", "./.", "a\0b", "\0"])
  func nothing(name: String) { #expect(failure(name) == .invalidName) }

  @Test(
    "A name that stays inside is accepted, however unusual",
    arguments: [
      ("a", "a"), ("a/b/c", "a/b/c"), ("./a", "a"), ("a//b/", "a/b"), ("...", "..."),
      ("..a/b..", "..a/b.."), ("~", "~"), ("folder/deep/x", "folder/deep/x"), ("file", "file"),
      ("é\n", "é\n"),
    ])
  func inside(name: String, path: String) throws {
    let base = try container.documents
    #expect(try container.path(name, in: .documents).string == "\(base)/\(path)")
  }

  /// The target of `root/Documents/link`, a name, and the expected outcome.
  static let links: [(String, String, StateError.Code?)] = [
    ("..", "link", .escapesContainer),
    ("../..", "link/x", .escapesContainer),
    (".", "link", .escapesContainer),
    (".", "link/x", nil),
    ("../../outside", "link", .escapesContainer),
    ("../../outside/inner", "link/x/y", .escapesContainer),
    ("../../outside/nowhere", "link", .escapesContainer),
    ("../Documents-too", "link/x", .escapesContainer),
    ("folder/../../Documents-too", "link/x", .escapesContainer),
    ("folder/../../Documents/folder", "link/x", nil),
    ("nowhere/../../../outside", "link", .escapesContainer),
    ("/", "link", .escapesContainer),
    ("/etc", "link/passwd", .escapesContainer),
    ("folder/deep", "link", nil),
    ("folder/deep/../..", "link", .escapesContainer),
    ("nowhere", "link", nil),
    ("link", "link", .unresolvableName),
    ("file", "link/x", .unresolvableName),
  ]

  @Test("Symbolic links in a name are followed", arguments: links)
  func symbolicLinks(target: String, name: String, code: StateError.Code?) throws {
    try scratch.link("root/Documents/link", to: target)
    #expect(failure(name) == code)
  }

  @Test("An absolute link that leads back inside is accepted")
  func absoluteLink() throws {
    try scratch.link("root/Documents/link", to: scratch.file("root/Documents/folder"))
    try scratch.link("root/Documents/out", to: scratch.file("outside"))
    #expect(failure("link/x") == nil)
    #expect(failure("out/x") == .escapesContainer)
  }

  @Test("A chain of links that finally leads out is rejected")
  func chain() throws {
    try scratch.link("root/Documents/one", to: "folder/two")
    try scratch.link("root/Documents/folder/two", to: "../three")
    try scratch.link("root/Documents/three", to: "../../outside")
    #expect(failure("one/x") == .escapesContainer)
  }

  @Test("At most forty links are followed")
  func manyLinks() throws {
    for number in 0..<50 {
      try scratch.link("root/Documents/l\(number)", to: "l\(number + 1)")
    }
    #expect(failure("l9") == .unresolvableName)
    #expect(failure("l10") == nil)
  }

  @Test("A component that is too long for the file system is rejected, not truncated")
  func longComponent() {
    #expect(failure(String(repeating: "a", count: 300)) == .unresolvableName)
  }

  @Test("A name that is too long for every system is rejected")
  func longName() {
    #expect(failure(Array(repeating: "a", count: 1_000).joined(separator: "/")) == nil)
    #expect(failure(Array(repeating: "a", count: 100_000).joined(separator: "/")) == .invalidName)
  }

  @Test("Names in any directory follow the same rules", arguments: AppContainer.Directory.allCases)
  func everyDirectory(directory: AppContainer.Directory) throws {
    #expect(failure("../x", in: directory) == .escapesContainer)
    let base = try container.path(of: directory)
    try FileManager.default.createSymbolicLink(
      atPath: base.appending("link").string, withDestinationPath: scratch.file("outside"))
    #expect(failure("link/x", in: directory) == .escapesContainer)
  }

  @Test("Errors show names without control characters")
  func sentence() {
    #expect {
      try container.path("/a\u{1B}[2J", in: .documents)
    } throws: { error in
      !"\((error as? StateError)?.message ?? "\u{1B}")".contains("\u{1B}")
    }
  }
}
