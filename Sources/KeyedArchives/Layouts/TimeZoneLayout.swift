// NSTimeZone: its name and its rules, in the format of zoneinfo files.
internal import PropertyLists

/// A time zone.
package struct TimeZoneLayout: ObjectLayout {
  package static let classNames = ["NSTimeZone", "NSLocalTimeZone", "NSConcreteTimeZone"]
  /// The key of the name, and the one that GNUstep's archiver generates.
  private static let (name, generated) = (QueryItemLayout.name, "$0")

  /// The name, such as `Europe/Berlin` or `GMT+0100`.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ source: ObjectSource) throws {
    name = try source.string(Self.name) ?? source.string(Self.generated) ?? ""
  }

  /// Writes the name without the rules, because Foundation reads time zones by name.
  package func write(to sink: ObjectSink) throws {
    try sink.add(name, key: Self.name)
    try sink.add(.null, key: .name(DataLayout.data))
  }
}
