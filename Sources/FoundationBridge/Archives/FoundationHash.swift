// Which objects can be keys of dictionaries and members of sets. Off Apple's systems Foundation stops
// the program where some of its classes are asked for their hash, or where a collection of what has
// no hash in Swift is cast to Swift's.

/// The hashes of objects.
enum FoundationHash {
  /// The object, if it can be a key or a member; otherwise nil.
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

  /// A dictionary of keys that have a hash, made with one hash for each key; of two keys that are equal
  /// the last counts.
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
