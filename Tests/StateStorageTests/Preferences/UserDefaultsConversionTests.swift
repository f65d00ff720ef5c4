// Tests of preferences that convert as `UserDefaults` does: each value read by each method, here
// and by Foundation in the same process, and the remaining differences, each with its reason.

import Foundation
import PropertyLists
import StateStorage
import TestSupport
import Testing

/// A value as both stores accept it.
private struct Stored: Sendable, CustomTestStringConvertible {
  let plist: Plist

  init(_ plist: Plist) { self.plist = plist }

  /// The value for `UserDefaults`.
  var object: Any {
    get throws {
      if let text = plist.stringValue { return text }
      return try unsafe PropertyListSerialization.propertyList(
        from: plist.encoded(as: .binary), options: [], format: nil)
    }
  }

  var testDescription: String { "\(plist)" }
}

/// One method of both stores. Its results are strings in which numbers keep every bit.
private struct Getter: Sendable {
  let name: String
  let ours: @Sendable (Preferences) throws -> String
  let theirs: @Sendable (UserDefaults) throws -> String

  static let scalars: [Getter] = [
    Getter(name: "bool") {
      "\(try $0.bool(forKey: "k") ?? false)"
    } theirs: {
      "\($0.bool(forKey: "k"))"
    },
    Getter(name: "integer") {
      "\(try $0.integer(forKey: "k") ?? 0)"
    } theirs: {
      "\($0.integer(forKey: "k"))"
    },
    Getter(name: "double") {
      text(try $0.double(forKey: "k") ?? 0)
    } theirs: {
      text($0.double(forKey: "k"))
    },
    Getter(name: "float") {
      text(try $0.float(forKey: "k") ?? 0)
    } theirs: {
      text($0.float(forKey: "k"))
    },
    Getter(name: "string") {
      text(try $0.string(forKey: "k"))
    } theirs: {
      text($0.string(forKey: "k"))
    },
  ]

  static let objects: [Getter] = [
    Getter(name: "stringArray") {
      "\(try $0.stringArray(forKey: "k")?.debugDescription ?? "nil")"
    } theirs: {
      $0.stringArray(forKey: "k")?.debugDescription ?? "nil"
    },
    Getter(name: "array") {
      text(try $0.array(forKey: "k").map { .array($0) })
    } theirs: {
      text(try $0.array(forKey: "k").map(plist))
    },
    Getter(name: "dictionary") {
      text(try $0.dictionary(forKey: "k").map { .dictionary($0, isSorted: true) })
    } theirs: {
      text(try $0.dictionary(forKey: "k").map(plist))
    },
    Getter(name: "data") {
      text(try $0.data(forKey: "k").map { .data($0) })
    } theirs: {
      text($0.data(forKey: "k").map { .data($0) })
    },
    Getter(name: "date") {
      text(try $0.date(forKey: "k").map { .date($0) })
    } theirs: {
      text(($0.object(forKey: "k") as? Date).map { .date($0) })
    },
    url,
  ]

  static let url = Getter(name: "url") {
    try $0.url(forKey: "k").map { "\($0) \($0.absoluteString)" } ?? "nil"
  } theirs: {
    $0.url(forKey: "k").map { "\($0) \($0.absoluteString)" } ?? "nil"
  }

  private static func text(_ value: Double) -> String {
    value.isNaN ? "nan" : "\(value) \(value.bitPattern)"
  }

  private static func text(_ value: Float) -> String {
    value.isNaN ? "nan" : "\(value) \(value.bitPattern)"
  }

  private static func text(_ value: String?) -> String {
    value.map { "\(Array($0.utf8))" } ?? "nil"
  }

  private static func text(_ value: Plist?) -> String { value.map { "\($0)" } ?? "nil" }

  /// A container of Foundation's with optionals inside.
  private static func plist(_ object: Any) throws -> Plist {
    let data = try PropertyListSerialization.data(
      fromPropertyList: unwrapped(object), format: .binary, options: 0)
    let value = try Plist(Array(data))
    guard let pairs = value.pairs else { return value }
    return .dictionary(Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }, isSorted: true)
  }

  private static func unwrapped(_ object: Any) -> Any {
    if let elements = object as? [Any] { return elements.map(unwrapped) }
    if let pairs = object as? [String: Any] { return pairs.mapValues(unwrapped) }
    return object
  }
}

