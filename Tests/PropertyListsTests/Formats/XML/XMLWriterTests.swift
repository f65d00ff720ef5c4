// Tests of the XML that is written: Apple's layout to the byte, and Foundation's writer for the same
// values.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Writing XML")
struct XMLWriterTests {
  private func body(_ value: Plist) throws -> String {
    let text = String(decoding: try value.encoded(as: .xml), as: UTF8.self)
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    #expect(text.hasPrefix(head) && text.hasSuffix("</plist>\n"))
    return String(text.dropFirst(head.count).dropLast("</plist>\n".count))
  }

  @Test("Containers are indented with tabs, and empty ones are one tag")
  func containers() throws {
    #expect(
      try body(["b": [1, ["x": true], []], "a": [:]]) == """
        <dict>
        \t<key>b</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<dict>
        \t\t\t<key>x</key>
        \t\t\t<true/>
        \t\t</dict>
        \t\t<array/>
        \t</array>
        \t<key>a</key>
        \t<dict/>
        </dict>

        """)
  }

  @Test(
    "Scalars have Apple's spelling",
    arguments: [
      ("", "<string></string>"), ("<&>\"'", "<string>&lt;&amp;&gt;\"'</string>"),
      (false, "<false/>"), (-5, "<integer>-5</integer>"),
      (.integer(PlistInteger(UInt64.max)), "<integer>18446744073709551615</integer>"),
      (0.1, "<real>0.10000000000000001</real>"), (-0.0, "<real>0.0</real>"),
      (1.0, "<real>1</real>"),
      (.real(-.infinity), "<real>-infinity</real>"), (.real(.nan), "<real>nan</real>"),
      (1e-5, "<real>1.0000000000000001e-05</real>"),
      (.date(Date(timeIntervalSinceReferenceDate: -0.5)), "<date>2000-12-31T23:59:59Z</date>"),
      (.data(Data()), "<data>\n</data>"),
      (.uid(PlistUID(5)), "<dict>\n\t<key>CF$UID</key>\n\t<integer>5</integer>\n</dict>"),
    ] as [(Plist, String)])
  func scalars(value: Plist, text: String) throws { #expect(try body(value) == text + "\n") }

  @Test("Lines of data are shorter at each depth, and have at most eight tabs", arguments: 0...12)
  func data(_ depth: Int) throws {
    let bytes = Data((0..<120).map { UInt8($0) })
    let value = (0..<depth).reduce(Plist.data(bytes)) { value, _ in [value] }
    let lines = try body(value).split(separator: "\n").filter { !$0.contains("<") }
    let tabs = min(depth, 8)
    #expect(lines.allSatisfy { $0.prefix { $0 == "\t" }.count == tabs })
    #expect(lines.dropLast().allSatisfy { $0.count - tabs == 76 - 8 * tabs })
    #expect(lines.map { $0.dropFirst(tabs) }.joined() == bytes.base64EncodedString())
  }

  @Test("Sorted keys are in the order of their UTF-16 code units")
  func sortedKeys() throws {
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let keys = ["b", "\u{FF21}", "a b", "😀", "", "A", "a", "10", "9"]
    var value: Plist = [:]
    for key in keys { value[key] = true }
    let document = try PlistDocument(value.encoded(as: .xml, options: options))
    #expect(document.root.keys == ["", "10", "9", "A", "a", "a b", "b", "😀", "\u{FF21}"])
  }

  @Test("Values that XML cannot hold are errors with their paths")
  func unsupported() {
    for value in [Plist.null, .set([1])] as [Plist] {
      let error = #expect(throws: PlistError.self) {
        try (["a": [value]] as Plist).encoded(as: .xml)
      }
      #expect(error?.code == .notRepresentable && error?.path == PlistPath([.key("a"), .index(0)]))
    }
  }

  @Test("Foundation writes the same bytes for the values of the corpus")
  func foundation() throws {
    var compared = 0
    for file in Corpus.committed("valid", ["xml"]) {
      guard
        let object = unsafe try? PropertyListSerialization.propertyList(
          from: file.data, format: nil),
        let theirs = try? PropertyListSerialization.data(
          fromPropertyList: object, format: .xml, options: 0)
      else { continue }
      var options = PlistWritingOptions()
      options.keyOrder = .sorted
      compared += 1
      #expect(try Plist(file.bytes).encoded(as: .xml, options: options) == theirs, "\(file)")
    }
    #expect(compared > 25)
  }
}
