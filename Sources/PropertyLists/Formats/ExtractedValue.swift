// One value of a large property list, which is read without its document. Only a value that is read
// without irregularities is returned: the reader of the whole input judges everything else.

/// One value of a property list, in a document that lacks most of the other values.
package struct ExtractedValue: Sendable {
  /// The document, which has the format of the input, but not its positions.
  package let document: PlistDocument
  package let node: PlistNode

  /// Reads the value at a path of a binary property list. Only the objects on the path and those of
  /// the value are read and judged.
  ///
  /// Returns nil if there is a reason to read the whole file: no value is at the path, an object is
  /// invalid, a limit is exceeded, or the value is a large part of the file.
  ///
  /// - Parameters:
  ///   - path: The path, which must not be empty. Each step must be one key or index in the file.
  ///   - byteCount: The size of the file.
  ///   - read: Returns the bytes of a range of the file; nil if they cannot be read.
  package init?(
    ofBinaryFileAt path: PlistPath, byteCount: Int,
    options: PlistReadingOptions = PlistReadingOptions(),
    read: @escaping (Range<Int>) -> [UInt8]?
  ) {
    let parts = BinaryParts(count: byteCount, read: read)
    guard !path.isEmpty,
      let storage = try? BinaryExtraction.read(path, in: parts, options: options)
    else { return nil }
    document = PlistDocument(storage)
    node = document.root
  }

  /// Reads the value at a path of an XML property list in UTF-8. The whole text is judged, part by
  /// part, but only the value takes memory.
  ///
  /// Returns nil if there is a reason to read the document: the input is not XML in UTF-8, it is
  /// invalid, no value is at the path, its key is repeated, or the value is a large part of the
  /// file.
  ///
  /// - Parameters:
  ///   - path: The path, which must not be empty. Each step must be one key or index in the text;
  ///     an index must not be negative.
  ///   - byteCount: The size of the file.
  ///   - partSize: The size in bytes of a part that is scanned at once; nil for the usual size. If
  ///     a size is given, two threads scan the text even where one processor runs them.
  ///   - read: Returns the bytes of a range of the file; nil if they cannot be read. It may be
  ///     called by two threads at the same time.
  package init?(
    ofXMLFileAt path: PlistPath, byteCount: Int,
    options: PlistReadingOptions = PlistReadingOptions(), partSize: Int? = nil,
    read: @escaping @Sendable (Range<Int>) -> [UInt8]?
  ) {
    var file = XMLFile(byteCount: byteCount, options: options, read: read)
    if let partSize {
      file.partSize = min(max(partSize, 1), max(byteCount, 1))
      file.scansAhead = true
    }
    guard !path.isEmpty, let storage = try? file.value(at: path) else { return nil }
    document = PlistDocument(storage)
    node = document.root
  }
}
