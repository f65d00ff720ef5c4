// The original objects in Foundation's collections, and the objects that can be keys and members.
// Outside of Apple's systems, the collections return Swift values instead, without identity or
// mutability; reflection returns the objects. On those systems, Foundation also stops the program
// if some of its classes are hashed, or if a collection of objects that Swift cannot hash is cast
// to the corresponding Swift type.

/// The members of collections.
enum FoundationMembers {
  static func members(of array: NSArray) -> [Any] {
    objects(in: array, count: array.count) ?? array.map { $0 }
  }

  static func members(of set: NSSet) -> [Any] {
    objects(in: set, count: set.count) ?? set.map { $0 }
  }

  static func members(of set: NSOrderedSet) -> [Any] { set.map { $0 } }

  static func pairs(of dictionary: NSDictionary) -> [(key: Any, value: Any)] {
    let shown = Mirror(reflecting: dictionary).children.compactMap {
      ($0.value as? (key: NSObject, value: AnyObject)).map { (key: $0.key, value: $0.value) }
    }
    guard shown.count == dictionary.count else {
      return dictionary.map { (key: $0.key, value: $0.value) }
    }
    return shown.map { key, value in
      isBox(value) || isBox(key)
        ? (key: key, value: dictionary.object(forKey: key) ?? value) : (key: key, value: value)
    }
  }

  /// Returns the value in an `AnyHashable`, and any other value unchanged; casting an object would
  /// be slow.
  static func unwrapped(_ member: Any) -> Any {
    type(of: member) is AnyClass ? member : (member as? AnyHashable)?.base ?? member
  }

  /// The objects that reflection returns; nil unless their number matches the collection's.
  private static func objects(in collection: Any, count: Int) -> [Any]? {
    let shown = Mirror(reflecting: collection).children.map(\.value)
    let areObjects = shown.allSatisfy { type(of: $0) is AnyClass && !isBox($0 as AnyObject) }
    return areObjects && shown.count == count ? shown : nil
  }

  /// The object that a member is or is bridged to.
  fileprivate static func object(_ member: Any) -> NSObject? {
    type(of: member) is AnyClass ? member as? NSObject : member as AnyObject as? NSObject
  }

  /// Whether an object wraps a Swift value that has no Foundation class.
  private static func isBox(_ object: AnyObject) -> Bool {
    if let boxClass { return ObjectIdentifier(type(of: object)) == boxClass }
    return hasNameOfBox(object)
  }

  /// The class of such wrappers; nil if Swift values are wrapped in another way. Its name is
  /// checked only once, because querying the class name takes as long as converting the object.
  private static let boxClass: ObjectIdentifier? = {
    struct Boxed {}
    let box = Boxed() as AnyObject
    return hasNameOfBox(box) ? ObjectIdentifier(type(of: box)) : nil
  }()

  private static func hasNameOfBox(_ object: AnyObject) -> Bool {
    String(describing: type(of: object)).hasPrefix("__SwiftValue")
  }
}

/// The hashes of objects.
enum FoundationHash {
  /// Returns the object if it can be a key or a member; otherwise nil.
  static func hashable(_ value: Any) -> NSObject? {
    guard type(of: value) is AnyClass, let object = value as? NSObject else { return nil }
    #if !canImport(ObjectiveC)
      if object is NSArray || object is NSDictionary { return nil }
      if object is NSDecimalNumber || object is NSError { return nil }
    #endif
    return object
  }

  /// Returns a dictionary; each key is hashed once, and if keys are equal, the last one is used.
  static func dictionary(keys: [NSObject], values: [Any], isMutable: Bool) -> NSDictionary {
    #if canImport(ObjectiveC)
      let pairs = Dictionary(zip(keys.map { AnyHashable($0) }, values)) { $1 }
      return isMutable ? NSMutableDictionary(dictionary: pairs) : NSDictionary(dictionary: pairs)
    #else
      isMutable
        ? NSMutableDictionary(objects: values, forKeys: keys)
        : NSDictionary(objects: values, forKeys: keys)
    #endif
  }
}

extension NSArray {
  /// Returns the original object of an element, such as an `NSMutableArray`; nil if out of bounds.
  public func plistObject(at position: Int) -> NSObject? {
    let members = FoundationMembers.members(of: self)
    return members.indices.contains(position) ? FoundationMembers.object(members[position]) : nil
  }
}

extension NSDictionary {
  /// Returns the original object of a key's value, such as an `NSMutableDictionary`; nil if absent.
  public func plistObject(forKey key: String) -> NSObject? {
    FoundationMembers.pairs(of: self).first { $0.key as? String == key }.flatMap {
      FoundationMembers.object($0.value)
    }
  }
}
