// Reads every file of the shared collection that Foundation reads, and compares the values. What
// Foundation accepts is asked in this process: `plutil -lint` runs the same code.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("The shared collection", .enabled(if: Corpus.isPresent, "needs ../shared"))
struct CorpusTests {
  /// Files whose value differs from Foundation's, or that are refused, with the reason.
  static let differences: [String: String] = [:]

  @Test("every file that Foundation reads is read, with the same values")
  func agreesWithFoundation() async {
    await withTaskGroup(of: (Corpus.File, String?).self) { group in
      for file in Corpus.files { group.addTask { (file, Self.difference(file)) } }
      for await (file, difference) in group {
        if let reason = Self.differences[file.name] {
          #expect(difference != nil, "\(file) does not differ, though listed: \(reason)")
        } else {
          #expect(difference == nil, "\(file): \(difference ?? "")")
        }
      }
    }
  }

  /// How the two readings differ; nil where they agree or Foundation refuses the file.
  private static func difference(_ file: Corpus.File) -> String? {
    guard let foundation = FoundationReading(file.bytes) else { return nil }
    do {
      let document = try PlistDocument(file.bytes)
      var comparison = FoundationComparison(document, foundation)
      return comparison.firstDifference()
    } catch {
      return "refused: \(error)"
    }
  }

  @Test("the collection is large enough to mean something")
  func size() {
    #expect(Corpus.files.count > 800)
    #expect(Corpus.malformed.count > 80)
  }

  @Test("every difference that is listed names a file")
  func listIsCurrent() {
    #expect(Set(Self.differences.keys).isSubset(of: Corpus.files.map(\.name)))
  }

  @Test("the simple reader agrees on every file up to 100 kB that both read")
  func agreesWithSimpleReader() async {
    await withTaskGroup(of: (Corpus.File, Bool?).self) { group in
      for file in Corpus.files where file.bytes.count <= 100_000 {
        group.addTask { (file, Self.agrees(file)) }
      }
      var compared = 0
      for await (file, agrees) in group {
        if agrees != nil { compared += 1 }
        #expect(agrees != false, "\(file)")
      }
      #expect(compared > 700)
    }
  }

  private static func agrees(_ file: Corpus.File) -> Bool? {
    guard let document = try? PlistDocument(file.bytes),
      let simple = try? SimpleReader.read(file.bytes)
    else { return nil }
    return SimpleValue(document.root) == simple
  }
}
