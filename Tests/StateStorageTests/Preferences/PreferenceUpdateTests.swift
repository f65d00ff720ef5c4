// Tests of changing preferences based on the current contents of their file.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("Updating preferences")
struct PreferenceUpdateTests {
  private let scratch: PreferencesScratch

  init() throws { scratch = try PreferencesScratch() }

  private struct Refusal: Error {}

  @Test("An update sees values that others wrote and values that are not written yet")
  func current() throws {
    let preferences = try scratch.written { try $0.set([1], forKey: "list") }
    _ = try scratch.written {
      try $0.set([1, 2], forKey: "list")
      try $0.set("old", forKey: "gone")
      try $0.set("other", forKey: "kept")
    }
    try preferences.set("mine", forKey: "name")
    preferences.remove("gone")
    try preferences.update { values in
      #expect(values == ["list": [1, 2], "name": "mine", "kept": "other"])
      return ["list": [1, 2, 3], "name": nil]
    }
    #expect(!preferences.hasUnwrittenChanges)
    let expected: Plist = ["kept": "other", "list": [1, 2, 3]]
    #expect(try preferences.domainRepresentation == expected)
    #expect(try scratch.preferences().domainRepresentation == expected)
  }

  @Test("A failed update changes nothing, and pending changes are written later")
  func refused() throws {
    let preferences = try scratch.written { try $0.set(1, forKey: "a") }
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path().string))
    try preferences.set(2, forKey: "b")
    #expect(throws: Refusal.self) { try preferences.update { _ in throw Refusal() } }
    #expect(stateErrorCode { try preferences.update { _ in ["a": .null] } } == .notEncodable)
    #expect(preferences.hasUnwrittenChanges)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path().string)) == before)
    try preferences.flush()
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "b": 2])
  }

  @Test("An update does not begin if the file cannot be read")
  func unreadable() throws {
    _ = try scratch.container.preferences
    try scratch.overwrite("garbage")
    let preferences = try scratch.preferences()
    let code = stateErrorCode {
      try preferences.update { _ in
        Issue.record("the update ran without readable values")
        return [:]
      }
    }
    #expect(code == .wouldOverwrite)
  }

  @Test("Concurrent updates by threads lose no changes")
  func atOnce() async throws {
    let scratch = scratch
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let preferences = try scratch.preferences()
        group.addTask {
          for _ in 0..<10 {
            try preferences.update {
              ["count": .integer(PlistInteger(($0["count"]?.intValue ?? 0) + 1))]
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try scratch.preferences().integer(forKey: "count") == 40)
  }
}
