// NSLocale: its identifier. Calendars store their kind under the same key.

/// A locale.
package struct LocaleLayout: ObjectLayout {
  package static let classNames = ["NSLocale"]
  /// The key of the identifier, and the one that GNUstep's archiver generates.
  static let (identifier, generated) = ("NS.identifier", "$0")

  /// The identifier, such as `de_DE`; empty for the root locale.
  package var identifier: String

  package init(identifier: String) { self.identifier = identifier }

  package init(_ source: ObjectSource) throws {
    identifier = try source.string(Self.identifier) ?? source.string(Self.generated) ?? ""
  }

  package func write(to sink: ObjectSink) throws { try sink.add(identifier, key: Self.identifier) }
}
