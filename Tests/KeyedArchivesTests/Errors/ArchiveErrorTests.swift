// Raises every error code of archives with a tiny input, and checks code, offset and path. Reads
// the source file of the codes, so that a new code without a case fails.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

/// An invalid archive; a caret, `‸`, precedes the invalid byte.
struct ArchiveRefusal: Sendable, CustomStringConvertible {
  var code: ArchiveError.Code
  var path: String
  var archive: ArchiveText

  init(_ code: ArchiveError.Code, _ path: String, _ archive: ArchiveText) {
    (self.code, self.path, self.archive) = (code, path, archive)
  }

  var description: String { "\(code) at \(path)" }
}

@Suite("Archive error codes")
struct ArchiveErrorTests {
  static let badReferences = [
    ArchiveRefusal(
      .referenceOutOfRange, "$top.root", ArchiveText("<true/>", top: field("root", "‸" + ref(2)))),
    ArchiveRefusal(
      .referenceOutOfRange, "$objects[1].list[1]",
      ArchiveText(object(2, field("list", list(ref(0), "‸" + ref(9)))), record("A"))),
    ArchiveRefusal(.referenceToReference, "$objects[1]", ArchiveText("‸" + ref(0))),
    ArchiveRefusal(.missingClass, "$objects[1]", ArchiveText("‸" + record("A"))),
    ArchiveRefusal(.missingClass, "$objects[1]", ArchiveText("‸<dict/>")),
    ArchiveRefusal(
      .invalidClassReference, "$objects[1].$class",
      ArchiveText("<dict><key>$class</key>‸<string>A</string></dict>")),
    ArchiveRefusal(
      .invalidClassReference, "$objects[1].$class",
      ArchiveText("<dict><key>$class</key>‸\(ref(2))</dict>")),
    ArchiveRefusal(.invalidClassRecord, "$objects[0]", ArchiveText(object(0))),
    ArchiveRefusal(.invalidClassRecord, "$objects[2]", ArchiveText(object(2), "‸<dict/>")),
    ArchiveRefusal(
      .invalidClassRecord, "$objects[2]",
      ArchiveText(
        object(2),
        "‸<dict>\(field("$classname", text("A")))\(field("$classes", list(number(1))))</dict>")),
    ArchiveRefusal(
      .invalidClassRecord, "$objects[2]",
      ArchiveText(
        object(2),
        "‸<dict>\(field("$classname", text("A")))\(field("$classhints", text("B")))</dict>")),
  ]

  static let badCollections = [
    ArchiveRefusal(
      .invalidMembers, "$objects[1].\"NS.objects\"",
      ArchiveText(object(2, field("NS.objects", "‸<true/>")), record("NSArray"))),
    ArchiveRefusal(
      .invalidMembers, "$objects[1].\"NS.objects\"[1]",
      ArchiveText(object(2, field("NS.objects", list(ref(0), "‸<true/>"))), record("NSSet"))),
    ArchiveRefusal(
      .invalidMembers, "$objects[1].\"NS.object.0\"",
      ArchiveText(object(2, field("NS.object.0", "‸<true/>")), record("NSOrderedSet"))),
    ArchiveRefusal(
      .unevenMembers, "$objects[1].\"NS.keys\"",
      ArchiveText(object(2, field("NS.keys", "‸" + list())), record("NSDictionary"))),
    ArchiveRefusal(
      .unevenMembers, "$objects[1]",
      ArchiveText(
        "‸" + object(2, field("NS.keys", list()) + field("NS.objects", list(ref(0)))),
        record("NSDictionary"))),
    ArchiveRefusal(
      .unevenMembers, "$objects[1]",
      ArchiveText(
        "‸" + object(2, field("NS.key.0", ref(3))), record("NSMutableDictionary"), "<true/>")),
    ArchiveRefusal(
      .nilKey, "$objects[1].\"NS.keys\"[0]",
      ArchiveText(
        object(2, field("NS.keys", list("‸" + ref(0))) + field("NS.objects", list(ref(0)))),
        record("NSDictionary"))),
    ArchiveRefusal(
      .invalidCount, "$objects[1].\"NS.count\"",
      ArchiveText(object(2, field("NS.count", "‸" + text("1"))), record("NSCountedSet"))),
    ArchiveRefusal(
      .invalidCount, "$objects[1].\"NS.count\"",
      ArchiveText(object(2, field("NS.count", "‸" + number(-1))), record("NSCountedSet"))),
    ArchiveRefusal(
      .invalidCount, "$objects[1].\"NS.count\"",
      ArchiveText(object(2, field("NS.count", "‸" + number(1 << 30))), record("NSCountedSet"))),
    ArchiveRefusal(
      .invalidCount, "$objects[1].$0",
      ArchiveText(object(2, field("$0", "‸" + number(1))), record("NSCountedSet"))),
  ]

  @Test("An invalid reference is an error at its location", arguments: badReferences)
  func references(_ refusal: ArchiveRefusal) {
    expect(refusal) { _ = try refusal.archive.archive() }
    #expect(diagnosis(refusal.archive.bytes).contains { $0.error.code == refusal.code })
  }

  @Test("A contradictory collection is an error when converted to JSON", arguments: badCollections)
  func collections(_ refusal: ArchiveRefusal) throws {
    let archive = try refusal.archive.archive()
    expect(refusal) { _ = try archive.json() }
    #expect(diagnosis(refusal.archive.bytes).contains { $0.error.code == refusal.code })
    #expect(throws: Never.self) { try archive.json(.raw) }
  }

