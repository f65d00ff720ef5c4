// Tests of the JSON that is written, plain and typed: layout, escapes, and the forms of values that
// JSON lacks.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  private func text(_ value: Plist, as format: PlistFormat = .json) throws -> String {
    String(decoding: try value.encoded(as: format), as: UTF8.self)
  }

  @Test("Containers have one element a line, and empty ones are two brackets")
  func layout() throws {
    #expect(
      try text(["a": [1, [:]], "b": ["c": []]]) == """
        {
          "a": [
            1,
            {}
          ],
          "b": {
            "c": []
          }
        }

        """)
  }

  @Test(
    "Text is escaped only where JSON requires it",
    arguments: [
      ("\"\\/", #""\"\\/""#), ("\n\t\r", #""\n\t\r""#), ("\u{1}\u{1F}", #""\u0001\u001f""#),
      ("é日😀\u{7F}", "\"é日😀\u{7F}\""),
    ])
  func escapes(string: String, expected: String) throws {
    #expect(try text([.string(string)]).lowercased() == "[\n  \(expected)\n]\n".lowercased())
    let object = try JSONSerialization.jsonObject(with: Data(try text([.string(string)]).utf8))
    #expect(object as? [String] == [string])
  }

  @Test(
    "Values that JSON lacks are text in plain JSON, and have a form in typed JSON",
    arguments: [
      (
        .date(Date(timeIntervalSinceReferenceDate: 1)), "\"2001-01-01T00:00:01Z\"",
        "{\"$date\": \"2001-01-01T00:00:01Z\"}"
      ),
      (.data(Data([1, 2])), "\"AQI=\"", "{\"$data\": \"AQI=\"}"),
      (.uid(PlistUID(7)), "{\"CF$UID\": 7}", "{\"$uid\": 7}"), (.null, "null", "null"),
      (1.0, "1.0", "1.0"),
      (.real(.infinity), nil, "{\"$real\": \"inf\"}"),
    ] as [(Plist, String?, String)])
  func forms(value: Plist, plain: String?, typed: String) throws {
    #expect(try text([value], as: .typedJSON) == "[\n  \(typed)\n]\n")
    if let plain { #expect(try text([value]) == "[\n  \(plain)\n]\n") }
  }

  @Test("Typed JSON doubles the dollar of a key, and is read again as the same value")
  func dollars() throws {
    let value: Plist = ["$date": "x", "$$a": 1, "b": ["$": true]]
    let written = try text(value, as: .typedJSON)
    #expect(written.contains("\"$$date\"") && written.contains("\"$$$a\""))
    #expect(try Plist(Array(written.utf8)) == value)
  }

  @Test("Typed JSON of every valid file of the corpus is read as the same value")
  func corpus() throws {
    for file in Corpus.committed("valid", ["xml", "binary", "archives", "gnustep"]) {
      let document = try PlistDocument(file.bytes)
      let written = try document.encoded(as: .typedJSON)
      guard document.root.kind.isContainer else { continue }
      #expect(try PlistDocument(written).encoded(as: .typedJSON) == written, "\(file)")
      #expect(
        try JSONSerialization.jsonObject(with: written, options: []) as? NSObject != nil, "\(file)")
    }
  }
}
