// Tests of the form of values in a preferences file: nil in any wrapping, and numbers of another
// kind than the requested one.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("The format of a preferences file")
struct PreferencesFormatTests {
  private let scratch: PreferencesScratch

  init() throws {
    scratch = try PreferencesScratch()
    _ = try scratch.container.preferences
  }

  private func format() throws -> PlistFormat? {
    try PlistDocument(Data(contentsOf: URL(fileURLWithPath: scratch.path().string))).format
  }

  @Test(
    "The file keeps its format as long as the format supports the values",
    arguments: [
      ("{ a = 1; }", "x", .openStep), ("{ a = 1; }", true, .binary),
      ("{ a = <*I5>; }", 7, .gnuStep), ("{\"a\": 1}", [1, "x", true, 0.1], .json),
      ("{\"a\": 1}", Plist.data(Data([1])), .binary), ("\"a\" = \"b\";\n", "x", .strings),
      ("\"a\" = \"b\";\n", true, .binary),
    ] as [(String, Plist, PlistFormat)])
  func formats(text: String, value: Plist, expected: PlistFormat) throws {
    try scratch.overwrite(text)
    let old = try #require(try scratch.preferences().plist(forKey: "a"))
    let preferences = try scratch.written { try $0.set(value, forKey: "b") }
    #expect(try format() == expected)
    #expect(try scratch.preferences().domainRepresentation == ["a": old, "b": value])
    try preferences.set("again", forKey: "c")
    try preferences.flush()
    #expect(try format() == expected)
    #expect(
      try scratch.preferences().domainRepresentation == ["a": old, "b": value, "c": "again"])
  }

  @Test("An XML file stays XML and keeps its layout and comments")
  func kept() throws {
    let text = """
      <plist><dict>
        <!-- The scale. -->
        <key>b</key><real>1.5</real>
        <key>a</key><true/>
      </dict></plist>

      """
    try scratch.overwrite(text)
    for size in 1...2 {
      let preferences = try scratch.written { try $0.set(size, forKey: "size") }
      try preferences.set("more \(size)", forKey: "c")
      try preferences.flush()
      #expect(try format() == .xml)
    }
    let written = try String(contentsOfFile: scratch.path().string, encoding: .utf8)
    let expected = text.replacing(
      "<true/>",
      with: "<true/>\n  <key>size</key><integer>2</integer>\n  <key>c</key><string>more 2</string>")
    #expect(written == expected)
    #expect(
      try scratch.preferences().domainRepresentation
        == ["a": true, "b": 1.5, "c": "more 2", "size": 2])
  }

  @Test("A file becomes binary for a value that XML does not support, and stays binary")
  func unfit() throws {
    let dates = [1.5, 1e17].map { Plist.date(Date(timeIntervalSinceReferenceDate: $0)) }
    for value in dates + [.string("a\0b"), .string("\u{1B}"), ["CF$UID": 3]] {
      try scratch.overwrite("<plist><dict><key>a</key><true/></dict></plist>")
      let preferences = try scratch.written { try $0.set(value, forKey: "b") }
      #expect(try format() == .binary)
      #expect(try scratch.preferences().plist(forKey: "b") == value)
      preferences.remove("b")
      try preferences.flush()
      #expect(try format() == .binary)
    }
  }

  @Test("Each value is stored as it was set, whatever it is equal to")
  func equalValues() throws {
    for text in ["<plist><dict/></plist>", "{}"] {
      try scratch.overwrite(text)
      let preferences = try scratch.written {
        try $0.set("\u{E9}", forKey: "a")
        try $0.set(0.0, forKey: "b")
        try $0.set(0.1, forKey: "c")
      }
      try preferences.set("e\u{301}", forKey: "a")
      try preferences.flush()
      try preferences.set(-0.0, forKey: "b")
      try preferences.set(1, forKey: "d")
      try preferences.flush()
      for reader in [preferences, try scratch.preferences()] {
        #expect(try reader.string(forKey: "a")?.utf8.count == 3)
        #expect(try reader.double(forKey: "b")?.sign == .minus)
        #expect(try reader.double(forKey: "c") == 0.1)
      }
    }
  }

  @Test("The format is that of the generation that replaced an invalid file")
  func recovered() throws {
    try scratch.overwrite("<plist><dict><key>a</key><true/></dict></plist>")
    for size in 1...2 { _ = try scratch.written { try $0.set(size, forKey: "size") } }
    try scratch.overwrite("garbage")
    let preferences = try scratch.preferences()
    try preferences.set(3, forKey: "size")
    try preferences.replaceUnreadable()
    #expect(try format() == .xml)
    #expect(try scratch.preferences().domainRepresentation == ["a": true, "size": 3])
  }
}

