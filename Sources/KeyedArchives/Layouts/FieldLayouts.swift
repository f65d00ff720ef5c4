// Errors, numbers, regular expressions, query items, and the components of a person's name.
internal import PropertyLists

/// The layout of errors.
package enum ErrorLayout {
  private static let (domain, code, userInfo) = ("NSDomain", "NSCode", "NSUserInfo")

  /// An error, with the location of its user info; nil if there is none.
  package struct StoredError {
    package var domain: String
    package var code: Int
    package var userInfo: ValuePosition?
  }

  package static func contents(_ source: ObjectSource) throws -> StoredError {
    StoredError(
      domain: try source.string(domain) ?? "", code: try source.integer(code) ?? 0,
      userInfo: try source.value(.name(userInfo)))
  }

  /// Writes an error.
  package static func write(domain: String, code: Int, userInfo: SinkValue, to sink: ObjectSink)
    throws
  {
    try sink.add(.text(domain), key: .name(Self.domain))
    try sink.add(userInfo, key: .name(Self.userInfo))
    sink.add(code, key: Self.code)
  }
}

/// The layout of numbers that are objects with a field.
package enum NumberLayout {
  private static let (bool, real, integer) = ("NS.boolval", "NS.dblval", "NS.intval")

  package static func number(_ source: ObjectSource) throws -> SinkValue {
    if let value = try source.bool(bool) { return .bool(value) }
    if let value = try source.real(real) { return .real(value) }
    if let value = try source.integer(integer) { return .integer(PlistInteger(value)) }
    throw source.error(
      .valueNotFound, message: "the number has none of the keys \(bool), \(real) and \(integer)")
  }
}

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

/// A name and value in the query of a URL.
package struct QueryItemLayout: ObjectLayout {
  package static let classNames = ["NSURLQueryItem"]
  static let name = "NS.name"
  /// The key of the value; measurements store their number under it.
  static let value = "NS.value"

  package var name: String
  package var value: String?

  package init(name: String, value: String?) { (self.name, self.value) = (name, value) }

  package init(_ source: ObjectSource) throws {
    name = try source.string(Self.name) ?? ""
    value = try source.string(Self.value)
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(name, key: Self.name)
    try sink.add(value, key: Self.value)
  }
}

/// The components of a person's name.
package struct PersonNameLayout: ObjectLayout {
  package static let classNames = ["NSPersonNameComponents"]

  private static let keys = [
    "NS.namePrefix", "NS.givenName", "NS.middleName", "NS.familyName", "NS.nameSuffix",
    "NS.nickname",
  ]

  /// Prefix, given name, middle name, family name, suffix, nickname; nil for parts not set.
  package var parts: [String?]

  package init(_ parts: [String?]) { self.parts = parts }

  package init(_ source: ObjectSource) throws {
    parts = try Self.keys.map { try source.string($0) }
  }

  package func write(to sink: ObjectSink) throws {
    for (key, part) in zip(Self.keys, parts) { try sink.add(part, key: key) }
  }
}
