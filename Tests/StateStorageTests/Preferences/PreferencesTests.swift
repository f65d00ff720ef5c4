// Tests of preferences of one process: types, the search list, removal, names of domains, and the
// times of writing.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("Preferences")
struct PreferencesTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.preferences()
  }

  private enum Theme: String, Codable { case dark, light }

  private struct Window: Codable, Equatable {
    var width = 640
    var title: String?
    var scale = 1.0
  }

  @Test("A missing preference is nil, and one of another type is an error")
  func wrongTypes() throws {
    try preferences.set("large", forKey: "a")
    try preferences.set(300, forKey: "n")
    try preferences.flush()
    #expect(try preferences.integer(forKey: "none") == nil)
    #expect(try preferences.value(Window.self, forKey: "none") == nil)
    #expect(try preferences.array(forKey: "none") == nil)
    let codes = [
      stateErrorCode { try preferences.date(forKey: "a") },
      stateErrorCode { try preferences.data(forKey: "a") },
      stateErrorCode { try preferences.array(forKey: "a") },
      stateErrorCode { try preferences.dictionary(forKey: "a") },
      stateErrorCode { try preferences.url(forKey: "n") },
      stateErrorCode { try preferences.value(Window.self, forKey: "a") },
      stateErrorCode { try preferences.value(Theme.self, forKey: "a") },
      stateErrorCode { try preferences.value(UInt8.self, forKey: "n") },
      stateErrorCode { try preferences.integer(forKey: "a") },
      stateErrorCode { try preferences.double(forKey: "a") },
    ]
    #expect(codes.allSatisfy { $0 == .wrongType })
  }

  @Test("Program arguments come first and are never written to the file")
  func arguments() throws {
    try preferences.set(12, forKey: "fontSize")
    preferences.register(["size": ["width": 3]])
    preferences.setArguments([
      "program", "-fontSize", "14", "--", "-quiet", "-size", "{ width = 7; }", "file", "-list",
      "(a, b)", "-xml", "<plist><integer>5</integer></plist>", "-broken", "{ a", "-name",
      " \"hello\"\n", "-json", "{\"a\": 1}", "-offset", "-5",
      "--theme", "dark", "-fontSize", "16", "-last",
    ])
    #expect(try preferences.integer(forKey: "fontSize") == 16)
    #expect(try preferences.plist(forKey: "fontSize") == "16")
    #expect(try preferences.dictionary(forKey: "size") == ["width": "7"])
    #expect(try preferences.array(forKey: "list") == ["a", "b"])
    #expect(try preferences.integer(forKey: "xml") == 5)
    #expect(try preferences.string(forKey: "broken") == "{ a")
    #expect(try preferences.string(forKey: "name") == "hello")
    #expect(try preferences.string(forKey: "json") == "{\"a\": 1}")
    #expect(try preferences.string(forKey: "-theme") == "dark")
    for key in ["offset", "quiet", "last", "-", ""] {
      #expect(try preferences.plist(forKey: key) == nil, "\(key)")
    }
    #expect(try Array(#require(preferences.dictionaryRepresentation.pairs)).count == 8)
    try preferences.set(18, forKey: "fontSize")
    try preferences.flush()
    #expect(try preferences.integer(forKey: "fontSize") == 16)
    #expect(try scratch.preferences().domainRepresentation == ["fontSize": 18])
    preferences.setArguments([])
    #expect(try preferences.integer(forKey: "fontSize") == 18)
  }

  @Test("Arguments are parsed as UserDefaults does")
  func foundationArguments() throws {
    let path = try scratch.path().string
    let words = [
      "-a", "1", "-b", " x ", "-c", "\"hello\"", "-d", "(a, { b = c; })", "-e", "{\"a\": 1}", "-f",
      "[1]",
      "-g", "-h", "i", "--j", "k", "-l", "<plist><real>1.5</real></plist>", "-m", "<0fbd>", "-",
      "n", "-o",
      "{ a", "-p", "", "-a", "2", "q", "-r", "s", "t", "-u", "\"open", "-v", "<x>", "-last",
    ]
    let run = try ProgramRun.run(
      try ProgramFile.built(PreferencesProgram.name), ["arguments", path, "key"] + words)
    #expect(run.status == 0, "\(run)")
  }

  @Test("A key is searched in the domain, then in the suites in order, then in the defaults")
  func searchList() throws {
    let first = try scratch.preferences("first")
    let second = try scratch.preferences("second")
    preferences.register(["a": "default", "b": "default", "c": "default", "d": "default"])
    for key in ["a", "b", "c"] { try second.set("second", forKey: key) }
    for key in ["a", "b"] { try first.set("first", forKey: key) }
    preferences.addSuite(first)
    preferences.addSuite(second)
    try preferences.set("domain", forKey: "a")
    func found() throws -> [String?] {
      try ["a", "b", "c", "d"].map { try preferences.string(forKey: $0) }
    }
    #expect(try found() == ["domain", "first", "second", "default"])
    #expect(
      try preferences.dictionaryRepresentation
        == ["a": "domain", "b": "first", "c": "second", "d": "default"])
    preferences.remove("a")
    preferences.removeSuite(first)
    #expect(try found() == ["second", "second", "second", "default"])
    preferences.register(["e": 1])
    #expect(try preferences.integer(forKey: "e") == 1)
    #expect(try preferences.keys.isEmpty)
    for each in [preferences, first, second] { try each.flush() }
    #expect(try scratch.names() == ["first.plist", "second.plist", "settings.plist"])
    #expect(try scratch.preferences().keys.isEmpty)
  }

  @Test("A value of another type in the domain does not fall back to the defaults")
  func wrongTypeBeforeDefault() throws {
    preferences.register(["a": 1])
    try preferences.set("x", forKey: "a")
    #expect(stateErrorCode { try preferences.integer(forKey: "a") } == .wrongType)
    try preferences.flush()
  }

  @Test("Values can be removed individually, all at once, and by setting nil")
  func removal() throws {
    for key in ["a", "b", "c", "d"] { try preferences.set(1, forKey: key) }
    try preferences.set(nil as Int?, forKey: "a")
    preferences.remove("b")
    #expect(try preferences.keys == ["c", "d"])
    try preferences.flush()
    #expect(try scratch.preferences().domainRepresentation == ["c": 1, "d": 1])
    try preferences.removeAll()
    try preferences.flush()
    #expect(try scratch.preferences().keys.isEmpty)
  }

  @Test("An unsupported value is rejected and the old one kept")
  func refusedValues() throws {
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    let refused: [Plist] = [
      .null, .uid(PlistUID(1)), .set([1]), [["a": .null]], .integer(PlistInteger(Int128.max)),
      (0..<600).reduce(1) { value, _ in [value] },
    ]
    for value in refused {
      #expect(stateErrorCode { try preferences.set(value, forKey: "a") } == .notEncodable)
    }
    struct Bad: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(stateErrorCode { try preferences.set(Bad(), forKey: "a") } == .notEncodable)
    #expect(try preferences.integer(forKey: "a") == 1)
    #expect(!preferences.hasUnwrittenChanges)
  }

  @Test(
    "A domain that could denote another file is rejected",
    arguments: [
      "", ".", "..", "../a", "a/b", "/a", "a\0b", ".hidden", "a\nb", "241 times x",
    ])
  func badDomains(example: String) {
    let domain = example == "241 times x" ? String(repeating: "x", count: 241) : example
    #expect(stateErrorCode { try scratch.preferences(domain) } == .invalidDomain)
    #expect(stateErrorCode { try scratch.path(domain) } == .invalidDomain)
  }

  @Test("Domains may have dots, spaces and letters of any script, and are listed")
  func domains() throws {
    #expect(try Preferences.domains(in: scratch.container).isEmpty)
    let names = [
      "org.example.app", "a b", "été", "a..b", String(repeating: "x", count: 240),
    ].sorted()
    for name in names {
      let preferences = try scratch.preferences(name)
      try preferences.set(1, forKey: "a")
      try preferences.flush()
      try preferences.set(2, forKey: "a")
      try preferences.flush()
    }
    #expect(try Preferences.domains(in: scratch.container) == names)
  }

  @Test("A symbolic link out of the container is not followed")
  func escape() throws {
    let directory = try scratch.container.preferences
    try FileManager.default.createSymbolicLink(
      atPath: directory.appending("settings.plist").string, withDestinationPath: "/etc/hosts")
    #expect(stateErrorCode { try scratch.preferences() } == .escapesContainer)
    #expect(stateErrorCode { try scratch.path() } == .escapesContainer)
  }

  @Test("The file is accessible only to the user, and has one previous generation")
  func files() throws {
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    #expect(try scratch.names() == ["settings.plist"])
    for number in 2...4 {
      try preferences.set(number, forKey: "a")
      try preferences.flush()
    }
    #expect(try scratch.names() == ["settings.plist", "settings.plist.bak"])
    #expect(try permissions(scratch.path()) == 0o600)
    #expect(
      try Plist(contentsOfFile: scratch.path().string + ".bak")["a"]?.intValue == 3)
  }

  @Test("Nothing is written without a change")
  func nothingToWrite() throws {
    try preferences.flush()
    #expect(try scratch.names().isEmpty)
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    let before = try FileManager.default.attributesOfItem(atPath: scratch.path().string)
    try preferences.set(2, forKey: "a")
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    let after = try FileManager.default.attributesOfItem(atPath: scratch.path().string)
    #expect(before[.systemFileNumber] as? UInt64 == after[.systemFileNumber] as? UInt64)
  }

  @Test("Foundation and Python read the file as an ordinary property list")
  func interoperability() throws {
    try preferences.set(1, forKey: "integer")
    try preferences.set(1.0, forKey: "real")
    try preferences.set(true, forKey: "bool")
    try preferences.set(["é", "b"], forKey: "array")
    try preferences.flush()
    let data = try Data(contentsOf: URL(fileURLWithPath: scratch.path().string))
    let object = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    let dictionary = try #require(object as? [String: Any])
    #expect(Set(dictionary.keys) == ["integer", "real", "bool", "array"])
    #expect(dictionary["array"] as? [String] == ["é", "b"])
    let script = """
      import plistlib, sys
      value = plistlib.load(open(sys.argv[1], "rb"))
      print(*(f"{key}={item!r}" for key, item in sorted(value.items())))
      """
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    let printed = try ProgramRun.run("/usr/bin/python3", ["-c", script, scratch.path().string])
    #expect(printed.text == "array=['é', 'b'] bool=True integer=1 real=1.0\n")
  }

  @Test("XML and text files of other programs are read, and unsupported values preserved")
  func filesOfOthers() throws {
    try scratch.overwrite("{ a = text; b = (1, 2); }")
    preferences.refresh()
    #expect(try preferences.string(forKey: "a") == "text")
    try scratch.overwrite(
      "<plist version=\"1.0\"><dict><key>n</key><integer>7</integer></dict></plist>")
    preferences.refresh()
    #expect(try preferences.keys == ["n"])
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "n": 7])
  }

  @Test("Many threads can change preferences without losing a key")
  func threads() async throws {
    let preferences = preferences
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          try? preferences.set(number, forKey: "k\(number)")
          if number % 50 == 0 { try? await preferences.flush() }
          _ = try? preferences.dictionaryRepresentation
        }
      }
    }
    try await preferences.flush()
    #expect(try scratch.preferences().keys.count == 200)
  }
}

