// A document of any format says the same as its tree, whatever format it is written in: the writers
// read the text where it stands, and a form that one of them does not know would be lost.

import Foundation
import PropertyLists
import Testing

@Suite("Conversion between all formats")
struct ConversionTests {
  @Test(
    "a text is written as every format with the values of its tree", arguments: Fixtures.openStep)
  func texts(_ file: [UInt8]) throws { try convert(file) }

  @Test(
    "small files of every format of text are written as every other",
    arguments: PlistFormat.allCases.filter { $0 != .xml })
  func files(_ format: PlistFormat) throws {
    for file in try Fixtures.text(format) { try convert(file) }
  }

  @Test(
    "the texts of the collection are written as every format",
    .enabled(if: Corpus.isPresent, "needs ../shared"))
  func collection() throws {
    for file in Corpus.openStep where file.bytes.count < 20_000 {
      if (try? PlistDocument(file.bytes)) != nil { try convert(file.bytes) }
    }
  }

  /// Written of the document and written of its tree, a value reads as the same.
  private func convert(_ file: [UInt8]) throws {
    let document = try PlistDocument(file)
    let tree = try Plist(document)
    for format in PlistFormat.allCases {
      let ofDocument = (try? document.encoded(as: format)).flatMap { try? PlistDocument($0) }
      let ofTree = (try? tree.encoded(as: format)).flatMap { try? PlistDocument($0) }
      #expect(
        ofDocument.map { SimpleValue($0.root) } == ofTree.map { SimpleValue($0.root) },
        "\(format): \(String(decoding: file, as: UTF8.self))")
      // XML lacks control characters; a lone string in JSON reads as one of OpenStep's.
      let isWhole = format == .binary || format == .typedJSON && document.root.kind.isContainer
      if isWhole || format == .xml && ofDocument != nil {
        #expect(ofDocument.map { SimpleValue($0.root) } == SimpleValue(document.root))
      }
    }
  }
}
