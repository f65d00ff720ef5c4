// The order of members: the index of a new pair, and the order of a group's children.
internal import OrderedCollections

extension EditTree {
  /// Whether the document is an Xcode project.
  var isProject: Bool { storage.origin.format == .project }

  /// Whether an opened container contains the objects of a project.
  func isProjectObjects(_ container: Int) -> Bool {
    guard isProject, let node = containers[container].node,
      containers[container].kind == .dictionary
    else { return false }
    return storage.rootIndex("objects") == node
  }

  /// Returns the index at which a pair is inserted.
  mutating func index(
    of key: String, in container: Int, position: PlistEdit.PairPosition, member: EditedMember
  ) -> Int {
    let count = containers[container].order.count
    if isProjectObjects(container) { return objectIndex(of: key, in: container, member: member) }
    switch position {
    case _ where isProject: break
    case .first: return 0
    case .after(let other):
      if let number = self.member(.key(other), in: container),
        let index = containers[container].order.firstIndex(of: Int32(number))
      {
        return index + 1
      }
    case .automatic: break
    }
    guard sortedness(of: container) else { return count }
    return firstIndex(in: 0..<count) { index in
      ranks(key, beforeKey: keyText(at: index, in: container))
    }
  }

  /// Returns whether the keys of a dictionary are sorted. Takes linear time once.
  private mutating func sortedness(of container: Int) -> Bool {
    if let known = containers[container].isSorted { return known }
    let count = containers[container].order.count
    var isSorted = count > 1 || isProject
    var previous: String?
    for index in 0..<count where isSorted {
      let text = keyText(at: index, in: container)
      if let previous { isSorted = ranks(previous, beforeKey: text) }
      previous = text
    }
    containers[container].isSorted = isSorted
    return isSorted
  }

  func keyText(at index: Int, in container: Int) -> String {
    let opened = containers[container]
    return opened.members[Int(opened.order[index])].key.map(text(ofKey:)) ?? ""
  }

  /// Returns whether a key is written before another in a sorted dictionary.
  private func ranks(_ key: String, beforeKey other: String) -> Bool {
    if isProject, key == "isa" || other == "isa" { return key == "isa" && other != "isa" }
    return key.precedesInBytes(other)
  }

