// A comment of a strings file that is preserved when the file is written.

/// A comment before a pair of the root.
struct SourceComment: BitwiseCopyable, Sendable {
  /// The node of the pair's value; `.max` after the last pair.
  var value: UInt32
  /// The bytes of the comment in the text, including its delimiters.
  var start: UInt32
  var end: UInt32
}

extension DocumentOrigin {
  /// The comments of a strings file, in the order of the text.
  var comments: [SourceComment] { details as? [SourceComment] ?? [] }
}
