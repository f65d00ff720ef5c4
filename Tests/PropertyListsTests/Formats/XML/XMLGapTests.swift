// The reader of XML predicts the bytes between two values. Whatever the layout of a document, it
// reads the values that were written.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

/// Writes random documents whose layout repeats, but not always.
private struct XMLComposer {
  var random: ScriptGenerator
  var text = ""

  init(seed: UInt64) { random = ScriptGenerator(exactSeed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

  /// White space, sometimes with something that is not a value.
  private mutating func space(_ depth: Int) {
    if chance(4) {
      text +=
        ["", " ", "<!-- <key>a</key> -->", "<?a b?>", "\r\n"].randomElement(using: &random) ?? ""
    }
    text += chance(95) ? "\n" + String(repeating: "\t", count: depth) : ""
  }

  mutating func value(_ depth: Int) -> Plist {
    switch depth > 3 ? Int(random.next() % 7) : Int(random.next() % 10) {
    case 0:
      text += "<true/>"
      return true
    case 1:
      text += chance(90) ? "<false/>" : "<false></false>"
      return false
    case 2:
      let number = Int(random.next() % 1000)
      text += "<integer>\(number)</integer>"
      return .integer(PlistInteger(number))
    case 3:
      text += "<real>2.5</real>"
      return 2.5
    case 4:
      text += "<data>AQI=</data>"
      return .data(Data([1, 2]))
    case 5:
      // A key in the position of a value is a string.
      let string = ["a", "id", "<"].randomElement(using: &random) ?? ""
      let escaped = string == "<" ? "&lt;" : string
      text += chance(70) ? "<string>\(escaped)</string>" : "<key>\(escaped)</key>"
      return .string(string)
    case 6:
      if chance(20) {
        text += "<string/>"
        return ""
      }
      text += "<string>größer</string>"
      return "größer"
    case 7: return array(depth)
    default: return dictionary(depth)
    }
  }

  private mutating func array(_ depth: Int) -> Plist {
    text += "<array>"
    let elements = (0..<Int(random.next() % 5)).map { _ -> Plist in
      space(depth + 1)
      return value(depth + 1)
    }
    space(depth)
    text += "</array>"
    return .array(elements)
  }

  private mutating func dictionary(_ depth: Int) -> Plist {
    text += "<dict>"
    var pairs = OrderedDictionary<String, Plist>()
    let names = ["a", "id", "name", "x & y", "tags"]
    for name in chance(80) ? names : names.shuffled(using: &random) where chance(90) {
      space(depth + 1)
      text += "<key>\(name.replacing("&", with: "&amp;"))</key>"
      space(depth + 1)
      pairs[name] = value(depth + 1)
    }
    space(depth)
    text += "</dict>"
    return .dictionary(pairs)
  }
}

@Suite("XML with repeated layouts")
struct XMLGapTests {
  @Test("random documents with repeated layouts are read as they were written")
  func randomLayouts() throws {
    for seed in UInt64(0)..<400 {
      var composer = XMLComposer(seed: seed)
      composer.text = "<plist><array>"
      let expected = (0..<12).map { _ in composer.value(1) }
      composer.text += "</array></plist>"
      let plist = try Plist(Data(composer.text.utf8))
      #expect(plist == .array(expected), "seed \(seed)")
    }
  }

  @Test("a key without a value, or with two, is found after a repeated layout")
  func misplacedKeys() {
    let pair =
      "<dict>\n<key>a</key>\n<string>1</string>\n<key>b</key>\n<string>2</string>\n</dict>\n"
    let body = String(repeating: pair, count: 5)
    for (wrong, code) in [
      ("<dict>\n<key>a</key>\n</dict>", PlistError.Code.missingValue),
      ("<dict>\n<key>a</key>\n<string>1</string>\n<string>1</string>\n</dict>", .missingKey),
      ("<dict>\n<key>a</key>\n<string>1</string>\n<key>b</key>\n</dict>", .missingValue),
    ] {
      #expect { try Plist(Data("<plist><array>\(body)\(wrong)</array></plist>".utf8)) } throws: {
        ($0 as? PlistError)?.code == code
      }
    }
  }
}
