// Tests of files that users of the tool have among property lists: every file of the corpus is read,
// or identified.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Identifying files")
struct OtherFileCorpusTests {
  @Test("Every compiled nib of iOS is called NIBArchive", arguments: Corpus.compiledNibs)
  func compiledNib(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("NIBArchive") == true, "\(file)")
    #expect(error?.suggestion?.contains("strings FILE") == true, "\(file)")
  }

  @Test("Every stream of NSArchiver is called a typedstream", arguments: Corpus.typedStreams)
  func typedStream(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("typedstream") == true, "\(file)")
    #expect(error?.suggestion?.contains("pytypedstream") == true, "\(file)")
  }

  @Test("Every property list is called by the name of its format")
  func propertyLists() {
    for file in Corpus.files {
      let isBinary = file.bytes.starts(with: Array("bplist".utf8))
      #expect(PlistFormat.detect(file.bytes) == (isBinary ? .binary : .xml), "\(file)")
    }
    // One folder has text of other formats too, which two other readers distinguish.
    for file in Corpus.openStep {
      let format = PlistFormat.detect(file.bytes)
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(file.bytes))) != nil
      #expect(format != .binary, "\(file)")
      #expect((format == .json) == isJSON, "\(file)")
    }
    for file in Corpus.files + Corpus.openStep {
      let findings = PlistDocument.diagnose(file.bytes)
      #expect(!findings.contains { $0.error.code == .otherFormat }, "\(file)")
    }
  }

  @Test(
    "A damaged property list is never identified as another kind of file",
    arguments: Corpus.malformed.filter {
      FixtureManifest.expectations[$0.name]?.code != "other-format"
    })
  func damaged(_ file: Corpus.File) {
    do throws(PlistError) {
      _ = try PlistDocument(file.bytes)
    } catch {
      #expect(error.code != .otherFormat, "\(file): \(error)")
    }
  }

  @Test(
    "The shared collection has files of each kind",
    .enabled(if: Corpus.hasSharedCollection, "needs ../shared"))
  func size() {
    #expect(Corpus.compiledNibs.count > 40)
    #expect(Corpus.typedStreams.count > 80)
  }
}
