// A dictionary of any objects, in order, as an object with an identity.

/// A dictionary of any objects (`NSDictionary`, `NSMutableDictionary`), in the order of the archive.
public final class ArchivedDictionary: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDictionary" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSMutableDictionary"] }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The keys and values.
  public var pairs: [Pair]

  /// A key and its value.
  public struct Pair {
    /// The key: text as a rule.
    public var key: AnyArchivedObject
    /// The value.
    public var value: AnyArchivedObject

    /// A key and its value.
    public init(_ key: AnyArchivedObject, _ value: AnyArchivedObject) {
      self.key = key
      self.value = value
    }
  }

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableDictionary", "NSDictionary", "NSObject")
  }

  /// A dictionary of some pairs.
  public init(
    _ pairs: [Pair] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSDictionary", "NSObject")
  ) {
    self.pairs = pairs
    self.archivedClass = archivedClass
  }

  /// The value of a key that is text.
  public subscript(key: String) -> AnyArchivedObject? {
    pairs.first { $0.key.string == key }?.value
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    let keys = try coder.objects(forKey: "NS.keys", orNumbered: "NS.key.")
    let values = try coder.objects(forKey: "NS.objects", orNumbered: "NS.object.")
    guard keys.count == values.count else {
      throw coder.mismatch("as many keys as values, found \(keys.count) and \(values.count)")
    }
    pairs = zip(keys, values).map { Pair($0, $1) }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encodeObjects(pairs.map(\.key), forKey: "NS.keys")
    try coder.encodeObjects(pairs.map(\.value), forKey: "NS.objects")
  }
}
