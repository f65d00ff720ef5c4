// The files of the shared collection, which is next to the repository on some machines only. Tests
// that need it are skipped elsewhere.

import Foundation
import PropertyLists
import TestSupport

/// The shared collection of property lists.
enum Corpus {
  /// Whether the collection is available.
  static let isPresent = Repository.shared != nil

  /// One file of the collection.
  struct File: Sendable, CustomStringConvertible {
    /// The path relative to the collection's folder.
    var name: String
    var bytes: [UInt8]

    var description: String { name }
  }

  /// The well-formed files that are XML or binary by their first bytes, sorted by name.
  static let files = ["xml", "binary", "archives"].flatMap(files)

  /// Compiled nibs of iOS, which are not property lists.
  static let compiledNibs = files(in: "nibarchive")

  /// Streams of NSArchiver, which are not property lists.
  static let typedStreams = files(in: "typedstream").filter { !$0.name.hasSuffix(".md") }

  /// The texts of the OpenStep family.
  static let openStep = ["openstep", "strings"].flatMap(files)

  /// The damaged files, of any format.
  static let malformed = files(in: "malformed")

  /// The files of a folder whose names have the given suffix.
  static func textFiles(_ folder: String, suffix: String) -> [File] {
    files(in: folder).filter { $0.name.hasSuffix(suffix) }
  }

  /// The collection's folder; nil if it is absent.
  static let path = Repository.shared?.appendingPathComponent("corpus")
    .resolvingSymlinksInPath().path

  private static func files(in folder: String) -> [File] {
    guard let path else { return [] }
    let enumerator = FileManager.default.enumerator(atPath: path + "/" + folder)
    let names = (enumerator?.compactMap { $0 as? String } ?? []).sorted()
    return names.compactMap { name in
      guard let data = FileManager.default.contents(atPath: "\(path)/\(folder)/\(name)")
      else { return nil }
      return File(name: "\(folder)/\(name)", bytes: Array(data))
    }
  }
}

/// Foundation's result for the same file in this process; the same code as the toolchain's
/// `plutil`.
struct FoundationReading {
  var root: Any

  /// Nil if Foundation rejects the file.
  init?(_ bytes: [UInt8]) {
    guard
      let root = try? unsafe PropertyListSerialization.propertyList(
        from: Data(bytes), format: nil)
    else { return nil }
    self.root = root
  }
}
