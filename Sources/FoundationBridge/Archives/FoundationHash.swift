// The objects that can be dictionary keys and set members. Outside of Apple's systems, Foundation
// stops the program if some of its classes are hashed, or if a collection of objects that are not
// hashable in Swift is cast to Swift's type.

/// The hashes of objects.
enum FoundationHash {
  /// Returns the object if it can be a key or a member; otherwise nil.
  static func hashable(_ value: Any) -> NSObject? {
    guard type(of: value) is AnyClass, let object = value as? NSObject else { return nil }
    return isSafe(object) ? object : nil
  }

  private static func isSafe(_ object: NSObject) -> Bool {
    #if canImport(ObjectiveC)
      true
    #else
      !(object is NSArray || object is NSDictionary || object is NSDecimalNumber
        || object is NSError)
    #endif
  }

  /// Returns a dictionary of hashable keys, created with one hash computation for each key; of
  /// equal keys, the last one is used.
  static func dictionary(keys: [NSObject], values: [Any], isMutable: Bool) -> NSDictionary {
    #if canImport(ObjectiveC)
      let pairs = Dictionary(zip(keys.map { AnyHashable($0) }, values)) { $1 }
      return isMutable
        ? NSMutableDictionary(dictionary: pairs) : NSDictionary(dictionary: pairs)
    #else
      isMutable
        ? NSMutableDictionary(objects: values, forKeys: keys)
        : NSDictionary(objects: values, forKeys: keys)
    #endif
  }
}
