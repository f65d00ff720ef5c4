// The end of an attempt to read one value without its document.

/// The reason why one value cannot be read without its document: an irregularity of the input, which
/// the reader of the whole input judges, or a value that is a large part of the input.
struct WholeInputNeeded: Error {
  /// Whether more of the input would change nothing.
  var isCertain = false
}
