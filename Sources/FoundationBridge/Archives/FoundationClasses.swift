// Which classes are Foundation's, though the bridge does not make them.

/// The classes of Foundation that have no mapping to Apple's layout.
enum FoundationClasses {
  /// Whether a name in an archive is that of a class of Apple's: by its prefix, or as one of some
  /// classes, whose names off Apple's systems do not begin with `NS`.
  static func has(_ name: String, orOneOf classes: [AnyClass]) -> Bool {
    if name.hasPrefix("NS") || name.hasPrefix("_NS") { return true }
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