@Suite("Setting a preference to nil")
struct NilPreferenceTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.preferences()
  }

  /// Does not know that its value is an optional.
  private struct Box<Value: Codable & Sendable> {
    @Preference<Value> var value: Value

    init(_ key: String, _ defaultValue: Value, in preferences: Preferences) {
      _value = Preference(key, default: defaultValue, in: preferences)
    }
  }

  @Test("Setting nil removes the key, even through an existential")
  func generic() throws {
    let box = Box<Int?>("a", nil, in: preferences)
    box.value = 3
    #expect(try preferences.keys == ["a"])
    #expect(box.value == 3)
    box.value = nil
    #expect(try preferences.keys.isEmpty)
    #expect(box.value == nil)
    let url = Box<URL?>("url", nil, in: preferences)
    url.value = URL(string: "https://example.org")
    #expect(try preferences.string(forKey: "url") == "https://example.org")
    #expect(url.value == URL(string: "https://example.org"))
    url.value = nil
    try preferences.flush()
    #expect(try scratch.preferences().keys.isEmpty)
  }

  @Test("Setting nil removes the key at any depth of optionals")
  func nested() throws {
    for value in [Int??.none, .some(nil)] {
      try preferences.set(1, forKey: "a")
      try preferences.set(value, forKey: "a")
      #expect(try preferences.keys.isEmpty)
    }
    try preferences.set(Int???.some(.some(.some(7))), forKey: "a")
    #expect(try preferences.integer(forKey: "a") == 7)
    #expect(try preferences.value(Int???.self, forKey: "a") == 7)
    try preferences.set(Int???.some(.some(nil)), forKey: "a")
    #expect(try preferences.value(Int???.self, forKey: "a") == nil)
    #expect(try preferences.keys.isEmpty)
  }

  @Test("A nil inside a value is an error, since property lists do not support it")
  func inside() throws {
    struct Encoding: Encodable {
      var name: String?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }
    }
    #expect(stateErrorCode { try preferences.set([1, nil], forKey: "a") } == .notEncodable)
    #expect(stateErrorCode { try preferences.set(["b": Int?.none], forKey: "a") } == .notEncodable)
    #expect(stateErrorCode { try preferences.set(Encoding(), forKey: "a") } == .notEncodable)
    #expect(stateErrorCode { try preferences.set("$null", forKey: "a") } == .notEncodable)
    #expect(!preferences.hasUnwrittenChanges)
    try preferences.set([1, 2] as [Int?], forKey: "a")
    #expect(try preferences.value([Int].self, forKey: "a") == [1, 2])
  }
}

@Suite("Float preferences")
struct FloatPreferenceTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.convertingPreferences()
  }

  /// The value of a key in the file.
  private func node(_ key: String) throws -> PlistNode {
    let document = try PlistDocument(Data(contentsOf: URL(fileURLWithPath: scratch.path().string)))
    return try #require(document.root[key])
  }

  @Test("A Float has the same text when the program starts again")
  func relaunch() throws {
    try preferences.set(12.34 as Float, forKey: "single")
    try preferences.set(Float?(12.34), forKey: "optional")
    try preferences.set(12.34, forKey: "double")
    #expect(try preferences.string(forKey: "single") == "12.34")
    try preferences.flush()
    let next = try scratch.convertingPreferences()
    for key in ["single", "optional", "double"] {
      #expect(try next.string(forKey: key) == "12.34")
      #expect(try node(key).isSingle == (key != "double"))
    }
    #expect(try next.double(forKey: "single") == Double(12.34 as Float))
    #expect(try next.float(forKey: "single") == 12.34)
    #expect(try scratch.preferences().value(Float.self, forKey: "single") == 12.34)
  }

  @Test("A Float keeps its width when another key changes, and changes it with its type")
  func width() throws {
    try preferences.set(0.5 as Float, forKey: "size")
    try preferences.flush()
    _ = try scratch.written { try $0.set(true, forKey: "dark") }
    #expect(try node("size").isSingle)
    _ = try scratch.written { try $0.set(0.5, forKey: "size") }
    #expect(try !node("size").isSingle)
    try preferences.set(0.5 as Float, forKey: "size")
    try preferences.flush()
    #expect(try node("size").isSingle)
    try preferences.set("large", forKey: "size")
    try preferences.flush()
    #expect(try preferences.string(forKey: "size") == "large")
  }

  @Test("A Float has the width of the previous generation when the file is corrupted")
  func recovered() throws {
    for dark in [true, false] {
      try preferences.set(12.34 as Float, forKey: "size")
      try preferences.set(dark, forKey: "dark")
      try preferences.flush()
    }
    try scratch.overwrite("damaged")
    #expect(try scratch.convertingPreferences().string(forKey: "size") == "12.34")
  }

  @Test("A Float in an XML file is a Double, before it is written and after")
  func xml() throws {
    try scratch.overwrite("<plist><dict><key>a</key><true/></dict></plist>")
    preferences.refresh()
    try preferences.set(12.34 as Float, forKey: "size")
    #expect(try preferences.string(forKey: "size") == "12.34000015258789")
    try preferences.flush()
    #expect(try preferences.string(forKey: "size") == "12.34000015258789")
    #expect(try scratch.convertingPreferences().float(forKey: "size") == 12.34)
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path().string))
    try preferences.set(12.34 as Float, forKey: "size")
    try preferences.flush()
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path().string)) == before)
  }
}

@Suite("Numbers in preferences")
struct NumberPreferenceTests {
  private let scratch: PreferencesScratch

  init() throws {
    scratch = try PreferencesScratch()
    _ = try scratch.container.preferences
  }

  /// The file as `plist prefs write DOMAIN size 14 --type integer` leaves it.
  private func preferences(_ number: String) throws -> Preferences {
    try scratch.overwrite(
      "<plist version=\"1.0\"><dict><key>size</key>\(number)</dict></plist>")
    return try scratch.preferences()
  }

  @Test("A whole number can be read as a real through every method")
  func widening() throws {
    let preferences = try preferences("<integer>14</integer>")
    #expect(try preferences.double(forKey: "size") == 14)
    #expect(try preferences.value(Double.self, forKey: "size") == 14)
    #expect(try preferences.value(Double?.self, forKey: "size") == 14)
    #expect(try preferences.value(Float.self, forKey: "size") == 14)
    let property = Preference("size", default: 12.0, in: preferences)
    #expect(property.wrappedValue == 14 && property.failure == nil)
    #expect(try preferences.integer(forKey: "size") == 14)
  }
}
