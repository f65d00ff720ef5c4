// A property list that was read and validated. Everything else (values, typed decoding, writing) is
// a view of it.

/// A property list that was read and is valid: it has no cycles, is within the limits, and every
/// number, date and string has been checked.
///
/// Reading can fail. After that, an operation fails only if it requests the wrong kind of value. A
/// document retains the bytes of the input and one flat table of 16-byte nodes; strings and data
/// are decoded on demand. A document is immutable and can be used from several threads
/// concurrently.
public struct PlistDocument: Sendable {
  let storage: DocumentStorage

  init(_ storage: DocumentStorage) { self.storage = storage }

  /// Reads a property list in any readable format, which is detected automatically. Takes time
  /// linear in the size of the input.
  ///
  /// - Parameters:
  ///   - bytes: The entire input, which is shared with the document, not copied.
  ///   - options: The reading options, including the limits.
  /// - Throws: `PlistError` with the location in the input.
  public init(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    throws(PlistError)
  { storage = try DocumentStorage.read(SourceBytes(bytes), options: options) }

  /// Reads a property list in any readable format, which is detected automatically. Takes time
  /// linear in the size of the input.
  ///
  /// - Parameters:
  ///   - data: The entire input, which is shared with the document, not copied.
  ///   - options: The reading options, including the limits.
  /// - Throws: `PlistError` with the location in the input.
  public init(_ data: Data, options: PlistReadingOptions = PlistReadingOptions()) throws(PlistError)
  { storage = try DocumentStorage.read(SourceBytes(data), options: options) }

  /// The format from which the document was read; nil if it was created in memory.
  public var format: PlistFormat? { storage.origin.format }

  /// The outermost value.
  public var root: PlistNode { PlistNode(storage, index: storage.root) }

  /// The number of nodes in the table. In a binary file, these are its objects, including
  /// unreachable ones; in other formats, equal keys are one node.
  public var nodeCount: Int { storage.nodes.count }

  /// The number of levels of containers; 0 for a scalar.
  public var depth: Int { storage.depth }
}
