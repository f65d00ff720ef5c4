// The white space before the lines of a value: what the writers of text formats need to know about
// the text around it.

/// The indentation of a value that is written at some depth.
struct Indentation: BitwiseCopyable, Sendable, Hashable {
  /// The white space of one level.
  enum Unit: BitwiseCopyable, Sendable, Hashable {
    case tab
    case spaces(Int)
    /// Four columns, up to 48 in all, with a tab for each eight, as GNUstep writes them.
    case gnuStep
  }

  let unit: Unit
  /// The number of levels around the value.
  let depth: Int
  /// The white space of the lines around the value; nil if it consists of `depth` units.
  let prefix: LinePrefix?
  private let isTab: Bool

  /// White space at the beginning of lines: tabs, and then spaces.
  struct LinePrefix: BitwiseCopyable, Sendable, Hashable {
    var tabs: Int
    var spaces: Int
  }

  init(unit: Unit, depth: Int = 0, prefix: LinePrefix? = nil) {
    self.unit = unit
    self.depth = depth
    self.prefix = prefix
    isTab = unit == .tab && prefix == nil
  }

  /// Appends the white space of a line at a level of the value. Inlined for tabs, since XML has many
  /// lines: see the workload `write-xml`.
  @inline(__always)
  func append(level: Int, to output: inout ByteWriter) {
    if isTab { return output.append(tabs: depth &+ level) }
    guard let prefix else { return appendSpaces(level: depth + level, to: &output) }
    output.append(tabs: prefix.tabs)
    output.append(repeating: UInt8(ascii: " "), count: prefix.spaces)
    appendSpaces(level: level, to: &output)
  }

  private func appendSpaces(level: Int, to output: inout ByteWriter) {
    if case .spaces(let width) = unit {
      return output.append(repeating: UInt8(ascii: " "), count: level * width)
    }
    if unit == .tab { return output.append(tabs: level) }
    let columns = min(level, 12) * 4
    output.append(tabs: columns / 8)
    output.append(repeating: UInt8(ascii: " "), count: columns % 8)
  }
}
