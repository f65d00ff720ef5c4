// The files that tests read: the committed corpus, which Scripts/fixtures writes, and in addition the
// shared collection of real files, which is next to the repository on some machines only.

package import Foundation

/// The property lists that tests read.
package enum Corpus {
  /// Whether the shared collection is available, for what is known of its files only.
  package static let hasSharedCollection = Repository.shared != nil

  /// One file of the corpus.
  package struct File: Sendable, CustomStringConvertible {
    /// The path relative to the folder of the committed corpus or of the shared collection.
    package var name: String
    /// The folder of its format, such as `xml` or `archives`.
    package var folder: String
    package var bytes: [UInt8]
    /// Whether the file is from the shared collection.
    package var isShared: Bool

    package var description: String { name }
    package var data: Data { Data(bytes) }
    package var isBinary: Bool { bytes.starts(with: Array("bplist".utf8)) }
  }

  /// The well-formed files that are XML or binary by their first bytes, sorted by name. One with a
  /// set is left out: Foundation crashes while it bridges a set.
  package static let files =
    committed("valid", ["xml", "binary"]).filter { $0.name != "valid/binary/set.plist" }
    + archives(ofShared: false)
    + shared(["xml", "binary"]) + archives(ofShared: true)

  /// The well-formed keyed archives, sorted by name.
  package static let archives = archives(ofShared: false) + archives(ofShared: true)

  /// The well-formed files of the OpenStep family.
  package static let openStep =
    committed("valid", ["openstep", "gnustep", "strings", "project", "glyphs"])
    + shared(["openstep", "strings"])

  /// The well-formed JSON files, plain and typed.
  package static let json = committed("valid", ["json", "typed-json"])

  /// The damaged files, of any format.
  package static let malformed =
    committed("invalid", textFolders + ["xml", "binary"]) + shared(["malformed"])

  /// Compiled nibs of iOS, which are not property lists.
  package static let compiledNibs = shared(["nibarchive"])

  /// Streams of NSArchiver, which are not property lists.
  package static let typedStreams = shared(["typedstream"]).filter { !$0.name.hasSuffix(".md") }

  /// The folder of the shared collection; nil if it is absent.
  package static let sharedPath = Repository.shared?.appendingPathComponent("corpus")
    .resolvingSymlinksInPath().path

  /// The folder of the committed corpus.
  package static let committedPath =
    Repository.root.appendingPathComponent("Tests/Fixtures").path

  /// The committed files of some folders of a verdict: valid, invalid or borderline.
  package static func committed(_ verdict: String, _ folders: [String]) -> [File] {
    folders.flatMap { folder in
      files(in: committedPath, under: "\(verdict)/\(folder)", folder: folder, isShared: false)
    }
  }

  private static let textFolders = [
    "openstep", "gnustep", "strings", "project", "glyphs", "json", "typed-json",
  ]

  // The two lists above share the contents of the files.
  private static let committedArchives = committed("valid", ["archives"])
  private static let sharedArchives = shared(["archives"])

  private static func archives(ofShared isShared: Bool) -> [File] {
    isShared ? sharedArchives : committedArchives
  }

  private static func shared(_ folders: [String]) -> [File] {
    guard let sharedPath else { return [] }
    return folders.flatMap { files(in: sharedPath, under: $0, folder: $0, isShared: true) }
  }

  private static func files(
    in root: String, under path: String, folder: String, isShared: Bool
  ) -> [File] {
    let enumerator = FileManager.default.enumerator(atPath: "\(root)/\(path)")
    let names = (enumerator?.compactMap { $0 as? String } ?? []).sorted()
    return names.compactMap { name in
      var isFolder: ObjCBool = false
      let file = "\(root)/\(path)/\(name)"
      guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue, let data = FileManager.default.contents(atPath: file)
      else { return nil }
      return File(
        name: "\(path)/\(name)", folder: folder, bytes: Array(data), isShared: isShared)
    }
  }
}

/// The published cases of single formats, which are next to the shared collection.
package enum PublishedCases {
  /// The archives of a group in a file of cases.
  package static func archives(_ file: String, _ group: String) -> [Corpus.File] {
    let cases = (json(file)[group] as? [String: Any])?["archives"] as? [[String: Any]] ?? []
    return cases.compactMap { entry in
      guard let name = entry["id"] as? String else { return nil }
      let bytes =
        (entry["text"] as? String).map { Array($0.utf8) }
        ?? (entry["hex"] as? String).map(bytes(ofHex:))
      return bytes.map { Corpus.File(name: name, folder: group, bytes: $0, isShared: true) }
    }
  }

  /// A file of cases; empty if it is absent.
  package static func json(_ file: String) -> [String: Any] {
    guard let url = Repository.shared?.appendingPathComponent("formats/vectors/\(file).json"),
      let data = FileManager.default.contents(atPath: url.path)
    else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }

  /// The bytes of hexadecimal text.
  package static func bytes(ofHex text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }
}
