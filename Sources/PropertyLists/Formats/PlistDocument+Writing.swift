// Writing documents and values in a format.

extension PlistDocument {
  /// The document in a format. One that is written back in the format it was read from keeps what
  /// the format's own software would have kept: a binary file its objects, an XML file its document
  /// type and the text of its reals.
  ///
  /// - Throws: `PlistError` with `notRepresentable` and the path where the format has no form for a
  ///   value, with `keyNotString` where it has none for a key, with `depthLimit` and `expansionLimit`
  ///   beyond the limits.
  public func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    let options = options.settled(for: format)
    let codec = format.codec
    if !codec.holdsOtherKeys {
      try storage.requireStringKeys(codec.plural, from: options.root)
    }
    return try codec.write(storage, options: options)
  }
}

extension PlistNode {
  /// The value as a property list of its own.
  ///
  /// - Throws: `PlistError` as for a document.
  package func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    var options = options
    options.root = index
    return try PlistDocument(storage).encoded(as: format, options: options)
  }
}

extension Plist {
  /// The value in a format.
  ///
  /// - Throws: `PlistError` as for `PlistDocument.encoded(as:options:)`.
  public func encoded(
    as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws(PlistError) -> Data {
    try PlistDocument(self, maximumDepth: options.maximumDepth).encoded(
      as: format, options: options)
  }
}
