// A property list that was read and found valid. Everything else (values, typed decoding, writing)
// is a view of it.

/// A property list that was read and is valid: without cycles, within limits, every number, date
/// and text checked.
///
/// Reading can fail; using what was read fails only by asking for the wrong kind of value. A
/// document keeps the input's bytes and one flat table of 16-byte nodes; strings and data are
/// decoded when they are asked for. It is immutable and can be used from several threads at once.
public struct PlistDocument: Sendable {
  let storage: DocumentStorage

  init(_ storage: DocumentStorage) { self.storage = storage }

  /// Reads a property list of any format that can be read; the format is detected.
  ///
  /// - Parameters:
  ///   - bytes: The whole input; it is shared with the document, not copied.
  ///   - options: Limits.
  /// - Throws: `PlistError` with the place in the input. Takes time linear in the input.
  public init(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    throws(PlistError)
  {
    storage = try DocumentStorage.read(SourceBytes(bytes), options: options)
  }

  /// Reads a property list of any format that can be read; the format is detected.
  ///
  /// - Parameters:
  ///   - data: The whole input; it is shared with the document, not copied.
  ///   - options: Limits.
  /// - Throws: `PlistError` with the place in the input. Takes time linear in the input.
  public init(_ data: Data, options: PlistReadingOptions = PlistReadingOptions()) throws(PlistError)
  {
    storage = try DocumentStorage.read(SourceBytes(data), options: options)
  }

  /// The format that the document was read from; nil when it was made in memory.
  public var format: PlistFormat? { storage.origin.format }

  /// The outermost value.
  public var root: PlistNode { PlistNode(storage, index: storage.root) }

  /// The nodes of the table. In a binary file these are its objects, unreachable ones included;
  /// otherwise equal keys are one node.
  public var nodeCount: Int { storage.nodes.count }

  /// How many levels of containers there are; 0 for a scalar.
  public var depth: Int { storage.depth }
}
