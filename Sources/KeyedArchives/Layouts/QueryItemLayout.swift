// NSURLQueryItem: a name and a value. Time zones and other classes store their name under the same
// key.

/// A name and value in the query of a URL.
package struct QueryItemLayout: ObjectLayout {
  package static let classNames = ["NSURLQueryItem"]
  /// The key of the name.
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
