// Tests of the forms of typed JSON: the values that they denote, the dictionaries that they are
// not, and their depth. Uses the reader itself, since a lone scalar is not detected as JSON.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Reading typed JSON")
struct TypedJSONReadingTests {
  @Test("Each form denotes its value, with any white space")
  func forms() throws {
    let date = Plist.date(Date(timeIntervalSinceReferenceDate: 816_958_923))
    #expect(try value(#"{"$date":"2026-11-21T13:02:03Z"}"#) == date)
    #expect(try value(#" { "$date" : "2026-11-21T13:02:03Z" } "#) == date)
    #expect(
      try value(#"{"$date": {"$real": "-12.25"} }"#)
        == .date(Date(timeIntervalSinceReferenceDate: -12.25)))
    #expect(try value(#"{"$data":"AQID"}"#) == .data(Data([1, 2, 3])))
    #expect(try value(#"{"$data":""}"#) == .data(Data()))
    #expect(try value(#"{"$data":"+/8="}"#) == .data(Data([0xFB, 0xFF])))
    #expect(try value(#"{"$uid":4294967295}"#) == .uid(PlistUID(.max)))
    #expect(try value(#"{"$set":[1,"a",[2]]}"#) == .set([1, "a", [2]]))
    #expect(try value(#"{"$set":[]}"#) == .set([]))
    #expect(try value(#"{"$real":"inf"}"#) == .real(.infinity))
    #expect(try value(#"{"$real":"-inf"}"#) == .real(-.infinity))
    #expect(try value(#"{"$real":"nan"}"#).realValue?.isNaN == true)
    #expect(try value(#"{"$real":"1.5"}"#) == 1.5)
  }

  @Test("Escapes in the forms have the usual meaning")
  func escapes() throws {
    #expect(try value(#"{"$data":"+\/8\u003d"}"#) == .data(Data([0xFB, 0xFF])))
    #expect(
      try value(#"[{"$data":"\/\/\/\/"},{"$data":"AQID"},{"$data":"\/w=="}]"#)
        == [.data(Data([255, 255, 255])), .data(Data([1, 2, 3])), .data(Data([255]))])
    #expect(try value(#"{"\u0024uid":7}"#) == .uid(PlistUID(7)))
    #expect(try value(#"{"$s\u0065t":[7]}"#) == .set([7]))
    #expect(try value(#"{"$real":"\u0069nf"}"#) == .real(.infinity))
    #expect(
      try value(#"{"$date":{"$real":"\u0031.5"}}"#)
        == .date(Date(timeIntervalSinceReferenceDate: 1.5)))
  }

  @Test("Values are written in other formats, including 128-bit integers and escaped data")
  func otherFormats() throws {
    let wide = Int128.max - 5
    let document = try read(#"{"a":\#(wide),"b":{"$data":"\/w=="},"c":-\#(wide),"d":{"$set":[1]}}"#)
    let expected: Plist = [
      "a": .integer(PlistInteger(wide)), "b": .data(Data([255])),
      "c": .integer(PlistInteger(-wide)),
      "d": .set([1]),
    ]
    #expect(try Plist(document.encoded(as: .binary)) == expected)
    #expect(try Plist(document.encoded(as: .typedJSON)) == expected)
    #expect(
      try Plist(read(#"[{"$data":"\/w=="},{"$date":"2001-01-01T00:00:00Z"}]"#).encoded(as: .xml))
        == [.data(Data([255])), .date(Date(timeIntervalSinceReferenceDate: 0))])
  }

  @Test("Forms may be nested and mixed with other values")
  func nested() throws {
    #expect(
      try value(
        #"{"a":{"$set":[{"$date":{"$real":"0.5"}},{"$set":[{"$uid":1}]},{"$$set":[]}]},"b":[{"$data":"AQ=="}]}"#
      ) == [
        "a": .set([
          .date(Date(timeIntervalSinceReferenceDate: 0.5)), .set([.uid(PlistUID(1))]),
          ["$set": []],
        ]),
        "b": [.data(Data([1]))],
      ])
  }

  @Test("A key with two dollar signs denotes the key with one, in any object")
  func dollars() throws {
    #expect(try value(#"{"$$date":"x"}"#) == ["$date": "x"])
    #expect(try value(#"{"$$date":"2026-11-21T13:02:03Z"}"#).kind == .dictionary)
    #expect(try value(#"{"$$$x":1,"$$":2,"$":3}"#) == ["$$x": 1, "$": 3])
    #expect(
      try value(#"{"a":1,"$$class":{"$$uid":5},"$top":2}"#)
        == ["a": 1, "$class": ["$uid": 5], "$top": 2])
    #expect(try value(#"{"\u0024$x\n":1,"$\u0024y":2}"#) == ["$x\n": 1, "$y": 2])
    let twice = #"{"$$a":1,"b":2},{"$$a":3,"b":4},{"$$$a":5,"b":6},{"$$$a":7,"b":8}"#
    #expect(
      try value("[\(twice)]") == [
        ["$a": 1, "b": 2], ["$a": 3, "b": 4], ["$$a": 5, "b": 6], ["$$a": 7, "b": 8],
      ])
    #expect(try read(#"{"$$a":1}"#).format == .typedJSON)
    #expect(try read(#"{"$a":1}"#).format == .json)
  }

