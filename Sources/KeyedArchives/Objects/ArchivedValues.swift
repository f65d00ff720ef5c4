// Dates, decimal numbers, UUIDs, URLs and the null object, with object identity.

/// A date as an object (`NSDate`): equal dates may be different objects.
public final class ArchivedDate: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSDate" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.date.archivedClass }
  /// The date.
  public var date: Date

  /// Creates a date.
  public init(_ date: Date) { self.date = date }

  /// Reads the date.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    date = DateLayout.date(try coder.contents(DateLayout.seconds), in: coder.session.table)
  }

  /// Writes the date.
  public func encode(with coder: ArchivingCoder) { DateLayout.write(date, to: coder.sink) }
}

/// A decimal number as an object (`NSDecimalNumber`).
public final class ArchivedDecimalNumber: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSDecimalNumber" }
  /// The class name of a number whose value is not known yet.
  public static var archivedClassAliases: [String] { ["NSDecimalNumberPlaceholder"] }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass
  /// The number, or NaN.
  public var decimal: Decimal

  /// Creates a decimal number.
  public init(_ decimal: Decimal) {
    self.decimal = decimal
    archivedClass = StandardLayout.decimal.archivedClass
  }

  /// Reads the number.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    decimal = try coder.session.decimal(ofObject: coder.fields.node)
  }

  /// Writes the number.
  public func encode(with coder: ArchivingCoder) { DecimalLayout.write(decimal, to: coder.sink) }
}

/// A UUID as an object (`NSUUID`).
public final class ArchivedUUID: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSUUID" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.uuid.archivedClass }
  /// The UUID.
  public var uuid: UUID

  /// Creates a UUID.
  public init(_ uuid: UUID) { self.uuid = uuid }

  /// Reads the bytes.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws { uuid = try coder.contents(UUIDLayout.uuid) }

  /// Writes the bytes.
  public func encode(with coder: ArchivingCoder) { UUIDLayout.write(uuid, to: coder.sink) }
}

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
    relative = try coder.text(ValuePosition(node: parts.relative, key: "relative"))
    let position = parts.base.map { ValuePosition(node: $0, key: "base") }
    if let position, try !coder.session.isNil(position) {
      _ = try coder.session.object(of: .url, URL.self, at: position)
    }
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

/// The object that represents nil in collections (`NSNull`).
public final class ArchivedNull: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSNull" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.null.archivedClass }

  /// Creates a null object.
  public init() {}

  /// Reads nothing.
  public init(coder: UnarchivingCoder) {}

  /// Writes nothing.
  public func encode(with coder: ArchivingCoder) {}
}
