// The commands that edit keyed archives: each applies one edit, in the same way as the commands that
// edit property lists.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// A command that edits one archive.
protocol ArchiveEditing: ReadingArguments {
  var file: String { get }
  var editing: EditOptions { get }
}

extension ArchiveEditing {
  /// Reads the archive and writes it with an edit.
  ///
  /// - Parameter edit: Returns the edit. A `ValidationError` is an error of the command line.
  func apply(_ edit: (KeyedArchive) throws -> ArchiveEdit) throws {
    var usageError: ValidationError?
    do {
      try editing.edit(file, reading: reading) { document in
        let archive = try KeyedArchive(document)
        do { return try archive.applying([edit(archive)]) } catch let error as ValidationError {
          usageError = error
          throw ExitCode.usage
        }
      }
    } catch { throw usageError ?? error }
  }
}

extension PlistPath {
  /// Creates the path of a value in an archive from an argument.
  init(archiveArgument text: String) throws {
    guard let path = try parsePattern(text).path, !path.isEmpty else {
      throw ValidationError(
        "expected the path of one value in the archive, such as root.name or @12.name")
    }
    self = path
  }
}
