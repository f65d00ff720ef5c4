// NSValue: a C structure. Ranges and insets are numbers under keys; points, sizes and rectangles
// are text with numbers in braces: `{{x, y}, {width, height}}`.
internal import PropertyLists

/// A C structure stored in an object.
package enum StructureLayout: ObjectLayout, Hashable {
  /// A range of any 64-bit numbers, which archives may contain.
  case range(location: UInt64, length: UInt64)
  case point(x: Double, y: Double)
  case size(width: Double, height: Double)
  case rect(x: Double, y: Double, width: Double, height: Double)
  case edgeInsets(top: Double, left: Double, bottom: Double, right: Double)

  package static let classNames = ["NSValue"]
  private static let kind = "NS.special"
  /// The key that archivers generate for the C type of other structures.
  private static let type = "$0"
  private static let (point, size, rect) = ("NS.pointval", "NS.sizeval", "NS.rectval")
  private static let (location, length) = ("NS.rangeval.location", "NS.rangeval.length")
  private static let (top, left) = ("NS.edgeval.top", "NS.edgeval.left")
  private static let (bottom, right) = ("NS.edgeval.bottom", "NS.edgeval.right")

  package init(_ source: ObjectSource) throws {
    switch try source.integer(Self.kind) ?? 0 {
    case 1:
      let numbers = try Self.numbers(source, key: Self.point, count: 2)
      self = .point(x: numbers[0], y: numbers[1])
    case 2:
      let numbers = try Self.numbers(source, key: Self.size, count: 2)
      self = .size(width: numbers[0], height: numbers[1])
    case 3:
      let n = try Self.numbers(source, key: Self.rect, count: 4)
      self = .rect(x: n[0], y: n[1], width: n[2], height: n[3])
    case 4:
      self = .range(
        location: try source.bits(Self.location) ?? 0, length: try source.bits(Self.length) ?? 0)
    case 12:
      self = .edgeInsets(
        top: try source.real(Self.top) ?? 0, left: try source.real(Self.left) ?? 0,
        bottom: try source.real(Self.bottom) ?? 0, right: try source.real(Self.right) ?? 0)
    case 0 where source.hasValue(Self.type):
      let type = try source.string(Self.type) ?? ""
      throw source.error(
        .notRepresentable,
        message: "values of the C type \(PlistError.quoted(type)) are not supported")
    case let kind:
      throw source.error(
        .typeMismatch,
        message: "expected a range, point, size, rectangle or insets, found the kind \(kind)")
    }
  }

  private static func numbers(_ source: ObjectSource, key: String, count: Int) throws -> [Double] {
    let parts = try (source.string(key) ?? "").split { "{}, ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    if parts.count == count, numbers.count == count { return numbers }
    throw source.error(.typeMismatch, message: "expected \(count) numbers in braces for \(key)")
  }

  package func write(to sink: ObjectSink) throws {
    switch self {
    case .range(let location, let length):
      try sink.add(.integer(PlistInteger(Int(truncatingIfNeeded: length))), key: .name(Self.length))
      try sink.add(
        .integer(PlistInteger(Int(truncatingIfNeeded: location))), key: .name(Self.location))
      sink.add(4, key: Self.kind)
    case .point(let x, let y): try write(Self.text(x, y), key: Self.point, kind: 1, to: sink)
    case .size(let width, let height):
      try write(Self.text(width, height), key: Self.size, kind: 2, to: sink)
    case .rect(let x, let y, let width, let height):
      let text = "{\(Self.text(x, y)), \(Self.text(width, height))}"
      try write(text, key: Self.rect, kind: 3, to: sink)
    case .edgeInsets(let top, let left, let bottom, let right):
      sink.add(top, key: Self.top)
      sink.add(left, key: Self.left)
      sink.add(bottom, key: Self.bottom)
      sink.add(right, key: Self.right)
      sink.add(12, key: Self.kind)
    }
  }

  private func write(_ text: String, key: String, kind: Int, to sink: ObjectSink) throws {
    try sink.add(text, key: key)
    sink.add(kind, key: Self.kind)
  }

  private static func text(_ first: Double, _ second: Double) -> String {
    "{\(text(first)), \(text(second))}"
  }

  /// The shortest digits that represent the number, without `.0`.
  private static func text(_ value: Double) -> String {
    if let whole = Int64(exactly: value), value.magnitude < 1e15 { return String(whole) }
    return "\(value)"
  }
}
