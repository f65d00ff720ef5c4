// A path with wildcards, which matches any number of values: `cards[*].name`.

/// A path in which `[*]` matches every element of an array or set and every value of a dictionary.
package struct PlistPathPattern: Hashable, Sendable {
  /// The paths before, between and after the wildcards: one more than there are wildcards. All but
  /// the first are relative to a matched value.
  package let segments: [PlistPath]
  /// The text of the pattern.
  package let text: String

  /// Creates a pattern from its text form: that of ``PlistPath``, in which `[*]` can follow any
  /// step.
  ///
  /// - Throws: `PlistError` with the code `invalidPath`, whose position is the byte offset in the
  ///   text.
  package init(_ text: String) throws(PlistError) {
    self.text = text
    if PathParser.isPlainKey(text) {
      segments = [PlistPath([.key(text)])]
      return
    }
    var parser = PathParser(text)
    segments = try parser.stepsBetweenWildcards().map { PlistPath($0) }
  }

  /// The pattern as a path; nil if it contains a wildcard.
  package var path: PlistPath? { segments.count == 1 ? segments.first : nil }
}