  @Test(
    "An invalid form stays a dictionary with a warning, and is an error in strict mode",
    arguments: [
      (#"[{"$date":"2026-13-21T01:02:03Z"}]"#, .invalidDate, 10),
      (#"[{"$date":"2026-02-30T01:02:03Z"}]"#, .invalidDate, 10),
      (#"[{"$date":5}]"#, .invalidDate, 10), (#"[{"$date":{"$real":5}}]"#, .invalidReal, 19),
      (#"[{"$date":{"$$real":"5"}}]"#, .invalidDate, 10),
      (#"[{"$data":"A"}]"#, .invalidData, 10), (#"[{"$data":"A B="}]"#, .invalidData, 10),
      (#"[{"$data":"A==="}]"#, .invalidData, 10), (#"[{"$data":"=AAA"}]"#, .invalidData, 10),
      (#"[{"$data":[1]}]"#, .invalidData, 10), (#"[{"$data":"é"}]"#, .invalidData, 10),
      (#"[{"$uid":-1}]"#, .invalidUID, 9), (#"[{"$uid":4294967296}]"#, .invalidUID, 9),
      (#"[{"$uid":1.0}]"#, .invalidUID, 9), (#"[{"$uid":"1"}]"#, .invalidUID, 9),
      (#"[{"$set":{}}]"#, .unexpectedCharacter, 9), (#"[{"$set" : 1}]"#, .unexpectedCharacter, 11),
      (#"[{"$real":1.5}]"#, .invalidReal, 10), (#"[{"$real":"NaN"}]"#, .invalidReal, 10),
      (#"[{"$real":"1e999"}]"#, .invalidReal, 10), (#"[{"$real":"01"}]"#, .invalidReal, 10),
      (#"[{"$real":""}]"#, .invalidReal, 10),
    ] as [(String, PlistError.Code, Int)])
  func wrongForms(text: String, code: PlistError.Code, offset: Int) throws {
    let document = try read(text)
    #expect(document.root[0]?.kind == .dictionary && document.root[0]?.count == 1)
    let warning = try #require(document.warnings.first?.error)
    #expect(warning.code == code && warning.position?.offset == offset)
    var options = PlistReadingOptions()
    options.strictness = .strict
    let error = #expect(throws: PlistError.self) { try self.read(text, options) }
    #expect(error?.code == code && error?.position?.offset == offset)
    #expect(error?.path.description.hasPrefix("[0]") == true)
    #expect(error?.path == warning.path)
  }

  @Test("An object with more keys is a dictionary, whatever the keys", arguments: [true, false])
  func moreKeys(isStrict: Bool) throws {
    var options = PlistReadingOptions()
    options.strictness = isStrict ? .strict : .lenient
    let texts: [(String, Plist)] = [
      (#"{"$set":[1],"a":2}"#, ["$set": [1], "a": 2]),
      (#"{"a":2,"$set":[1]}"#, ["$set": [1], "a": 2]),
      (
        #"{"$date":"2026-11-21T13:02:03Z","$uid":2}"#, ["$date": "2026-11-21T13:02:03Z", "$uid": 2]
      ),
      (#"{"$other":1}"#, ["$other": 1]), (#"{"$set":[1],"$set":[2]}"#, ["$set": [2]]),
    ]
    for (text, plist) in texts {
      let document = try read(text, options)
      #expect(try Plist(document) == plist)
      #expect(document.format == .json)
    }
  }

  @Test("Errors in a set have the path of the element")
  func paths() {
    let error = #expect(throws: PlistError.self) { try self.read(#"{"a":[{"$set":[1,{"b":x}]}]}"#) }
    #expect(error.map { "\($0.path)" } == "a[0][1].b" && error?.position?.offset == 22)
    let open = #expect(throws: PlistError.self) { try self.read(#"{"$set":[1]"#) }
    #expect(open?.code == .unexpectedEnd && open?.position?.offset == 11)
  }

  @Test("An object that denotes a value is not a level")
  func levels() throws {
    var options = PlistReadingOptions()
    options.maximumDepth = 2
    #expect(try read(#"{"$set":[{"$set":[1]}]}"#, options).depth == 2)
    #expect(try read(#"[[{"$date":{"$real":"0.5"}}]]"#, options).depth == 2)
    #expect(try read(#"{"$uid":1}"#, options).depth == 0)
    #expect(try read(#"{"$set":[],"a":1}"#, options).depth == 2)
    let deep = #"{"$set":[{"$set":[],"b":1}],"a":1}"#
    let error = #expect(throws: PlistError.self) { try self.read(deep, options) }
    #expect(error?.code == .depthLimit && error?.position?.offset == 9)
    options.maximumDepth = 4
    #expect(try read(deep, options).depth == 4)
    #expect(try read(#"[{"$set":[[]]},[]]"#, options).depth == 3)
  }

  @Test("Sets, and dictionaries that begin like sets, stay within the depth limit")
  func deepForms() throws {
    for (open, close) in [
      (#"{"$set":["#, "]}"), (#"{"$set":["#, #"],"a":1}"#), (#"{"$date":"#, "}"),
    ] {
      for level in [100, 512, 513, 1024, 20_000] {
        let text =
          String(repeating: open, count: level) + "1" + String(repeating: close, count: level)
        do throws(PlistError) {
          #expect(try read(text).depth <= 512)
          #expect(level <= 512)
        } catch {
          #expect(error.code == .depthLimit && level > 100)
        }
      }
    }
  }

  // MARK: Reading

  private func read(
    _ text: String, _ options: PlistReadingOptions = PlistReadingOptions()
  ) throws(PlistError) -> PlistDocument {
    let bytes = SourceBytes(Array(text.utf8))
    return PlistDocument(
      try JSONReader.read(FormatInput(bytes: bytes, text: bytes), options: options))
  }

  private func value(_ text: String) throws(PlistError) -> Plist { try Plist(read(text)) }
}
