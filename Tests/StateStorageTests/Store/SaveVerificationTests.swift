// Tests of states that could not be loaded again: they are rejected before anything is written.

import DurableFiles
import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("States that could not be loaded again")
struct SaveVerificationTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func store<State: Codable & Sendable>(
    _ format: StateFormat<State>, _ options: StateStoreOptions = StateStoreOptions()
  ) -> StateStore<State> {
    StateStore(path: FilePath(directory.file("s")), format: format, options: options)
  }

  private func refusal<State: Codable & Sendable>(
    _ state: State, _ format: StateFormat<State>, _ options: StateStoreOptions = .init()
  ) -> StateError? {
    failure { () throws(StateError) in try store(format, options).save(state) }
  }

  @Test("Dates in JSON, numbers in text and a key reserved by the schema are rejected")
  func refused() throws {
    try directory.write("", to: "other")
    #expect(
      refusal([Date(timeIntervalSinceReferenceDate: 1)], .propertyList(.json))?.code
        == .notEncodable)
    #expect(refusal([1, 2], .propertyList(.openStep))?.code == .notEncodable)
    #expect(refusal(["SchemaVersion": 7], .xml)?.code == .notEncodable)
    #expect(refusal(["SchemaVersion": "x"], .binary)?.code == .notEncodable)
    #expect(try directory.names().filter { $0 != ".s.lock" } == ["other"])
  }

  @Test("A nil state in an archive can be saved, and is loaded as nil")
  func none() throws {
    let store = store(.keyedArchive() as StateFormat<Int?>)
    try store.save(nil)
    #expect(store.load().state == .some(nil))
  }

  @Test("Verification can be turned off")
  func unverified() throws {
    var options = StateStoreOptions()
    options.verification = .none
    #expect(refusal([1, 2], .propertyList(.openStep), options) == nil)
    #expect(try directory.text("s").contains("1"))
  }

  @Test("A state larger than the limit for loading is rejected, and the old one stays")
  func tooLarge() throws {
    var options = StateStoreOptions()
    options.sizeLimit = 1000
    let store = store(.xml as StateFormat<[String]>, options)
    try store.save(["small"])
    let error = failure { () throws(StateError) in
      try store.save([String(repeating: "x", count: 2000)])
    }
    #expect(error?.code == .notSaved)
    #expect(error?.description.contains("larger than the limit") == true)
    #expect(store.load().state == ["small"])
  }

  @Test("The text $null in a state remains text")
  func null() throws {
    for format in [StateFormat<[String]>.xml, .binary, .keyedArchive(), .propertyList(.json)] {
      let store = store(format)
      _ = store.load()
      try store.save(["v2", "$null"], over: .anything)
      #expect(store.load().state == ["v2", "$null"])
    }
  }

  @Test(
    "At most as many generations are kept as are searched, however many were requested",
    .timeLimit(.minutes(20)))
  func generations() throws {
    var options = StateStoreOptions()
    options.previousGenerations = .max
    let store = store(.xml as StateFormat<[Int]>, options)
    for number in 0..<19 { try store.save([number], durability: .fast) }
    #expect(try directory.names().filter { $0.hasPrefix("s.bak") }.count == 16)
  }
}
