// Where a document comes from, and what of that is kept for writing it back.

/// What a document was read from.
struct DocumentOrigin: Sendable {
  /// What the format does; nil for documents made in memory.
  let codec: (any FormatCodec.Type)?
  /// The name of the format; nil for documents made in memory.
  let format: PlistFormat?
  /// The encoding of the text; nil for binary files and documents made in memory.
  var text: TextOrigin?
  /// What the format keeps for writing the document back, in a type of its own.
  var details: (any Sendable)?
  /// The input as it was given, whatever its encoding; nil for documents made in memory.
  var input: SourceBytes?

  /// That of a document that was made in memory.
  static let memory = DocumentOrigin()

  /// That of a text.
  init(
    _ codec: any FormatCodec.Type, text: TextOrigin, details: (any Sendable)? = nil
  ) {
    self.codec = codec
    format = codec.format
    self.text = text
    self.details = details
  }

  /// That of a file that is not text.
  init(_ codec: any FormatCodec.Type, details: (any Sendable)? = nil) {
    self.codec = codec
    format = codec.format
    self.details = details
  }

  private init() {
    codec = nil
    format = nil
  }
}

/// What the nodes of a table point into: bytes, and the format whose escapes texts have there.
struct NodeSource {
  let view: ByteView
  /// Nil where no text has a format's escapes.
  let codec: (any FormatCodec.Type)?

  @inline(__always)
  init(_ view: ByteView, codec: (any FormatCodec.Type)? = nil) {
    self.view = view
    self.codec = codec
  }
}
