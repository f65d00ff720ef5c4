// What a class and its superclasses have as stored properties, to be compared with what an instance
// has encoded: once a class, by reflection.

/// The stored properties of an instance, a level of inheritance each.
struct PropertyLevels {
  /// A class and the properties that it adds.
  struct Level {
    var type: Any.Type
    var properties: [String]
  }

  /// From the root class down.
  private var levels: [Level] = []

  /// The levels of an instance.
  init(_ instance: Any) {
    var mirror: Mirror? = Mirror(reflecting: instance)
    while let current = mirror {
      let labels = current.children.compactMap(\.label).map(Self.propertyName)
      levels.insert(Level(type: current.subjectType, properties: labels), at: 0)
      mirror = current.superclassMirror
    }
  }

  /// The name of a property without what a property wrapper puts in front of it.
  private static func propertyName(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  /// A level below the first whose properties are all missing among the keys, when the instance has
  /// neither asked for a container for each level nor encoded as many keys as it has properties.
  func lost(keys: Set<String>, requests: Int) -> Level? {
    let filled = levels.filter { !$0.properties.isEmpty }
    let count = filled.reduce(0) { $0 + $1.properties.count }
    guard filled.count > 1, requests < filled.count, keys.count < count else { return nil }
    return filled.dropFirst().first { level in
      let transient = (level.type as? any Archivable.Type)?.transientProperties ?? []
      return level.properties.allSatisfy {
        !keys.contains($0) && !keys.contains("_" + $0) && !transient.contains($0)
      }
    }
  }
}
