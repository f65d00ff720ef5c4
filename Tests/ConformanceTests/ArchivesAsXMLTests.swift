// Tests of real binary files and archives as XML: each survives a round trip with the same values,
// except as warned; and other readers of Apple's XML read the same values.

import Foundation
import PropertyLists
import Testing

@Suite("Binary files as XML", .enabled(if: Corpus.isPresent, "needs ../shared"))
struct ArchivesAsXMLTests {
  static let files = Corpus.files.filter { $0.bytes.starts(with: Array("bplist".utf8)) }

  @Test("Every binary file that Foundation reads survives a round trip through XML")
  func roundTrip() throws {
    var (converted, warned) = (0, 0)
    for file in Self.files where FoundationReading(file.bytes) != nil {
      let document = try PlistDocument(file.bytes)
      let kinds = document.losses(writtenAs: .xml).map(\.error.code)
      var options = PlistWritingOptions()
      options.nullCharacters = .written
      let xml: Data
      do throws(PlistError) {
        xml = try document.encoded(as: .xml, options: options)
      } catch {
        #expect(error.code == .notRepresentable, "\(file): \(error)")
        continue
      }
      converted += 1
      if !kinds.isEmpty { warned += 1 }
      let again = try PlistDocument(xml)
      if !kinds.contains(.lostFraction) {
        // As text, in which NaN is equal too.
        let values = try document.encoded(as: .typedJSON)
        #expect(try again.encoded(as: .typedJSON) == values, "\(file)")
      }
      if kinds.contains(.controlCharacter) {
        #expect(FoundationReading(Array(xml)) != nil, "\(file)")
      }
    }
    #expect(converted > 300)
    #expect(warned > 20)
  }

  @Test("XML files with control characters can be written again unchanged")
  func rawControls() throws {
    let files = Corpus.files.filter { $0.name.hasPrefix("xml/") }
    for file in files {
      guard let document = try? PlistDocument(file.bytes),
        document.losses(writtenAs: .xml).contains(where: { $0.error.code == .controlCharacter })
      else { continue }
      var options = PlistWritingOptions()
      options.nullCharacters = .written
      let again = try PlistDocument(document.encoded(as: .xml, options: options))
      #expect(try Plist(again) == Plist(document), "\(file)")
    }
  }
}
