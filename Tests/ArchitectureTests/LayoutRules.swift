// The rules of the module of archives: the keys of layouts have one home, and its public types are few
// and each of use.

import Foundation
import TestSupport

extension SourceFile {
  /// The folder of the layouts.
  private static let layouts = "Sources/KeyedArchives/Layouts"

  /// The text literals of a file that look like the keys under which Foundation's classes store their
  /// contents: `NS.objects`, `NSRangeCount`.
  var layoutKeys: [(line: Int, key: String)] {
    lines.enumerated().flatMap { index, line in
      !hasText("\"NS.", in: line) || line.drop { $0 == " " }.hasPrefix("//")
        ? [] : line.matches(of: #/"(NS\.[A-Za-z0-9.]+)"/#).map { (index + 1, String($0.output.1)) }
    }
  }

  /// Keys of layouts outside their folder.
  var layoutKeyViolations: [Violation] {
    if folder.hasPrefix(Self.layouts) { return [] }
    return layoutKeys.map {
      Violation(path: path, line: $0.line, reason: "the key \($0.key) belongs into \(Self.layouts)")
    }
  }

  /// The public types of the file that are not nested in another one.
  var publicTypes: [String] {
    lines.compactMap { line in
      guard line.utf8.first != UInt8(ascii: " "), hasText("public ", in: line) else { return nil }
      return line.firstMatch(
        of: #/^(?:@\w+ )*public (?:final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)/#
      ).map { String($0.output.1) }
    }
  }
}

/// Keys of layouts that are spelled more than once.
func repeatedLayoutKeys(_ files: [SourceFile]) -> [Violation] {
  var homes: [String: String] = [:]
  return files.flatMap { file in
    file.layoutKeys.compactMap { line, key in
      let home = "\(file.path):\(line)"
      if let other = homes.updateValue(home, forKey: key) {
        return Violation(path: file.path, line: line, reason: "\(key) is spelled at \(other) too")
      }
      return nil
    }
  }
}

/// What users read: articles, examples, snippets, the tool and the front page; the lists of the catalog
/// left out, which have every type.
func namesInUse() throws -> String {
  let folders = [
    "Sources/KeyedArchives/KeyedArchives.docc", "Sources/FoundationBridge/FoundationBridge.docc",
    "Sources/FoundationState/FoundationState.docc", "Examples",
    "Documentation/Snippets", "Sources/plist",
  ]
  var text = try String(
    contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
  for folder in folders {
    let url = Repository.root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    for name in names where name.hasSuffix(".md") || name.hasSuffix(".swift") {
      let page = try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
      text += page.split(separator: "\n").filter { !$0.hasPrefix("- ``") }.joined(separator: "\n")
    }
  }
  return text
}
