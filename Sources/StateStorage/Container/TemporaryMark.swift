// The marker of a temporary directory with a fixed name that this library created. A directory
// without it may belong to someone else and is never emptied. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// The marker, a small file in the directory: not all file systems have extended attributes.
enum TemporaryMark {
  /// The name of the file.
  static let name: FilePath = ".temporary-directory"

  private static let text = """
    Signature: plinth-temporary-directory
    # Made by a program for temporary files: it removes what is in this directory.

    """

  /// Marks a directory that was just created. A directory without the marker is usable but never
  /// emptied.
  static func set(on directory: borrowing OpenDirectory) {
    try? directory.createFile(name, text: text)
  }

  /// Removes everything but the marker if the directory has it and only this user can access it.
  static func empty(_ directory: borrowing OpenDirectory) {
    guard directory.isPrivate, directory.hasFile(name, text: text) else { return }
    DirectoryEmptying.empty(directory, keeping: name)
  }
}
