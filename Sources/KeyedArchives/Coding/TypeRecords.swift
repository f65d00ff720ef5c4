// The facts about types that sessions determine once: the form of a type that is archived, and
// the names of a type that is decoded, with the objects that it requests, so that the objects at
// the end of a long chain can be created first.
internal import PropertyLists

/// The form of a type's values in an archive.
enum ArchivedShape {
  case bool, string, int, double, float
  case smallInteger
  case date, data, url, uuid, decimal
  /// Text and bytes that keep their identity, and objects of unknown classes.
  case text, bytes, unknown
  /// A link, which is archived as a reference, without a separate entry.
  case link
  /// A set or dictionary, which writes its members itself.
  case collection
  /// A class: one object for each instance.
  case instance
  /// Any other type: the container that it requests determines its form.
  case value
}

/// A type that a session has encountered.
final class TypeRecord {
  let type: Any.Type
  /// The index in its table; 0 outside of tables.
  let number: Int32
  let shape: ArchivedShape
  /// The class name in archives.
  let name: String
  /// Whether the instances choose the classes of their objects themselves.
  let isBridged: Bool
  /// The number of the class record in the archive being written; nil until the record exists.
  var classObject: UInt32?
  /// Whether an instance was checked for properties that it does not archive.
  var isChecked = false
  /// Whether instances may be replaced in archives.
  let isReplaceable: Bool
  /// Whether the archiver renames the type; if so, its superclasses are omitted.
  let isRenamed: Bool
  /// Whether each instance determines its own class.
  let isStandard: Bool
  /// The type if it is a list that is archived without the containers of the standard library.
  let list: (any ListArchiving.Type)?
  /// Calls `encode(to:)` of an instance of the type, which is a class.
  let encode: (AnyObject, ObjectEncoder) throws -> Void
  /// The functions for a class with numbered fields.
  let fields: FieldCoding?

  init(_ type: Any.Type, name: String? = nil, number: Int32 = 0) {
    self.type = type
    self.number = number
    shape = type is any LinkArchiving.Type ? .link : ArchivedShape(type)
    self.name = name ?? TypeRecord.archivedName(of: type)
    isReplaceable = type is any ArchivingReplacement.Type
    isRenamed = name != nil
    isStandard = type is any StandardObject.Type
    isBridged = type == BridgedObject.self
    list = type as? any ListArchiving.Type
    fields = FieldCoding(type)
    guard type is AnyClass, let encodable = type as? any Encodable.Type else {
      encode = { _, _ in }
      return
    }
    func encoding<T: Encodable>(_ type: T.Type) -> (AnyObject, ObjectEncoder) throws -> Void {
      { instance, encoder in try sameInstance(instance, as: T.self).encode(to: encoder) }
    }
    encode = encoding(encodable)
  }

  /// The name of a type in archives: the one that it declares, or its own name without its module.
  static func archivedName(of type: Any.Type) -> String {
    if let archivable = type as? any Archivable.Type { return archivable.archivedClassName }
    return ClassNames.unqualified(type)
  }
}

extension ArchivedShape {
  init(_ type: Any.Type) {
    if let scalar = Self.scalars[ObjectIdentifier(type)] {
      self = scalar
    } else if type is any CollectionArchiving.Type {
      self = .collection
    } else {
      self = type is AnyClass ? .instance : .value
    }
  }

  private static let scalars: [ObjectIdentifier: ArchivedShape] = {
    let integers: [Any.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ]
    var shapes: [ObjectIdentifier: ArchivedShape] = [
      ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string,
      ObjectIdentifier(Int.self): .int, ObjectIdentifier(Double.self): .double,
      ObjectIdentifier(Float.self): .float, ObjectIdentifier(Date.self): .date,
      ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
      ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(Decimal.self): .decimal,
      ObjectIdentifier(ArchivedText.self): .text, ObjectIdentifier(ArchivedData.self): .bytes,
      ObjectIdentifier(UnknownObject.self): .unknown,
    ]
    for type in integers { shapes[ObjectIdentifier(type)] = .smallInteger }
    return shapes
  }()
}

/// The type that represents a class of an archive in a given context.
final class ResolvedClass {
  let type: Any.Type
  /// The number of the class record; negative for no class.
  let record: Int
  /// Whether its instances are notified at the end, or supply replacements for themselves.
  let hasHooks: Bool
  /// The functions for a class with numbered fields.
  let fields: FieldCoding?

  init(_ type: Any.Type, record: Int) {
    self.type = type
    self.record = record
    fields = FieldCoding(type)
    hasHooks = type is any UnarchivingObserver.Type || type is any UnarchivingReplacement.Type
  }
}

/// A type that requests objects of any class.
protocol AnyClassRequest: Decodable {
  /// The type that is created for objects of a class name; nil for an unknown object.
  static func type(named name: String, in registry: ClassRegistry) -> (
    any ClassRegistry.Unarchivable.Type
  )?
}

