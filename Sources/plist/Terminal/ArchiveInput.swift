// The archive that a command is about: that of a file, or the one in the data at a path in it. Errors
// inside data are those of the file, at the data.

internal import KeyedArchives
internal import PropertyLists

/// A property list that should be an archive.
struct ArchiveInput {
  /// The property list: that of the file, or the one in the data.
  let document: PlistDocument
  /// The data; nil for the file itself.
  private let data: PlistNode?

  /// The property list of a file, or the one in the data at a path.
  ///
  /// - Throws: `PlistError` where there is nothing at the path, `ArchiveError` where that is not data
  ///   or not a property list.
  init(_ file: PlistDocument, at path: PlistPath?) throws {
    guard let path else {
      (document, data) = (file, nil)
      return
    }
    let node = try file.root.found(at: path)
    guard let bytes = node.dataValue else {
      throw ArchiveError(
        .notArchive,
        message: "expected data that holds an archive, found a value of type \(node.kind)",
        suggestion: "`plist get FILE PATH` prints it", position: node.position, path: path)
    }
    do throws(ArchiveError) {
      document = try PlistDocument(inData: bytes)
      data = node
    } catch {
      let located = error.inData(node)
      // The advice is about a file.
      let advice = error.suggestion.map {
        "`plist get FILE PATH | base64 -d > DATA` saves it; then "
          + $0.replacing("FILE", with: "DATA")
      }
      throw ArchiveError(
        located.code, message: located.message, suggestion: advice, position: located.position,
        path: located.path)
    }
  }

  /// The archive.
  ///
  /// - Throws: `ArchiveError`, not yet located in the file, where the property list is not an archive or
  ///   a reference leads nowhere.
  func archive() throws(ArchiveError) -> KeyedArchive {
    let archive = try KeyedArchive(document)
    if let error = archive.missingReferences { throw error }
    return archive
  }

  /// An error of the archive, as one of the file.
  func located(_ error: ArchiveError) -> ArchiveError {
    guard let data else { return error }
    let error = error.inData(data)
    guard error.code == .notArchive else { return error }
    let isMarked = PlistFormat.marked(data.dataValue ?? Data()) != nil
    return ArchiveError(
      .notArchive, message: error.message,
      suggestion: isMarked
        ? "`plist print --nested FILE PATH` shows property lists in data"
        : "`plist get FILE PATH | base64 -d` gives the bytes of data",
      position: error.position, path: error.path)
  }
}
