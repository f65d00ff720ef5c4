// Which classes are Foundation's, though the bridge does not make them.
internal import PropertyLists

/// The classes of Foundation that have no mapping to Apple's layout.
enum FoundationClasses {
  /// Whether a name in an archive has the prefix of Apple's classes.
  static func hasPrefix(_ name: String) -> Bool {
    name.utf8.starts(with: "NS".utf8) || name.utf8.starts(with: "_NS".utf8)
  }

  /// The names that archives may have for those of some classes that are Foundation's. Off Apple's
  /// systems not all of their own names begin with `NS`.
  static func names(of classes: [AnyClass]) -> Set<ByteKey> {
    var names: Set<ByteKey> = []
    for type in classes {
      guard case .foundation = ClassOrigin(type) else { continue }
      let own = String(describing: type)
      names.formUnion([ByteKey(own), ByteKey("NS" + own)])
    }
    return names
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
