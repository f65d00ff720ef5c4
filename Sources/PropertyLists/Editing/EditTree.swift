// The values of a document while edits are applied. Only containers that edits open are copied;
// everything else remains a node of the document.
internal import OrderedCollections

/// A document with edits.
struct EditTree {
  /// A value: a node of the document, an opened container, or a new value.
  enum EditedValue {
    case node(Int)
    case container(Int)
    case new(Plist)
  }

  /// A member of an opened container.
  struct EditedMember {
    /// The key of a pair; nil for an element.
    var key: EditedKey?
    var value: EditedValue
    /// The member of the document whose text this is; nil for a new member.
    var origin: MemberOrigin?
    var isRemoved = false
  }

  /// The key of a pair.
  enum EditedKey {
    case node(Int)
    case new(String)
  }

  /// A member of a container of the document.
  struct MemberOrigin: Hashable {
    /// The index of the opened container.
    var container: Int
    /// The position of the member in the container as it was read.
    var position: Int
  }

  /// A container whose members can change.
  struct OpenedContainer {
    let kind: PlistKind
    /// The node; nil for a new container.
    let node: Int?
    /// All members that the container had or got. The first are those of the document.
    var members: [EditedMember]
    /// The current members, by their indexes in `members`.
    var order: [Int32]
    /// The number of members in the document.
    let originalCount: Int
    /// Whether any member was added, removed, replaced or renamed.
    var isChanged = false
    /// The members of a dictionary by key, once many keys were searched.
    var membersByKey: [ByteKey: Int32]?
    var searchCount = 0
    /// Whether the keys are in ascending order; nil if unknown.
    var isSorted: Bool?
    /// The classes of the objects of a project, by their indexes in `members`, as far as they are
    /// known.
    var classNames: [String] = []
  }

  let storage: DocumentStorage
  var containers: [OpenedContainer] = []
  private(set) var root: EditedValue
  /// The location of each opened container: the container and member that hold it; nil for the root.
  private var parents: [MemberOrigin?] = []

  init(_ storage: DocumentStorage) {
    self.storage = storage
    root = .node(storage.root)
  }

  /// Returns the opened container that holds another one; nil for the root.
  func parent(of container: Int) -> Int? { parents[container]?.container }

  /// Returns the path of an opened container.
  func path(of container: Int) -> PlistPath {
    var steps: [PlistPath.Step] = []
    var current = container
    while let parent = parents[current] {
      let holder = containers[parent.container]
      if let key = holder.members[parent.position].key {
        steps.append(.key(text(ofKey: key)))
      } else {
        let number = Int32(truncatingIfNeeded: parent.position)
        steps.append(.index(holder.order.firstIndex(of: number) ?? parent.position))
      }
      current = parent.container
    }
    return PlistPath(steps.reversed())
  }

