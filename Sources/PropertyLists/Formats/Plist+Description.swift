// The text that stands for a value tree in a debugger.

extension Plist: CustomStringConvertible {
  /// Typed JSON in one line, cut after 1,000 characters; for people, not for storing.
  public var description: String {
    var options = PlistWritingOptions()
    options.layout = .compact
    guard let data = try? encoded(as: .typedJSON, options: options) else { return "\(kind)" }
    let text = String(decoding: data.dropLast().prefix(4000), as: UTF8.self)
    return text.count > 1000 ? text.prefix(1000) + "…" : text
  }
}
