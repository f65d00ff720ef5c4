// Compares a document of any format with its tree, in whatever format they are written: the writers
// copy source text, and would lose a form that one of them does not know.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Conversion between all formats")
struct ConversionTests {
  @Test(
    "Text is written in every format with the values of its tree",
    arguments: Fixtures.openStep.map { TestInput($0) })
  func texts(_ file: TestInput) throws { try convert(file.bytes) }

  @Test(
    "Small files of every text format are written in every other",
    arguments: PlistFormat.allCases.filter { $0 != .xml })
  func files(_ format: PlistFormat) throws {
    for file in try Fixtures.text(format) { try convert(file) }
  }

  @Test("The text files of the corpus are written in every format")
  func collection() throws {
    for file in Corpus.openStep where file.bytes.count < 20_000 {
      if (try? PlistDocument(file.bytes)) != nil { try convert(file.bytes) }
    }
  }

  /// Written from the document and from its tree, a value reads as the same.
  private func convert(_ file: [UInt8]) throws {
    let document = try PlistDocument(file)
    let tree = try Plist(document)
    for format in PlistFormat.allCases {
      let ofDocument = (try? document.encoded(as: format)).flatMap { try? PlistDocument($0) }
      let ofTree = (try? tree.encoded(as: format)).flatMap { try? PlistDocument($0) }
      #expect(
        ofDocument.map { SimpleValue($0.root) } == ofTree.map { SimpleValue($0.root) },
        "\(format): \(String(decoding: file, as: UTF8.self))")
      // XML lacks control characters; a lone string in JSON reads as an OpenStep string.
      let isWhole = format == .binary || format == .typedJSON && document.root.kind.isContainer
      if isWhole || format == .xml && ofDocument != nil {
        #expect(ofDocument.map { SimpleValue($0.root) } == SimpleValue(document.root))
      }
    }
  }
}
