// What a session has learnt of a type that it decodes: its names, and which objects it asks for, so
// that the objects at the end of a long chain can be made first.
internal import PropertyLists

/// The type that a class of an archive stands for in some place.
struct ResolvedClass {
  let type: Any.Type
  /// The number of the class record; negative for no class.
  let record: Int
  /// Whether its instances are told of the end, or have others used in their place.
  let hasHooks: Bool

  init(_ type: Any.Type, record: Int) {
    self.type = type
    self.record = record
    hasHooks = type is any UnarchivingObserver.Type || type is any UnarchivingReplacement.Type
  }
}

/// A type that is decoded, or a container inside one.
final class DecodedType {
  let type: Any.Type
  let shape: ArchivedShape
  let names: ClassNames
  /// Whether objects of subclasses are made too, without registration: they are data.
  let isStandard: Bool
  /// Whether objects of any class are asked for.
  let isAny: Bool
  /// Makes the instance in a slot, for a class.
  let make: (UnarchivingSession, Int) throws -> Void
  /// Who makes the objects, where they are of no Codable type.
  var bridged: (any BridgedRequest)?
  /// What the type has asked for under its keys, or in any element.
  private(set) var edges: [Edge] = []
  /// The numbers of the edges under each key, once there are too many to look through.
  private var numbers: [ByteKey?: [Int]] = [:]
  /// Each type that was asked for, under whatever key, as an element: the first few.
  private(set) var members: [Edge] = []
  /// What the type has asked for in its own place, as an optional or a wrapper does.
  private(set) var aliases: [Edge] = []
  /// Whether the type has asked for several types under one key, as a place for a protocol does.
  private(set) var hasAlternatives = false
  private var nested: [ByteKey: DecodedType] = [:]
  /// The type itself, for objects whose class others judge.
  private(set) lazy var itself = ResolvedClass(type, record: -1)
  /// The types that the classes of archives stand for where this type is asked for.
  var resolved: [Int: ResolvedClass] = [:]
  /// The one that was asked for last: mostly the next one too.
  var lastResolved = ResolvedClass(Never.self, record: -1)

  /// A type that was asked for.
  struct Edge {
    /// The key; nil for elements of collections.
    var key: String?
    /// Held by the session, or by the type that it is nested in: types ask for each other in circles.
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
    isAny = type == AnyArchivedObject.self
  }

  /// Up to this many edges are looked through one by one. A type that asks for all keys of a file has as
  /// many edges as the file has keys.
  static let mostScanned = 16
  /// How many types of elements are told apart.
  private static let mostMembers = 16

  /// Whether there are too many edges to look for each of them in an object.
  var hasManyEdges: Bool { edges.count > Self.mostScanned }

  /// Notes that an object of a type was asked for. Takes constant time, however many were before.
  ///
  /// - Returns: How many edges were looked at.
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

  @inline(never)
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

  /// What was asked for under a key, where there are many edges.
  func edges(under key: String) -> [Edge] { (numbers[ByteKey(key)] ?? []).map { edges[$0] } }

  /// Notes that something of another type was asked for in the same place.
  func learn(alias type: DecodedType) {
    if isAny || type === self || aliases.contains(where: { $0.type === type }) { return }
    aliases.append(Edge(key: nil, type: type))
  }

  /// What is asked for in the end where this type is: itself, or what it has handed its place on to.
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

  /// What is learnt of a container inside a value.
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
