// Tests of archives that are written again from their JSON.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("An archive from JSON")
struct ArchiveJSONReaderTests {
  private func roundTrip(_ top: String, classes: String = "") throws -> String {
    let json =
      #"{"$archiver":"NSKeyedArchiver","$version":100000,"$top":{\#(top)},"$classes":[\#(classes)]}"#
    let archive = try KeyedArchive(json: Array(json.utf8))
    #expect(compact(try archive.json(.withIdentity)) == json)
    return json
  }

  @Test(
    "The contents of each standard class come back",
    arguments: [
      ("NSArray", ##""$items":[{"$id":2,"$value":"a"},{"$ref":1},null]"##),
      ("NSMutableOrderedSet", ##""$items":[{"$id":2,"$value":"a"}],"extra":3"##),
      ("NSOrderedSet", ##""$items":[],"NS.object.5":7"##),
      (
        "NSDictionary",
        ##""$entries":[[{"$id":2,"$value":"a"},null],[{"$id":5,"$value":1},{"$ref":2}]]"##
      ),
      ("NSCountedSet", ##""$items":[{"$id":2,"$value":"a"}],"$counts":[3]"##),
      ("NSDate", ##""$date":1.5"##), ("NSDate", ##""$date":2"##),
      ("NSDate", ##""$date":{"$real":"-inf"}"##), ("NSMutableString", ##""$string":"a\"\ud800""##),
      ("NSData", ##""$data":"AQI=""##), ("NSData", ##""$data":"AQI=","NS.data":5"##),
      ("NSURL", ##""$url":{"$id":2,"$value":"x"},"$base":null"##),
      ("NSURL", ##""$url":{"$id":2,"$value":"x"}"##),
      ("NSUUID", ##""$uuid":"00000000-0000-0000-0000-0000000000FF""##),
      ("NSNull", ##""$null":true"##),
      ("NSDecimalNumber", ##""$decimal":"-12.5""##), ("NSDecimalNumber", ##""$decimal":"NaN""##),
      ("NSDecimalNumber", ##""$decimal":"0""##),
      ("NSDecimalNumber", ##""$decimal":"340282366920938463463374607431768211455000""##),
      ("NSDecimalNumber", ##""$decimal":"0.00000000000000000001""##),
    ])
  func standardClasses(name: String, contents: String) throws {
    _ = try roundTrip(
      ##""root":{"$id":1,"$class":"\##(name)",\##(contents)}"##,
      classes: ##"{"$id":3,"$classname":"\##(name)","$classes":["\##(name)","NSObject"]}"##)
  }

  @Test("Fields, inline values, and arrays in slots come back")
  func fields() throws {
    _ = try roundTrip(
      ##""$$b":[1,-0.0,1e+300,{"$real":"nan"},true,null,"x",{"$data":"AQ=="},{"$date":0.25}],"a":{"$id":7,"$class":"A","$$0":{"$$class":1,"":{"CF$UID":3}},"é\ud83d":170141183460469231731687303715884105727,"list":{"$id":4,"$items":[{"$ref":7},[null],{"$id":1,"$value":{"$data":""}}]}}"##,
      classes: ##"{"$id":9,"$classname":"A","$classhints":["B"]}"##)
  }

  @Test("Two class records of one name are both used")
  func sameNames() throws {
    _ = try roundTrip(
      ##""a":{"$id":1,"$class":"A"},"b":{"$id":2,"$class":"A"},"c":{"$id":5,"$class":"A"}"##,
      classes: ##"{"$id":3,"$classname":"A"},{"$id":4,"$classname":"A","$classes":["A"]}"##)
  }

  @Test("An object in slot 0 and odd values of the root come back")
  func oddFrame() throws {
    let json =
      ##"{"$archiver":[true,{"$uid":9},{"$$a":{"$data":"AQ=="}}],"$version":null,"$top":{"a":{"$id":0,"$value":1},"b":null},"$classes":[]}"##
    #expect(compact(try KeyedArchive(json: Array(json.utf8)).json(.withIdentity)) == json)
  }

  @Test("Contents of data are ignored, since the data has them")
  func nestedData() throws {
    let inner = try KeyedArchiver.archivedData(root: ["a"]).base64EncodedString()
    let json =
      ##"{"$archiver":"NSKeyedArchiver","$version":100000,"$top":{"a":{"$data":"\##(inner)"}},"$classes":[]}"##
    var options = KeyedArchive.JSONOptions.withIdentity
    options.nestedData = .asContents
    let shown = try KeyedArchive(json: Array(json.utf8)).json(options)
    #expect(compact(shown).contains(##""$archive":{"##))
    #expect(compact(try KeyedArchive(json: shown).json(.withIdentity)) == json)
  }

  @Test("Slots are numbered without gaps if most indexes are unused")
  func gaps() throws {
    let json =
      ##"{"$top":{"a":{"$id":4000000000,"$value":"x"},"b":{"$id":7,"$value":"y"}},"$classes":[]}"##
    let archive = try KeyedArchive(json: Array(json.utf8))
    #expect(archive.objects.count == 3)
    #expect(archive.objects[1].node.stringValue == "y")
    #expect(archive.objects[2].node.stringValue == "x")
  }

  @Test("A list of 20,000 objects in each other is read without recursion")
  func deep() throws {
    let count = 20_000
    let start = (0..<count).map { "{\"$id\":\($0 + 2),\"$class\":\"A\",\"n\":" }.joined()
    let json =
      "{\"$top\":{\"root\":\(start)null\(String(repeating: "}", count: count))},\"$classes\":[{\"$id\":1,\"$classname\":\"A\"}]}"
    #expect(try KeyedArchive(json: Array(json.utf8)).objects.count == count + 2)
  }

  @Test(
    "Malformed JSON is refused, with its location and path",
    arguments: [
      ("[]", 0, ""), ("<plist/>", nil, ""), (##"{"$top":{"##, 9, "$top"),
      (##"{"$top":1,"$classes":[]}"##, 8, "$top"), (##"{"$top":{}}"##, 0, ""),
      (##"{"$top":{"a":{"$ref":3}},"$classes":[]}"##, 21, "$top.a.$ref"),
      (##"{"$top":{"a":{"$id":-1,"$value":1}},"$classes":[]}"##, 20, "$top.a.$id"),
      (##"{"$top":{"a":{"$id":1,"$value":1},"b":{"$id":1,"$value":2}},"$classes":[]}"##, nil, nil),
      (##"{"$top":{"a":{"$id":1}},"$classes":[]}"##, 13, "$top.a"),
      (##"{"$top":{"a":{"$id":1,"$value":null}},"$classes":[]}"##, 31, "$top.a.$value"),
      (##"{"$top":{"a":{"$id":1,"$class":"A"}},"$classes":[]}"##, 31, "$top.a.$class"),
      (##"{"$top":{"a":{"$what":1}},"$classes":[]}"##, 13, "$top.a"),
      (##"{"$top":{},"$classes":[{"$id":1}]}"##, 23, "$classes[0]"),
      (
        ##"{"$top":{"a":{"$id":1,"$class":"NSArray","$items":["x"]}},"$classes":[{"$id":2,"$classname":"NSArray"}]}"##,
        51, "$top.a.$items[0]"
      ),
      (
        ##"{"$top":{"a":{"$id":1,"$class":"A","$items":[]}},"$classes":[{"$id":2,"$classname":"A"}]}"##,
        13, "$top.a"
      ),
      (
        ##"{"$top":{"a":{"$id":1,"$class":"NSUUID","$uuid":"no"}},"$classes":[{"$id":2,"$classname":"NSUUID"}]}"##,
        48, "$top.a.$uuid"
      ),
      (
        ##"{"$top":{"a":{"$id":1,"$class":"NSDecimalNumber","$decimal":"1e5"}},"$classes":[{"$id":2,"$classname":"NSDecimalNumber"}]}"##,
        60, "$top.a.$decimal"
      ),
    ] as [(String, Int?, String?)])
  func malformed(json: String, offset: Int?, path: String?) throws {
    let error = try #require(throws: ArchiveError.self) {
      try KeyedArchive(json: Array(json.utf8))
    }
    #expect(error.code == .invalidJSON)
    if let offset { #expect(error.position?.offset == offset) }
    if let path { #expect("\(error.path)" == path) }
  }
}
