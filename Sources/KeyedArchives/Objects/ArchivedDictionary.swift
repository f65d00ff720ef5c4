// An ordered dictionary of any objects, with object identity.

/// A dictionary of any objects (`NSDictionary`, `NSMutableDictionary`), in the order of the archive.
public final class ArchivedDictionary: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSDictionary" }
  /// The name of the mutable variant.
  public static var archivedClassAliases: [String] { ["NSMutableDictionary"] }
  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableDictionary", "NSDictionary", "NSObject")
  }

  /// The class of the object in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The keys and values.
  public var pairs: [Pair]

  /// A key and its value.
  public struct Pair {
    /// The key, usually text.
    public var key: AnyArchivedObject
    /// The value.
    public var value: AnyArchivedObject

    /// Creates a pair.
    public init(_ key: AnyArchivedObject, value: AnyArchivedObject) {
      self.key = key
      self.value = value
    }
  }

  /// Creates a dictionary of pairs.
  public init(
    _ pairs: [Pair] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSDictionary", "NSObject")
  ) {
    self.pairs = pairs
    self.archivedClass = archivedClass
  }

  /// The value of a text key. Takes time linear in the number of pairs.
  public subscript(key: String) -> AnyArchivedObject? {
    pairs.first { $0.key.string == key }?.value
  }

  /// Reads the pairs.
  ///
  /// - Throws: `ArchiveError` with `invalidMembers`, `unevenMembers` or `nilKey`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    let entries = try coder.session.entries(ofObject: coder.fields.node)
    let keys = try coder.objects(entries.keys)
    pairs = zip(keys, try coder.objects(entries.values)).map { Pair($0, value: $1) }
  }

  /// Writes the pairs.
  public func encode(with coder: ArchivingCoder) throws {
    try DictionaryLayout.write(
      keys: pairs.map { SinkValue($0.key) }, values: pairs.map { SinkValue($0.value) },
      to: coder.sink)
  }
}
