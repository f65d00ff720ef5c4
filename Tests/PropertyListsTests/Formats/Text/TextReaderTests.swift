// Tests of what the readers of all text formats share: they stop at the first fault, or continue
// after faults in values, and report each with its path.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Readers of text")
struct TextReaderTests {
  private static let faults = [
    "<plist><array><integer>x</integer><date>y</date><true/></array></plist>",
    "(<*Ix>, <*Dy>, a)",
  ]

  @Test(
    "A check continues after faults in values, and reading stops at the first", arguments: faults)
  func collecting(_ text: String) {
    let bytes = Array(text.utf8)
    let errors = PlistDocument.diagnose(bytes).filter { $0.severity == .error }.map(\.error)
    let first = failure { () throws(PlistError) in try PlistDocument(bytes) }
    #expect(errors.count == 2 && errors.first == first)
    #expect(errors.map(\.path) == [PlistPath([.index(0)]), PlistPath([.index(1)])])
  }

  @Test(
    "A check stops at a fault of the grammar, and keeps the faults before it",
    arguments: ["<array><integer>x</integer><dict>", "(<*Ix>, {"])
  func ending(_ text: String) {
    let errors = PlistDocument.diagnose(Array(text.utf8)).filter { $0.severity == .error }
    #expect(errors.count == 2)
    #expect(errors.last?.error.code == .unexpectedEnd)
  }

  @Test(
    "The path of an error has the keys and indexes that lead to it",
    arguments: [
      "<dict><key>a</key><array><true/><dict><key>b c</key><integer>x</integer></dict></array></dict>",
      #"{ a = (1, {"b c" = <*Ix>;}); }"#,
      #"{"a": [1, {"b c": 170141183460469231731687303715884105728}]}"#,
    ])
  func paths(_ text: String) {
    let error = failure { () throws(PlistError) in try PlistDocument(Array(text.utf8)) }
    #expect(error?.path == PlistPath([.key("a"), .index(1), .key("b c")]))
  }

  @Test(
    "Every text format has the limits of the options",
    arguments: ["<array><array><true/></array></array>", "(((a)))", "[[[1]]]"])
  func limits(_ text: String) {
    var options = PlistReadingOptions()
    options.maximumDepth = 1
    let bytes = Array(text.utf8)
    let depth = failure { () throws(PlistError) in try PlistDocument(bytes, options: options) }
    #expect(depth?.code == .depthLimit)
    options = PlistReadingOptions()
    options.maximumObjectCount = 2
    let count = failure { () throws(PlistError) in try PlistDocument(bytes, options: options) }
    #expect(count?.code == .objectLimit)
    options = PlistReadingOptions()
    options.maximumByteCount = 3
    let size = failure { () throws(PlistError) in try PlistDocument(bytes, options: options) }
    #expect(size?.code == .byteLimit)
  }
}
