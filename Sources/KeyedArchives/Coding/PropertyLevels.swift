// The stored properties of a class and its superclasses, for comparison with the keys that an
// instance encoded; determined once for each class, by reflection.

/// The stored properties of an instance, one level for each class of the inheritance chain.
struct PropertyLevels {
  /// A class and the properties that it adds.
  struct ClassLevel {
    var type: Any.Type
    var properties: [String]
    /// Whether all of these properties are nil, so that none needs to be encoded.
    var isEmpty: Bool
  }

  /// The result of a check.
  enum LevelFinding {
    /// As far as can be determined, each class encodes the properties that it adds.
    case complete
    /// This instance has nothing that could be lost; another instance may be conclusive.
    case undecided
    /// A class encodes none of the properties that it adds.
    case lost(ClassLevel)
  }

  /// The levels, beginning with the first class that is `Encodable`.
  private var levels: [ClassLevel] = []

  /// Determines the levels of an instance.
  init(_ instance: Any) {
    var mirror: Mirror? = Mirror(reflecting: instance)
    while let current = mirror {
      let properties = current.children.filter { $0.label != nil }
      let level = ClassLevel(
        type: current.subjectType,
        // A property wrapper adds a prefix.
        properties: properties.compactMap(\.label).map {
          $0.hasPrefix("_") ? String($0.dropFirst()) : $0
        },
        isEmpty: properties.allSatisfy {
          let value = Mirror(reflecting: $0.value)
          return value.displayStyle == .optional && value.children.isEmpty
        })
      levels.insert(level, at: 0)
      mirror = current.superclassMirror
    }
    levels = Array(levels.drop { !($0.type is any Encodable.Type) })
  }

  /// Searches for a class, after the first one, none of whose properties are among the keys.
  ///
  /// If each class requested a container, each class encodes its own properties. With fewer
  /// requests, the keys decide: a property counts as encoded under its name, ignoring case, or
  /// under a key that matches no property and that no property of another class can have used.
  func finding(keys: Set<String>, requests: Int) -> LevelFinding {
    let added = levels.dropFirst().filter { !$0.properties.isEmpty }
    guard requests <= added.count else { return .complete }
    let keys = Set(keys.filter { $0 != "$class" }.map { $0.lowercased() })
    let lost = added.first { level in
      if level.properties.contains(where: { keys.contains($0.lowercased()) }) { return false }
      let transient = (level.type as? any Archivable.Type)?.transientProperties ?? []
      if level.properties.allSatisfy(transient.contains) { return false }
      let others = levels.filter { $0.type != level.type }.flatMap(\.properties).map {
        $0.lowercased()
      }
      return keys.subtracting(others).count <= Set(others).subtracting(keys).count
    }
    guard let lost else { return .complete }
    // The first class might not have requested a container.
    return requests == added.count && lost.isEmpty ? .undecided : .lost(lost)
  }
}
