// The mark of a temporary directory with a fixed name that this library has made: without it, what
// is there may be anybody's and is never removed. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// The mark, a small file in the directory: extended attributes are not everywhere.
enum TemporaryMark {
  /// The name of the file.
  static let name: FilePath = ".temporary-directory"

  private static let text = """
    Signature: plinth-temporary-directory
    # Made by a program for temporary files: it removes what is in this directory.

    """

  /// Marks a directory that was just made. One without its mark is as good, but never emptied.
  static func set(on directory: borrowing OpenDirectory) {
    try? directory.createFile(name, text: text)
  }

  /// Removes all but the mark if the directory has it and is this user's alone.
  static func empty(_ directory: borrowing OpenDirectory) {
    guard directory.isPrivate, directory.hasFile(name, text: text) else { return }
    DirectoryEmptying.empty(directory, keeping: name)
  }
}
