// Runs random programs for `init(from:)` on an archive and on a property list of the same value,
// and compares both decoders. PropertyListsTests compares the second one with Foundation's.

import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

/// A document that is archived as arrays, dictionaries and numbers.
private struct ArchivedDocument: Encodable {
  let value: Plist

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value):
      if let value = Int(exactly: value) { return try container.encode(value) }
      try container.encode(value.int128)
    case .real(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements.map { ArchivedDocument(value: $0) })
    case .dictionary(let pairs):
      try container.encode(
        [String: ArchivedDocument](
          uniqueKeysWithValues: pairs.map { ($0.key, ArchivedDocument(value: $0.value)) }))
    default: throw CancellationError()
    }
  }
}

/// A document that is archived as objects with fields.
private struct ArchivedObject: Encodable, Archivable {
  static var archivedClassName: String { "ScriptedValue" }

  let value: Plist

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .dictionary(let pairs):
      var container = encoder.container(keyedBy: AnyScriptKey.self)
      for (key, value) in pairs {
        let key = AnyScriptKey(stringValue: key)
        if value == .null {
          try container.encodeNil(forKey: key)
        } else {
          try container.encode(ArchivedObject(value: value), forKey: key)
        }
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements {
        if element == .null {
          try container.encodeNil()
        } else {
          try container.encode(ArchivedObject(value: element))
        }
      }
    default: try ArchivedDocument(value: value).encode(to: encoder)
    }
  }
}

private struct AnyScriptKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Where an archive may be stricter than a property list: rows of the page “Archiving with
/// Codable”.
private enum ListedDifference {
  /// A class is decoded only from an object of that class.
  case instance
  /// A key that is absent has no super decoder.
  case absentSuper
  /// An object with fields is not a dictionary, and not a container inside another value.
  case object

  init?(_ found: String, _ expected: String, isObject: Bool) {
    let isInstance = ["base", "derived", "base)"].contains { expected.hasSuffix($0) }
    let isRefused = found == "left" || found.contains("mismatch") || found.contains("no value")
    if isInstance, isRefused {
      self = .instance
    } else if expected == "super", found.hasPrefix("super no key") {
      self = .absentSuper
    } else if isObject, found.hasPrefix("keyed mismatch"), expected == "keyed" {
      self = .object
    } else if isObject, ["value fails", "if fails", "left"].contains(found) {
      self = .object
    } else {
      return nil
    }
  }
}

@Suite("Any sequence of container calls decodes from an archive as from a property list")
struct UnarchivingScriptTests {
  @Test("Random scripts see the same values and errors", arguments: [false, true])
  func randomScripts(_ isObject: Bool) throws {
    var random = ScriptGenerator(seed: isObject ? 22 : 21)
    var listed = 0
    for number in 0..<ScriptSettings.decodingCount {
      let document = Plist.dictionary(["a": DecodingScript.document(4, &random)]).withNulls
      let script = DecodingScript.keyed([.value(.random(4, &random), .a)])
      let data =
        try isObject
        ? KeyedArchiver.archivedData(root: ArchivedObject(value: document))
        : KeyedArchiver.archivedData(root: ArchivedDocument(value: document))
      let expected = ScriptRun.trace(script) { userInfo in
        try PlistDecoder(userInfo: userInfo).decode(ScriptedValue.self, from: document)
      }
      let found = ScriptRun.trace(script) { userInfo in
        try KeyedUnarchiver(forReadingFrom: data, userInfo: userInfo)
          .decode(ScriptedValue.self, forKey: "root")
      }
      guard found != expected else { continue }
      let parting = zip(found, expected).first { $0 != $1 }
      if let parting, ListedDifference(parting.0, parting.1, isObject: isObject) != nil {
        listed += 1
        continue
      }
      Issue.record(
        """
        script \(number): \(parting?.0 ?? "no more steps"), a property list: \
        \(parting?.1 ?? "no more steps")
        \(document)
        \(script)
        """)
      return
    }
    #expect(listed < ScriptSettings.decodingCount / 4)
  }

  @Test("A subclass that is requested through its superclass's metatype is decoded as itself")
  func dynamicMetatype() throws {
    let data = try KeyedArchiver.archivedData(root: Staff())
    let staff = try KeyedUnarchiver.unarchivedObject(of: Staff.self, from: data)
    #expect(staff.people.map { ($0 as? Employee)?.number } == [1, 2, 3])
    #expect(staff.people.allSatisfy { $0.name == "Ada" })
    let kind: Person.Type = Employee.self
    let root = try KeyedArchiver.archivedData(root: Employee(6))
    let person = try KeyedUnarchiver.unarchivedObject(of: kind, from: root)
    #expect((person as? Employee)?.number == 6)
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(
        of: kind, from: KeyedArchiver.archivedData(root: Person()))
    }
  }

  @Test("An element of another kind than the requested container stays the next one")
  func elementOfAnotherKind() throws {
    struct Guessed: Codable {
      var found: [String] = []

      init() {}

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        do { _ = try container.nestedUnkeyedContainer() } catch DecodingError.typeMismatch {}
        do {
          _ = try container.nestedContainer(keyedBy: ScriptKey.self)
        } catch DecodingError.typeMismatch {}
        while !container.isAtEnd { found.append(try container.decode(String.self)) }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for text in ["one", "two", "three"] { try container.encode(text) }
      }
    }
    #expect(try KeyedArchiver.copy(of: Guessed()).found == ["one", "two", "three"])
  }

  @Test("128-bit integers can be stored in every container")
  func wideIntegers() throws {
    struct Single: Codable, Equatable {
      var value: Int128

      init(_ value: Int128) { self.value = value }

      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int128.self)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    struct Numbers: Codable, Equatable {
      var single = Single(Int128(UInt64.max) + 1)
      var list = [Int128.min, 0, .max]
      var field: UInt128 = 1 << 126
    }
    #expect(try KeyedArchiver.copy(of: Numbers()) == Numbers())
  }
}

private class Person: Codable {
  var name = "Ada"

  init() {}
}

private final class Employee: Person {
  var number: Int

  enum Key: CodingKey { case number }

  init(_ number: Int) {
    self.number = number
    super.init()
  }

  required init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .number)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
  }
}

/// Employees of a type that is known only at run time, which keyed containers of the standard
/// library do not pass on.
private struct Staff: Codable {
  struct Single: Codable {
    var person: Person

    init(_ person: Person) { self.person = person }

    init(from decoder: any Decoder) throws {
      person = try decoder.singleValueContainer().decode(Staff.kind)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(person)
    }
  }

  static let kind: Person.Type = Employee.self

  var people: [Person] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ScriptKey.self)
    var list = try container.nestedUnkeyedContainer(forKey: .b)
    people.append(try list.decode(Self.kind))
    let single = try container.superDecoder(forKey: .d).singleValueContainer()
    people.append(try single.decode(Self.kind))
    people.append(try container.decode(Single.self, forKey: .superKey).person)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ScriptKey.self)
    var list = container.nestedUnkeyedContainer(forKey: .b)
    try list.encode(Employee(1))
    var single = container.superEncoder(forKey: .d).singleValueContainer()
    try single.encode(Employee(2))
    try container.encode(Single(Employee(3)), forKey: .superKey)
  }
}
