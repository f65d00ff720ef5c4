// Tests of conflict markers in text, and of the merge of lines.

import Foundation
import OrderedCollections
import Testing

@testable import PropertyLists

@Suite("Conflict markers")
struct ConflictMarkersTests {
  private func marked(
    _ base: Data, _ ours: Data, _ theirs: Data, markers: ConflictMarkers = ConflictMarkers()
  ) throws -> Data {
    let document = try PlistDocument(ours)
    let merge = try PlistMerge(
      base: PlistDocument(base), ours: document, theirs: PlistDocument(theirs))
    return try markers.text(of: merge, ours: document)
  }

  @Test("Markers are around the lines of the element in conflict alone")
  func smallest() throws {
    func text(_ a: String, _ b: String) -> Data { Data("{\n  a = \(a);\n  b = \(b);\n}\n".utf8) }
    let result = try marked(text("1", "1"), text("2", "1"), text("3", "4"))
    #expect(
      String(decoding: result, as: UTF8.self) == """
        {
        <<<<<<< ours
          a = 2;
        =======
          a = 3;
        >>>>>>> theirs
          b = 4;
        }

        """)
    #expect(ConflictMarkers.arePresent(in: result))
    #expect(!ConflictMarkers.arePresent(in: text("<<<<<<<", "1")))
  }

  @Test("Markers have the line breaks, the encoding and the size of the file")
  func encoding() throws {
    func text(_ a: String) throws -> Data {
      try #require("\"a\" = \"\(a)\";\r\n".data(using: .utf16))
    }
    var markers = ConflictMarkers()
    markers.size = 9
    let result = try marked(text("1"), text("2"), text("3"), markers: markers)
    let string = try #require(String(data: result, encoding: .utf16))
    #expect(
      string
        == "<<<<<<<<< ours\r\n\"a\" = \"2\";\r\n=========\r\n\"a\" = \"3\";\r\n>>>>>>>>> theirs\r\n"
    )
    #expect(result.prefix(2) == (try text("1")).prefix(2))
    #expect(ConflictMarkers.arePresent(in: result))
  }

  @Test("A last line without a line break gets one before a marker")
  func lastLine() throws {
    let result = try marked(
      Data("{ a = 1; }".utf8), Data("{ a = 2; }".utf8), Data("{ a = 3; }".utf8))
    #expect(
      String(decoding: result, as: UTF8.self)
        == "<<<<<<< ours\n{ a = 2; }\n=======\n{ a = 3; }\n>>>>>>> theirs\n")
  }

  @Test("A binary file has no markers")
  func binary() throws {
    let data = try [1, 2, 3].map { try Plist.dictionary(["a": .integer($0)]).encoded(as: .binary) }
    #expect(throws: PlistError.self) { try marked(data[0], data[1], data[2]) }
  }

  @Test("A line that no version has was written by a person")
  func untouched() {
    let versions = ["a\nb\n", "a\nc\n"].map { Data($0.utf8) }
    let marked = "a\r\n<<<<<<< HEAD\nb\n||||||| base\n=======\nc\n>>>>>>> branch\n"
    #expect(ConflictMarkers.isUntouched(Data(marked.utf8), versions: versions))
    #expect(!ConflictMarkers.isUntouched(Data((marked + "d\n").utf8), versions: versions))
  }

  @Test("Lines are merged if both sides changed different ones")
  func lines() {
    func merged(_ base: String, _ ours: String, _ theirs: String) -> String? {
      LineMerge(
        base: Data(base.utf8), ours: Data(ours.utf8), theirs: Data(theirs.utf8), encoding: .utf8
      ).merged.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC") == "A\nb\nC")
    #expect(merged("a\nb\nc\n", "a\nx\nb\nc\n", "a\nx\nb\n") == "a\nx\nb\n")
    #expect(merged("a\nb\n", "A\nb\n", "B\nb\n") == nil)
    #expect(merged("", "a\n", "a\n") == "a\n")
  }
}