  @Test(
    "A property list without the structure of an archive is not an archive",
    arguments: [
      (ArchiveError.Code.notPropertyList, "<plist>‸"),
      (.notArchive, "<plist>‸<array/></plist>"),
      (.invalidTop, "<plist>‸<dict><key>$objects</key><array/></dict></plist>"),
      (.invalidTop, "<plist><dict><key>$top</key>‸<array/></dict></plist>"),
      (.invalidTop, "{\"$top\":‸{\"CF$UID\":0},\"$objects\":[]}"),
      (.invalidObjects, "<plist>‸<dict><key>$top</key><dict/></dict></plist>"),
      (
        .invalidObjects,
        "<plist><dict><key>$top</key><dict/><key>$objects</key>‸<dict/></dict></plist>"
      ),
    ])
  func frame(code: ArchiveError.Code, marked: String) throws {
    let parts = marked.components(separatedBy: "‸")
    let error = try #require(throws: ArchiveError.self) {
      try KeyedArchive(Array(parts.joined().utf8))
    }
    #expect(error.code == code)
    #expect(error.position?.offset == parts[0].utf8.count)
    #expect((error.underlyingError == nil) == (code != .notPropertyList))
  }

  @Test("A diagnosis finds what only a strict reader rejects, at its location")
  func diagnosis() throws {
    var odd = ArchiveText("<true/>", "<false/>", top: field("root", ref(1)))
    odd.version = "‸<integer>1</integer>"
    #expect(findings(odd, .unknownVersion, .error) == [odd.caret])
    odd.version = "<integer>100000</integer>"
    odd.archiver = "‸<string>Mine</string>"
    #expect(findings(odd, .unknownArchiver, .warning) == [odd.caret])
    odd.archiver = "<string>NSKeyedArchiver</string>"
    odd.objects[1] = "‸<false/>"
    #expect(findings(odd, .unreachableObject, .warning) == [odd.caret])
    let json = diagnosis(Array("\n{\"$top\":{},\"$objects\":[\"$null\"]}".utf8))
      .filter { $0.error.code == .unsupportedFormat }
    #expect(json.map(\.error.position?.offset) == [1])
    #expect(json.first?.severity == .warning)
    let first = Array("<plist><dict><key>$top</key><dict/><key>$objects</key>".utf8)
    let found = diagnosis(first + Array("<array><true/></array></dict></plist>".utf8))
    let error = found.first { $0.error.code == .invalidFirstObject }
    #expect(error?.error.position?.offset == first.count + 7)
    #expect(error?.severity == .warning)
  }

  @Test("Exceeding an expansion limit is an error at the location")
  func expansion() throws {
    var options = KeyedArchive.JSONOptions()
    options.maximumExpansion = -5
    let long = text(String(repeating: "x", count: 20_000))
    let archive = ArchiveText(
      "<array>\(String(repeating: ref(2), count: 200))</array>", "‸" + long)
    let error = try #require(throws: ArchiveError.self) { try archive.archive().json(options) }
    #expect(error.code == .expansionLimit)
    #expect(error.position?.offset == archive.caret)
  }

  @Test("Every code is raised by a test of this suite")
  func complete() throws {
    let file = Repository.root
      .appendingPathComponent("Sources/KeyedArchives/Errors/ArchiveErrorCode.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let declared = source.components(separatedBy: "Code(\"").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
    let frame = [
      "not-property-list", "not-archive", "invalid-top", "invalid-objects", "unknown-version",
      "unknown-archiver", "unsupported-format", "unreachable-object", "invalid-first-object",
      "expansion-limit",
    ]
    // The codes that ArchiveKeyTextTests raises.
    let keys = ["equivalent-keys", "combining-limit"]
    // The codes of edits, and the code that ArchiveJSONReaderTests raises.
    let edits = ArchiveEditTests.refusals.map(\.code) + ["invalid-json"]
    let coding = CodingErrorTests.failures.map(\.code.rawValue)
    let raised =
      (Self.badReferences + Self.badCollections).map(\.code.rawValue) + frame + coding + keys
      + edits
    #expect(Set(declared) == Set(raised))
  }

  @Test("Errors are compared by code and location, and describe both")
  func values() {
    let path = PlistPath([.key("$objects"), .index(3)])
    let error = ArchiveError(
      .missingClass, message: "a", position: SourcePosition(offset: 7), path: path)
    #expect(
      error
        == ArchiveError(
          .missingClass, message: "b", position: SourcePosition(offset: 7), path: path))
    #expect("\(error)" == "@7: a (at $objects[3])")
    #expect(ArchiveError(.nilKey, message: String(repeating: "x", count: 500)).message.count == 401)
    #expect(ArchiveError.Code.nilKey ~= ArchiveError(.nilKey, message: ""))
  }

  private func expect(_ refusal: ArchiveRefusal, _ work: () throws -> Void) {
    do {
      try work()
      Issue.record("accepted: \(refusal)")
    } catch let error as ArchiveError {
      #expect(error.code == refusal.code)
      #expect("\(error.path)" == refusal.path)
      if let caret = refusal.archive.caret { #expect(error.position?.offset == caret) }
    } catch {
      Issue.record(error)
    }
  }

  private func diagnosis(_ bytes: [UInt8]) -> [KeyedArchive.Diagnostic] {
    (try? PlistDocument(bytes)).map(KeyedArchive.diagnose) ?? []
  }

  private func findings(
    _ archive: ArchiveText, _ code: ArchiveError.Code, _ severity: PlistDiagnostic.Severity
  ) -> [Int?] {
    diagnosis(archive.bytes).filter { $0.error.code == code && $0.severity == severity }
      .map { $0.error.position?.offset }
  }
}
