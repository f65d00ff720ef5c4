// Tests of all numbered copies of a state, and of restoring each of them.

import DurableFiles
import Foundation
import StateStorage
import SystemPackage
import Testing

@Suite("Copies of a state")
struct StateCopyTests {
  private let scratch: StateScratch
  private let file: StateFile
  private let store: StateStore<Deck>

  init() throws {
    scratch = try StateScratch()
    file = StateFile(path: scratch.file())
    store = StateStore<Deck>(path: scratch.file(), format: .xml)
    try store.save(.rivers)
    try store.save(.capitals)
  }

  private func current() -> Deck? {
    StateStore<Deck>(path: scratch.file(), format: .xml).load().state
  }

  private func names(_ copies: [StateFile.Copy]) -> [String] {
    copies.map { "\($0.number) \($0.path.lastComponent?.string ?? "")" }
  }

  @Test("The copies are the generations, then the files that were set aside")
  func list() throws {
    for name in [
      "deck.plist.corrupt-17", "deck.plist.replaced-16.2", "deck.plist.bak.foreign",
      "deck.plist.version-1", "deck.plist.conflict-15-x", "deck.plist.orig",
      "other.plist.corrupt-1",
      "deck.plist.xml",
    ] { try scratch.write(Data("<plist><dict/></plist>".utf8), to: name) }
    let copies = try file.copies()
    #expect(names(copies).prefix(2) == ["0 deck.plist", "1 deck.plist.bak"])
    #expect(copies.map(\.number) == Array(0...6))
    #expect(copies.map(\.isPutAside) == [false, false, true, true, true, true, true])
    #expect(
      Set(copies.dropFirst(2).compactMap { $0.path.lastComponent?.string }) == [
        "deck.plist.corrupt-17", "deck.plist.replaced-16.2", "deck.plist.bak.foreign",
        "deck.plist.version-1", "deck.plist.conflict-15-x",
      ])
    #expect(copies.allSatisfy { $0.contents.number == $0.number && $0.contents.problem == nil })
  }

  @Test("An earlier state can be restored, and the later one again after that")
  func restore() throws {
    let aside = try #require(try file.restore(1))
    #expect(current() == .rivers)
    #expect(aside.lastComponent?.string.hasPrefix("deck.plist.replaced-") == true)
    let copies = try file.copies()
    #expect(copies.map(\.number) == [0, 1, 2])
    #expect(copies.last?.path == aside)
    #expect(copies.first?.contents.integrity == .verified)
    try file.restore(2)
    #expect(current() == .capitals)
    #expect(try file.copies().count == 4, "nothing is removed")
  }

  @Test("Restoring the current copy or a missing one changes nothing")
  func nothing() throws {
    let before = try scratch.names()
    #expect(try file.restore(0) == nil)
    for number in [2, -1, 99] {
      #expect(stateErrorCode { try file.restore(number) } == .noSuchCopy)
    }
    #expect(try scratch.names() == before)
    #expect(current() == .capitals)
  }

  @Test("A copy that is not a state cannot be restored")
  func broken() throws {
    try scratch.write(Data("rotten".utf8), to: "deck.plist.corrupt-1")
    #expect(stateErrorCode { try file.restore(2) } == .corrupt)
    #expect(current() == .capitals)
    #expect(try file.copies().last?.contents.problem?.code == .corrupt)
  }

  @Test("A copy replaces a file that is missing, invalid or a directory")
  func obstacles() throws {
    try FileManager.default.removeItem(atPath: scratch.file().string)
    #expect(try file.restore(1) == nil)
    #expect(current() == .rivers)
    try scratch.write(Data("rotten".utf8))
    #expect(try file.restore(1) != nil)
    #expect(current() == .rivers)
    try FileManager.default.removeItem(atPath: scratch.file().string)
    try FileManager.default.createDirectory(
      atPath: scratch.file("deck.plist/inside").string, withIntermediateDirectories: true)
    _ = try file.restore(1)
    #expect(current() == .rivers)
    #expect(try scratch.names().contains { $0.hasPrefix("deck.plist.corrupt-") })
  }

  @Test("An asynchronous restore makes the copy durable as well")
  func elsewhere() async throws {
    try await file.restore(1)
    #expect(try await file.copies().count == 3)
    #expect(current() == .rivers)
  }
}
