// What the tool's users meet among property lists: every file of the shared collection is read, or
// called by its name.

import Foundation
import PropertyLists
import Testing

@Suite("What a file is", .enabled(if: Corpus.isPresent, "needs ../shared"))
struct OtherFileCorpusTests {
  @Test("every compiled nib of iOS is called NIBArchive", arguments: Corpus.compiledNibs)
  func compiledNib(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("NIBArchive") == true, "\(file)")
    #expect(error?.suggestion?.contains("strings FILE") == true, "\(file)")
  }

  @Test("every stream of NSArchiver is called a typedstream", arguments: Corpus.typedStreams)
  func typedStream(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("typedstream") == true, "\(file)")
    #expect(error?.suggestion?.contains("pytypedstream") == true, "\(file)")
  }

  @Test("every property list is called by the name of its format")
  func propertyLists() {
    for file in Corpus.files {
      let isBinary = file.bytes.starts(with: Array("bplist".utf8))
      #expect(PlistFormat.detect(file.bytes) == (isBinary ? .binary : .xml), "\(file)")
    }
    // One folder has texts of other formats too, which two other readers of them tell apart.
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

  @Test("no damaged property list is called something else", arguments: Corpus.malformed)
  func damaged(_ file: Corpus.File) {
    do throws(PlistError) {
      _ = try PlistDocument(file.bytes)
    } catch {
      #expect(error.code != .otherFormat, "\(file): \(error)")
    }
  }

  @Test("there are files of each kind")
  func size() {
    #expect(Corpus.compiledNibs.count > 40)
    #expect(Corpus.typedStreams.count > 80)
  }
}
