// NSRegularExpression: a pattern and options. GNUstep uses other keys.

/// A regular expression.
package struct RegularExpressionLayout: ObjectLayout {
  package static let classNames = ["NSRegularExpression"]
  private static let (pattern, options) = ("NSPattern", "NSOptions")
  private static let (otherPattern, otherOptions) = ("pattern", "options")

  package var pattern: String
  /// The options, as bits.
  package var options: Int

  package init(pattern: String, options: Int) { (self.pattern, self.options) = (pattern, options) }

  package init(_ source: ObjectSource) throws {
    pattern = try source.string(Self.pattern) ?? source.string(Self.otherPattern) ?? ""
    options = try source.integer(Self.options) ?? source.integer(Self.otherOptions) ?? 0
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(pattern, key: Self.pattern)
    sink.add(options, key: Self.options)
  }
}
