// Tests of the generations of a state without its type: listed, checked and recovered.

import DurableFiles
import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import Testing

@Suite("State files")
struct StateFileTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func saveTwice() throws {
    let store = StateStore<Deck>(path: scratch.file(), format: .keyedArchive())
    try store.save(.rivers)
    try store.save(.capitals)
  }

  @Test("Each generation reports its properties")
  func generations() throws {
    try saveTwice()
    let generations = try StateFile(path: scratch.file()).generations()
    #expect(generations.map(\.number) == [0, 1])
    #expect(generations.allSatisfy { $0.isArchive && $0.format == .binary && $0.problem == nil })
    #expect(generations.allSatisfy { $0.integrity == .verified })
  }

  @Test("Recovery leaves a valid file unchanged, and sets aside and replaces an invalid one")
  func recovery() throws {
    try saveTwice()
    let file = StateFile(path: scratch.file())
    let good = try scratch.data()
    #expect(try file.recover() == 0)
    #expect(try scratch.data() == good)
    try scratch.write(Data("bplist00rotten".utf8))
    #expect(try file.generations().first?.problem?.code == .corrupt)
    #expect(try file.recover() == 1)
    let store = StateStore<Deck>(path: scratch.file(), format: .keyedArchive())
    #expect(store.load().state == .rivers)
    #expect(try scratch.names().contains { $0.hasPrefix("deck.plist.corrupt-") })
  }

  @Test("Recovery changes nothing if no generation is valid")
  func nothingGood() throws {
    try scratch.write(Data("rotten".utf8))
    #expect(stateErrorCode { try StateFile(path: scratch.file()).recover() } == .nothingToRecover)
    #expect(try scratch.data() == Data("rotten".utf8))
    #expect(try scratch.names() == ["deck.plist"])
  }

  // MARK: Unreadable files

  /// The file of a state whose newest generation cannot be read.
  private func unreadable(_ error: Errno) -> StateFile {
    StateFile(
      path: scratch.file(),
      in: HookedFileSystem { call throws(Errno) in
        if call == "open inspecting deck.plist" { throw error }
      })
  }

  @Test(
    "An unreadable file is listed with its error, set aside and recovered",
    arguments: [Errno.permissionDenied, .ioError])
  func unreadable(error: Errno) throws {
    try saveTwice()
    let newest = try scratch.data()
    let file = unreadable(error)
    let generations = try file.generations()
    #expect(generations.map(\.number) == [0, 1])
    #expect(generations.first?.problem?.code == .unreadable)
    #expect(generations.first?.size == newest.count)
    #expect(generations.last?.problem == nil)
    #expect(try file.recover() == 1)
    let store = StateStore<Deck>(path: scratch.file(), format: .keyedArchive())
    #expect(store.load().state == .rivers)
    let aside = try #require(scratch.names().first { $0.hasPrefix("deck.plist.corrupt-") })
    #expect(try scratch.data(aside) == newest)
  }

  @Test("A directory in place of a state is listed, set aside and recovered from")
  func directory() throws {
    try saveTwice()
    try FileManager.default.removeItem(atPath: scratch.file().string)
    try FileManager.default.createDirectory(
      atPath: scratch.file("deck.plist/inside").string, withIntermediateDirectories: true)
    let file = StateFile(path: scratch.file())
    #expect(try file.generations().map(\.number) == [0, 1])
    #expect(try file.generations().first?.problem?.code == .unreadable)
    #expect(try file.recover() == 1)
    let store = StateStore<Deck>(path: scratch.file(), format: .keyedArchive())
    #expect(store.load().state == .rivers)
    let aside = try #require(scratch.names().first { $0.hasPrefix("deck.plist.corrupt-") })
    #expect(exists(scratch.file("\(aside)/inside")))
  }

  @Test("An unreadable previous generation does not hide the others")
  func unreadablePrevious() throws {
    try saveTwice()
    try FileManager.default.createDirectory(
      atPath: scratch.file("deck.plist.bak.2").string, withIntermediateDirectories: false)
    let file = StateFile(path: scratch.file())
    #expect(try file.generations().map { $0.problem?.code } == [nil, nil, .unreadable])
    try scratch.write(Data("rotten".utf8))
    #expect(try file.recover() == 1)
  }
}
