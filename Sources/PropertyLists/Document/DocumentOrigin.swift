// The origin of a document, and the information that is kept for writing it back.

/// The origin of a document.
struct DocumentOrigin: Sendable {
  /// The implementation of the format; nil for documents created in memory.
  let codec: (any FormatCodec.Type)?
  /// The name of the format; nil for documents created in memory.
  let format: PlistFormat?
  /// The encoding of the text; nil for binary files and documents created in memory.
  var text: TextOrigin?
  /// The format's own information for writing the document back. Not optional, because copying an
  /// optional existential requires type metadata, which would be created in each process.
  var details: any Sendable = NoDetails()
  /// The original input in its original encoding; nil for documents created in memory.
  var input: SourceBytes?

  /// The origin of a document created in memory.
  static let memory = DocumentOrigin()

  /// Creates the origin of a text document.
  init(_ codec: any FormatCodec.Type, text: TextOrigin, details: any Sendable = NoDetails()) {
    self.codec = codec
    format = codec.format
    self.text = text
    self.details = details
  }

  /// Creates the origin of a document that is not text.
  init(_ codec: any FormatCodec.Type, details: any Sendable = NoDetails()) {
    self.codec = codec
    format = codec.format
    self.details = details
  }

  private init() {
    codec = nil
    format = nil
  }

  /// The details of a format that keeps none.
  struct NoDetails: Sendable {}
}

/// The data that the nodes of a table refer to: bytes, and the format of the escapes in its
/// strings.
struct NodeSource {
  let view: ByteView
  /// The format of the escapes; nil if no text has escapes.
  let codec: (any FormatCodec.Type)?

  init(_ view: ByteView, codec: (any FormatCodec.Type)? = nil) {
    self.view = view
    self.codec = codec
  }
}
