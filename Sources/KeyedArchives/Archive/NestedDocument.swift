// The property lists and archives in the data of a file: read where data begins with the mark of a
// property list, within limits that all data of the file share.
package import PropertyLists

/// What data holds.
package enum NestedDocument {
  case archive(KeyedArchive)
  /// A property list that is not an archive.
  case plist(PlistDocument)

  /// The document as it was read.
  package var document: PlistDocument {
    switch self {
    case .archive(let archive): archive.document
    case .plist(let document): document
    }
  }
}

/// A reader of the data of one file, at any depth.
package struct NestedDocumentReader {
  /// How many bytes may still be read, of data in data again at each level.
  private var remainingBytes: Int
  private let limit: Int

  /// How many documents may be inside each other: as many as containers.
  private static let maximumDepth = PlistReadingOptions().maximumDepth

  /// A reader of the data in a file. It reads at most four times the bytes of the file, and 16 MiB.
  package init(_ document: PlistDocument) {
    limit = 4 * min(document.sourceLength, Int(UInt32.max)) + 1 << 24
    remainingBytes = limit
  }

  /// What some data holds; nil where it does not begin with the mark of a property list, or is an
  /// XML document of another kind.
  ///
  /// - Parameter depth: How many documents the data is inside of.
  /// - Throws: `ArchiveError` where the property list or archive is invalid, or a limit is reached.
  package mutating func document(
    in data: Data, depth: Int
  ) throws(ArchiveError) -> NestedDocument? {
    guard PlistFormat.marked(data) != nil else { return nil }
    guard depth <= Self.maximumDepth else {
      throw ArchiveError(
        .depthLimit,
        message: "property lists in data are nested more than \(Self.maximumDepth) deep")
    }
    guard data.count <= remainingBytes else {
      throw ArchiveError(
        .expansionLimit,
        message:
          "data is nested so deep, or shared so often, that \(limit - remainingBytes + data.count) bytes would be read of the limit of \(limit)"
      )
    }
    remainingBytes -= data.count
    do throws(ArchiveError) {
      return try NestedDocument(data)
    } catch {
      if error.underlyingError?.code == .otherFormat, PlistFormat.marked(data) == .xml {
        return nil
      }
      throw error
    }
  }
}

extension PlistDocument {
  /// The property list that data holds, in any format that can be read.
  ///
  /// - Throws: `ArchiveError` with `notPropertyList`.
  package init(inData data: Data) throws(ArchiveError) {
    do throws(PlistError) {
      try self.init(data)
    } catch {
      throw ArchiveError(error)
    }
  }
}

extension NestedDocument {
  /// What data holds, in any format that can be read.
  ///
  /// - Throws: `ArchiveError` where that is not a property list, or an invalid archive.
  fileprivate init(_ data: Data) throws(ArchiveError) {
    let document = try PlistDocument(inData: data)
    self =
      ArchiveTable.hasFrame(document)
      ? .archive(try KeyedArchive(document)) : .plist(document)
  }
}

extension ArchiveError {
  /// An error of the document in data, as one of the document that the data is part of: its location
  /// is that of the data, and the sentence has the location inside. The advice, which is about files,
  /// is left out.
  package func inData(_ data: PlistNode) -> ArchiveError {
    let parts = [
      path.isEmpty ? nil : "\(path)", position.map { path.isEmpty ? "\($0)" : "(\($0))" },
    ].compactMap { $0 }
    let location = parts.isEmpty ? "in" : "at \(parts.joined(separator: " ")) of"
    return ArchiveError(
      code, message: "\(message), \(location) the data", position: data.position,
      path: data.document.path(of: data))
  }
}
