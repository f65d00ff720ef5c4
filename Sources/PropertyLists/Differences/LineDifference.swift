// The difference of two texts by lines, in the unified form that `diff -u` and git use.

/// The difference of two texts by lines.
package struct LineDifference {
  /// The number of lines around a change that are shown.
  private static let contextCount = 3

  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  /// The lines that both texts have, in order, with a pair past the end of both.
  private let matches: [SequenceMatch]

  /// Compares two texts in UTF-8. A line ends with LF, which is part of the line.
  package init(_ old: [UInt8], _ new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    var numbering = LineNumbering()
    let left = self.old.map { numbering.number(of: $0) }
    let right = self.new.map { numbering.number(of: $0) }
    matches =
      CommonSubsequence.matches(between: left, and: right)
      + [SequenceMatch(left: left.count, right: right.count)]
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(text[start...index])
      start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// A run of lines that were replaced.
  private struct LineChange {
    var old: Range<Int>
    var new: Range<Int>
  }

  private var changes: [LineChange] {
    var changes: [LineChange] = []
    var (left, right) = (0, 0)
    for match in matches {
      if match.left > left || match.right > right {
        changes.append(LineChange(old: left..<match.left, new: right..<match.right))
      }
      (left, right) = (match.left + 1, match.right + 1)
    }
    return changes
  }

  /// Returns the difference in unified form; empty if the texts are equal.
  ///
  /// - Parameters:
  ///   - oldName: The name after `---`.
  ///   - newName: The name after `+++`.
  package func unified(oldName: String, newName: String) -> [UInt8] {
    let changes = changes
    if changes.isEmpty { return [] }
    var output = Array("--- \(oldName)\n+++ \(newName)\n".utf8)
    var first = 0
    while first < changes.count {
      var last = first
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * Self.contextCount
      { last += 1 }
      appendHunk(Array(changes[first...last]), to: &output)
      first = last + 1
    }
    return output
  }

  private func appendHunk(_ changes: [LineChange], to output: inout [UInt8]) {
    guard let first = changes.first, let last = changes.last else { return }
    let before = min(Self.contextCount, first.old.lowerBound)
    let after = min(Self.contextCount, old.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    output += Array("@@ -\(Self.text(oldRange)) +\(Self.text(newRange)) @@\n".utf8)
    var next = oldRange.lowerBound
    for change in changes {
      for line in old[next..<change.old.lowerBound] { append(" ", line, to: &output) }
      for line in old[change.old] { append("-", line, to: &output) }
      for line in new[change.new] { append("+", line, to: &output) }
      next = change.old.upperBound
    }
    for line in old[next..<oldRange.upperBound] { append(" ", line, to: &output) }
  }

  /// Returns a range as the first line, from 1, and the number of lines.
  private static func text(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private func append(_ mark: Unicode.Scalar, _ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: mark))
    output += line
    if line.last != UInt8(ascii: "\n") {
      output += Array("\n\\ No newline at end of file\n".utf8)
    }
  }
}