  /// Applies one edit.
  mutating func apply(_ edit: PlistEdit) throws(PlistError) {
    switch edit {
    case .set(let path, let value): try set(.new(value), at: path)
    case .insert(let path, let value, let position):
      try insert(EditedMember(value: .new(value)), at: path, position: position)
    case .append(let path, let value): try append(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .rename(let path, let key): try rename(path, to: key)
    case .move(let path, let target):
      let member = try remove(at: path)
      try insert(member, at: target, position: .automatic)
    case .merge(let path, let value): try merge(value, at: path)
    case .sort(let path): try sort(at: path)
    case .restore: throw PlistError(.invalidEdit, message: "a restoration must be the only edit")
    }
  }

  // MARK: Edits

  private mutating func set(_ value: EditedValue, at path: PlistPath) throws(PlistError) {
    guard let last = path.steps.last else {
      root = value
      return
    }
    let container = try open(containerOf: path)
    if let member = member(last, in: container) {
      containers[container].members[member].value = value
      containers[container].isChanged = true
    } else if containers[container].kind == .dictionary {
      try insert(EditedMember(value: value), at: path, position: .automatic)
    } else {
      throw missing(last, in: container, path: path)
    }
  }

  private mutating func append(_ value: Plist, at path: PlistPath) throws(PlistError) {
    let kind = try kind(at: path)
    guard kind == .array || kind == .set else {
      throw PlistError.noStep(.index(-1), in: kind, count: 0, parent: path)
    }
    let container = try open(path)
    let count = containers[container].order.count
    insert(EditedMember(value: .new(value)), in: container, at: count)
  }

  private mutating func insert(
    _ member: EditedMember, at path: PlistPath, position: PlistEdit.PairPosition
  ) throws(PlistError) {
    guard let last = path.steps.last else { throw PlistError.rootEdit("inserted") }
    let container = try open(containerOf: path)
    var member = member
    guard containers[container].kind == .dictionary else {
      guard let index = last.insertionIndex(in: containers[container].order.count) else {
        throw missing(last, in: container, path: path)
      }
      member.key = nil
      return insert(member, in: container, at: index)
    }
    guard let key = last.text else { throw missing(last, in: container, path: path) }
    if self.member(last, in: container) != nil {
      throw PlistError.keyExists(key, parent: path.dropLast)
    }
    let hasKey = member.key.map { text(ofKey: $0).hasSameBytes(as: key) } ?? false
    if !hasKey { member.key = .new(key) }
    let index = index(of: key, in: container, position: position, member: member)
    insert(member, in: container, at: index)
    if position != .automatic, !isProject { containers[container].isSorted = nil }
  }

  private mutating func insert(_ member: EditedMember, in container: Int, at index: Int) {
    var member = member
    let number = Int32(truncatingIfNeeded: containers[container].members.count)
    member.isRemoved = false
    containers[container].members.append(member)
    containers[container].order.insert(number, at: index)
    containers[container].isChanged = true
    if let key = member.key.map(text(ofKey:)) {
      containers[container].membersByKey?[ByteKey(key)] = number
    }
    if case .container(let inner) = member.value {
      parents[inner] = MemberOrigin(container: container, position: Int(number))
    }
  }

  private mutating func remove(at path: PlistPath) throws(PlistError) -> EditedMember {
    guard let last = path.steps.last else { throw PlistError.rootEdit("removed") }
    let container = try open(containerOf: path)
    guard let number = member(last, in: container) else {
      throw missing(last, in: container, path: path)
    }
    let member = containers[container].members[number]
    containers[container].members[number].isRemoved = true
    if let index = index(ofMember: number, step: last, in: container) {
      containers[container].order.remove(at: index)
    }
    containers[container].isChanged = true
    if let key = member.key {
      let key = ByteKey(text(ofKey: key))
      containers[container].membersByKey?[key] = nil
    }
    return member
  }

  private func index(ofMember number: Int, step: PlistPath.Step, in container: Int) -> Int? {
    let opened = containers[container]
    if opened.kind != .dictionary { return step.index(in: opened.order.count) }
    let member = Int32(truncatingIfNeeded: number)
    // Most members are where they were.
    if number < opened.order.count, opened.order[number] == member { return number }
    return opened.order.firstIndex(of: member)
  }

  private mutating func rename(_ path: PlistPath, to key: String) throws(PlistError) {
    guard let last = path.steps.last else { throw PlistError.rootEdit("renamed") }
    let container = try open(containerOf: path)
    guard let number = member(last, in: container),
      let old = containers[container].members[number].key
    else { throw missing(last, in: container, path: path) }
    let oldText = text(ofKey: old)
    if oldText.hasSameBytes(as: key) { return }
    if member(.key(key), in: container) != nil {
      throw PlistError.keyExists(key, parent: path.dropLast)
    }
    containers[container].members[number].key = .new(key)
    containers[container].isChanged = true
    containers[container].isSorted = nil
    containers[container].membersByKey?[ByteKey(oldText)] = nil
    containers[container].membersByKey?[ByteKey(key)] = Int32(truncatingIfNeeded: number)
  }

  private mutating func merge(_ other: Plist, at path: PlistPath) throws(PlistError) {
    var pending = [(path, other)]
    while let (path, other) = pending.popLast() {
      try PlistEdit.requireDictionaries(merging: other.kind, into: try kind(at: path), at: path)
      let container = try open(path)
      for (key, value) in other.pairs ?? [:] {
        let inner = path.appending(.key(key))
        let old = member(.key(key), in: container).map { containers[container].members[$0].value }
        if value.kind == .dictionary, let old, kind(of: old) == .dictionary {
          pending.append((inner, value))
        } else if try old.map(plist(of:)) != value {
          try set(.new(value), at: inner)
        }
      }
    }
  }

  private mutating func sort(at path: PlistPath) throws(PlistError) {
    let kind = try kind(at: path)
    var sorted: [Int]?
    var order: [Int32] = []
    var container = -1
    if kind.isContainer {
      container = try open(path)
      order = containers[container].order
    }
    if kind == .dictionary {
      let texts = order.map { containers[container].members[Int($0)].key.map(text(ofKey:)) ?? "" }
      sorted = texts.indices.sorted { texts[$0].precedesInBytes(texts[$1]) }
    } else if kind == .array {
      var values: [Plist] = []
      for number in order {
        values.append(try plist(of: containers[container].members[Int(number)].value))
      }
      sorted = try projectOrder(of: values, at: path) ?? Plist.sortedOrder(values)
    }
    guard let sorted else {
      throw PlistError(
        .invalidEdit,
        message: "expected a dictionary, or an array of strings or numbers, to sort", path: path)
    }
    if sorted == Array(sorted.indices) { return }
    containers[container].order = sorted.map { order[$0] }
    containers[container].isChanged = true
    containers[container].isSorted = nil
  }

  // MARK: Opening

  private mutating func open(containerOf path: PlistPath) throws(PlistError) -> Int {
    try open(path.dropLast)
  }

  /// Returns the kind of the value at a path.
  private mutating func kind(at path: PlistPath) throws(PlistError) -> PlistKind {
    guard let last = path.steps.last else { return kind(of: root) }
    let container = try open(containerOf: path)
    guard let number = member(last, in: container) else {
      throw missing(last, in: container, path: path)
    }
    return kind(of: containers[container].members[number].value)
  }

  /// Opens the container at a path, and those around it.
  mutating func open(_ path: PlistPath) throws(PlistError) -> Int {
    var container = try open(root, parent: nil, path: path, depth: 0)
    for (depth, step) in path.steps.enumerated() {
      guard let number = member(step, in: container) else {
        throw missing(step, in: container, path: PlistPath(Array(path.steps.prefix(depth + 1))))
      }
      let origin = MemberOrigin(container: container, position: number)
      container = try open(
        containers[container].members[number].value, parent: origin, path: path, depth: depth + 1)
    }
    return container
  }

  private mutating func open(
    _ value: EditedValue, parent: MemberOrigin?, path: PlistPath, depth: Int
  ) throws(PlistError) -> Int {
    var opened: OpenedContainer
    switch value {
    case .container(let container): return container
    case .node(let index) where storage.nodes[index].kind.isContainer: opened = copy(ofNode: index)
    case .new(let plist) where plist.kind.isContainer: opened = Self.copy(of: plist)
    case .node, .new:
      let parentPath = PlistPath(Array(path.steps.prefix(depth)))
      let step = depth < path.steps.count ? path.steps[depth] : .key("")
      var position: SourcePosition?
      if case .node(let index) = value { position = storage.position(of: index) }
      throw PlistError.noStep(
        step, in: kind(of: value), count: 0, parent: parentPath, position: position)
    }
    let container = containers.count
    for number in opened.members.indices where opened.node != nil {
      opened.members[number].origin = MemberOrigin(container: container, position: number)
    }
    containers.append(opened)
    parents.append(parent)
    if let parent {
      containers[parent.container].members[parent.position].value = .container(container)
    } else {
      root = .container(container)
    }
    return container
  }

  private func copy(ofNode index: Int) -> OpenedContainer {
    let node = storage.nodes[index]
    var members: [EditedMember] = []
    members.reserveCapacity(node.count)
    for position in 0..<node.count {
      members.append(
        node.kind == .dictionary
          ? EditedMember(
            key: .node(storage.key(position, of: node)),
            value: .node(storage.value(position, of: node)))
          : EditedMember(value: .node(storage.child(position, of: node))))
    }
    return OpenedContainer(
      kind: node.kind, node: index, members: members, order: Array(0..<Int32(node.count)),
      originalCount: node.count)
  }

  private static func copy(of plist: Plist) -> OpenedContainer {
    var members: [EditedMember] = []
    for (key, value) in plist.pairs?.elements.map({ ($0.key, $0.value) }) ?? [] {
      members.append(EditedMember(key: .new(key), value: .new(value)))
    }
    for value in plist.elements ?? [] { members.append(EditedMember(value: .new(value))) }
    return OpenedContainer(
      kind: plist.kind, node: nil, members: members, order: Array(0..<Int32(members.count)),
      originalCount: 0)
  }

  // MARK: Searching

  /// Returns the current member that a step leads to, by its index in `members`.
  mutating func member(_ step: PlistPath.Step, in container: Int) -> Int? {
    guard containers[container].kind == .dictionary else {
      let order = containers[container].order
      return step.index(in: order.count).map { Int(order[$0]) }
    }
    guard let key = step.text else { return nil }
    containers[container].searchCount += 1
    if containers[container].searchCount > 8, containers[container].membersByKey == nil {
      containers[container].membersByKey = index(ofKeysIn: container)
    }
    if let members = containers[container].membersByKey {
      return members[ByteKey(key)].map { Int($0) }
    }
    return search(key, in: container)
  }

  private func index(ofKeysIn container: Int) -> [ByteKey: Int32] {
    var members: [ByteKey: Int32] = [:]
    for number in containers[container].order {
      guard let key = containers[container].members[Int(number)].key else { continue }
      members[ByteKey(text(ofKey: key))] = number
    }
    return members
  }

  /// Searches for a key: first for a string, then for a key of another kind with that text.
  private func search(_ key: String, in container: Int) -> Int? {
    var other: Int?
    for number in containers[container].order {
      switch containers[container].members[Int(number)].key {
      case .node(let index)?:
        let node = storage.nodes[index]
        if node.isText(key, in: storage.source) { return Int(number) }
        if node.kind != .string, other == nil, node.text(in: storage.source) == key {
          other = Int(number)
        }
      case .new(let text)?: if text.hasSameBytes(as: key) { return Int(number) }
      case nil: break
      }
    }
    return other
  }

  func text(ofKey key: EditedKey) -> String {
    switch key {
    case .node(let index): storage.nodes[index].text(in: storage.source)
    case .new(let text): text
    }
  }

  func kind(of value: EditedValue) -> PlistKind {
    switch value {
    case .node(let index): storage.nodes[index].kind
    case .container(let container): containers[container].kind
    case .new(let plist): plist.kind
    }
  }

  private func missing(_ step: PlistPath.Step, in container: Int, path: PlistPath) -> PlistError {
    let opened = containers[container]
    return PlistError.noStep(
      step, in: opened.kind, count: opened.order.count, parent: path.dropLast,
      position: opened.node.flatMap { storage.position(of: $0) })
  }
}

extension PlistPath {
  /// The path of the container.
  var dropLast: PlistPath { PlistPath(Array(steps.dropLast())) }
}
