// Faults that were found, one test each, named after the correct behavior.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Regressions")
struct RegressionTests {
  private func read(_ text: String) throws -> Plist {
    try Plist(Array("<plist>\(text)</plist>".utf8))
  }

  @Test("A character reference may have eight digits", arguments: ["&#00000065;", "&#x00000041;"])
  func eightDigits(_ reference: String) throws {
    #expect(try read("<string>\(reference)</string>") == "A")
  }

  @Test("CF$UID means a reference however its key is escaped")
  func escapedReferenceKey() throws {
    for key in ["CF$UI&#68;", "<![CDATA[CF$UID]]>"] {
      #expect(try read("<dict><key>\(key)</key><integer>5</integer></dict>") == .uid(PlistUID(5)))
    }
  }

  @Test("A repeated CF$UID is one key, and so a reference")
  func repeatedReferenceKey() throws {
    let pair = { (number: Int) in "<key>CF$UID</key><integer>\(number)</integer>" }
    #expect(try read("<dict>\(pair(5))\(pair(6))</dict>") == .uid(PlistUID(6)))
    #expect(
      try read("<array><dict>\(pair(5))\(pair(6))</dict><true/></array>")
        == [.uid(PlistUID(6)), true])
  }

  @Test("All of C's white space may appear in base64 padding")
  func spaceInPadding() throws {
    for space in ["\u{B}", "\u{C}", "\n"] {
      #expect(try read("<data>AQ=\(space)=</data>") == .data(Data([1])))
    }
  }

  @Test("A shared chain of containers counts at its deepest use")
  func sharedChain() throws {
    // Levels: object 0 refers to 3 first, then to 1, which refers to 2, which refers to 3; 3 refers
    // to 4.
    let file = BinaryFile.file([[0xA2, 4, 1], [0xA1, 2], [0xA1, 4], [0xA0], [0xA1, 3]])
    var options = PlistReadingOptions()
    options.maximumDepth = 4
    let error = #expect(throws: PlistError.self) { try PlistDocument(file, options: options) }
    #expect(error?.code == .depthLimit)
    options.maximumDepth = 5
    #expect(try PlistDocument(file, options: options).depth == 5)
  }
}
