// A set of any objects, with object identity: unordered, ordered, or counted.
internal import PropertyLists

/// A set of any objects (`NSSet`, `NSMutableSet`, `NSOrderedSet`, `NSMutableOrderedSet`,
/// `NSCountedSet`), depending on its class.
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
  ///   - counts: A count for each object; missing ones are 1.
  public convenience init(_ elements: [AnyArchivedObject], counts: [Int]) {
    self.init(elements, as: Self.countedClass)
    self.counts = counts
  }

  private var isCounted: Bool { archivedClass.isKind(of: "NSCountedSet") }

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
    if isCounted {
      let all = elements.indices.map { counts.indices.contains($0) ? counts[$0] : 1 }
      try CountedSetLayout.write(elements.map { SinkValue($0) }, counts: all, to: sink)
    } else if archivedClass.isKind(of: "NSOrderedSet") {
      try ArrayLayout.write(numbered: elements.map { SinkValue($0) }, to: sink)
    } else {
      try sink.add(elements.map { SinkValue($0) }, key: .name(ArrayLayout.objects))
    }
  }
}