/// A type being decoded, or a container inside one.
final class DecodedType {
  let type: Any.Type
  let shape: ArchivedShape
  let names: ClassNames
  /// Whether objects of subclasses are created too, without registration, because they are data.
  let isStandard: Bool
  let anyClass: (any AnyClassRequest.Type)?
  let list: (any ListUnarchiving.Type)?
  /// Creates the instance in a slot, for a class.
  let make: (UnarchivingSession, Int) throws -> Void
  /// Creates the objects of types that are not `Codable`.
  var bridged: (any BridgedRequest)?
  /// The types requested under keys, or for any element.
  private(set) var edges: [Edge] = []
  /// The indexes of the edges for each key, once there are too many edges for a linear search.
  private var numbers: [ByteKey?: [Int]] = [:]
  /// The first few distinct types requested under any key, as elements.
  private(set) var members: [Edge] = []
  /// The types that this type has requested in its own position, as optionals and wrappers do.
  private(set) var aliases: [Edge] = []
  /// Whether the type has requested several types under one key, as a protocol type does.
  private(set) var hasAlternatives = false
  private var nested: [ByteKey: DecodedType] = [:]
  /// The type itself, for objects whose class other code checks.
  private(set) lazy var itself = ResolvedClass(type, record: -1)
  /// The types that represent the classes of archives where this type is requested.
  var resolved: [Int: ResolvedClass] = [:]
  /// The resolved class that was requested last; usually the next request is for the same one.
  var lastResolved = ResolvedClass(Never.self, record: -1)

  /// A requested type.
  struct Edge {
    /// The key; nil for elements of collections.
    var key: String?
    /// Retained by the session or an enclosing type; types may request each other in cycles.
    unowned var type: DecodedType

    fileprivate func isUnder(_ key: String?) -> Bool {
      guard let own = self.key, let key else { return self.key == nil && key == nil }
      return own.hasSameBytes(as: key)
    }
  }

  init(_ type: Any.Type, make: @escaping (UnarchivingSession, Int) throws -> Void) {
    self.type = type
    self.make = make
    shape = ArchivedShape(type)
    names = ClassNames(type)
    isStandard = type is any StandardObject.Type
    anyClass = type as? any AnyClassRequest.Type
    list = type as? any ListUnarchiving.Type
  }

  /// The maximum number of edges for a linear search; a type may request all keys of a file.
  static let mostScanned = 16
  /// The number of element types that are distinguished.
  private static let mostMembers = 16

  /// Whether there are too many edges to look up each of them in an object.
  var hasManyEdges: Bool { edges.count > Self.mostScanned }

  /// Records a request for an object, in constant time; returns the number of edges inspected.
  func learn(_ key: String?, type: DecodedType) -> Int {
    if hasManyEdges { return learnOneOfMany(key, type: type) }
    let known = edges.count
    for (number, edge) in edges.enumerated() where edge.isUnder(key) {
      if edge.type === type { return number + 1 }
      hasAlternatives = true
    }
    add(key, type: type)
    if hasManyEdges {
      for (number, edge) in edges.enumerated() {
        numbers[edge.key.map(ByteKey.init), default: []].append(number)
      }
    }
    return known
  }

  private func learnOneOfMany(_ key: String?, type: DecodedType) -> Int {
    let name = key.map(ByteKey.init)
    let known = numbers[name] ?? []
    for (position, number) in known.enumerated() {
      if edges[number].type === type { return position + 1 }
      hasAlternatives = true
    }
    numbers[name, default: []].append(edges.count)
    add(key, type: type)
    return known.count
  }

  private func add(_ key: String?, type: DecodedType) {
    edges.append(Edge(key: key, type: type))
    if members.count < Self.mostMembers, !members.contains(where: { $0.type === type }) {
      members.append(Edge(key: nil, type: type))
    }
  }

  /// The requests under a key; used if there are many edges.
  func edges(under key: String) -> [Edge] { (numbers[ByteKey(key)] ?? []).map { edges[$0] } }

  /// Records that another type was requested in the same position.
  func learn(alias type: DecodedType) {
    if anyClass != nil || type === self || aliases.contains(where: { $0.type === type }) { return }
    aliases.append(Edge(key: nil, type: type))
  }

  /// The types ultimately requested in the position of this type: itself, or the types it requests.
  var ends: [DecodedType] {
    var ends: [DecodedType] = []
    var waiting = [self]
    var seen: Set<ObjectIdentifier> = []
    while let type = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      waiting += type.aliases.map(\.type)
      if type.aliases.isEmpty || !type.edges.isEmpty { ends.append(type) }
    }
    return ends
  }

  /// The requests of a container inside a value.
  func nested(_ key: String?) -> DecodedType {
    let name = ByteKey(key ?? "")
    if let known = nested[name] { return known }
    let type = DecodedType(Nested.self) { _, _ in }
    nested[name] = type
    _ = learn(key, type: type)
    return type
  }

  private enum Nested {}
}
