// Damages small files at every byte and compares the result of reading with Foundation's. Omitted:
// sets, on which Foundation crashes, 16-byte integers, of which it drops half, and encoding
// declarations, which it reads less strictly.

import PropertyLists
import TestSupport
import Testing

@Suite("Damaged files compared with Foundation")
struct DamagedAgreementTests {
  private static let binary = Fixtures.binary.filter { $0[8] != 0x14 && $0[8] & 0xF0 != 0xC0 }

  @Test(
    "A damaged file is read as by Foundation, except for listed differences",
    arguments: (Array(Fixtures.xml.dropFirst(3)) + binary).map { TestInput($0) })
  func agrees(_ file: TestInput) {
    for input in Damage.all(of: file.bytes) where isCompared(input) {
      let difference = difference(input)
      #expect(difference == nil, "\(difference ?? "") \(input)")
    }
  }

  /// Whether Foundation can be compared, and there is no known difference.
  private func isCompared(_ input: [UInt8]) -> Bool {
    if input.starts(with: Array("bplist".utf8)) {
      // Bytes that are too short for a binary file may be a word, and so a string, for Foundation.
      if input.count < 41 { return false }
      // A set, a wide integer, or an empty UTF-16 string may begin at such a byte.
      return !input.dropFirst(8).contains { $0 & 0xF0 == 0xC0 || $0 == 0x14 || $0 == 0x60 }
    }
    // An extra slash in an empty tag is ignored.
    return !String(decoding: input, as: UTF8.self).contains("//>")
  }

  private func difference(_ input: [UInt8]) -> String? {
    let foundation = FoundationReading(input)
    do throws(PlistError) {
      var options = PlistReadingOptions()
      options.strictness = .strict
      let document = try PlistDocument(input, options: options)
      guard let foundation else { return isKnown(document) ? nil : "rejected by Foundation" }
      var comparison = FoundationComparison(document, foundation)
      return comparison.firstDifference()
    } catch {
      // Only this package rejects invalid text here.
      let isStricter = error.code == .invalidText
      return foundation == nil || isStricter ? nil : "read by Foundation: \(error)"
    }
  }

  /// A repeated key's second value is dropped before it is inspected, even if it is a cycle.
  private func isKnown(_ document: PlistDocument) -> Bool {
    document.format == .binary && document.root.kind == .dictionary && document.root.count == 1
  }
}
