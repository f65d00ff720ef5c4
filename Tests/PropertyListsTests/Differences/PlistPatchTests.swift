// Tests of patches: lists of edits as JSON.
import Foundation
import Testing

@testable import PropertyLists

@Suite("Patches")
struct PlistPatchTests {
  /// All edits that a patch can contain.
  private static let edits: [PlistEdit] = [
    .set(
      PlistPath([.key("a"), .key("b.c"), .index(2)]),
      ["x": .date(Date(timeIntervalSinceReferenceDate: 0.25))]),
    .set(PlistPath(), .real(.infinity)),
    .insert(PlistPath([.key("k")]), .data(Data([0, 1])), position: .automatic),
    .insert(PlistPath([.key("k")]), .null, position: .first),
    .insert(PlistPath([.key("")]), .uid(PlistUID(7)), position: .after("$date")),
    .append(PlistPath([.key("list")]), .set([1, .real(1)])),
    .remove(PlistPath([.index(0), .index(12)])),
    .rename(PlistPath([.key("line\nbreak \"quoted\" \\")]), to: "new\u{0}"),
    .move(PlistPath([.index(3)]), to: PlistPath([.index(0)])),
    .merge(PlistPath([.key("7")]), ["$set": ["$$": true]]),
    .sort(PlistPath([.key("ünïcödé 🎉")])),
  ]

  @Test("Every edit survives being written and read, one edit a line")
  func roundTrip() throws {
    let patch = PlistPatch(edits: Self.edits)
    let data = try patch.encoded()
    #expect(try PlistPatch(data) == patch)
    #expect(data.split(separator: UInt8(ascii: "\n")).count == patch.edits.count + 2)
    #expect(String(decoding: try PlistPatch(edits: []).encoded(), as: UTF8.self) == "[]\n")
    #expect(try PlistPatch(Data("[]".utf8)).edits == [])
  }

  @Test("The JSON has the documented form")
  func form() throws {
    let edits: [PlistEdit] = [
      .set(PlistPath([.key("a"), .index(2)]), 1),
      .insert(PlistPath([.key("b")]), .data(Data([0, 1])), position: .after("a")),
      .rename(PlistPath([.key("b")]), to: "c"),
    ]
    let expected = """
      [
      {"op":"set","path":"a[2]","value":1},
      {"op":"insert","path":"b","value":{"$data":"AAE="},"position":{"after":"a"}},
      {"op":"rename","path":"b","to":"c"}
      ]

      """
    #expect(String(decoding: try PlistPatch(edits: edits).encoded(), as: UTF8.self) == expected)
  }

  @Test("Paths with many steps and long keys are written completely")
  func longPaths() throws {
    let long = String(repeating: "k.", count: 300)
    let path = PlistPath((0..<200).map { $0 % 2 == 0 ? .key(long) : .index($0) })
    #expect(try PlistPatch(PlistPatch(edits: [.remove(path)]).encoded()).edits == [.remove(path)])
    #expect(try PlistPath(path.fullText) == path)
    #expect(path.description.hasSuffix("…"))
  }

  @Test("A value of the maximum depth survives")
  func depth() throws {
    var value: Plist = "leaf"
    for _ in 0..<Plist.maximumDepth { value = [value] }
    let patch = PlistPatch(edits: [.set(PlistPath(), value)])
    #expect(try PlistPatch(patch.encoded()) == patch)
  }

  @Test(
    "Malformed patches are rejected with the location",
    arguments: [
      ("{\"op\":\"sort\",\"path\":\"\"}", "expected an array of edits", 1),
      ("[\n7]", "expected an edit", 2),
      ("[\n{\"path\":\"a\"}]", "“op”", 2),
      ("[\n{\"path\":\"a\",\n\"op\":\"add\"}]", "found “add”", 3),
      ("[\n{\"path\":\"a\",\n\"op\":1}]", "found an integer", 3),
      ("[{\"op\":\"sort\"}]", "“path”", 1),
      ("[{\"op\":\"set\",\"path\":\"a\"}]", "“value”", 1),
      ("[{\"op\":\"remove\",\"path\":\"a\",\n\"value\":1}]", "“value”", 2),
      ("[{\"op\":\"remove\",\n\"path\":1}]", "expected a string", 2),
      ("[{\"op\":\"remove\",\n\"path\":\"a[\"}]", "invalid path", 2),
      ("[{\"op\":\"rename\",\"path\":\"a\"}]", "“to”", 1),
      ("[{\"op\":\"insert\",\"path\":\"a\",\"value\":1,\n\"position\":\"last\"}]", "KEY", 2),
      ("{ a = 1; }", "", 1),
      ("<plist><array/></plist>", "JSON", 1),
    ] as [(String, String, Int)])
  func malformed(text: String, message: String, line: Int) throws {
    let error = #expect(throws: PlistError.self) { try PlistPatch(Data(text.utf8)) }
    if !message.isEmpty { #expect(error?.code == .invalidPatch) }
    #expect(error?.message.contains(message) == true || message.isEmpty, "\(error?.message ?? "")")
    #expect(error?.position?.line == line)
  }

  @Test("A restoration is not part of a patch")
  func restoration() throws {
    let edited = try PlistDocument(["a": 1]).applying([])
    let error = #expect(throws: PlistError.self) {
      try PlistPatch(edits: [edited.inverse]).encoded()
    }
    #expect(error?.code == .invalidEdit)
  }
}
