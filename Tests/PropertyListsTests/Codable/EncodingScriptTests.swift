// Runs random programs for `encode(to:)` with this package's encoder and with Foundation's. Uses
// Foundation's `PropertyListEncoder` in the same process.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Any sequence of container calls encodes as with Foundation")
struct EncodingScriptTests {
  @Test("Random scripts give the same value, or an error where Foundation would stop the program")
  func randomScripts() throws {
    let count = ScriptSettings.encodingCount
    var random = ScriptGenerator(seed: 42)
    var (stopped, compared) = (0, 0)
    for number in 0..<count {
      let script = EncodingScript.random(&random)
      let expected: Plist
      do {
        expected = try ScriptModel.value(of: script)
      } catch is ScriptModel.Stops {
        stopped += 1
        #expect(throws: EncodingError.self, "script \(number): \(script)") {
          try PlistEncoder().document(script)
        }
        continue
      }
      compared += 1
      let own = try Plist(PlistEncoder().document(script))
      try #require(own == expected, "script \(number): \(script)")
      let theirs = try Plist(foundationData(script, .binary))
      try #require(theirs == expected, "the model differs from Foundation: \(number): \(script)")
      for format in [PlistFormat.xml, .binary, .json, .typedJSON, .gnuStep] {
        let isJSON = format == .json || format == .typedJSON
        let found = try Plist(PlistEncoder(outputFormat: format).encode(script))
        try #require(
          found == (isJSON ? expected.withNulls : expected),
          "\(format), script \(number): \(script)")
      }
    }
    #expect(
      stopped > count / 12 && compared > count / 2, "\(stopped) stopped, \(compared) compared")
  }

  @Test("A superencoder for an array element keeps its index")
  func superEncoderKeepsItsPosition() throws {
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let later = container.superEncoder()
        try container.encode("second")
        var first = later.singleValueContainer()
        try first.encode("first")
      }
    }
    #expect(try Plist(PlistEncoder().document(Late())) == ["first", "second"])
    try expectSameText(Late())
  }

  @Test("A superencoder that is never used leaves an empty dictionary")
  func unusedSuperEncoder() throws {
    struct Unused: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        _ = container.superEncoder(forKey: .a)
        var array = container.nestedUnkeyedContainer(forKey: .b)
        _ = array.superEncoder()
        try array.encode(1)
        #expect(array.count == 2)
      }
    }
    #expect(try Plist(PlistEncoder().document(Unused())) == ["a": [:], "b": [[:], 1]])
    try expectSameText(Unused())
  }

  @Test("A nested container adds to a dictionary that was encoded under its key")
  func nestedContainerAfterValue() throws {
    struct Amended: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        try container.encode(["a": "1"], forKey: .a)
        var nested = container.nestedContainer(keyedBy: ScriptKey.self, forKey: .a)
        try nested.encode("2", forKey: .b)
        try container.encode([1, 2], forKey: .c)
        var array = container.nestedUnkeyedContainer(forKey: .c)
        try array.encode(3)
      }
    }
    let expected: Plist = ["a": ["a": "1", "b": "2"], "c": [1, 2, 3]]
    #expect(try Plist(PlistEncoder().document(Amended())) == expected)
    try expectSameText(Amended())
  }

  @Test("A keyed container adds to a single value that is a dictionary")
  func keyedContainerAfterSingleValue() throws {
    struct Amended: Encodable {
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(["a": "1"])
        var container = encoder.container(keyedBy: ScriptKey.self)
        try container.encode("2", forKey: .b)
      }
    }
    #expect(try Plist(PlistEncoder().document(Amended())) == ["a": "1", "b": "2"])
    try expectSameText(Amended())
  }

  @Test(
    "A second container of another kind under one key is an error, even if it stays empty"
  )
  func conflictingContainers() throws {
    struct Conflict: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        var nested = container.nestedContainer(keyedBy: ScriptKey.self, forKey: .a)
        try nested.encode(1, forKey: .b)
        _ = container.nestedUnkeyedContainer(forKey: .a)
      }
    }
    let error = #expect(throws: EncodingError.self) { try PlistEncoder().encode(Conflict()) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a"])
    #expect(context.debugDescription.contains("second value"))
  }

  @Test("An encoder whose value is complete throws and writes nothing")
  func lateEncoder() throws {
    final class Kept: @unchecked Sendable { var encoder: (any Encoder)? }
    struct Keeping: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        kept.encoder = container.superEncoder()
      }
    }
    struct Using: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        _ = container.superEncoder()
        var late = try #require(kept.encoder).singleValueContainer()
        #expect(throws: EncodingError.self) { try late.encode("late") }
        try container.encode("in time")
      }
    }
    struct Both: Encodable {
      let kept = Kept()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Keeping(kept: kept))
        try container.encode(Using(kept: kept))
      }
    }
    #expect(try Plist(PlistEncoder().document(Both())) == [[[:]], [[:], "in time"]])
  }

  @Test("A value that replaces a reserved one is kept, or the later one is an error")
  func replacedSuperEncoder() throws {
    struct Replaced: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        let later = container.superEncoder(forKey: .a)
        try container.encode(1, forKey: .a)
        var value = later.singleValueContainer()
        try value.encode("x")
      }
    }
    struct Filled: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        let later = container.superEncoder(forKey: .a)
        var nested = container.nestedContainer(keyedBy: ScriptKey.self, forKey: .a)
        var value = later.singleValueContainer()
        #expect(throws: EncodingError.self) { try value.encode("text") }
        try nested.encode(1, forKey: .b)
      }
    }
    #expect(throws: EncodingError.self) { try PlistEncoder().encode(Replaced()) }
    #expect(try Plist(PlistEncoder().document(Filled())) == ["a": ["b": 1]])
  }

  @Test("A container of a value that failed to encode writes nothing")
  func keptContainerOfFailedValue() throws {
    final class Kept: @unchecked Sendable { var container: (any UnkeyedEncodingContainer)? }
    struct Failing: Encodable {
      let kept: Kept
      func encode(to encoder: any Encoder) throws {
        kept.container = encoder.unkeyedContainer()
        throw CancellationError()
      }
    }
    struct Outer: Encodable {
      let kept = Kept()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        var value = container.superEncoder(forKey: .a).singleValueContainer()
        try? value.encode(Failing(kept: kept))
        #expect(throws: EncodingError.self) { try kept.container?.encode(1) }
        #expect(kept.container?.count == 0)
      }
    }
    let outer = Outer()
    #expect(try Plist(PlistEncoder().document(outer)) == ["a": [:]])
    #expect(throws: EncodingError.self) { try outer.kept.container?.encode(1) }
  }

  @Test("A number that no format supports can be replaced by another value")
  func tooWideNumber() throws {
    struct Fallback: Encodable {
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        do { try single.encode(UInt128.max) } catch { try single.encode("too wide") }
      }
    }
    #expect(try Plist(PlistEncoder().document([Fallback()])) == ["too wide"])
  }

  @Test("A nil is null in JSON and the string $null elsewhere, as in Foundation")
  func nilInFormats() throws {
    let values: [Int?] = [1, nil]
    let json = try PlistEncoder(outputFormat: .json).encode(values)
    #expect(try JSONDecoder().decode([Int?].self, from: json) == values)
    #expect(try PlistDecoder().decode([Int?].self, from: json) == values)
    #expect(try Plist(PlistEncoder(outputFormat: .typedJSON).encode(values)) == [1, .null])
    try expectSameText(values)
  }

  private func expectSameText(
    _ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let theirs = String(decoding: try foundationData(value), as: UTF8.self)
    #expect(try ownText(value) == theirs, sourceLocation: sourceLocation)
  }
}

@Suite("Types that are known at run time")
struct DynamicTypeDecodingTests {
  @Test("A subclass that is requested through its superclass's metatype is decoded as itself")
  func dynamicMetatype() throws {
    class Person: Codable { var name = "Ada" }
    final class Employee: Person {
      var number = 7
      override init() { super.init() }
      enum Key: CodingKey { case number }
      required init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .number)
        try super.init(from: decoder)
      }
    }
    let data = Data(
      "<dict><key>name</key><string>Bo</string><key>number</key><integer>9</integer></dict>".utf8)
    let type: Person.Type = Employee.self
    let person = try PlistDecoder().decode(type, from: data)
    #expect((person as? Employee)?.number == 9)
    #expect(person.name == "Bo")
  }
}
