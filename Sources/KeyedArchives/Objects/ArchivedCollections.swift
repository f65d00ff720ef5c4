// Arrays, dictionaries and sets of any objects, with object identity.
internal import PropertyLists

/// An array of any objects (`NSArray`, `NSMutableArray`).
public final class ArchivedArray: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSArray" }
  /// The name of the mutable variant.
  public static var archivedClassAliases: [String] { ["NSMutableArray"] }
  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableArray", "NSArray", "NSObject")
  }

  /// The class of the object in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects.
  public var elements: [AnyArchivedObject]

  /// Creates an array of objects.
  public init(
    _ elements: [AnyArchivedObject] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSArray", "NSObject")
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }

  /// Reads the members.
  ///
  /// - Throws: `ArchiveError` with `invalidMembers`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    elements = try coder.objects(coder.session.members(ofObject: coder.fields.node))
  }

  /// Writes the members.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.sink.add(elements.map { SinkValue($0) }, key: .name(ArrayLayout.objects))
  }
}

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

  /// Creates a dictionary from pairs.
  public init(
    _ pairs: [Pair] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSDictionary", "NSObject")
  ) {
    self.pairs = pairs
    self.archivedClass = archivedClass
  }

  /// The value of a string key. Takes time linear in the number of pairs.
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

/// A set of any objects (`NSSet`, `NSMutableSet`, `NSOrderedSet`, `NSMutableOrderedSet` or
/// `NSCountedSet`, depending on its class).
public final class ArchivedSet: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSSet" }
  /// The names of the other classes.
  public static var archivedClassAliases: [String] {
    ["NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet", "NSCountedSet"]
  }
  /// The class of a mutable set.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableSet", "NSSet", "NSObject")
  }
  /// The class of an ordered set.
  public static var orderedClass: ArchivedClass { ArchivedClass("NSOrderedSet", "NSObject") }
  /// The class of a mutable ordered set.
  public static var mutableOrderedClass: ArchivedClass {
    ArchivedClass("NSMutableOrderedSet", "NSOrderedSet", "NSObject")
  }
  /// The class of a counted set.
  public static var countedClass: ArchivedClass {
    ArchivedClass("NSCountedSet", "NSMutableSet", "NSSet", "NSObject")
  }

  /// The class of the object in archives.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]
  /// The count of each object in a counted set; empty for other sets.
  public var counts: [Int] = []

  /// Creates a set of objects.
  public init(
    _ elements: [AnyArchivedObject] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSSet", "NSObject")
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }

  /// Creates a counted set.
  ///
  /// - Parameters:
  ///   - elements: The objects.
  ///   - counts: A count for each object; missing counts are 1.
  public convenience init(_ elements: [AnyArchivedObject], counts: [Int]) {
    self.init(elements, as: Self.countedClass)
    self.counts = counts
  }

  /// Reads the members.
  ///
  /// - Throws: `ArchiveError` with `invalidMembers` or `invalidCount`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    let node = coder.fields.node
    guard archivedClass.isKind(of: "NSCountedSet") else {
      elements = try coder.objects(coder.session.members(ofObject: node))
      return
    }
    let entries = try coder.session.countedEntries(ofObject: node)
    elements = try coder.objects(entries.members)
    counts = entries.counts.map { Int(exactly: $0) ?? .max }
  }

  /// Writes the members.
  public func encode(with coder: ArchivingCoder) throws {
    let sink = coder.sink
    if archivedClass.isKind(of: "NSCountedSet") {
      let all = elements.indices.map { counts.indices.contains($0) ? counts[$0] : 1 }
      try CountedSetLayout.write(elements.map { SinkValue($0) }, counts: all, to: sink)
    } else if archivedClass.isKind(of: "NSOrderedSet") {
      try ArrayLayout.write(numbered: elements.map { SinkValue($0) }, to: sink)
    } else {
      try sink.add(elements.map { SinkValue($0) }, key: .name(ArrayLayout.objects))
    }
  }
}
