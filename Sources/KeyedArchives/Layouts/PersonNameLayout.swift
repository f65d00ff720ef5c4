// NSPersonNameComponents: the components of a name that are set.
internal import PropertyLists

/// The components of a person's name.
package struct PersonNameLayout: ObjectLayout {
  package static let classNames = ["NSPersonNameComponents"]

  private static let keys = [
    "NS.namePrefix", "NS.givenName", "NS.middleName", "NS.familyName", "NS.nameSuffix",
    "NS.nickname",
  ]

  /// Prefix, given name, middle name, family name, suffix, nickname; nil for components that are
  /// not set.
  package var parts: [String?]

  package init(_ parts: [String?]) { self.parts = parts }

  package init(_ source: ObjectSource) throws {
    parts = try Self.keys.map { try source.string($0) }
  }

  package func write(to sink: ObjectSink) throws {
    for (key, part) in zip(Self.keys, parts) { try sink.add(part, key: key) }
  }
}
