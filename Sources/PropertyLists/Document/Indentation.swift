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

  /// The number of levels around the current line.
  private(set) var depth: Int
  /// The number of characters of the current line's white space; large if they differ.
  private var count: Int
  private let width: Int
  /// Eight of the characters.
  private let word: UInt64
  private let isGNUStep: Bool

  /// - Parameter depth: The number of levels around the value.
  init(unit: Unit, depth: Int = 0) {
    self.depth = depth
    isGNUStep = unit == .gnuStep
    width =
      switch unit {
      case .tab: 1
      case .spaces(let width): width
      case .gnuStep: 0
      }
    count = isGNUStep ? .max : depth * width
    let character = unit == .tab ? UInt8(ascii: "\t") : UInt8(ascii: " ")
    word = UInt64(character) &* 0x0101_0101_0101_0101
  }

  /// Begins the lines of a container.
  mutating func indent() {
    depth += 1
    if !isGNUStep { count += width }
  }

  /// Ends the lines of a container.
  mutating func outdent() {
    depth -= 1
    if !isGNUStep { count -= width }
  }

  /// Returns the white space of the lines inside of a number of levels.
  func at(depth: Int) -> Indentation {
    var other = self
    other.depth = depth
    if !isGNUStep { other.count = depth * width }
    return other
  }

  /// Appends the white space of the current line.
  @inline(__always)
  func append(to output: inout ByteWriter) {
    if count > 8 { return appendLong(to: &output) }
    output.append(packed: word, count: count)
  }

  @inline(never)
  private func appendLong(to output: inout ByteWriter) {
    guard isGNUStep else {
      return output.append(repeating: UInt8(truncatingIfNeeded: word), count: count)
    }
    let columns = min(depth, 12) * 4
    output.append(repeating: UInt8(ascii: "\t"), count: columns / 8)
    output.append(repeating: UInt8(ascii: " "), count: columns % 8)
  }
}
