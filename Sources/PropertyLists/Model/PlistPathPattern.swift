// A path with wildcards, which leads to any number of values: `cards[*].name`.

/// A path in which `[*]` takes every element of an array or set and every value of a dictionary.
package struct PlistPathPattern: Hashable, Sendable {
  /// The paths before, between and after the wildcards: one more than there are wildcards. All but
  /// the first lead on from an element.
  package let segments: [PlistPath]
  /// The text of the pattern.
  package let text: String

  /// A pattern from its text form: that of ``PlistPath``, in which `[*]` may follow any step.
  ///
  /// - Throws: `PlistError` with the code `invalidPath`; its position is the byte offset in the
  ///   text.
  package init(_ text: String) throws(PlistError) {
    var parser = PathParser(text)
    segments = try parser.stepsBetweenWildcards().map { PlistPath($0) }
    self.text = text
  }

  /// The path, where there is no wildcard in it.
  package var path: PlistPath? { segments.count == 1 ? segments.first : nil }
}
