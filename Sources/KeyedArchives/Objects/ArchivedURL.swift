// A URL with object identity: its text and its base URL.

/// A URL as an object (`NSURL`).
public final class ArchivedURL: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSURL" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.url.archivedClass }
  /// The base URL: an `ArchivedURL`, or nil.
  public var base: AnyArchivedObject
  /// The text of the URL.
  public var relative: ArchivedText

  /// Creates a URL.
  public init(_ relative: ArchivedText, base: ArchivedURL? = nil) {
    self.relative = relative
    self.base = base.map { .object($0) } ?? .none
  }

  /// The URL; nil if the text is not one. A chain of base URLs may contain at most 512 URLs.
  public var url: URL? {
    var texts = [relative.string]
    var next = base.object(as: ArchivedURL.self)
    while let current = next, texts.count < 512 {
      texts.append(current.relative.string)
      next = current.base.object(as: ArchivedURL.self)
    }
    var url: URL?
    for text in texts.reversed() {
      guard let made = URL(string: text, relativeTo: url) else { return nil }
      url = made
    }
    return url
  }

  /// Reads the text and the base.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    let parts = try coder.contents(URLLayout.parts)
    relative = try coder.text(FieldPosition(position: .init(node: parts.relative, key: "relative")))
    let position = parts.base.map { FieldPosition(position: .init(node: $0, key: "base")) }
    if let position { try coder.session.requireBase(position.position) }
    base = try coder.object(position)
  }

  /// Writes the text and the base.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` if the base is neither nil nor a URL.
  public func encode(with coder: ArchivingCoder) throws {
    guard base.isNil || base.object(as: ArchivedURL.self) != nil else {
      throw coder.sink.error(.typeMismatch, message: "expected a URL or nil as the base of a URL")
    }
    try URLLayout.write(.value(relative), base: SinkValue(base), to: coder.sink)
  }
}
