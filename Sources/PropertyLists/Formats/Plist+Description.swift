// A textual description of a value tree, for debugging.

extension Plist: CustomStringConvertible {
  /// The value as typed JSON on one line, truncated after 1,000 characters. For people to read, not
  /// for storage.
  public var description: String {
    var options = PlistWritingOptions()
    options.layout = .compact
    guard let data = try? encoded(as: .typedJSON, options: options) else { return "\(kind)" }
    let text = String(decoding: data.dropLast().prefix(4000), as: UTF8.self)
    return text.count > 1000 ? text.prefix(1000) + "…" : text
  }
}
