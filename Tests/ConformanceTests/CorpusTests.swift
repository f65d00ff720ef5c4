// Reads every file of the corpus that Foundation reads, and compares the values.
// Foundation runs in this process: `plutil -lint` runs the same code.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("The corpus")
struct CorpusTests {
  /// Files that are rejected, or whose value differs from Foundation's, with the reason.
  static let differences = [
    "valid/binary/wide-integers.plist": "Foundation on Linux reads integers of 16 bytes as 0"
  ]

  @Test("Every file that Foundation reads is read with the same values")
  func agreesWithFoundation() async {
    let results = await withTaskGroup(of: (Corpus.File, Outcome).self) { group in
      for file in Corpus.files { group.addTask { (file, Self.outcome(file)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (file, outcome) in results {
      let isListed = Self.differences[file.name] != nil
      #expect(outcome.isDifference == isListed, "\(file): \(outcome)")
    }
    #expect(
      results.count { $0.1 != .refusedByFoundation } > (Corpus.hasSharedCollection ? 950 : 95))
  }

  /// Compares the results of reading one file.
  private enum Outcome: Equatable {
    case refusedByFoundation
    case equal
    case different(String)

    var isDifference: Bool { if case .different = self { true } else { false } }
  }

  private static func outcome(_ file: Corpus.File) -> Outcome {
    guard let foundation = FoundationReading(file.bytes) else { return .refusedByFoundation }
    do {
      var comparison = FoundationComparison(try PlistDocument(file.bytes), foundation)
      return comparison.firstDifference().map { .different($0) } ?? .equal
    } catch {
      return .different("rejected: \(error)")
    }
  }

  @Test(
    "The shared collection is large enough to be significant",
    .enabled(if: Corpus.hasSharedCollection, "needs ../shared"))
  func size() {
    #expect(Corpus.files.count > 800)
    #expect(Corpus.malformed.count > 80)
  }

  @Test(
    "Every listed difference names a file",
    .enabled(if: Corpus.hasSharedCollection, "needs ../shared"))
  func listIsCurrent() {
    #expect(Set(Self.differences.keys).isSubset(of: Corpus.files.map(\.name)))
  }

  @Test("The simple reader agrees on every file up to 100 kB that both read")
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
      #expect(compared > (Corpus.hasSharedCollection ? 800 : 95))
    }
  }

  private static func agrees(_ file: Corpus.File) -> Bool? {
    guard let document = try? PlistDocument(file.bytes),
      let simple = try? SimpleReader.read(file.bytes)
    else { return nil }
    return SimpleValue(document.root) == simple
  }
}
