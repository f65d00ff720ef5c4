// Trees of Foundation's objects made of documents, with a stack of its own.
internal import PropertyLists

/// Which objects of a tree can be changed.
enum TreeMutability {
  case immutable, containers, containersAndLeaves

  init(_ options: PropertyListSerialization.MutabilityOptions) {
    if options.contains(.mutableContainersAndLeaves) {
      self = .containersAndLeaves
    } else {
      self = options.contains(.mutableContainers) ? .containers : .immutable
    }
  }
}

/// Makes trees of Foundation's objects.
struct FoundationTree {
  private let mutability: TreeMutability
  private var frames: [Frame] = []
  /// Objects that are complete and may be met again. Those that can be changed are not shared.
  private var shared: [Int: NSObject] = [:]

  /// A container that is being filled.
  private struct Frame {
    var node: PlistNode
    var values: [NSObject] = []
  }

  /// The tree of a document.
  static func object(of document: PlistDocument, _ mutability: TreeMutability) throws(PlistError)
    -> NSObject
  {
    var tree = FoundationTree(mutability: mutability)
    return try tree.build(document.root)
  }

  /// The tree of a value.
  static func object(of plist: Plist, _ mutability: TreeMutability) throws(PlistError) -> NSObject {
    try object(of: PlistDocument(plist), mutability)
  }

  private init(mutability: TreeMutability) { self.mutability = mutability }

  private mutating func build(_ root: PlistNode) throws(PlistError) -> NSObject {
    guard root.kind.holdsValues else { return try leaf(root) }
    frames = [Frame(node: root)]
    while let frame = frames.last {
      if let child = frame.node.child(frame.values.count) {
        try add(child)
        continue
      }
      let object = try container(frame)
      frames.removeLast()
      if frames.isEmpty { return object }
      if mutability == .immutable { shared[frame.node.id] = object }
      append(object)
    }
    return NSNull()
  }

  private mutating func append(_ object: NSObject) {
    frames[frames.count - 1].values.append(object)
  }

  private mutating func add(_ child: PlistNode) throws(PlistError) {
    if let known = shared[child.id] { return append(known) }
    if child.kind.holdsValues { return frames.append(Frame(node: child)) }
    append(try leaf(child))
  }

  private func container(_ frame: Frame) throws(PlistError) -> NSObject {
    let isMutable = mutability != .immutable
    switch frame.node.kind {
    case .dictionary: return try dictionary(frame)
    case .set:
      try checkMembers(frame)
      return isMutable ? NSMutableSet(array: frame.values) : NSSet(array: frame.values)
    default: return isMutable ? NSMutableArray(array: frame.values) : NSArray(array: frame.values)
    }
  }

  private func checkMembers(_ frame: Frame) throws(PlistError) {
    for (position, value) in frame.values.enumerated() {
      if FoundationHash.hashable(value) != nil { continue }
      throw PlistError(
        .notRepresentable, "a member of the set has no hash in Foundation's classes",
        position: frame.node[position]?.position)
    }
  }

  private func dictionary(_ frame: Frame) throws(PlistError) -> NSObject {
    var pairs: [AnyHashable: Any] = [:]
    for (position, value) in frame.values.enumerated() {
      guard let key = frame.node.key(at: position) else { continue }
      pairs[try self.key(key)] = value
      if pairs.count <= position { throw equivalentKeys(key, frame.node) }
    }
    return mutability == .immutable
      ? NSDictionary(dictionary: pairs) : NSMutableDictionary(dictionary: pairs)
  }

  /// A key, which need not be a string: `NSDictionary` takes any object that has a hash.
  private func key(_ node: PlistNode) throws(PlistError) -> AnyHashable {
    switch node.kind {
    case .string: NSString(string: node.stringValue ?? "")
    case .data: NSData(data: node.dataValue ?? Data())
    default: try scalar(node)
    }
  }

  private func equivalentKeys(_ key: PlistNode, _ node: PlistNode) -> PlistError {
    guard let text = key.stringValue else {
      return PlistError(
        .equivalentKeys,
        "two keys are equal objects in Foundation: \(key.scalarText ?? ""), \(key.kind), is one of them",
        position: key.position)
    }
    return PlistError(
      .equivalentKeys, "two keys differ in bytes but are equal as text: \(PlistError.quoted(text))",
      position: node.position)
  }

  private func leaf(_ node: PlistNode) throws(PlistError) -> NSObject {
    let isMutable = mutability == .containersAndLeaves
    switch node.kind {
    case .string:
      let text = node.stringValue ?? ""
      return isMutable ? NSMutableString(string: text) : NSString(string: text)
    case .data:
      let data = node.dataValue ?? Data()
      return isMutable ? NSMutableData(data: data) : NSData(data: data)
    default: return try scalar(node)
    }
  }

  private func scalar(_ node: PlistNode) throws(PlistError) -> NSObject {
    if let value = node.boolValue { return NSNumber(value: value) }
    if let value = node.realValue { return NSNumber(value: value) }
    if let value = node.dateValue {
      return NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
    }
    if let value = node.integerValue {
      if let number = NumberKind.number(value) { return number }
      throw PlistError(
        .integerOutOfRange, "\(value) needs more than the 64 bits of NSNumber",
        position: node.position)
    }
    if let uid = node.uidValue { return NSDictionary(dictionary: ["CF$UID": Int(uid.value)]) }
    return NSNull()
  }
}

extension PlistKind {
  /// Whether values of this kind hold others.
  fileprivate var holdsValues: Bool { self == .array || self == .dictionary || self == .set }
}

extension PlistNode {
  /// The element or value at a position; nil behind the last.
  fileprivate func child(_ position: Int) -> PlistNode? {
    if position >= count { return nil }
    return kind == .dictionary ? value(at: position) : self[position]
  }
}
