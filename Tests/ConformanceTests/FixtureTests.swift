// Holds the package to the manifest of the committed corpus: the value of every valid file, the code
// and the offset of every invalid one, the warnings of every borderline one, and what Foundation
// makes of it. The manifest comes from the script that writes the files, not from this package.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("The committed corpus")
struct FixtureTests {
  typealias Fixture = FixtureManifest.Fixture

  @Test("The manifest lists every file and nothing else, and each format has files of each verdict")
  func manifest() {
    let verdicts = ["valid", "invalid", "borderline"]
    let files = verdicts.flatMap { Corpus.committed($0, FixtureManifest.folders) }
    #expect(Set(files.map(\.name)) == Set(FixtureManifest.expectations.keys))
    for folder in FixtureManifest.folders {
      #expect(Corpus.committed("valid", [folder]).count >= 12, "\(folder)")
      #expect(Corpus.committed("invalid", [folder]).count >= 2, "\(folder)")
      #expect(Corpus.committed("borderline", [folder]).count >= 2, "\(folder)")
    }
  }

  // MARK: Valid files

  @Test(
    "Every valid file has the value that its writer gave it",
    arguments: FixtureManifest.fixtures("valid"))
  func value(_ fixture: Fixture) throws {
    let expected = try #require(fixture.expectation.value)
    var options = PlistReadingOptions()
    if fixture.expectation.numbers == true { options.numbers = .typed }
    let document = try PlistDocument(fixture.file.bytes, options: options)
    let value = SimpleValue(document.root).withSortedKeys
    // A scalar alone would be text of another format, so that the manifest has arrays of one value.
    let root = try PlistDocument(Array(expected.utf8)).root
    #expect(root.children.map { SimpleValue($0).withSortedKeys } == [value])
    #expect(formats(of: fixture.file).contains(document.format))
    let errors = PlistDocument.diagnose(fixture.file.bytes).filter { $0.severity == .error }
    #expect(errors.isEmpty)
  }

  /// The formats as which a file may be detected: plain JSON and typed JSON, and the formats of
  /// OpenStep and GNUstep, are distinguished by their values.
  private func formats(of file: Corpus.File) -> [PlistFormat?] {
    switch file.folder {
    case "archives": [file.isBinary ? .binary : .xml]
    case "typed-json", "json": [.json, .typedJSON]
    case "openstep", "gnustep": [.openStep, .gnuStep]
    case "project": [.project]
    default: [PlistFormat(rawValue: file.folder)]
    }
  }

  @Test(
    "Every valid file in the layout of its own software is written again with the same bytes",
    arguments: FixtureManifest.fixtures("valid").filter { $0.expectation.unchanged == true })
  func unchanged(_ fixture: Fixture) throws {
    var options = PlistWritingOptions()
    options.projectName = fixture.expectation.projectName
    let document = try PlistDocument(fixture.file.bytes)
    let folder = fixture.file.folder
    let format = try #require(PlistFormat(rawValue: folder) ?? formats(of: fixture.file)[0])
    #expect(try Array(document.encoded(as: format, options: options)) == fixture.file.bytes)
  }

  // MARK: Invalid files

