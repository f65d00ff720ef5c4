// Which classes are Foundation's, though the bridge does not make them.
internal import KeyedArchives

/// The classes of Foundation that have no mapping to Apple's layout.
enum FoundationClasses {
  /// Whether a name in an archive is that of a class of Foundation's: one that archives are known
  /// to have, or one of some classes, whose names off Apple's systems do not begin with `NS`.
  static func has(_ name: String, orOneOf classes: [AnyClass]) -> Bool {
    if ClassRegistry.standard.type(named: name) != nil { return true }
    return classes.contains { type in
      guard case .foundation = ClassOrigin(type) else { return false }
      let own = String(describing: type)
      return name == own || name == "NS" + own
    }
  }

  /// Whether a class is Foundation's and cannot be asked to make itself. Off Apple's systems such
  /// classes stop the program, or do not know Apple's layout.
  static func areUnmade(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      return false
    #else
      if case .foundation = ClassOrigin(type) { return true }
      return false
    #endif
  }
}
