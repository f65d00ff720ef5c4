// The white space before the lines of a value: what the writers of text formats need to know of the
// text around it.

/// The indentation of a value that is written at some depth of a text.
struct Indentation: Sendable, Hashable {
  /// The white space of one level.
  enum Unit: Sendable, Hashable {
    case tab
    case spaces(Int)
    /// Four columns, up to 48 in all, with a tab for each eight, as GNUstep writes them.
    case gnuStep
  }

  var unit: Unit
  /// The number of levels around the value.
  var depth = 0
}

extension ByteWriter {
  /// Appends the white space of a line at a level of the value.
  @inline(__always)
  mutating func append(_ indentation: Indentation, level: Int) {
    let level = indentation.depth &+ level
    switch indentation.unit {
    case .tab: append(repeating: UInt8(ascii: "\t"), count: level)
    case .spaces(let width): append(repeating: UInt8(ascii: " "), count: level * width)
    case .gnuStep:
      let columns = min(level, 12) * 4
      append(repeating: UInt8(ascii: "\t"), count: columns / 8)
      append(repeating: UInt8(ascii: " "), count: columns % 8)
    }
  }
}
