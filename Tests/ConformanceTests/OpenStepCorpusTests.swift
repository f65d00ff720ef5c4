// Reads every text of the OpenStep family in the corpus and compares the values with
// Foundation's where it reads them, and with those of the PyPI package `openstep-plist`.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("The OpenStep family in the corpus")
struct OpenStepCorpusTests {
  /// Intentionally invalid files: their error, its location, and the cause.
  static let wrong: [String: (code: PlistError.Code, line: Int, column: Int)] = [
    // A byte that is not a hexadecimal digit inside data.
    "openstep/3breadt+dd-plist/test-files__github-issue73-1.plist": (.invalidData, 1, 3),
    // A comma where an element is expected.
    "openstep/3breadt+dd-plist/test-files__github-issue76.plist": (.unexpectedCharacter, 1, 4),
    // Bytes of a full disk: NULs in the middle of an id.
    "openstep/3breadt+dd-plist/test-files__test2-ascii-null-char-in-string.plist":
      (.unexpectedCharacter, 10, 10),
    // The markers of a merge conflict.
    "openstep/CocoaPods+Xcodeproj/spec__fixtures__Sample Project__ProjectInMergeConflict__"
      + "ProjectInMergeConflict.xcodeproj__project.pbxproj": (.unexpectedCharacter, 10, 1),
  ]

  /// Files whose values differ from Foundation's, with the reason.
  static let differences: [String: String] = [
    "strings/MiniKeePass+MiniKeePass/ja.lproj__Localizable.strings":
      "a wide space separates two pairs; Foundation stops there without an error"
  ]

  @Test("Every file is read, except invalid ones, whose error has the line and column")
  func reads() {
    for file in Corpus.openStep {
      do {
        _ = try PlistDocument(file.bytes)
        #expect(Self.wrong[file.name] == nil, "\(file) is read")
      } catch {
        let expected = Self.wrong[file.name]
        #expect(error.code == expected?.code, "\(file): \(error)")
        #expect(error.position?.line == expected?.line, "\(file): \(error)")
        #expect(error.position?.column == expected?.column, "\(file): \(error)")
      }
    }
    guard Corpus.hasSharedCollection else { return }
    #expect(Set(Self.wrong.keys).isSubset(of: Corpus.openStep.map(\.name)))
    #expect(Corpus.openStep.count > 370)
  }

  @Test("Files that Foundation reads have the same values")
  func agreesWithFoundation() {
    var compared = 0
    for file in Corpus.openStep {
      guard let foundation = FoundationReading(file.bytes),
        let document = try? PlistDocument(file.bytes)
      else { continue }
      var comparison = FoundationComparison(document, foundation)
      let difference = comparison.firstDifference()
      compared += 1
      #expect(
        (difference != nil) == (Self.differences[file.name] != nil), "\(file): \(difference ?? "")")
    }
    #expect(compared > (Corpus.hasSharedCollection ? 350 : 50))
  }

  @Test("The simple reader agrees where it reads a file")
  func agreesWithSimpleReader() {
    var compared = 0
    for file in Corpus.openStep where file.bytes.count <= 60_000 {
      guard let document = try? PlistDocument(file.bytes),
        let simple = try? SimpleReader.read(file.bytes)
      else { continue }
      compared += 1
      #expect(SimpleValue(document.root) == simple, "\(file)")
    }
    #expect(compared > (Corpus.hasSharedCollection ? 300 : 50))
  }

  @Test("The format of each file is detected from its contents")
  func formats() {
    for file in Corpus.openStep {
      guard let document = try? PlistDocument(file.bytes) else { continue }
      let expected: PlistFormat? =
        file.name.hasSuffix(".pbxproj")
        ? .project
        : file.name.hasSuffix(".glyphs")
          ? .glyphs
          : file.name.hasSuffix(".strings") ? .strings : nil
      if let expected { #expect(document.format == expected, "\(file)") }
    }
  }

  private static let script = """
    import json, os, sys, openstep_plist
    def plain(value):
      if isinstance(value, dict): return {key: plain(item) for key, item in value.items()}
      if isinstance(value, list): return [plain(item) for item in value]
      return {"hex": value.hex()} if isinstance(value, bytes) else value
    for name in os.listdir(sys.argv[1]):
      path = os.path.join(sys.argv[1], name)
      with open(path, encoding="utf-8") as file: value = openstep_plist.load(file)
      with open(path + ".json", "w", encoding="utf-8") as file: json.dump(plain(value), file)
    """

  @Test(
    "Projects and fonts have the values that openstep-plist reads",
    .enabled(
      if: Peer.pythonWithOpenStepPlist != nil, "the Python package openstep-plist is not installed")
  )
  func agreesWithOpenStepPlist() throws {
    let python = try #require(Peer.pythonWithOpenStepPlist)
    let documents = Corpus.openStep.filter {
      $0.name.hasSuffix(".pbxproj") || $0.name.hasSuffix(".glyphs")
    }
    .compactMap { file in (try? PlistDocument(file.bytes)).map { (file, $0) } }
    // One run of the interpreter for all files: it takes longer to start than to read one.
    let folder = try ScratchDirectory()
    for (index, (file, _)) in documents.enumerated() {
      try folder.write(file.data, to: "\(index)")
    }
    let run = try ProgramRun.run(python, ["-c", Self.script, folder.path])
    try #require(run.status == 0, "\(run)")
    for (index, (file, document)) in documents.enumerated() {
      let json = try folder.data("\(index).json")
      let theirs = SimpleValue(json: try JSONSerialization.jsonObject(with: json))
      #expect(SimpleValue(document.root).withSortedKeys == theirs.withSortedKeys, "\(file)")
    }
    #expect(documents.count > (Corpus.hasSharedCollection ? 165 : 25))
  }
}

extension SimpleValue {
  /// A value of the script above. Recursive: the files are shallow.
  fileprivate init(json: Any) {
    switch json {
    case let text as String: self = .string(Array(text.utf8))
    case let list as [Any]: self = .array(list.map { SimpleValue(json: $0) })
    case let pairs as [String: Any]:
      if pairs.count == 1, let hex = pairs["hex"] as? String {
        let digits = Array(hex)
        self = .data(
          stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
          })
      } else {
        self = .dictionary(
          pairs.map { Pair(key: Array($0.key.utf8), value: SimpleValue(json: $0.value)) })
      }
    default: self = .null
    }
  }
}
