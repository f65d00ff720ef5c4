// Edits of values by path. Each either succeeds completely or throws and leaves the value unchanged.
internal import OrderedCollections

extension Plist {
  /// Replaces the value at a path. In a dictionary, adds the key if it is absent.
  ///
  /// - Throws: `PlistError` with `noSuchPath` if the container does not exist, or the index is out
  ///   of range.
  public mutating func set(_ value: Plist, at path: PlistPath) throws(PlistError) {
    guard let last = path.steps.last else {
      self = value
      return
    }
    try modify(containerOf: path) { container, parent throws(PlistError) in
      try container.set(value, step: last, parent: parent)
    }
  }

  /// Adds a key that is absent from its dictionary, or an element of an array or set. The elements
  /// from the index on move up by one; the index can be the number of elements. `position` is the
  /// position of a new pair in its dictionary.
  ///
  /// - Throws: `PlistError` with `keyExists` if the dictionary contains the key, and `noSuchPath`
  ///   if the container does not exist or the index is out of range.
  public mutating func insert(
    _ value: Plist, at path: PlistPath, position: PlistEdit.PairPosition = .automatic
  ) throws(PlistError) {
    guard let last = path.steps.last else { throw PlistError.rootEdit("inserted") }
    try modify(containerOf: path) { container, parent throws(PlistError) in
      try container.insert(value, step: last, position: position, parent: parent)
    }
  }

  /// Adds an element at the end of the array or set at a path.
  ///
  /// - Throws: `PlistError` with `noSuchPath` if there is no array or set at the path.
  public mutating func append(_ value: Plist, at path: PlistPath) throws(PlistError) {
    try modify(at: path.steps[...], path: path) { list throws(PlistError) in
      guard let count = list.elements?.count else {
        throw PlistError.noStep(.index(-1), in: list.kind, count: 0, parent: path)
      }
      try list.insert(value, step: .index(count), position: .automatic, parent: path)
    }
  }

  /// Removes the value at a path, with its key, and returns it.
  ///
  /// - Throws: `PlistError` with `noSuchPath` if there is no value at the path.
  @discardableResult
  public mutating func remove(at path: PlistPath) throws(PlistError) -> Plist {
    guard let last = path.steps.last else { throw PlistError.rootEdit("removed") }
    var removed: Plist?
    try modify(containerOf: path) { container, parent throws(PlistError) in
      removed = try container.remove(step: last, parent: parent)
    }
    return removed ?? .null
  }

  /// Applies edits one after another. If one fails, the value stays as it was before the first.
  ///
  /// - Throws: `PlistError` with the path of the edit that failed.
  public mutating func apply(_ edits: [PlistEdit]) throws(PlistError) {
    var edited = self
    for edit in edits { try edited.apply(edit) }
    self = edited
  }

  private mutating func apply(_ edit: PlistEdit) throws(PlistError) {
    switch edit {
    case .set(let path, let value): try set(value, at: path)
    case .insert(let path, let value, let position):
      try insert(value, at: path, position: position)
    case .append(let path, let value): try append(value, at: path)
    case .remove(let path): try remove(at: path)
    case .rename(let path, let key): try rename(path, to: key)
    case .move(let path, let target):
      let value = try remove(at: path)
      try insert(value, at: target)
    case .merge(let path, let value):
      try modify(at: path.steps[...], path: path) { dictionary throws(PlistError) in
        try dictionary.merge(value, path: path)
      }
    case .sort(let path):
      try modify(at: path.steps[...], path: path) { container throws(PlistError) in
        try container.sort(path: path)
      }
    case .restore:
      throw PlistError(.invalidEdit, message: "only a file can be restored to earlier bytes")
    }
  }

  private mutating func rename(_ path: PlistPath, to key: String) throws(PlistError) {
    guard let last = path.steps.last else { throw PlistError.rootEdit("renamed") }
    try modify(containerOf: path) { container, parent throws(PlistError) in
      guard case .dictionary(var pairs) = container, case .key(let old) = last,
        let index = pairs.index(forKey: old)
      else {
        throw PlistError.noStep(
          last, in: container.kind, count: container.elements?.count ?? 0, parent: parent)
      }
      if key.hasSameBytes(as: old) { return }
      if key != old, pairs[key] != nil { throw PlistError.keyExists(key, parent: parent) }
      container = .null
      let value = pairs.remove(at: index).value
      pairs.updateValue(value, forKey: key, insertingAt: index)
      container = .dictionary(pairs)
    }
  }

  // MARK: Containers

  /// Calls a function with the container of the value at a path, and the path of the container.
  private mutating func modify(
    containerOf path: PlistPath,
    _ body: (inout Plist, PlistPath) throws(PlistError) -> Void
  ) throws(PlistError) {
    let parent = PlistPath(Array(path.steps.dropLast()))
    try modify(at: parent.steps[...], path: parent) { container throws(PlistError) in
      try body(&container, parent)
    }
  }

