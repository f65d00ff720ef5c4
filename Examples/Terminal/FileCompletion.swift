// Completion of the path of a file.

internal import Foundation
internal import StateStorage

enum FileCompletion {
  private static let limit = 100

  /// The paths that a text can become: files, and directories with a slash at the end. Hidden ones
  /// only if the text begins their name; none that cannot be typed, because white space at their
  /// ends is removed, or because they would control the terminal.
  static func paths(
    of begun: String, in environment: AppContainer.Environment = .process
  ) -> [String] {
    if begun == "~" { return ["~/"] }
    let end = begun.lastIndex(of: "/").map { begun.index(after: $0) } ?? begun.startIndex
    let (folder, name) = (String(begun[..<end]), begun[end...])
    let path = folder.isEmpty ? "." : folder.expandingHome(in: environment)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return
      names.filter { $0.hasPrefix(name) && (!$0.hasPrefix(".") || !name.isEmpty) }
      .filter { $0.shown == $0 && (folder + $0).trimmed == folder + $0 }
      .sorted().prefix(limit)
      .map { folder + $0 + (isDirectory("\(path)/\($0)") ? "/" : "") }
  }

  private static func isDirectory(_ path: String) -> Bool {
    let values = try? URL(filePath: path).resolvingSymlinksInPath()
      .resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory == true
  }
}
