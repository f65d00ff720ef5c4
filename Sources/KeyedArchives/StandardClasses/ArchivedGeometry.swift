// Ranges, points, sizes and rectangles, and the text that archives have for them: `{{x, y}, {w, h}}`.

/// A range of indices (`NSRange`): of any 64-bit numbers, as archives may have them.
public struct ArchivedRange: Hashable, Sendable {
  /// The first index.
  public var location: UInt64
  /// How many indices.
  public var length: UInt64

  /// A range.
  public init(location: UInt64, length: UInt64) {
    self.location = location
    self.length = length
  }

  /// A range of Swift's; nil where it has negative numbers.
  public init?(_ range: Range<Int>) {
    guard let location = UInt64(exactly: range.lowerBound) else { return nil }
    self.init(location: location, length: UInt64(range.count))
  }

  /// The range as one of Swift's; nil where that has too large numbers.
  public var range: Range<Int>? {
    let (end, isTooLarge) = location.addingReportingOverflow(length)
    guard !isTooLarge, let lower = Int(exactly: location), let upper = Int(exactly: end) else {
      return nil
    }
    return lower..<upper
  }
}

/// What stands in archives as numbers in braces.
protocol GeometryText {
  /// The value of some text; nil where it is none.
  init?(_ text: ArchivedText)
}

/// A point. It is written as it was read, unless it is changed.
public struct ArchivedPoint: GeometryText, Hashable, Sendable {
  /// The place from left to right.
  public var x: Double
  /// The place from bottom to top, or from top to bottom.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init?(_ text: ArchivedText) {
    guard let numbers = GeometryNumbers.numbers(in: text.string, count: 2) else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }

  var text: ArchivedText { ArchivedText(GeometryNumbers.pair(x, y)) }
}

/// A size.
public struct ArchivedSize: GeometryText, Hashable, Sendable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// A size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  init?(_ text: ArchivedText) {
    guard let numbers = GeometryNumbers.numbers(in: text.string, count: 2) else { return nil }
    self.init(width: numbers[0], height: numbers[1])
  }

  var text: ArchivedText { ArchivedText(GeometryNumbers.pair(width, height)) }
}

/// A rectangle.
public struct ArchivedRect: GeometryText, Hashable, Sendable {
  /// The corner with the smallest numbers.
  public var origin: ArchivedPoint
  /// The size.
  public var size: ArchivedSize

  /// A rectangle.
  public init(origin: ArchivedPoint, size: ArchivedSize) {
    self.origin = origin
    self.size = size
  }

  init?(_ text: ArchivedText) {
    guard let numbers = GeometryNumbers.numbers(in: text.string, count: 4) else { return nil }
    self.init(
      origin: ArchivedPoint(x: numbers[0], y: numbers[1]),
      size: ArchivedSize(width: numbers[2], height: numbers[3]))
  }

  var text: ArchivedText {
    ArchivedText(
      "{\(GeometryNumbers.pair(origin.x, origin.y)), "
        + "\(GeometryNumbers.pair(size.width, size.height))}")
  }
}

/// Numbers in braces.
private enum GeometryNumbers {
  static func numbers(in text: String, count: Int) -> [Double]? {
    let parts = text.split { "{}, ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    return parts.count == count && numbers.count == count ? numbers : nil
  }

  static func pair(_ first: Double, _ second: Double) -> String {
    "{\(number(first)), \(number(second))}"
  }

  /// The shortest digits that give the number, and no `.0`.
  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value), value.magnitude < 1e15 { return String(whole) }
    return "\(value)"
  }
}
