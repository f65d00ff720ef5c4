// Tests of what one preferences object sees of another with the same file, in this process and in
// others, and of their lifetime.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("Several users of one preferences file")
struct PreferenceFreshnessTests {
  private let scratch: PreferencesScratch

  init() throws {
    scratch = try PreferencesScratch()
    _ = try scratch.container.preferences
  }

  private func preferences(checkingEvery interval: Duration) throws -> Preferences {
    var options = Preferences.Options()
    options.checkInterval = interval
    return try Preferences(domain: "settings", in: scratch.container, options: options)
  }

  @Test("Changes are visible to other objects in the process immediately")
  func oneProcess() throws {
    let one = try preferences(checkingEvery: .seconds(3600))
    let other = try preferences(checkingEvery: .seconds(3600))
    let suite = try scratch.preferences("other")
    suite.addSuite(other)
    for number in 1...3 {
      try one.set(number, forKey: "a")
      try one.flush()
      #expect(try other.integer(forKey: "a") == number)
      #expect(try other.domainRepresentation == ["a": .integer(PlistInteger(number))])
      #expect(try suite.integer(forKey: "a") == number)
    }
    try other.removeAll()
    try other.flush()
    #expect(try one.plist(forKey: "a") == nil)
    #expect(try one.keys.isEmpty)
  }

  @Test("Unwritten changes survive changes by other objects")
  func ownChanges() throws {
    let one = try scratch.preferences()
    let other = try scratch.preferences()
    try other.set("mine", forKey: "a")
    try one.set("theirs", forKey: "a")
    try one.set("theirs", forKey: "b")
    try one.flush()
    #expect(try other.domainRepresentation == ["a": "mine", "b": "theirs"])
    try other.flush()
    #expect(try one.domainRepresentation == ["a": "mine", "b": "theirs"])
  }

  @Test("A change by another process is visible on the next read, without a notification")
  func otherProcess() throws {
    let eager = try preferences(checkingEvery: .zero)
    let patient = try preferences(checkingEvery: .milliseconds(100))
    let path = try scratch.path().string
    for number in ["1", "2"] {
      #expect(try PreferencesProgram.run("set", path, "a", number).status == 0)
      #expect(try eager.integer(forKey: "a") == Int(number))
    }
    Thread.sleep(forTimeInterval: 0.15)
    #expect(try patient.integer(forKey: "a") == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(try eager.integer(forKey: "a") == nil)
  }

  @Test("Values survive when the file cannot be inspected")
  func failingLook() throws {
    _ = try scratch.written { try $0.set(1, forKey: "a") }
    let preferences = try preferences(checkingEvery: .zero)
    let path = try scratch.path().string
    // A link to itself: following it fails.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(try preferences.integer(forKey: "a") == 1)
  }

  @Test("Preferences that are suites of each other are released with their last user")
  func suiteCycle() throws {
    weak var one: Preferences?
    weak var other: Preferences?
    func use() throws {
      let (first, second) = (try scratch.preferences("one"), try scratch.preferences("other"))
      (one, other) = (first, second)
      first.addSuite(second)
      second.addSuite(first)
      try first.set(1, forKey: "a")
      #expect(try second.integer(forKey: "a") == 1)
      try first.flush()
    }
    try use()
    #expect(one == nil && other == nil)
  }

  @Test("A suite is searched although nothing else retains it")
  func suiteAlone() throws {
    _ = try scratch.written { try $0.set(1, forKey: "a") }
    let preferences = try scratch.preferences("one")
    preferences.addSuite(try scratch.preferences())
    #expect(try preferences.integer(forKey: "a") == 1)
  }
}
