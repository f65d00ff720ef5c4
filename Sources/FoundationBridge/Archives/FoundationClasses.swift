// The Foundation classes that the bridge does not create.
internal import PropertyLists

/// The Foundation classes that are not mapped to Apple's layouts.
enum FoundationClasses {
  /// Whether a name in an archive has the prefix of Apple's classes.
  static func hasPrefix(_ name: String) -> Bool {
    name.utf8.starts(with: "NS".utf8) || name.utf8.starts(with: "_NS".utf8)
  }

  /// Returns the names in archives of those of the given classes that are Foundation's. Outside of
  /// Apple's systems, not all of their own names begin with `NS`.
  static func names(of classes: [AnyClass]) -> Set<ByteKey> {
    var names: Set<ByteKey> = []
    for type in classes {
      guard case .foundation = ClassOrigin(type) else { continue }
      let own = String(describing: type)
      names.formUnion([ByteKey(own), ByteKey("NS" + own)])
    }
    return names
  }

  /// Whether a class is Foundation's and cannot decode itself. Outside of Apple's systems, such
  /// classes stop the program or do not support Apple's layout.
  static func areUnmade(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      return false
    #else
      if case .foundation = ClassOrigin(type) { return true }
      return false
    #endif
  }
}
