// A URL as an object with an identity: its text, and the URL that it is relative to.

/// A URL as an object (`NSURL`).
public final class ArchivedURL: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSURL" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSURL", "NSObject") }
  /// The URL that this one is relative to: an `ArchivedURL`, or nil.
  public var base: AnyArchivedObject
  /// The text of the URL.
  public var relative: ArchivedText

  /// A URL.
  public init(_ relative: ArchivedText, base: ArchivedURL? = nil) {
    self.relative = relative
    self.base = base.map { .object($0) } ?? .none
  }

  /// The URL; nil where the text is none.
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

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    base = try coder.any(forKey: "NS.base")
    relative = try coder.text(forKey: "NS.relative")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(base, forKey: "NS.base")
    try coder.encode(relative, forKey: "NS.relative")
  }
}