/// Values of each type, and strings that denote a value of another type, exactly or nearly.
private let values: [Plist] = [
  0, 1, 42, -7, 16_777_217, .integer(PlistInteger(Int.min)), .integer(PlistInteger(Int.max - 1)),
  .integer(PlistInteger(9_007_199_254_740_993)), 0.0, -0.0, 1.0, 2.5, 0.5, 12.34, -12.9, 1e10,
  1e15, 1e16, 0.1, 1e-5, 16_777_217.0, 1.0000000596046448, .real(.leastNonzeroMagnitude), true,
  false, .date(Date(timeIntervalSinceReferenceDate: 5)), [], ["a", "b"], [1, 2], ["a", 1],
  [["a"]], [true], [:], ["a": 1], ["a": "b"], ["a": [1, "b"]], ["a": ["b": 1.5]],
]

private let texts = [
  "", " ", "YES", "yes", "Y", "yellow", "true", "TRUE", "T", "tomato", "NO", "no", "false", "F",
  "on", "off", "1", "42", "-1", "+3", "0", "-0", "000", "007", "0.5", "1234", "12.34", "12,5",
  "12abc", "1 2", "1_000", " 12", "\t12", "\n12", "\r\n12", "\u{85}12", "\u{A0}12", "\u{200B}12",
  "\u{2028}12", "\u{FEFF}12", "- 1", "+ 01", "00 1", "0 0 1", "--1", "+-1", "-", "+", ".", "-.5",
  "5.", "5.e1", ".e5", "1e3", "1E5", "1e", "1e+", "1e-2x", "1e 5", "1e400", "-1e400", "1e-400",
  "0x10", "0x1p3", "inf", "nan", "-inf", "9223372036854775807", "9223372036854775808",
  "-9223372036854775809", "99999999999999999999999", "3.5e38", "1e39", "0.30000000000000004",
  "1.7976931348623159e308", "1.000000059604644775390625000000000000001", "16777217", "\u{661}",
  "\u{FF11}", "1\u{301}", "Y\u{301}", "\0", "YES\0",
]

private let paths = [
  "~", "~/", "~/a", "~/a/", "~//a", "~/..", "~root", "~root/x", "~nobodyx/a/", "~~", "~é/a", "a~",
  "/", "//", "/a/b", "/a/b/", "/a//b/../c", "/tmp", "/tmp/", "/a b", "/a%20b", "/ä", "/a?b#c",
  "a/b", "./a", "../a", "http://example.org/x", "file:///a%20b", "é",
]

