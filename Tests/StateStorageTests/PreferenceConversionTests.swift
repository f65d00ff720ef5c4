// Scalars read as other types: what `UserDefaults` of Foundation makes of the same values in the same
// process, and where this package gives an error instead of zero.

import Foundation
import PropertyLists
import StateStorage
import Testing

/// A scalar, as both stores take it.
private enum Scalar: Sendable, CustomTestStringConvertible {
  case text(String)
  case integer(Int)
  case real(Double)
  case bool(Bool)

  var object: Any {
    switch self {
    case .text(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .bool(let value): value
    }
  }

  var plist: Plist {
    switch self {
    case .text(let value): .string(value)
    case .integer(let value): .integer(PlistInteger(value))
    case .real(let value): .real(value)
    case .bool(let value): .bool(value)
    }
  }

  var testDescription: String { "\(self)" }
}

private let numbers: [Scalar] = [
  .integer(0), .integer(1), .integer(42), .integer(-7), .real(0), .real(12.34), .real(-12.9),
  .real(2.5), .real(1e10), .bool(true), .bool(false),
]
private let truths = ["YES", "yes", "Y", "true", "TRUE", "1", "42", "-1", "+3", " yes", "007"]
private let falsehoods = ["NO", "no", "false", "F", "0", "-0", "000", "0.5"]
private let numerals = ["1234", " 12", "-12", "+5", "12abc", "12.34", "007", "0"]

@Suite("A preference of another type")
struct PreferenceConversionTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences
  private let theirs: UserDefaults

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.preferences()
    theirs = try #require(UserDefaults(suiteName: "plinth.\(UUID().uuidString)"))
  }

  private func set(_ scalar: Scalar) throws {
    try preferences.set(scalar.plist, forKey: "k")
    theirs.set(scalar.object, forKey: "k")
  }

  @Test(
    "is the Boolean of UserDefaults", arguments: numbers + (truths + falsehoods).map(Scalar.text))
  fileprivate func bool(_ scalar: Scalar) throws {
    try set(scalar)
    #expect(try preferences.bool(forKey: "k") == theirs.bool(forKey: "k"))
    #expect(Preference("k", default: false, in: preferences).failure == nil)
    try preferences.flush()
  }

  @Test("is the integer of UserDefaults", arguments: numbers + numerals.map(Scalar.text))
  fileprivate func integer(_ scalar: Scalar) throws {
    try set(scalar)
    #expect(try preferences.integer(forKey: "k") == theirs.integer(forKey: "k"))
    try preferences.flush()
  }

  @Test(
    "is the real of UserDefaults",
    arguments: numbers + (numerals + ["1e3", "-.5", "5."]).map(Scalar.text))
  fileprivate func real(_ scalar: Scalar) throws {
    try set(scalar)
    #expect(try preferences.double(forKey: "k") == theirs.double(forKey: "k"))
    try preferences.flush()
  }

  @Test("is the text of UserDefaults", arguments: [Scalar.integer(42), .integer(-7), .text("x")])
  fileprivate func text(_ scalar: Scalar) throws {
    try set(scalar)
    #expect(try preferences.string(forKey: "k") == theirs.string(forKey: "k"))
    try preferences.flush()
  }

  @Test("is text in as few digits as will do, and 1 or 0 for a Boolean")
  func textOfOthers() throws {
    let texts: [(Scalar, String)] = [
      (.real(12.34), "12.34"), (.real(0.1), "0.1"), (.real(2), "2"), (.bool(true), "1"),
      (.bool(false), "0"), (.integer(Int.min), "-9223372036854775808"),
    ]
    for (scalar, text) in texts {
      try preferences.set(scalar.plist, forKey: "k")
      #expect(try preferences.string(forKey: "k") == text)
    }
    try preferences.flush()
  }

  @Test("is an error where it says nothing of the type; UserDefaults gives zero or false")
  func unconvertible() throws {
    for text in ["large", "", "-", "+", ".", "x1"] {
      try set(.text(text))
      #expect(theirs.integer(forKey: "k") == 0 && !theirs.bool(forKey: "k"))
      #expect(stateErrorCode { try preferences.integer(forKey: "k") } == .wrongType)
      #expect(stateErrorCode { try preferences.double(forKey: "k") } == .wrongType)
      #expect(stateErrorCode { try preferences.bool(forKey: "k") } == .wrongType)
    }
    for plist: Plist in [.data(Data()), [], [:], .date(Date(timeIntervalSince1970: 0))] {
      try preferences.set(plist, forKey: "k")
      #expect(stateErrorCode { try preferences.integer(forKey: "k") } == .wrongType)
      #expect(stateErrorCode { try preferences.double(forKey: "k") } == .wrongType)
      #expect(stateErrorCode { try preferences.bool(forKey: "k") } == .wrongType)
      #expect(stateErrorCode { try preferences.string(forKey: "k") } == .wrongType)
    }
    try preferences.flush()
  }

  @Test("is an error where it does not fit the type")
  func outOfRange() throws {
    let values: [Plist] = [.real(1e300), .real(.nan), "9223372036854775808", .real(.infinity)]
    for value in values {
      try preferences.set(value, forKey: "k")
      #expect(stateErrorCode { try preferences.integer(forKey: "k") } == .wrongType)
    }
    try preferences.set(Plist.real(1e300), forKey: "k")
    #expect(stateErrorCode { try preferences.value(Float.self, forKey: "k") } == .wrongType)
    try preferences.set(300, forKey: "k")
    #expect(stateErrorCode { try preferences.value(UInt8.self, forKey: "k") } == .wrongType)
    try preferences.flush()
  }
}
