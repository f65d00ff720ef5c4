// Tests of truncated states on a file system without checksums: each is an error, recovered, or the
// same state.

import DurableFiles
import Foundation
import KeyedArchives
import PropertyLists
import StateStorage
import SystemPackage
import Testing

@Suite("Truncated states")
struct StateTruncationTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  /// Truncates a state at every length, with and without a previous generation.
  private func cutOff<State: Equatable>(
    _ format: StateFormat<State>, _ old: State, _ new: State
  ) throws {
    let store = StateStore(path: scratch.file(), format: format)
    try store.save(old)
    try store.save(new)
    let whole = try scratch.data()
    for length in 0...whole.count {
      try replace(with: whole.prefix(length))
      let load = store.load()
      switch load {
      case .loaded(let state, let source):
        #expect(state == new, "\(length) of \(whole.count)")
        #expect(source.integrity == .unverified)
      case .recovered(let state, _, _): #expect(state == old, "\(length) of \(whole.count)")
      default: Issue.record("\(load.outcome) at \(length) of \(whole.count)")
      }
    }
    #expect(store.load().state == new)
    try FileManager.default.removeItem(atPath: scratch.file("deck.plist.bak").string)
    for length in 0..<whole.count {
      try replace(with: whole.prefix(length))
      let load = store.load()
      #expect(load.state == nil || load.state == new, "\(length) of \(whole.count)")
      #expect(load.outcome != "missing")
    }
  }

  /// Writes another file, which has no checksum.
  private func replace(with data: Data) throws {
    try FileManager.default.removeItem(atPath: scratch.file().string)
    try scratch.write(data)
  }

  @Test(
    "A truncated state is never another state, in each format",
    arguments: ["xml", "binary", "archive", "json"])
  func deck(name: String) throws {
    let formats: [String: StateFormat<Deck>] = [
      "xml": .xml, "binary": .binary, "archive": .keyedArchive(), "json": .propertyList(.json),
    ]
    try cutOff(try #require(formats[name]), .rivers, .capitals)
  }

  @Test("A truncated text is never another text", arguments: ["xml", "binary", "archive"])
  func text(name: String) throws {
    let formats: [String: StateFormat<String>] = [
      "xml": .xml, "binary": .binary, "archive": .keyedArchive(),
    ]
    try cutOff(try #require(formats[name]), "bp", "Lima")
  }

  @Test("A truncated table is never empty", arguments: ["xml", "binary", "archive"])
  func table(name: String) throws {
    let formats: [String: StateFormat<[String: String]>] = [
      "xml": .xml, "binary": .binary, "archive": .keyedArchive(),
    ]
    try cutOff(try #require(formats[name]), ["a": "b"], ["c": "d"])
  }

  @Test(
    "Empty text is corrupt, and so is a bare word where another format is written",
    arguments: ["\n", "/* a comment */", "// another\n", "bplis", "b", "Lima", "{ a = b; }"])
  func words(text: String) throws {
    try scratch.write(Data(text.utf8))
    let table = StateStore<[String: String]>(path: scratch.file(), format: .xml)
    #expect(table.load().outcome == "corrupt")
    let word = StateStore<String>(path: scratch.file(), format: .binary)
    #expect(word.load().outcome == "corrupt")
  }

  @Test("A store that writes OpenStep reads it, but rejects empty text")
  func openStep() throws {
    let store = StateStore<[String: String]>(
      path: scratch.file(), format: .propertyList(.openStep))
    try store.save(["a": "b"])
    #expect(store.load().state == ["a": "b"])
    try scratch.write(Data("\n".utf8))
    #expect(store.load().outcome == "corrupt")
  }

  @Test("A generation without contents is invalid", arguments: ["\n", "/**/", "bplis"])
  func generation(text: String) throws {
    try scratch.write(Data(text.utf8))
    #expect(try StateFile(path: scratch.file()).generations().first?.problem?.code == .corrupt)
  }
}
