// The class of an archived object, as it is stored in the archive.
public import PropertyLists

/// The class of an object in an archive: its name, its superclasses, and its substitutes.
///
/// Two classes are equal if their names, superclasses and hints are equal.
public struct ArchivedClass: Sendable, Hashable {
  /// The name: `$classname`.
  public var name: String
  /// The class and its superclasses up to the root: `$classes`. Empty if the archive does not store
  /// them, for example for a class whose name the program mapped.
  public var chain: [String]
  /// The classes to use if this one is unknown: `$classhints`. Empty if none are stored.
  public var hints: [String]
  /// The slot of the class record; nil for a class that was not read.
  public private(set) var uid: PlistUID?
  /// The location of the class record in the input.
  public private(set) var position: SourcePosition?

  /// Creates a class from its name, its superclasses and its hints.
  public init(name: String, chain: [String], hints: [String] = []) {
    self.name = name
    self.chain = chain
    self.hints = hints
  }

  /// Creates a class from its chain: the class, its superclasses, and `NSObject`.
  public init(_ chain: String...) { self.init(name: chain.first ?? "NSObject", chain: chain) }

  /// The class that a class record describes.
  init(_ table: ArchiveTable, record number: Int) {
    let record = table.records[number]
    let node = table.view(record.node)
    func names(_ key: String) -> [String] {
      node[key].map { $0.children.compactMap(\.stringValue) } ?? []
    }
    self.init(name: record.name, chain: names("$classes"), hints: names("$classhints"))
    uid = PlistUID(UInt32(truncatingIfNeeded: record.slot))
    position = node.position
  }

  /// Whether the class is the named one or inherits from it.
  public func isKind(of name: String) -> Bool { self.name == name || chain.contains(name) }

  /// Whether the names, superclasses and hints are equal.
  public static func == (left: ArchivedClass, right: ArchivedClass) -> Bool {
    left.name == right.name && left.chain == right.chain && left.hints == right.hints
  }

  /// Hashes the name, the superclasses and the hints.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(chain)
    hasher.combine(hints)
  }
}