  /// Returns the first index that satisfies a condition, which all later ones satisfy too.
  private func firstIndex(in range: Range<Int>, where isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Projects

  /// Returns the index of a new object: in the section of its class, in the order of ids.
  private mutating func objectIndex(of id: String, in container: Int, member: EditedMember) -> Int {
    noteClasses(in: container)
    let section = className(of: member.value) ?? ""
    let order = containers[container].order
    func isBefore(_ index: Int) -> Bool {
      let number = Int(order[index])
      let other = containers[container].classNames[number]
      if !other.hasSameBytes(as: section) { return other.precedesInBytes(section) }
      return keyText(at: index, in: container).precedesInBytes(id)
    }
    let isSorted = containers[container].isSorted ?? areObjectsSorted(in: container)
    containers[container].isSorted = isSorted
    if isSorted { return firstIndex(in: order.indices) { !isBefore($0) } }
    // After the last object that precedes the new one, so that an unusual order is not disturbed
    // further.
    return order.indices.last(where: isBefore).map { $0 + 1 } ?? 0
  }

  /// Computes the classes of the objects that have been added since the last call.
  private mutating func noteClasses(in container: Int) {
    let known = containers[container].classNames.count
    for member in containers[container].members[known...] {
      containers[container].classNames.append(className(of: member.value) ?? "")
    }
  }

  private func areObjectsSorted(in container: Int) -> Bool {
    let opened = containers[container]
    return zip(opened.order.indices, opened.order.indices.dropFirst()).allSatisfy { left, right in
      let first = opened.classNames[Int(opened.order[left])]
      let second = opened.classNames[Int(opened.order[right])]
      if !first.hasSameBytes(as: second) { return first.precedesInBytes(second) }
      return keyText(at: left, in: container).precedesInBytes(keyText(at: right, in: container))
    }
  }

  /// Returns the class of an object of a project; nil for other values.
  func className(of value: EditedValue) -> String? {
    switch value {
    case .new(let plist): return plist.pairs?["isa"]?.stringValue
    case .node(let index):
      let node = storage.nodes[index]
      guard node.kind == .dictionary, let position = storage.classIndex(of: node) else {
        return nil
      }
      return storage.nodes[storage.value(position, of: node)].text(in: storage.source)
    case .container(let container):
      for number in containers[container].order {
        let member = containers[container].members[Int(number)]
        guard let key = member.key, text(ofKey: key) == "isa" else { continue }
        switch member.value {
        case .new(let plist): return plist.stringValue
        case .node(let index): return storage.nodes[index].text(in: storage.source)
        case .container: return nil
        }
      }
      return nil
    }
  }

  /// Returns the order of a group's children by the names that Xcode shows, groups first; nil for
  /// an array that is not the list of children of a group.
  mutating func projectOrder(of values: [Plist], at path: PlistPath) throws(PlistError) -> [Int]? {
    guard isProject, path.steps.count == 3, path.steps.last == .key("children"),
      path.steps.first == .key("objects")
    else { return nil }
    let objects = try open(PlistPath([.key("objects")]))
    var ranks: [(isGroup: Bool, name: String)] = []
    for value in values {
      guard let id = value.stringValue else { return nil }
      let object = try member(.key(id), in: objects).map {
        number throws(PlistError) in try plist(of: containers[objects].members[number].value)
      }
      let name = object?["name"]?.stringValue ?? object?["path"]?.stringValue ?? id
      ranks.append((object?["children"] != nil, name))
    }
    return ranks.indices.sorted { left, right in
      let (a, b) = (ranks[left], ranks[right])
      if a.isGroup != b.isGroup { return a.isGroup }
      let order = Self.displayOrder(a.name, b.name)
      return order == 0 ? left < right : order < 0
    }
  }

  /// Compares names without regard to case, and numbers in them by value.
  private static func displayOrder(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i].isDigit, b[j].isDigit {
        let first = a[i...].prefix { $0.isDigit }
        let second = b[j...].prefix { $0.isDigit }
        let (x, y) = (
          first.drop { $0 == UInt8(ascii: "0") }, second.drop { $0 == UInt8(ascii: "0") }
        )
        if x.count != y.count { return x.count < y.count ? -1 : 1 }
        if !x.elementsEqual(y) { return x.lexicographicallyPrecedes(y) ? -1 : 1 }
        (i, j) = (first.endIndex, second.endIndex)
      } else {
        if a[i] != b[j] { return a[i] < b[j] ? -1 : 1 }
        (i, j) = (i + 1, j + 1)
      }
    }
    return (a.count - i) - (b.count - j)
  }

  // MARK: Values

  /// Returns a value with its edits.
  ///
  /// - Throws: `PlistError` as for a `Plist` of a document.
  func plist(of value: EditedValue) throws(PlistError) -> Plist { try plist(of: value, depth: 0) }

  /// Recurses once for each opened container, up to the depth of a `Plist`.
  private func plist(of value: EditedValue, depth: Int) throws(PlistError) -> Plist {
    guard depth <= Plist.maximumDepth else {
      throw PlistError(
        .depthLimit,
        message: "containers are nested more than \(Plist.maximumDepth) levels deep")
    }
    switch value {
    case .new(let plist): return plist
    case .node(let index): return try Plist(PlistNode(storage, index: index))
    case .container(let container):
      let opened = containers[container]
      if !opened.isChanged, !hasOpened(in: container), let node = opened.node {
        return try Plist(PlistNode(storage, index: node))
      }
      var pairs = OrderedDictionary<String, Plist>()
      var elements: [Plist] = []
      for number in opened.order {
        let member = opened.members[Int(number)]
        let value = try plist(of: member.value, depth: depth + 1)
        if let key = member.key {
          if case .node(let index) = key, storage.nodes[index].kind != .string {
            throw storage.keyNotString(ofDictionary: opened.node ?? 0, "edited dictionaries")
          }
          pairs[text(ofKey: key)] = value
        } else {
          elements.append(value)
        }
      }
      return switch opened.kind {
      case .dictionary: .dictionary(pairs)
      case .set: .set(elements)
      default: .array(elements)
      }
    }
  }

  private func hasOpened(in container: Int) -> Bool {
    containers[container].order.contains {
      if case .container = containers[container].members[Int($0)].value { true } else { false }
    }
  }
}

extension DocumentStorage {
  /// Returns the index of the value of a key if the root is a dictionary.
  func rootIndex(_ name: String) -> Int? {
    let node = nodes[root]
    guard node.kind == .dictionary else { return nil }
    for position in 0..<node.count where nodes[key(position, of: node)].isText(name, in: source) {
      return value(position, of: node)
    }
    return nil
  }
}
