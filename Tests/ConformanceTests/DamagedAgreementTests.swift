// Damages small files in every place and compares what is read of them with what Foundation reads.
// Left out: sets, on which Foundation crashes, 16-byte integers, of which it drops half, and
// encoding declarations, which it reads less strictly.

import PropertyLists
import Testing

@Suite("Damaged files beside Foundation")
struct DamagedAgreementTests {
  private static let binary = Fixtures.binary.filter { $0[8] != 0x14 && $0[8] & 0xF0 != 0xC0 }

  @Test(
    "a damaged file is read where Foundation reads it, and alike, but for what is listed",
    arguments: Array(Fixtures.xml.dropFirst(3)) + binary)
  func agrees(_ file: [UInt8]) {
    for input in Damage.all(of: file) where isCompared(input) {
      let difference = difference(input)
      #expect(difference == nil, "\(difference ?? "") \(input)")
    }
  }

  /// Whether Foundation can be asked, and no difference is known of.
  private func isCompared(_ input: [UInt8]) -> Bool {
    if input.starts(with: Array("bplist".utf8)) {
      // What is too short for a binary file may be a word for Foundation, and a string therefore.
      if input.count < 41 { return false }
      // A set, a wide integer, or an empty UTF-16 string may begin at such a byte.
      return !input.dropFirst(8).contains { $0 & 0xF0 == 0xC0 || $0 == 0x14 || $0 == 0x60 }
    }
    // A slash too many in an empty tag is passed over.
    return !String(decoding: input, as: UTF8.self).contains("//>")
  }

  private func difference(_ input: [UInt8]) -> String? {
    let foundation = FoundationReading(input)
    do throws(PlistError) {
      var options = PlistReadingOptions()
      options.strictness = .strict
      let document = try PlistDocument(input, options: options)
      guard let foundation else { return isKnown(document) ? nil : "refused by Foundation" }
      var comparison = FoundationComparison(document, foundation)
      return comparison.firstDifference()
    } catch {
      // Text that is none is refused here alone.
      let isStricter = error.code == .invalidText
      return foundation == nil || isStricter ? nil : "read by Foundation: \(error)"
    }
  }

  /// A repeated key's second value is left out before it is looked at, even if it is a circle.
  private func isKnown(_ document: PlistDocument) -> Bool {
    document.format == .binary && document.root.kind == .dictionary && document.root.count == 1
  }
}
