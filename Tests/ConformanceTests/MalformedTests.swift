// Reads the damaged files of the shared collection: each gives a value or an error with a place.

import PropertyLists
import Testing

@Suite("Damaged files", .enabled(if: Corpus.isPresent, "needs ../shared"))
struct MalformedTests {
  @Test("each gives a value or an error with its place in the input", arguments: Corpus.malformed)
  func valueOrError(_ file: Corpus.File) {
    do throws(PlistError) {
      let document = try PlistDocument(file.bytes)
      #expect(document.depth <= PlistReadingOptions().maximumDepth)
      do throws(PlistError) {
        _ = try Plist(document)
      } catch {
        // Damage can make a key of any value; a document has it, and names it.
        #expect(error.code == .keyNotString)
        #expect(document.root[error.path] != nil)
      }
    } catch {
      let offset = error.position?.offset ?? -1
      #expect((0...file.bytes.count).contains(offset), "\(error)")
      #expect(error.message.count <= 401)
    }
  }

  @Test("a check finds what reading refuses", arguments: Corpus.malformed)
  func diagnosis(_ file: Corpus.File) {
    let isRefused = (try? PlistDocument(file.bytes)) == nil
    let errors = PlistDocument.diagnose(file.bytes).filter { $0.severity == .error }
    #expect(errors.isEmpty == !isRefused)
  }
}
