// Archives that Apple's software wrote, which are next to the repository on some machines only.
// Tests that need them are skipped elsewhere.
import Foundation
import TestSupport

/// The shared collection of archives.
enum SharedArchives {
  static let isPresent = Repository.shared != nil

  /// A file of the collection.
  struct File: Sendable, CustomStringConvertible {
    var name: String
    var bytes: Data

    var description: String { name }
    var isBinary: Bool { bytes.starts(with: Data("bplist".utf8)) }
  }

  /// All archives, sorted by name.
  static let files: [File] = {
    guard let shared = Repository.shared else { return [] }
    let folder = shared.appendingPathComponent("corpus/archives").resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.sorted().compactMap { name in
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)"
      guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue, let bytes = FileManager.default.contents(atPath: path)
      else { return nil }
      return File(name: name, bytes: bytes)
    }
  }()

  /// The archives of a file of vectors.
  static func vectors(_ file: String, _ group: String) -> [File] {
    let cases = (json(file)[group] as? [String: Any])?["archives"] as? [[String: Any]] ?? []
    return cases.compactMap { entry in
      guard let name = entry["id"] as? String else { return nil }
      if let text = entry["text"] as? String { return File(name: name, bytes: Data(text.utf8)) }
      return (entry["hex"] as? String).map { File(name: name, bytes: data(ofHex: $0)) }
    }
  }

  /// A file of vectors.
  static func json(_ file: String) -> [String: Any] {
    guard let url = Repository.shared?.appendingPathComponent("formats/vectors/\(file).json"),
      let data = FileManager.default.contents(atPath: url.path)
    else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }

  private static func data(ofHex text: String) -> Data {
    let digits = Array(text.utf8)
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      })
  }
}
