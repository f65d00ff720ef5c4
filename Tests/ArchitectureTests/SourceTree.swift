// The Swift files of the repository, as the rules see them: a path from the root and the contents.
// Relies on `Repository.root`; hidden folders (build products, version control) are never entered.

import Foundation
import Synchronization
import TestSupport

/// One Swift file, scanned when a rule first asks for its tokens.
struct SourceFile: Sendable {
  /// The path from the repository's root, with `/` between its parts.
  let path: String
  /// The lines of the file.
  let lines: [Substring]
  private let scanning: SharedScan
  private let text: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    scanning = SharedScan(text: text)
  }

  /// The same file taken apart into tokens and comments.
  var scan: SourceScan { scanning.scan }

  /// Whether any of some words appears anywhere in the file, in lowercase or not.
  func mentions(_ words: [String]) -> Bool {
    let lowercase = text.lowercased()
    return words.contains { hasText($0, in: lowercase) }
  }

  /// The name of the file without its folders.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The folder of the file, from the root.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// The module a file under `Sources` belongs to.
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// How many lines an editor shows: a final line feed ends the last line.
  var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }
}

/// Whether a string occurs in another. The C library searches: regular expressions are slow in
/// unoptimized code, and most lines have nothing that they could find.
func hasText(_ text: String, in line: some StringProtocol) -> Bool {
  unsafe strstr(String(line), text) != nil
}

/// The scan of one file, made on demand: most rules look at sources only.
private final class SharedScan: Sendable {
  private let text: String
  private let made = Mutex<SourceScan?>(nil)

  init(text: String) { self.text = text }

  var scan: SourceScan {
    made.withLock { made in
      let scan = made ?? SourceScan(text)
      made = scan
      return scan
    }
  }
}

/// The files and folders under the repository's root.
enum SourceTree {
  /// Every Swift file under `Sources`.
  static let sources = swiftFiles(in: ["Sources"])

  /// Every Swift file that people read: sources, tests, examples and benchmarks.
  static let all =
    sources
    + swiftFiles(in: ["Tests", "Documentation", "Examples", "Benchmarks", "Fuzzing", "Macros"])

  /// The pages of the repository, in Markdown.
  static var pages: [(path: String, text: String)] {
    entries(in: "").filter { !$0.isFolder && $0.path.hasSuffix(".md") }.compactMap { entry in
      let url = Repository.root.appendingPathComponent(entry.path)
      return (try? String(contentsOf: url, encoding: .utf8)).map { (entry.path, $0) }
    }
  }

  /// Every folder under those, and under the rest of the repository, from the root.
  static let folders = entries(in: "").filter(\.isFolder).map(\.path)

  private static func swiftFiles(in folders: [String]) -> [SourceFile] {
    folders.flatMap(entries)
      .filter { !$0.isFolder && $0.path.hasSuffix(".swift") && !$0.path.hasSuffix("Package.swift") }
      .compactMap { entry in
        let url = Repository.root.appendingPathComponent(entry.path)
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        return SourceFile(path: entry.path, text: text)
      }
  }

  private struct Entry {
    var path: String
    var isFolder: Bool
  }

  private static func entries(in folder: String) -> [Entry] {
    let url = folder.isEmpty ? Repository.root : Repository.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let isFolder = isFolder(path)
      return [Entry(path: path, isFolder: isFolder)] + (isFolder ? entries(in: path) : [])
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    let url = Repository.root.appendingPathComponent(path)
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }
}
