// Writes Swift values into existing files, which keep their comments and layout.

extension PlistEncoder {
  /// Encodes a value into an existing property list, in the format of that list. Only what differs
  /// changes: comments, the order of keys, and the layout remain. Afterwards the file has exactly
  /// the encoded value: keys that the value does not encode are removed.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded, `PlistError` if the format cannot
  ///   represent the result.
  public func encode<T: Encodable>(_ value: T, into document: PlistDocument) throws -> EditedPlist {
    var encoder = self
    encoder.outputFormat = document.format ?? .xml
    var options = PlistReadingOptions()
    if encoder.outputFormat == .json || encoder.outputFormat == .typedJSON {
      options.looseText = .json
    }
    // The value as it is read from the format, which may have fewer types.
    let new = try PlistDocument(encoder.encode(value), options: options)
    let edits = try PlistDifference(from: document, to: new).edits
    return try document.applying(edits.withAutomaticPositions)
  }
}
