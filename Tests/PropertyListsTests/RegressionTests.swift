// Every fault that was found, as a test with the name of what is right. Relies on nothing but the
// package.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Faults that were found")
struct RegressionTests {
  private func read(_ text: String) throws -> Plist {
    try Plist(Array("<plist>\(text)</plist>".utf8))
  }

  @Test("a character reference may have eight digits", arguments: ["&#00000065;", "&#x00000041;"])
  func eightDigits(_ reference: String) throws {
    #expect(try read("<string>\(reference)</string>") == "A")
  }

  @Test("CF$UID means a reference however its key is escaped")
  func escapedReferenceKey() throws {
    for key in ["CF$UI&#68;", "<![CDATA[CF$UID]]>"] {
      #expect(try read("<dict><key>\(key)</key><integer>5</integer></dict>") == .uid(PlistUID(5)))
    }
  }

  @Test("CF$UID given twice is one key, and so a reference")
  func repeatedReferenceKey() throws {
    let pair = { (number: Int) in "<key>CF$UID</key><integer>\(number)</integer>" }
    #expect(try read("<dict>\(pair(5))\(pair(6))</dict>") == .uid(PlistUID(6)))
    #expect(
      try read("<array><dict>\(pair(5))\(pair(6))</dict><true/></array>")
        == [.uid(PlistUID(6)), true])
  }

  @Test("all of C's white space may stand inside of base64's padding")
  func spaceInPadding() throws {
    for space in ["\u{B}", "\u{C}", "\n"] {
      #expect(try read("<data>AQ=\(space)=</data>") == .data(Data([1])))
    }
  }

  @Test("a chain of containers that is shared counts where it hangs deepest")
  func sharedChain() throws {
    // Levels: object 0 holds 3 first, then 1, which holds 2, which holds 3; 3 holds 4.
    let file = BinaryFile.file([[0xA2, 4, 1], [0xA1, 2], [0xA1, 4], [0xA0], [0xA1, 3]])
    var options = PlistReadingOptions()
    options.maximumDepth = 4
    let error = #expect(throws: PlistError.self) { try PlistDocument(file, options: options) }
    #expect(error?.code == .depthLimit)
    options.maximumDepth = 5
    #expect(try PlistDocument(file, options: options).depth == 5)
  }
}
