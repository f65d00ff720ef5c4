// A path with wildcards, which matches any number of values: `cards[*].name`.

/// A path in which `[*]` matches every element of an array or set and every value of a dictionary.
package struct PlistPathPattern: Hashable, Sendable {
  /// The path before the first wildcard.
  package let beginning: PlistPath
  /// The paths after each wildcard, relative to a matched value.
  package let continuations: [PlistPath]
  /// The text of the pattern.
  package let text: String

  /// Creates a pattern from its text form: that of ``PlistPath``, in which `[*]` can follow any
  /// step.
  ///
  /// - Throws: `PlistError` with the code `invalidPath`, whose position is the byte offset in the
  ///   text.
  package init(_ text: String) throws(PlistError) {
    self.text = text
    guard text.utf8.contains(UInt8(ascii: "*")) else {
      (beginning, continuations) = (try PlistPath(text), [])
      return
    }
    var parser = PathParser(text)
    let segments = try parser.stepsBetweenWildcards()
    beginning = PlistPath(segments.first ?? [])
    continuations = segments.dropFirst().map { PlistPath($0) }
  }

  /// The pattern as a path; nil if it contains a wildcard.
  package var path: PlistPath? { continuations.isEmpty ? beginning : nil }
}
