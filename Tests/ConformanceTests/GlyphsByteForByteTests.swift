// Writes every font and strings file of the corpus again. Fonts go through the value
// tree, so that only their values can determine the output.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Fonts written again from their values")
struct GlyphsByteForByteTests {
  /// The files that Glyphs itself would write differently, and the differences.
  private static let reasons = [
    "AnchorPropagation": "edited by hand: a comma after the last element of an array",
    "NestedSmartComponent": "edited by hand: m01 in unnecessary quotes",
  ]

  private static let files = Corpus.openStep.filter { $0.name.hasSuffix(".glyphs") }

  @Test("At least 9 of 10 fonts are the same to the byte, and the others have a known reason")
  func fonts() throws {
    var others: Set<String> = []
    for file in Self.files where try Self.writtenBack(file) != file.bytes {
      let base = file.name.components(separatedBy: "__").last ?? ""
      others.insert(String(base.dropLast(".glyphs".count)))
    }
    #expect(Self.files.count >= (Corpus.hasSharedCollection ? 45 : 15))
    #expect(others == (Corpus.hasSharedCollection ? Set(Self.reasons.keys) : []))
    #expect(others.count * 10 <= Self.files.count)
  }

  @Test("A document of a font keeps unquoted numbers unquoted, without reading them as numbers")
  func documents() throws {
    for file in Self.files {
      let ofDocument = try PlistDocument(file.bytes).encoded(as: .glyphs)
      #expect(try Array(ofDocument) == Self.writtenBack(file), "\(file)")
    }
  }

  @Test("Fonts that are written differently have the same values")
  func values() throws {
    for file in Self.files {
      let written = try Self.writtenBack(file)
      #expect(try Self.value(written) == Self.value(file.bytes), "\(file)")
    }
  }

  private static func value(_ bytes: [UInt8]) throws -> Plist {
    var options = PlistReadingOptions()
    options.numbers = .typed
    return try Plist(PlistDocument(bytes, options: options))
  }

  private static func writtenBack(_ file: Corpus.File) throws -> [UInt8] {
    Array(try value(file.bytes).encoded(as: .glyphs))
  }
}

@Suite("Strings files written again")
struct StringsByteForByteTests {
  @Test("Every strings file keeps its values, and more than half are the same to the byte")
  func stringsFiles() throws {
    var same = 0
    var read = 0
    for file in Corpus.openStep.filter({ $0.name.hasSuffix(".strings") }) {
      guard let document = try? PlistDocument(file.bytes), document.format == .strings else {
        continue
      }
      read += 1
      let written = Array(try document.encoded(as: .strings))
      if written == file.bytes { same += 1 }
      #expect(try Plist(written) == Plist(document), "\(file)")
    }
    // The others have keys without quotes, aligned equal signs, or repeated keys.
    #expect(read >= (Corpus.hasSharedCollection ? 84 : 13))
    #expect(same >= (Corpus.hasSharedCollection ? 48 : 10), "\(same) of \(read)")
  }
}
