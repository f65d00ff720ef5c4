// The generations of a state without its type: shown, checked and recovered.

import DurableFiles
import Foundation
import PropertyLists
import StateStorage
import Testing

@Suite("The file of a state")
struct StateFileTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func saveTwice() throws {
    let store = StateStore<Deck>(path: scratch.file(), format: .keyedArchive())
    try store.save(.rivers)
    try store.save(.capitals)
  }

  @Test("each generation tells what it is")
  func generations() throws {
    try saveTwice()
    let generations = try StateFile(path: scratch.file()).generations()
    #expect(generations.map(\.number) == [0, 1])
    #expect(generations.allSatisfy { $0.isArchive && $0.format == .binary && $0.problem == nil })
    #expect(generations.allSatisfy { $0.integrity == .verified })
  }

  @Test("a good file is left alone by recovering; a bad one is put aside and replaced")
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

  @Test("where no generation is good, nothing is recovered and nothing is lost")
  func nothingGood() throws {
    try scratch.write(Data("rotten".utf8))
    #expect(stateErrorCode { try StateFile(path: scratch.file()).recover() } == .nothingToRecover)
    #expect(try scratch.data() == Data("rotten".utf8))
    #expect(try scratch.names() == ["deck.plist"])
  }
}