@Suite("Preferences as properties")
struct PreferencePropertyTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.preferences()
  }

  private struct Editor {
    @Preference<Int> var size: Int
    @Preference<String?> var file: String?
    @Preference<[String]> var recent: [String]

    init(_ preferences: Preferences) {
      _size = Preference("size", default: 12, in: preferences)
      _file = Preference("file", in: preferences)
      _recent = Preference("recent", default: [], in: preferences)
    }
  }

  @Test("A property has its default, then the value that was set, then its default again")
  func defaults() throws {
    let editor = Editor(preferences)
    #expect(editor.size == 12 && editor.file == nil && editor.recent.isEmpty)
    editor.size = 14
    editor.file = "a.txt"
    editor.recent = ["a.txt"]
    try preferences.flush()
    let other = Editor(try scratch.preferences())
    #expect(other.size == 14 && other.file == "a.txt" && other.recent == ["a.txt"])
    editor.$size.remove()
    editor.file = nil
    #expect(editor.size == 12 && editor.file == nil)
    #expect(try preferences.keys == ["recent"])
    try preferences.flush()
  }

  @Test("A property has its default where the value has another type, and reports it")
  func wrongType() throws {
    try preferences.set("large", forKey: "size")
    let editor = Editor(preferences)
    #expect(editor.size == 12)
    #expect(editor.$size.failure?.code == .wrongType)
    #expect(stateErrorCode { try editor.$size.get() } == .wrongType)
    try editor.$size.set(3)
    #expect(editor.size == 3 && editor.$size.failure == nil)
    try preferences.flush()
  }
}
