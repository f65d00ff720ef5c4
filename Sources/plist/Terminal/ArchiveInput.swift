// The archive that a command reads: a file, or the data at a path in a file. Errors inside data are
// reported as errors of the file, at the location of the data.

internal import KeyedArchives
internal import PropertyLists

/// A property list that is expected to be an archive.
struct ArchiveInput {
  /// The property list of the file, or the one in the data.
  let document: PlistDocument
  /// The data; nil for the file itself.
  private let data: PlistNode?

  /// Creates the input from a file, or from the data at a path in the file. Throws `PlistError` if
  /// there is no value at the path, and `ArchiveError` if the value is not data of a property list.
  init(_ file: PlistDocument, at path: PlistPath?) throws {
    guard let path else {
      (document, data) = (file, nil)
      return
    }
    let node = try file.root.found(at: path)
    guard let bytes = node.dataValue else {
      throw ArchiveError(
        .notArchive,
        message: "expected data that contains an archive, found a value of type \(node.kind)",
        suggestion: "`plist get FILE PATH` prints it", position: node.position, path: path)
    }
    do throws(ArchiveError) {
      document = try PlistDocument(inData: bytes)
      data = node
    } catch {
      let located = error.inData(node)
      // The suggestion of the error applies to a file, so the data must be saved first.
      let advice = error.suggestion.map {
        "`plist get FILE PATH | base64 -d > DATA` saves it; then "
          + $0.replacing("FILE", with: "DATA")
      }
      throw ArchiveError(
        located.code, message: located.message, suggestion: advice, position: located.position,
        path: located.path)
    }
  }

  /// Returns the archive. Throws an error, not yet located in the file, if the property list is not
  /// an archive or a reference is dangling.
  func archive() throws(ArchiveError) -> KeyedArchive {
    let archive = try KeyedArchive(document)
    if let error = archive.missingReferences { throw error }
    return archive
  }

  /// Converts an error of the archive to an error of the file.
  func located(_ error: ArchiveError) -> ArchiveError {
    guard let data else { return error }
    let error = error.inData(data)
    guard error.code == .notArchive else { return error }
    let isMarked = PlistFormat.marked(data.dataValue ?? Data()) != nil
    return ArchiveError(
      .notArchive, message: error.message,
      suggestion: isMarked
        ? "`plist print --nested FILE PATH` shows property lists inside data"
        : "`plist get FILE PATH | base64 -d` prints the bytes of the data",
      position: error.position, path: error.path)
  }
}
