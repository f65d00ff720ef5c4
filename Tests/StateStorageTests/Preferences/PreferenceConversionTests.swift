// Tests of preferences whose type is not the requested one, without conversions.

import Foundation
import PropertyLists
import StateStorage
import TestSupport
import Testing

@Suite("Preferences of another type")
struct PreferenceConversionTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.preferences()
  }

  @Test("A value of another type is an error, even if it could be converted")
  func strict() throws {
    let date = Plist.date(Date(timeIntervalSinceReferenceDate: 0))
    preferences.register([
      "text": "1", "integer": 1, "real": 1.0, "bool": true, "date": date, "data": .data(Data()),
      "array": ["a"], "dictionary": ["a": "b"], "numbers": [1],
    ])
    let getters: [(types: Set<String>, get: (String) throws -> Any?)] = [
      (["text"], { try preferences.string(forKey: $0) }),
      (["integer", "real"], { try preferences.integer(forKey: $0) }),
      (["integer", "real"], { try preferences.value(UInt8.self, forKey: $0) }),
      (["integer", "real"], { try preferences.double(forKey: $0) }),
      (["integer", "real"], { try preferences.float(forKey: $0) }),
      (["bool"], { try preferences.bool(forKey: $0) }),
      (["date"], { try preferences.date(forKey: $0) }),
      (["data"], { try preferences.data(forKey: $0) }),
      (["text"], { try preferences.url(forKey: $0) }),
      (["array"], { try preferences.stringArray(forKey: $0) }),
      (["array", "numbers"], { try preferences.array(forKey: $0) }),
      (["dictionary"], { try preferences.dictionary(forKey: $0) }),
    ]
    let keys = [
      "text", "integer", "real", "bool", "date", "data", "array", "dictionary", "numbers",
    ]
    for (number, getter) in getters.enumerated() {
      for key in keys {
        let code = stateErrorCode { try getter.get(key) }
        #expect(code == (getter.types.contains(key) ? nil : .wrongType), "\(number) \(key)")
      }
    }
    let property = Preference("text", default: 12, in: preferences)
    #expect(property.wrappedValue == 12 && property.failure?.code == .wrongType)
  }

  @Test("The error says how to convert where UserDefaults would")
  func suggestion() throws {
    preferences.register(["text": "YES", "list": [1]])
    let text = failure(StateError.self) { try preferences.bool(forKey: "text") }
    #expect(text?.message == "the preference “text” is of type string and cannot be read as Bool")
    #expect(text?.suggestion?.contains("conversion") == true)
    #expect(failure(StateError.self) { try preferences.bool(forKey: "list") }?.suggestion == nil)
    #expect(failure(StateError.self) { try preferences.date(forKey: "text") }?.suggestion == nil)
  }

  @Test("A number that does not fit the type is an error")
  func outOfRange() throws {
    preferences.register(["large": 1e300, "number": 300, "negative": -1, "part": 1.5])
    #expect(stateErrorCode { try preferences.integer(forKey: "part") } == .wrongType)
    #expect(stateErrorCode { try preferences.integer(forKey: "large") } == .wrongType)
    #expect(stateErrorCode { try preferences.float(forKey: "large") } == .wrongType)
    #expect(stateErrorCode { try preferences.value(UInt8.self, forKey: "number") } == .wrongType)
    #expect(stateErrorCode { try preferences.value(UInt.self, forKey: "negative") } == .wrongType)
  }

  @Test("A program argument becomes a scalar if its whole text is one")
  func arguments() throws {
    preferences.setArguments([
      "-size", "14", "-scale", "1.5", "-dark", "YES", "-light", "no", "-signed", "+5", "-name",
      "large", "-unit", "14pt", "-huge", "1e999", "-infinite", "inf", "-wide", "300",
    ])
    #expect(try preferences.integer(forKey: "size") == 14)
    #expect(try preferences.value(UInt8?.self, forKey: "size") == 14)
    #expect(try preferences.double(forKey: "size") == 14)
    #expect(try preferences.double(forKey: "scale") == 1.5)
    #expect(try preferences.float(forKey: "scale") == 1.5)
    #expect(try preferences.bool(forKey: "dark") == true)
    #expect(try preferences.bool(forKey: "light") == false)
    #expect(try preferences.integer(forKey: "signed") == 5)
    #expect(try preferences.double(forKey: "infinite") == .infinity)
    #expect(try preferences.string(forKey: "size") == "14")
    for key in ["name", "unit", "scale", "dark"] {
      #expect(stateErrorCode { try preferences.integer(forKey: key) } == .wrongType, "\(key)")
    }
    #expect(stateErrorCode { try preferences.double(forKey: "huge") } == .wrongType)
    #expect(stateErrorCode { try preferences.bool(forKey: "size") } == .wrongType)
    #expect(stateErrorCode { try preferences.value(UInt8.self, forKey: "wide") } == .wrongType)
    #expect(stateErrorCode { try preferences.date(forKey: "size") } == .wrongType)
  }
}