@Suite("Preferences with the conversions of UserDefaults")
struct UserDefaultsConversionTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences
  private let theirs: UserDefaults

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.convertingPreferences()
    theirs = try #require(UserDefaults(suiteName: "plinth.\(UUID().uuidString)"))
  }

  private func store(_ stored: Stored) throws {
    preferences.register(["k": stored.plist])
    theirs.set(try stored.object, forKey: "k")
  }

  @Test(
    "Each method converts as UserDefaults does",
    arguments: (values + (texts + paths).map(Plist.string)).map(Stored.init))
  fileprivate func grid(_ stored: Stored) throws {
    try store(stored)
    for getter in Getter.scalars + Getter.objects {
      let (own, foundations) = (try getter.ours(preferences), try getter.theirs(theirs))
      #expect(own == foundations, "\(getter.name) of \(stored.plist)")
    }
    theirs.removeObject(forKey: "k")
  }

  @Test("Data, and data with a URL, are converted as UserDefaults does")
  func data() throws {
    for (bytes, isURL) in [
      (Data(), false), (Data([1, 2]), false),
      (try archivedURL("https://example.org/x"), true),
    ] {
      try store(Stored(.data(bytes)))
      let getters = Getter.scalars + Getter.objects.filter { isURL || $0.name != "url" }
      for getter in getters {
        #expect(try getter.ours(preferences) == getter.theirs(theirs), "\(getter.name)")
      }
    }
    theirs.removeObject(forKey: "k")
  }

  private func archivedURL(_ text: String) throws -> Data {
    try NSKeyedArchiver.archivedData(
      withRootObject: #require(NSURL(string: text)), requiringSecureCoding: false)
  }

  @Test("Any text of digits, signs, letters and white space is converted as UserDefaults does")
  func randomTexts() throws {
    let parts = [
      " ", "\t", "\n", "\r\n", "\u{A0}", "\u{200B}", "+", "-", "0", "00", "1", "9", "37", ".", "e",
      "E", "Y", "t", "n", "x", "\u{301}", "\0", ",",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      try store(Stored(.string(text)))
      for getter in Getter.scalars {
        let (own, foundations) = (try getter.ours(preferences), try getter.theirs(theirs))
        #expect(own == foundations, "\(getter.name) of \(text.debugDescription)")
      }
    }
    theirs.removeObject(forKey: "k")
  }

  @Test("Text after each character of the Basic Multilingual Plane is converted as in UserDefaults")
  func leadingCharacters() throws {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // Beyond U+3100, a sample of the characters is enough.
      if value > 0x3100, !value.isMultiple(of: 251) { continue }
      try store(Stored(.string("\(scalar)12")))
      for getter in Getter.scalars.dropLast() {
        let (own, foundations) = (try getter.ours(preferences), try getter.theirs(theirs))
        #expect(own == foundations, "\(getter.name) after U+\(String(value, radix: 16))")
      }
    }
    theirs.removeObject(forKey: "k")
  }

  @Test("A value that was set is converted as UserDefaults does, whatever type is read")
  func typedSetters() throws {
    let setters: [(String, (UserDefaults) throws -> Void)] = [
      (
        "Bool",
        {
          try self.preferences.set(true, forKey: "k")
          $0.set(true, forKey: "k")
        }
      ),
      (
        "Int",
        {
          try self.preferences.set(42, forKey: "k")
          $0.set(42, forKey: "k")
        }
      ),
      (
        "Double",
        {
          try self.preferences.set(-12.34, forKey: "k")
          $0.set(-12.34, forKey: "k")
        }
      ),
      (
        "String",
        {
          try self.preferences.set("YES", forKey: "k")
          $0.set("YES", forKey: "k")
        }
      ),
      (
        "array",
        {
          try self.preferences.set(["a"], forKey: "k")
          $0.set(["a"], forKey: "k")
        }
      ),
    ]
    for (type, set) in setters {
      try set(theirs)
      for getter in Getter.scalars + Getter.objects {
        let (own, foundations) = (try getter.ours(preferences), try getter.theirs(theirs))
        #expect(own == foundations, "\(getter.name) of \(type)")
      }
    }
    try preferences.flush()
    theirs.removeObject(forKey: "k")
  }

  @Test("A Float has fewer digits as text than a Double, as in UserDefaults")
  func singlePrecision() throws {
    var generator = SystemRandomNumberGenerator()
    let random = (0..<2000).map { _ in Float(bitPattern: generator.next()) }
    let chosen: [Float] = [
      12.34, 0.1, -2.5, 0, -0.0, 42, 16_777_216, 1e10, 1e16, 1e-5, .pi, .infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    for value in chosen + random.filter({ $0.isFinite }) {
      try preferences.set(value, forKey: "k")
      theirs.set(value, forKey: "k")
      // Foundation's integer of a large number depends on the processor.
      for getter in Getter.scalars where getter.name != "integer" || value.magnitude < 0x1p63 {
        let (own, foundations) = (try getter.ours(preferences), try getter.theirs(theirs))
        #expect(own == foundations, "\(getter.name) of \(value)")
      }
    }
    try preferences.flush()
    theirs.removeObject(forKey: "k")
  }

  @Test("A URL is stored as UserDefaults reads it")
  func storedURLs() throws {
    for text in ["file:///a/b%20c", "https://example.org/x?y=z#w", "mailto:a@example.org"] {
      let url = try #require(URL(string: text))
      try preferences.set(url, forKey: "k")
      #expect(try preferences.url(forKey: "k") == url)
      theirs.set(try Stored(#require(try preferences.plist(forKey: "k"))).object, forKey: "k")
      #expect(theirs.url(forKey: "k") == url)
    }
    try preferences.set(URL(fileURLWithPath: "/a/b"), forKey: "k")
    #expect(try preferences.string(forKey: "k") == "/a/b")
    try preferences.flush()
    theirs.removeObject(forKey: "k")
  }

  @Test("A property has its default only where UserDefaults has nil")
  func properties() throws {
    preferences.register(["size": "14pt", "name": [1], "dark": "large"])
    let size = Preference("size", default: 12, in: preferences)
    let name = Preference("name", default: "none", in: preferences)
    let dark = Preference<Bool?>("dark", in: preferences)
    #expect(size.wrappedValue == 14 && size.failure == nil)
    #expect(name.wrappedValue == "none" && name.failure == nil)
    #expect(dark.wrappedValue == false)
    #expect(try preferences.value(Int??.self, forKey: "size") == 14)
  }

  @Test("Arguments, suites and files of other programs are converted as well")
  func sources() throws {
    let suite = try scratch.preferences("suite")
    try suite.set("3", forKey: "b")
    try scratch.overwrite(
      "<plist><dict><key>c</key><string>YES</string><key>d</key><true/></dict></plist>", "file")
    let file = try scratch.preferences("file")
    preferences.setArguments(["-a", "14pt"])
    preferences.addSuite(suite)
    preferences.addSuite(file)
    #expect(try preferences.integer(forKey: "a") == 14)
    #expect(try preferences.integer(forKey: "b") == 3)
    #expect(try preferences.bool(forKey: "c") == true)
    #expect(try preferences.integer(forKey: "d") == 1)
    try suite.flush()
  }

  @Test("Types without a method in UserDefaults are an error, as without conversions")
  func otherTypes() throws {
    preferences.register(["k": "300", "n": 300])
    #expect(stateErrorCode { try preferences.value(UInt8.self, forKey: "k") } == .wrongType)
    #expect(stateErrorCode { try preferences.value(UInt8.self, forKey: "n") } == .wrongType)
    #expect(stateErrorCode { try preferences.value([Int].self, forKey: "k") } == .wrongType)
    #expect(try preferences.value(UInt16.self, forKey: "n") == 300)
  }
}

@Suite("Differences between converted preferences and UserDefaults")
struct UserDefaultsDifferencesTests {
  private let scratch: PreferencesScratch
  private let preferences: Preferences
  private let theirs: UserDefaults

  init() throws {
    scratch = try PreferencesScratch()
    preferences = try scratch.convertingPreferences()
    theirs = try #require(UserDefaults(suiteName: "plinth.\(UUID().uuidString)"))
  }

  @Test("A missing key gives nil, so that a program can have its own default")
  func missing() throws {
    #expect(try preferences.bool(forKey: "k") == nil && !theirs.bool(forKey: "k"))
    #expect(try preferences.integer(forKey: "k") == nil && theirs.integer(forKey: "k") == 0)
    #expect(try preferences.double(forKey: "k") == nil && theirs.double(forKey: "k") == 0)
    #expect(try preferences.float(forKey: "k") == nil && theirs.float(forKey: "k") == 0)
  }

  @Test("The largest integers are numbers, which Foundation on Linux does not recognize")
  func largestIntegers() throws {
    for number in [UInt64(Int64.max), UInt64(1) << 63, .max] {
      preferences.register(["k": .integer(PlistInteger(number))])
      theirs.set(number, forKey: "k")
      #expect(theirs.integer(forKey: "k") == 0 && theirs.double(forKey: "k") == 0)
      #expect(!theirs.bool(forKey: "k") && theirs.string(forKey: "k") == nil)
      #expect(try preferences.integer(forKey: "k") == .max)
      #expect(try preferences.double(forKey: "k") == Double(number))
      #expect(try preferences.float(forKey: "k") == Float(number))
      #expect(try preferences.bool(forKey: "k") == true)
      #expect(try preferences.string(forKey: "k") == "\(number)")
    }
    theirs.removeObject(forKey: "k")
  }

  @Test("Reals without a near integer do not depend on the processor, as Foundation's do")
  func largeReals() throws {
    let reals: [(Double, Int)] = [
      (1e300, .max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
      (9.223372036854775807e18, .max),
    ]
    for (real, integer) in reals {
      preferences.register(["k": .real(real)])
      theirs.set(real, forKey: "k")
      #expect(try preferences.integer(forKey: "k") == integer)
      for getter in Getter.scalars where getter.name != "integer" {
        #expect(try getter.ours(preferences) == getter.theirs(theirs), "\(getter.name)")
      }
    }
    theirs.removeObject(forKey: "k")
  }

  @Test(
    "Data that is not a URL and characters beyond U+FFFF are safe; Foundation stops the program"
  )
  func trapping() throws {
    preferences.register([
      "data": .data(Data([1, 2])), "text": "\u{1F600}12", "end": "12\u{1F600}",
    ])
    #expect(try preferences.url(forKey: "data") == nil)
    #expect(try preferences.integer(forKey: "text") == 0)
    #expect(try preferences.double(forKey: "text") == 0)
    #expect(try preferences.bool(forKey: "text") == false)
    #expect(try preferences.integer(forKey: "end") == 12)
  }

  @Test("URLs other than files are stored, of which Foundation on Linux stores only the path")
  func urls() throws {
    let url = try #require(URL(string: "https://example.org/x"))
    try preferences.set(url, forKey: "k")
    theirs.set(url, forKey: "k")
    #expect(try preferences.url(forKey: "k") == url)
    #expect(theirs.string(forKey: "k") == "/x")
    try preferences.flush()
    theirs.removeObject(forKey: "k")
  }
}