  /// Calls a function with the value at a path. Recurses once for each container on the path.
  private mutating func modify(
    at steps: ArraySlice<PlistPath.Step>, path: PlistPath,
    _ body: (inout Plist) throws(PlistError) -> Void
  ) throws(PlistError) {
    guard let step = steps.first else { return try body(&self) }
    switch self {
    case .dictionary(var pairs):
      guard let index = step.text.flatMap({ pairs.index(forKey: $0) }) else { break }
      self = .null
      var value = pairs.values[index]
      pairs.values[index] = .null
      defer {
        pairs.values[index] = value
        self = .dictionary(pairs)
      }
      return try value.modify(at: steps.dropFirst(), path: path, body)
    case .array(var elements), .set(var elements):
      guard let index = step.index(in: elements.count) else { break }
      let isSet = kind == .set
      self = .null
      var value = elements[index]
      elements[index] = .null
      defer {
        elements[index] = value
        self = isSet ? .set(elements) : .array(elements)
      }
      return try value.modify(at: steps.dropFirst(), path: path, body)
    default: break
    }
    let parent = PlistPath(Array(path.steps.prefix(steps.startIndex)))
    throw PlistError.noStep(step, in: kind, count: elements?.count ?? 0, parent: parent)
  }

  private mutating func set(_ value: Plist, step: PlistPath.Step, parent: PlistPath)
    throws(PlistError)
  {
    switch self {
    case .dictionary(let pairs):
      guard let key = step.text else { break }
      if pairs[key] == nil {
        return try insert(value, step: step, position: .automatic, parent: parent)
      }
      self[key] = value
      return
    case .array(var elements), .set(var elements):
      guard let index = step.index(in: elements.count) else { break }
      let isSet = kind == .set
      self = .null
      elements[index] = value
      self = isSet ? .set(elements) : .array(elements)
      return
    default: break
    }
    throw PlistError.noStep(step, in: kind, count: elements?.count ?? 0, parent: parent)
  }

  private mutating func insert(
    _ value: Plist, step: PlistPath.Step, position: PlistEdit.PairPosition, parent: PlistPath
  ) throws(PlistError) {
    switch self {
    case .dictionary(var pairs):
      guard let key = step.text else { break }
      if pairs[key] != nil { throw PlistError.keyExists(key, parent: parent) }
      let index = position.index(of: key, keys: pairs.keys.elements)
      self = .null
      pairs.updateValue(value, forKey: key, insertingAt: index)
      self = .dictionary(pairs)
      return
    case .array(var elements), .set(var elements):
      guard let index = step.insertionIndex(in: elements.count) else { break }
      let isSet = kind == .set
      self = .null
      elements.insert(value, at: index)
      self = isSet ? .set(elements) : .array(elements)
      return
    default: break
    }
    throw PlistError.noStep(step, in: kind, count: elements?.count ?? 0, parent: parent)
  }

  private mutating func remove(step: PlistPath.Step, parent: PlistPath) throws(PlistError) -> Plist
  {
    switch self {
    case .dictionary(var pairs):
      guard let index = step.text.flatMap({ pairs.index(forKey: $0) }) else { break }
      self = .null
      let removed = pairs.remove(at: index).value
      self = .dictionary(pairs)
      return removed
    case .array(var elements), .set(var elements):
      guard let index = step.index(in: elements.count) else { break }
      let isSet = kind == .set
      self = .null
      let removed = elements.remove(at: index)
      self = isSet ? .set(elements) : .array(elements)
      return removed
    default: break
    }
    throw PlistError.noStep(step, in: kind, count: elements?.count ?? 0, parent: parent)
  }

  /// Merges a dictionary into this one, with an explicit stack.
  private mutating func merge(_ other: Plist, path: PlistPath) throws(PlistError) {
    for setting in try PlistEdit.settings(merging: other, into: self, at: path) {
      try set(setting.value, at: setting.path)
    }
  }

  private mutating func sort(path: PlistPath) throws(PlistError) {
    switch self {
    case .dictionary(var pairs):
      self = .null
      pairs.sort { $0.key.precedesInBytes($1.key) }
      self = .dictionary(pairs)
    case .array(let values):
      guard let order = Plist.sortedOrder(values) else { fallthrough }
      self = .array(order.map { values[$0] })
    default:
      throw PlistError(
        .invalidEdit,
        message: "expected a dictionary, or an array of strings or numbers, to sort", path: path)
    }
  }

  /// Returns the indexes of strings or numbers in ascending order; nil for other values.
  static func sortedOrder(_ values: [Plist]) -> [Int]? {
    let texts = values.compactMap(\.stringValue)
    if texts.count == values.count {
      return texts.indices.sorted {
        texts[$0].precedesInBytes(texts[$1]) || $0 < $1 && texts[$0].hasSameBytes(as: texts[$1])
      }
    }
    let numbers = values.compactMap { $0.realValue ?? $0.integerValue.map { Double($0.int128) } }
    guard numbers.count == values.count else { return nil }
    return numbers.indices.sorted {
      numbers[$0] < numbers[$1] || numbers[$0] == numbers[$1] && $0 < $1
    }
  }
}
