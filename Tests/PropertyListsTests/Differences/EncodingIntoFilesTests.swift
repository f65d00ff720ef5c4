// Swift values that are encoded into existing files, which keep their comments and layout.

import Foundation
import PropertyLists
import Testing

@Suite("Encoding into files")
struct EncodingIntoFilesTests {
  private struct Settings: Codable {
    var theme: String
    var size: Int?
    var recent: [String]
    var window: [String: Int]
  }

  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
        <!-- dark or light -->
        <key>theme</key> <string>dark</string>
        <key>size</key> <integer>12</integer>
        <key>recent</key>
        <array>
            <string>a</string> <!-- the oldest -->
            <string>b</string>
        </array>
        <key>window</key> <dict/>
    </dict>
    </plist>

    """

  @Test("Only the values that differ change, and the comments of the others remain")
  func changes() throws {
    let document = try PlistDocument(Array(Self.text.utf8))
    let settings = Settings(
      theme: "light", size: 12, recent: ["a", "b", "c"], window: ["width": 5])
    let edited = try PlistEncoder().encode(settings, into: document).data
    #expect(
      String(decoding: edited, as: UTF8.self)
        == Self.text.replacing("<string>dark</string>", with: "<string>light</string>").replacing(
          "<string>b</string>\n", with: "<string>b</string>\n        <string>c</string>\n"
        ).replacing(
          "<dict/>",
          with: "<dict>\n        <key>width</key>\n        <integer>5</integer>\n    </dict>"))
  }

  @Test("An equal value changes nothing, and a nil removes its key")
  func equalAndNil() throws {
    let document = try PlistDocument(Array(Self.text.utf8))
    var settings = Settings(theme: "dark", size: 12, recent: ["a", "b"], window: [:])
    #expect(try PlistEncoder().encode(settings, into: document).isUnchanged)
    settings.size = nil
    let edited = try PlistEncoder().encode(settings, into: document).data
    #expect(
      String(decoding: edited, as: UTF8.self)
        == Self.text.replacing("    <key>size</key> <integer>12</integer>\n", with: ""))
  }

  @Test("Numbers in text of the OpenStep family keep their quotes as long as they are equal")
  func openStep() throws {
    let text = "{ theme = dark; size = \"12\"; recent = (a); window = { width = 3; }; }"
    let document = try PlistDocument(Array(text.utf8))
    let settings = Settings(theme: "dark", size: 12, recent: ["a"], window: ["width": 4])
    let edited = try PlistEncoder().encode(settings, into: document).data
    #expect(String(decoding: edited, as: UTF8.self) == text.replacing("3", with: "4"))
  }
}
