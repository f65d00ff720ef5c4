// Serialization of documents and values.

extension PlistDocument {
  /// Returns the document in a format. A document that is written in the format from which it was
  /// read keeps the details that the software of that format would have kept: the objects of a
  /// binary file, or the document type and the text of reals of an XML file.
  ///
  /// - Throws: `PlistError` with `notRepresentable` and the path if the format cannot represent a
  ///   value, with `keyNotString` if it cannot represent a key, or with `depthLimit` or
  ///   `expansionLimit` if a limit is exceeded.
  public func encoded(as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions())
    throws(PlistError) -> Data
  {
    let options = options.settled(for: format)
    let codec = format.codec
    if !codec.holdsOtherKeys { try storage.requireStringKeys(codec.plural, from: options.root) }
    return try codec.writeDocument(storage, options: options)
  }
}

extension PlistNode {
  /// Returns the value as a separate property list.
  ///
  /// - Throws: `PlistError` as for a document.
  package func encoded(as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions())
    throws(PlistError) -> Data
  {
    var options = options
    options.root = index
    return try PlistDocument(storage).encoded(as: format, options: options)
  }
}

extension PlistNode {
  /// Returns the value as it is written in a document of a format at a depth, without white space
  /// around it; nil for a format that is not text.
  ///
  /// - Throws: `PlistError` as for a document.
  func text(
    as format: PlistFormat, indentation: Indentation,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data? {
    var options = options.settled(for: format)
    options.root = index
    let codec = format.codec
    if !codec.holdsOtherKeys { try storage.requireStringKeys(codec.plural, from: index) }
    return try codec.writeValue(storage, options: options, indentation: indentation)
  }
}

extension Plist {
  /// Returns the value in a format.
  ///
  /// - Throws: `PlistError` as for `PlistDocument.encoded(as:options:)`.
  public func encoded(as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions())
    throws(PlistError) -> Data
  {
    try PlistDocument(self, maximumDepth: options.maximumDepth).encoded(
      as: format, options: options)
  }
}
