// What a class and its superclasses have as stored properties, to be compared with what an instance
// has encoded: once a class, by reflection.

/// The stored properties of an instance, a level of inheritance each.
struct PropertyLevels {
  /// A class and the properties that it adds.
  struct ClassLevel {
    var type: Any.Type
    var properties: [String]
    /// Whether all of them are nil, so that none need be encoded.
    var isEmpty: Bool
  }

  /// What was found.
  enum LevelFinding {
    /// Each class encodes what it adds, as far as can be told.
    case complete
    /// There is nothing in this instance that could be lost; another may tell.
    case undecided
    /// A class encodes none of the properties that it adds.
    case lost(ClassLevel)
  }

  /// From the first class that encodes itself down.
  private var levels: [ClassLevel] = []

  /// The levels of an instance.
  init(_ instance: Any) {
    var mirror: Mirror? = Mirror(reflecting: instance)
    while let current = mirror {
      levels.insert(ClassLevel(current), at: 0)
      mirror = current.superclassMirror
    }
    levels = Array(levels.drop { !($0.type is any Encodable.Type) })
  }

  /// Looks for a class below the first whose properties are all missing among the keys.
  ///
  /// Classes that each ask for a container encode each for themselves. Where fewer did, keys tell: a
  /// property is encoded under its name, whatever the case of its letters, or under a key that fits
  /// no property and that no property of another class can have taken.
  func finding(keys: Set<String>, requests: Int) -> LevelFinding {
    let added = levels.dropFirst().filter { !$0.properties.isEmpty }
    guard requests <= added.count else { return .complete }
    let keys = Set(keys.filter { $0 != "$class" }.map { $0.lowercased() })
    guard let lost = added.first(where: { isLost($0, keys: keys) }) else { return .complete }
    // The first class may have asked for no container.
    return requests == added.count && lost.isEmpty ? .undecided : .lost(lost)
  }

  private func isLost(_ level: ClassLevel, keys: Set<String>) -> Bool {
    if level.properties.contains(where: { keys.contains($0.lowercased()) }) { return false }
    let transient = (level.type as? any Archivable.Type)?.transientProperties ?? []
    if level.properties.allSatisfy(transient.contains) { return false }
    let others = levels.filter { $0.type != level.type }.flatMap(\.properties).map {
      $0.lowercased()
    }
    return keys.subtracting(others).count <= Set(others).subtracting(keys).count
  }
}

extension PropertyLevels.ClassLevel {
  /// The level of one class.
  fileprivate init(_ mirror: Mirror) {
    let properties = mirror.children.filter { $0.label != nil }
    self.init(
      type: mirror.subjectType, properties: properties.compactMap(\.label).map(Self.name),
      isEmpty: properties.allSatisfy { Self.isNil($0.value) })
  }

  /// The name of a property without what a property wrapper puts in front of it.
  private static func name(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
