// Tests of the property lists and archives in the data of real files: all that Foundation finds are
// shown, and the rest of the JSON is unchanged.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Data in real files")
struct NestedDataCorpusTests {
  /// What the JSON of a file shows of its data.
  private struct Findings {
    var archives: [Data] = []
    var lists: [Data] = []
  }

  @Test("The JSON of a plain file has each property list that Foundation reads in its data")
  func plainFiles() throws {
    var (archives, lists) = (0, 0)
    for file in Corpus.files where file.folder != "archives" {
      guard let document = try? PlistDocument(file.bytes), !Self.data(in: document).isEmpty,
        let root = FoundationReading(file.bytes)?.root
      else { continue }
      var warnings: [ArchiveError] = []
      let found = try Self.findings(in: document.root.jsonWithNestedData(warnings: &warnings))
      let expected = Self.documents(in: root)
      #expect(Self.sorted(found.archives + found.lists) == Self.sorted(expected), "\(file)")
      #expect(warnings.isEmpty, "\(file): \(warnings)")
      archives += found.archives.count
      lists += found.lists.count
    }
    #expect(!Corpus.hasSharedCollection || archives > 1000)
    #expect(lists >= 2)
  }

  @Test(
    "The JSON of an archive has each nested archive as it is alone, and changes nothing else")
  func archives() throws {
    var count = 0
    for file in Corpus.files where file.folder == "archives" {
      guard let archive = try? KeyedArchive(file.bytes) else { continue }
      var options = KeyedArchive.JSONOptions()
      options.nestedData = .asContents
      var warnings: [ArchiveError] = []
      let json = try archive.json(options, warnings: &warnings)
      #expect(warnings.isEmpty, "\(file): \(warnings)")
      let plain = try archive.json()
      guard json != plain else { continue }
      let object = try Self.object(json)
      #expect(try Self.withoutContents(object).isEqual(Self.object(plain)), "\(file)")
      for (data, shown) in Self.nestedArchives(in: object) {
        count += 1
        let alone = try KeyedArchive(Array(data)).json(options)
        #expect(try (shown as? NSObject)?.isEqual(Self.object(alone)) == true, "\(file)")
      }
    }
    #expect(count >= (Corpus.hasSharedCollection ? 60 : 1))
  }

  // MARK: Documents that our JSON shows

  private static func object(_ json: [UInt8]) throws -> NSObject {
    try #require(
      try JSONSerialization.jsonObject(with: Data(json), options: [.fragmentsAllowed]) as? NSObject)
  }

  private static func findings(in json: [UInt8]) throws -> Findings {
    var findings = Findings()
    var waiting: [Any] = [try object(json)]
    while let value = waiting.popLast() {
      if let list = value as? [Any] { waiting += list }
      guard let pairs = value as? [String: Any] else { continue }
      let data = (pairs["$data"] as? String).flatMap { Data(base64Encoded: $0) }
      if let data, pairs.keys.contains("$archive") {
        findings.archives.append(data)
      } else if let data, let list = pairs["$plist"] {
        findings.lists.append(data)
        waiting.append(list)
      } else {
        waiting += pairs.values
      }
    }
    return findings
  }

  private static func nestedArchives(in object: Any) -> [(Data, Any)] {
    var (found, waiting): ([(Data, Any)], [Any]) = ([], [object])
    while let value = waiting.popLast() {
      if let list = value as? [Any] { waiting += list }
      guard let pairs = value as? [String: Any] else { continue }
      if let text = pairs["$data"] as? String, let archive = pairs["$archive"] {
        found.append((Data(base64Encoded: text) ?? Data(), archive))
      }
      waiting += pairs.values
    }
    return found
  }

  /// The JSON without the documents shown in data; the values of the files are not nested deep.
  private static func withoutContents(_ value: Any) -> NSObject {
    if let list = value as? [Any] { return list.map(withoutContents) as NSArray }
    guard let pairs = value as? [String: Any] else { return value as? NSObject ?? NSNull() }
    let isData = pairs["$data"] is String
    let kept = pairs.filter { !isData || !["$archive", "$plist"].contains($0.key) }
    return kept.mapValues(withoutContents) as NSDictionary
  }

  // MARK: Documents that Foundation reads

  private static let marks = ["bplist", "<?xml", "<plist", "<!DOCTYPE plist"]

  private static func data(in document: PlistDocument) -> [PlistNode] {
    var (found, waiting): ([PlistNode], [PlistNode]) = ([], [document.root])
    while let node = waiting.popLast() {
      waiting += node.children
      if node.kind == .data { found.append(node) }
    }
    return found
  }

  /// The data with documents, including those in documents that are not archives.
  private static func documents(in root: Any) -> [Data] {
    var (found, waiting): ([Data], [Any]) = ([], [root])
    while let value = waiting.popLast() {
      if let list = value as? [Any] { waiting += list }
      if let pairs = value as? [String: Any] { waiting += pairs.values }
      guard let data = value as? Data, marks.contains(where: { data.starts(with: $0.utf8) }),
        let inner = FoundationReading(Array(data))?.root
      else { continue }
      found.append(data)
      let keys = (inner as? [String: Any]).map { Set($0.keys) } ?? []
      if !keys.isSuperset(of: ["$top", "$objects"]) { waiting.append(inner) }
    }
    return found
  }

  private static func sorted(_ data: [Data]) -> [String] {
    data.map { $0.base64EncodedString() }.sorted()
  }
}
