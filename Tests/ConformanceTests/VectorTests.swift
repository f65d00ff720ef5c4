// Compares reading and writing with CoreFoundation, case by case. Each intentional difference is in
// a table with its reason, and must still exist.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Single cases", .enabled(if: Corpus.hasSharedCollection, "needs ../shared"))
struct VectorTests {
  /// Cases of reading that differ from CoreFoundation, by format and name.
  static let readDifferences: [String: String] = [
    "xml/int-nbsp": "U+00A0 before a number is white space",
    "xml/uid-real": "a CF$UID that is not a whole number is rejected, not truncated",
    "xml/uid-neg": "a CF$UID below 0 is rejected, not wrapped around",
    "xml/uid-big": "a CF$UID above 2^32−1 is rejected, not wrapped around",
    "xml/comment-prolog-empty": "an empty comment in the prolog ends at its closing mark",
    "xml/utf16le-nobom": "UTF-16 without a byte-order mark is detected by its zero bytes",
    "xml/utf16be-nobom": "UTF-16 without a byte-order mark is detected by its zero bytes",
    "xml/macroman": "Mac Roman is supported on every system",
    "xml/enc-sp": "spaces around the = of an encoding declaration are white space",
    "binary/int16-neg1": "a 16-byte integer keeps all its bits and its sign",
    "binary/int16-big": "a 16-byte integer keeps all its bits",
    "binary/set-cx": "sets are read; Foundation crashes while it bridges one",
    "binary/set-cx-dup": "sets are read; Foundation crashes while it bridges one",
    "binary/short": "a header alone is rejected; Foundation reads it as a word",
    "binary/deep-513": "513 levels are over the limit of 512, in binary files as in XML",
    "openstep/esc-U-nonhex": "an escape without a digit is rejected, not read as NUL",
    "openstep/esc-oct-hi":
      "the two undefined positions of the NeXTSTEP encoding are U+FFFD, not NUL",
    "openstep/esc-oct-over": "the two undefined positions of the NeXTSTEP encoding are U+FFFD",
    "openstep/all-octal": "the two undefined positions of the NeXTSTEP encoding are U+FFFD",
    "openstep/depth513": "513 levels are over the limit of 512, in every format",
  ]

  /// Cases of writing XML that differ.
  static let xmlDifferences: [String: String] = [:]

  /// Cases of writing binary files whose bytes differ; they are read again as equal values all the
  /// same.
  static let binaryDifferences: [String: String] = [
    "floats": "a value tree has only doubles; a float that was read keeps its four bytes",
    "nest": "keys keep their order; CoreFoundation's are in the order of a hash table",
    "keyorder": "keys keep their order; CoreFoundation's are in the order of a hash table",
    "dup-obj": "equal scalars, Booleans too, are written once",
  ]

  @Test(
    "XML is read as by CoreFoundation, except for listed differences",
    arguments: VectorFile.xml.reads)
  func readsXML(_ testCase: VectorFile.ReadCase) { check(testCase, "xml") }

  @Test(
    "Binary files are read as by CoreFoundation, except for listed differences",
    arguments: VectorFile.binary.reads)
  func readsBinary(_ testCase: VectorFile.ReadCase) { check(testCase, "binary") }

  @Test(
    "OpenStep text is read in strict mode as by CoreFoundation",
    arguments: VectorFile.openStep.reads)
  func readsOpenStep(_ testCase: VectorFile.ReadCase) { check(testCase, "openstep") }

  @Test(
    "What strict mode accepts is read alike in lenient mode", arguments: VectorFile.openStep.reads)
  func leniency(_ testCase: VectorFile.ReadCase) {
    var options = PlistReadingOptions()
    options.strictness = .strict
    guard let strict = try? PlistDocument(testCase.bytes, options: options) else { return }
    let lenient = try? PlistDocument(testCase.bytes)
    #expect(lenient.map { SimpleValue($0.root) } == SimpleValue(strict.root))
  }

  private func check(_ testCase: VectorFile.ReadCase, _ format: String) {
    var read: SimpleValue?
    var failure = ""
    var options = PlistReadingOptions()
    options.strictness = .strict
    do {
      let document = try PlistDocument(testCase.bytes, options: options)
      read = SimpleValue(document.root).withSortedKeys
    } catch {
      failure = "\(error)"
    }
    let isEqual = read == testCase.value?.withSortedKeys
    let reason = Self.readDifferences["\(format)/\(testCase.id)"]
    #expect(
      isEqual == (reason == nil),
      "\(reason ?? "") read: \(read.map { "\($0)" } ?? failure), expected: \(testCase.value.map { "\($0)" } ?? "an error")"
    )
  }

  @Test("XML is written as by CoreFoundation", arguments: VectorFile.xml.writes)
  func writesXML(_ testCase: VectorFile.WriteCase) throws {
    guard let expected = testCase.xml else { return }
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let written = try? testCase.value.plist.encoded(as: .xml, options: options)
    let isEqual = written == Data(expected.utf8)
    let reason = Self.xmlDifferences[testCase.id]
    #expect(
      isEqual == (reason == nil),
      "\(reason ?? "") \(written.map { String(decoding: $0, as: UTF8.self) } ?? "an error")")
  }

  @Test(
    "Written binary files are read again as equal values", arguments: VectorFile.binary.writes
  )
  func writesBinary(_ testCase: VectorFile.WriteCase) throws {
    guard let expected = testCase.binary else { return }
    let written = try testCase.value.plist.encoded(as: .binary)
    let own = SimpleValue(try PlistDocument(written).root).withSortedKeys
    #expect(own == testCase.value.withSortedKeys)
    let theirs = SimpleValue(try PlistDocument(expected).root).withSortedKeys
    #expect(own == theirs)
    let reason = Self.binaryDifferences[testCase.id]
    #expect((Array(written) == expected) == (reason == nil), "\(reason ?? "") \(Array(written))")
  }

  @Test("Every listed difference names a case")
  func listsAreCurrent() {
    let reads =
      VectorFile.xml.reads.map { "xml/\($0.id)" }
      + VectorFile.binary.reads.map { "binary/\($0.id)" }
      + VectorFile.openStep.reads.map { "openstep/\($0.id)" }
    #expect(Set(Self.readDifferences.keys).isSubset(of: reads))
    #expect(Set(Self.xmlDifferences.keys).isSubset(of: VectorFile.xml.writes.map(\.id)))
    #expect(Set(Self.binaryDifferences.keys).isSubset(of: VectorFile.binary.writes.map(\.id)))
    #expect(reads.count > 300)
  }
}
