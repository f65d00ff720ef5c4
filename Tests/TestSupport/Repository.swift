// Finds the repository and the files that tests read. Uses the path of this file in the tree, so
// that tests work from any working directory.

public import Foundation

/// The source tree that the running tests were built from.
public enum Repository {
  /// The folder that contains `Package.swift`.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .standardizedFileURL

  /// The folder of large sample collections next to the repository, or nil where there is none.
  public static let shared: URL? = existing(
    root.deletingLastPathComponent().appendingPathComponent("shared", isDirectory: true))

  /// The folder of property lists that the examples and tests read.
  public static let examples = root.appendingPathComponent("Examples/Data", isDirectory: true)

  /// The file `name` of `Examples/Data`, which may name a folder in it, as in `notes/a.plist`.
  public static func example(_ name: String) -> URL {
    examples.appendingPathComponent(name)
  }

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
