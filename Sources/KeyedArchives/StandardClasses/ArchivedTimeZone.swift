// A time zone by its name, with its rules.

/// A time zone (`NSTimeZone`).
public final class ArchivedTimeZone: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSTimeZone" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSLocalTimeZone", "NSConcreteTimeZone"] }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The name: `Europe/Berlin`, or `GMT+0100`.
  public var name: ArchivedText
  /// The rules, in the format of zoneinfo files; nil for a fixed distance from GMT.
  public var rules: ArchivedData?

  /// A time zone by its name.
  public init(_ name: ArchivedText, rules: ArchivedData? = nil) {
    self.name = name
    self.rules = rules
    archivedClass = ArchivedClass("NSTimeZone", "NSObject")
  }

  /// A time zone of Foundation's, without its rules.
  public convenience init(_ zone: TimeZone) { self.init(ArchivedText(zone.identifier)) }

  /// The time zone as Foundation's own type; nil where the system does not know the name.
  public var timeZone: TimeZone? { TimeZone(identifier: name.string) }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    name = try coder.text(forKey: "NS.name", orGenerated: "$0")
    rules = try coder.decode(ArchivedData.self, forKey: "NS.data")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "NS.name")
    try coder.encode(rules, forKey: "NS.data")
  }
}
