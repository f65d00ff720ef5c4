// Reads the damaged files of the corpus: each gives a value or an error with a location.

import PropertyLists
import TestSupport
import Testing

@Suite("Damaged files")
struct MalformedTests {
  @Test(
    "Each damaged file gives a value or an error with its location in the input",
    arguments: Corpus.malformed)
  func valueOrError(_ file: Corpus.File) {
    do throws(PlistError) {
      let document = try PlistDocument(file.bytes)
      #expect(document.depth <= PlistReadingOptions().maximumDepth)
      do throws(PlistError) {
        _ = try Plist(document)
      } catch {
        // Damage can change a key into any kind of value, and the text of a key; a document
        // supports that, and the error names it.
        #expect([.keyNotString, .equivalentKeys, .combiningLimit].contains(error.code))
        #expect(error.code != .keyNotString || document.root[error.path] != nil)
      }
    } catch {
      let offset = error.position?.offset ?? -1
      #expect((0...file.bytes.count).contains(offset), "\(error)")
      #expect(error.message.count <= 401)
    }
  }

  @Test("A check finds what reading rejects", arguments: Corpus.malformed)
  func diagnosis(_ file: Corpus.File) {
    let isRefused = (try? PlistDocument(file.bytes)) == nil
    let errors = PlistDocument.diagnose(file.bytes).filter { $0.severity == .error }
    #expect(errors.isEmpty == !isRefused)
  }
}
