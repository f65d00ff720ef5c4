// Creates trees of Foundation's objects from documents, with an explicit stack.
internal import KeyedArchives
internal import PropertyLists

/// The objects of a tree that are mutable.
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

/// Creates trees of Foundation's objects.
struct FoundationTree {
  private let mutability: TreeMutability
  private var frames: [ObjectFrame] = []
  /// Complete objects that may be referred to again. Mutable objects are not shared.
  private var shared: [Int: WeighedObject] = [:]
  /// The allowance in bytes for comparing keys with equal hashes; grows with each value created.
  private var allowance = 16 << 20
  /// The number of bytes of stack for each level: nested containers are freed by recursion.
  private static let stackBytes = 1024

  /// An object with the number of values in it: see `ObjectHeight.weight`.
  private struct WeighedObject {
    var object: NSObject
    var weight = 1
  }

  /// A container being filled.
  private struct ObjectFrame {
    var node: PlistNode
    var values: [NSObject] = []
    /// The weights of the members of a set; empty for other containers.
    var weights: [Int] = []
    var weight = 0

    mutating func append(_ member: WeighedObject) {
      values.append(member.object)
      if node.kind == .set { weights.append(member.weight) }
      weight = min(weight + member.weight, 1 << 40)
    }

    var containerWeight: Int {
      1 + (node.kind == .set ? saturatingProduct(weight, weight) : weight)
    }
  }

  static func object(of document: PlistDocument, _ mutability: TreeMutability) throws(PlistError)
    -> NSObject
  {
    var tree = FoundationTree(mutability: mutability)
    return try tree.build(document.root)
  }

  static func object(of plist: Plist, _ mutability: TreeMutability) throws(PlistError) -> NSObject {
    try object(of: PlistDocument(plist), mutability)
  }

  private init(mutability: TreeMutability) { self.mutability = mutability }

  private mutating func build(_ root: PlistNode) throws(PlistError) -> NSObject {
    let areMutable = mutability == .containersAndLeaves
    guard root.kind.holdsValues else { return try leaf(root, isMutable: areMutable) }
    frames = [ObjectFrame(node: root)]
    while let top = frames.indices.last {
      if let child = frames[top].node.child(frames[top].values.count) {
        if let known = shared[child.id] {
          append(known)
        } else if !child.kind.holdsValues {
          append(WeighedObject(object: try leaf(child, isMutable: areMutable)))
        } else if StackGuard.remaining / Self.stackBytes <= frames.count {
          throw PlistError(
            .depthLimit,
            message: "containers are nested deeper than the stack of this thread allows",
            position: child.position)
        } else {
          frames.append(ObjectFrame(node: child))
        }
        continue
      }
      let object = try container(frames[top])
      let frame = frames.removeLast()
      if frames.isEmpty { return object }
      let member = WeighedObject(object: object, weight: frame.containerWeight)
      if mutability == .immutable { shared[frame.node.id] = member }
      append(member)
    }
    return NSNull()
  }

  private mutating func append(_ member: WeighedObject) {
    frames[frames.count - 1].append(member)
    allowance = min(allowance + 64, 1 << 50)
  }

  private mutating func container(_ frame: ObjectFrame) throws(PlistError) -> NSObject {
    let isMutable = mutability != .immutable
    switch frame.node.kind {
    case .dictionary: return try dictionary(frame)
    case .set:
      var members = HashedObjects(capacity: frame.values.count)
      for (position, value) in frame.values.enumerated() {
        guard FoundationHash.hashable(value) != nil else {
          throw PlistError(
            .notRepresentable, message: "Foundation cannot hash a member of the set",
            position: frame.node[position]?.position)
        }
        members.append(value, weight: frame.weights[position])
      }
      try check(&members, what: "members", node: frame.node)
      return isMutable ? NSMutableSet(array: frame.values) : NSSet(array: frame.values)
    default: return isMutable ? NSMutableArray(array: frame.values) : NSArray(array: frame.values)
    }
  }

  private mutating func dictionary(_ frame: ObjectFrame) throws(PlistError) -> NSObject {
    var keys = HashedObjects(capacity: frame.values.count)
    for position in frame.values.indices {
      guard let key = frame.node.key(at: position) else { continue }
      keys.append(try leaf(key, isMutable: false), weight: 1)
    }
    try check(&keys, what: "keys", node: frame.node)
    let dictionary = FoundationHash.dictionary(
      keys: keys.objects, values: frame.values, isMutable: mutability != .immutable)
    if dictionary.count < keys.objects.count { throw equalObjects(keys.objects, node: frame.node) }
    return dictionary
  }

  // MARK: Keys and members

  /// Charges the allowance for the comparisons of keys or members with equal hashes.
  private mutating func check(_ objects: inout HashedObjects, what: String, node: PlistNode)
    throws(PlistError)
  {
    let equivalent = try objects.check { step, count throws(PlistError) in
      allowance -= 16 * step.visits(count)
      if allowance >= 0 { return }
      throw PlistError(
        .expansionLimit, message: "comparing the \(what) with equal hashes would exceed the limit",
        position: node.position)
    }
    guard let equivalent else { return }
    throw PlistError(
      .equivalentKeys,
      message:
        "two \(what) differ in bytes but are equal as text: \(PlistError.quoted(equivalent))",
      position: node.position)
  }

  /// The error for keys that are not text and are equal as objects.
  private func equalObjects(_ keys: [NSObject], node: PlistNode) -> PlistError {
    var known: Set<NSObject> = []
    let position = keys.indices.first { !known.insert(keys[$0]).inserted }
    let key = position.flatMap { node.key(at: $0) }
    return PlistError(
      .equivalentKeys,
      message:
        "two keys are equal objects in Foundation; one of them is \(key?.scalarText ?? "") (\(key?.kind ?? .null))",
      position: key?.position ?? node.position)
  }

  /// Keys are immutable, and need not be strings: `NSDictionary` accepts any hashable object.
  private func leaf(_ node: PlistNode, isMutable: Bool) throws(PlistError) -> NSObject {
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
        .integerOutOfRange, message: "\(value) does not fit in the 64 bits of NSNumber",
        position: node.position)
    }
    if let uid = node.uidValue { return NSDictionary(dictionary: ["CF$UID": Int(uid.value)]) }
    return NSNull()
  }
}

extension PlistKind {
  /// Whether values of this kind contain others.
  fileprivate var holdsValues: Bool { self == .array || self == .dictionary || self == .set }
}

extension PlistNode {
  /// The element or value at a position; nil after the last.
  fileprivate func child(_ position: Int) -> PlistNode? {
    if position >= count { return nil }
    return kind == .dictionary ? value(at: position) : self[position]
  }
}
