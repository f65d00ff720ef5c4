// NSError: a domain, a code and user info.
internal import PropertyLists

/// The layout of errors.
package enum ErrorLayout {
  private static let (domain, code, userInfo) = ("NSDomain", "NSCode", "NSUserInfo")

  /// An error, with the location of its user info; nil if there is none.
  package struct StoredError {
    package var domain: String
    package var code: Int
    package var userInfo: FieldPosition?
  }

  /// The contents.
  package static func contents(_ source: ObjectSource) throws -> StoredError {
    StoredError(
      domain: try source.string(domain) ?? "", code: try source.integer(code) ?? 0,
      userInfo: try source.value(.name(userInfo)))
  }

  /// Writes an error.
  package static func write(
    domain: String, code: Int, userInfo: SinkValue, to sink: ObjectSink
  ) throws {
    try sink.add(.text(domain), key: .name(Self.domain))
    try sink.add(userInfo, key: .name(Self.userInfo))
    sink.add(code, key: Self.code)
  }
}
