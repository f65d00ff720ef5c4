// The property lists and archives nested in the data of a file. Data is read if it begins with the
// signature of a property list, within limits shared by all data of the file.
package import PropertyLists

/// A document that data contains.
package enum NestedDocument {
  case archive(KeyedArchive)
  /// A property list that is not an archive.
  case plist(PlistDocument)

  package var document: PlistDocument {
    switch self {
    case .archive(let archive): archive.document
    case .plist(let document): document
    }
  }
}

/// A reader of the documents nested in the data of one file, at any depth.
package struct NestedDocumentReader {
  /// The number of bytes that may still be read; nested data counts again at each level.
  private var remainingBytes: Int
  private let limit: Int

  /// The maximum number of documents nested in one another: the same as the limit for containers.
  private static let maximumDepth = PlistReadingOptions().maximumDepth

  /// A reader of the data in a file. It reads at most 16 MiB plus four times the size of the file.
  package init(_ document: PlistDocument) {
    limit = 4 * min(document.sourceLength, Int(UInt32.max)) + 1 << 24
    remainingBytes = limit
  }

  /// Reads the document that data contains; returns nil if the data does not begin with the
  /// signature of a property list, or is an XML document of another kind.
  ///
  /// - Parameter depth: The number of documents that enclose the data.
  /// - Throws: `ArchiveError` if the property list or archive is invalid, or a limit is reached.
  package mutating func document(in data: Data, depth: Int) throws(ArchiveError) -> NestedDocument?
  {
    guard PlistFormat.marked(data) != nil else { return nil }
    guard depth <= Self.maximumDepth else {
      throw ArchiveError(
        .depthLimit,
        message: "property lists in data are nested more than \(Self.maximumDepth) levels deep")
    }
    guard data.count <= remainingBytes else {
      throw ArchiveError(
        .expansionLimit,
        message:
          "reading all nested and shared data would take \(limit - remainingBytes + data.count) bytes, more than the limit of \(limit)"
      )
    }
    remainingBytes -= data.count
    do throws(ArchiveError) {
      let document = try PlistDocument(inData: data)
      return ArchiveTable.hasFrame(document)
        ? .archive(try KeyedArchive(document)) : .plist(document)
    } catch {
      if error.underlyingError?.code == .otherFormat, PlistFormat.marked(data) == .xml {
        return nil
      }
      throw error
    }
  }
}

extension PlistDocument {
  /// Reads the property list, in any format, in data. Throws `ArchiveError` with `notPropertyList`.
  package init(inData data: Data) throws(ArchiveError) {
    do throws(PlistError) { try self.init(data) } catch { throw ArchiveError(error) }
  }
}

extension ArchiveError {
  /// Converts an error in nested data to an error of the enclosing document at the data. The
  /// message has the inner location, but not the advice, which is about files.
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
