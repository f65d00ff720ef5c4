// What the tool's users meet among property lists: every file of the shared collection is read, or
// called by its name.

import PropertyLists
import Testing

@Suite("What a file is", .enabled(if: Corpus.isPresent, "needs ../shared"))
struct OtherFileCorpusTests {
  @Test("every compiled nib of iOS is called NIBArchive", arguments: Corpus.compiledNibs)
  func compiledNib(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("NIBArchive") == true, "\(file)")
  }

  @Test("every stream of NSArchiver is called a typedstream", arguments: Corpus.typedStreams)
  func typedStream(_ file: Corpus.File) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error?.code == .otherFormat)
    #expect(error?.message.contains("typedstream") == true, "\(file)")
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
