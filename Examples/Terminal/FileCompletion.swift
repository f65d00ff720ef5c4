// Completion of the path of a file.

internal import Foundation

enum FileCompletion {
  private static let limit = 100

  /// The paths that a text can become: files, and directories with a slash at the end. Hidden ones
  /// only if the text begins their name; none with white space, which separates words.
  static func paths(of begun: String) -> [String] {
    let end = begun.lastIndex(of: "/").map { begun.index(after: $0) } ?? begun.startIndex
    let (folder, name) = (String(begun[..<end]), begun[end...])
    let path = folder.isEmpty ? "." : NSString(string: folder).expandingTildeInPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return
      names.filter { $0.hasPrefix(name) && (!$0.hasPrefix(".") || !name.isEmpty) && isWord($0) }
      .sorted().prefix(limit)
      .map { folder + $0 + (isDirectory("\(path)/\($0)") ? "/" : "") }
  }

  private static func isWord(_ name: String) -> Bool {
    name.shown == name && !name.contains(where: \.isWhitespace)
  }

  private static func isDirectory(_ path: String) -> Bool {
    let values = try? URL(filePath: path).resolvingSymlinksInPath()
      .resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory == true
  }
}