  @Test(
    "Every invalid file has the error of its manifest",
    arguments: FixtureManifest.fixtures("invalid").filter { $0.file.folder != "archives" })
  func invalid(_ fixture: Fixture) throws {
    let bytes = fixture.file.bytes
    let error =
      if fixture.expectation.found == "tree" {
        failure { () throws(PlistError) in try Plist(PlistDocument(bytes)) }
      } else {
        failure { () throws(PlistError) in try PlistDocument(bytes) }
      }
    #expect(error?.code.rawValue == fixture.expectation.code)
    if let offset = fixture.expectation.offset { #expect(error?.position?.offset == offset) }
    if fixture.expectation.found == nil {
      let errors = PlistDocument.diagnose(bytes).filter { $0.severity == .error }
      #expect(errors.first?.error == error)
    }
  }

  @Test(
    "Every invalid archive has the error of its manifest, wherever it is found",
    arguments: FixtureManifest.fixtures("invalid").filter { $0.file.folder == "archives" })
  func invalidArchive(_ fixture: Fixture) throws {
    let bytes = fixture.file.bytes
    let opening = failure { () throws(ArchiveError) in try KeyedArchive(bytes) }
    let error: ArchiveError? =
      switch fixture.expectation.found {
      case "open": opening
      case "json": failure(ArchiveError.self) { try KeyedArchive(bytes).json() }
      case "tree":
        failure(ArchiveError.self) {
          try KeyedUnarchiver(forReadingFrom: fixture.file.data)
            .decode([String: String].self, forKey: "root")
        }
      default:
        KeyedArchive.diagnose(try PlistDocument(bytes)).first { $0.severity == .error }?.error
      }
    #expect(error?.code.rawValue == fixture.expectation.code)
    #expect((opening != nil) == (fixture.expectation.found == "open"))
  }

  /// Codes of errors that no file causes by itself: they depend on limits, on what a program asks
  /// for, or on what it writes.
  private static let withoutFile: Set<String> = [
    "object-limit", "byte-limit", "not-representable", "no-such-path", "invalid-path",
    "type-mismatch", "value-not-found", "non-canonical-form", "lost-fraction", "key-exists",
    "invalid-edit", "invalid-patch", "merge-conflict", "merge-decision",
    // Of archives.
    "class-exists", "no-such-class", "invalid-json",
    "ambiguous-class", "cycle of instances", "lost-properties", "archiver-finished",
    "unexpected-class", "out-of-range", "depth-limit of instances", "expansion-limit of JSON",
  ]

  @Test("The corpus has a file for every code of a property list")
  func codesOfPropertyLists() throws {
    let found = Set(
      FixtureManifest.expectations.filter { !$0.key.contains("/archives/") }.values.flatMap {
        [$0.code].compactMap { $0 }
          + ($0.warnings ?? []).map { String($0.prefix { $0 != " " }) }
      })
    let codes = try declaredCodes("PropertyLists/Errors/PlistErrorCode.swift")
    #expect(codes.count > 30)
    #expect(codes.subtracting(found).subtracting(Self.withoutFile).sorted() == [])
  }

  @Test("The corpus has a file for every code of an archive")
  func codesOfArchives() throws {
    let found = Set(
      FixtureManifest.expectations.filter { $0.key.contains("/archives/") }.values.flatMap {
        [$0.code].compactMap { $0 } + ($0.archiveWarnings ?? [])
      })
    let codes = try declaredCodes("KeyedArchives/Errors/ArchiveErrorCode.swift")
    let others: Set = ["cycle", "depth-limit", "expansion-limit"]
    #expect(codes.count > 20)
    #expect(
      codes.subtracting(found).subtracting(Self.withoutFile).subtracting(others).sorted() == [])
  }

  private func declaredCodes(_ file: String) throws -> Set<String> {
    let url = Repository.root.appendingPathComponent("Sources/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    return Set(text.matches(of: /Code\("([a-z0-9-]+)"\)/).map { String($0.1) })
  }

  // MARK: Borderline files

  @Test(
    "Every borderline file is read, with the warnings of its manifest",
    arguments: FixtureManifest.fixtures("borderline").filter { $0.file.folder != "archives" })
  func borderline(_ fixture: Fixture) throws {
    let bytes = fixture.file.bytes
    _ = try PlistDocument(bytes)
    let findings = PlistDocument.diagnose(bytes).map {
      "\($0.error.code) @\($0.error.position?.offset ?? -1)"
    }
    #expect(findings == fixture.expectation.warnings)
    var options = PlistReadingOptions()
    options.strictness = .strict
    let strict = failure { () throws(PlistError) in try PlistDocument(bytes, options: options) }
    #expect(strict?.code.rawValue == fixture.expectation.strict)
  }

  @Test(
    "Foundation treats every borderline file as the manifest says",
    arguments: FixtureManifest.fixtures("borderline").filter { $0.expectation.apple != nil })
  func foundation(_ fixture: Fixture) throws {
    let document = try PlistDocument(fixture.file.bytes)
    let reading = FoundationReading(fixture.file.bytes)
    var comparison = reading.map { FoundationComparison(document, $0) }
    let verdict =
      reading == nil ? "rejects" : comparison?.firstDifference() == nil ? "reads" : "differs"
    #expect(verdict == fixture.expectation.apple)
  }

  @Test(
    "Every borderline archive opens, with the warning of its manifest",
    arguments: FixtureManifest.fixtures("borderline").filter { $0.file.folder == "archives" })
  func borderlineArchive(_ fixture: Fixture) throws {
    let document = try PlistDocument(fixture.file.bytes)
    #expect(try !KeyedArchive(document).top.isEmpty)
    let findings = KeyedArchive.diagnose(document)
    #expect(findings.map(\.error.code.rawValue) == fixture.expectation.archiveWarnings)
    #expect(findings.allSatisfy { $0.severity == .warning })
  }
}
