// The original objects in Foundation's collections: outside of Apple's systems, a subscript returns
// a Swift value instead, which cannot be changed in place.

extension NSArray {
  /// Returns the original object of an element, such as an `NSMutableArray`; nil if the index is
  /// out of bounds.
  public func plistObject(at position: Int) -> NSObject? {
    let members = FoundationMembers.members(of: self)
    return members.indices.contains(position) ? FoundationMembers.object(members[position]) : nil
  }
}

extension NSDictionary {
  /// Returns the original object of a key's value, such as an `NSMutableDictionary`; nil if there
  /// is none.
  public func plistObject(forKey key: String) -> NSObject? {
    FoundationMembers.pairs(of: self).first { $0.key as? String == key }
      .flatMap { FoundationMembers.object($0.value) }
  }
}

extension FoundationMembers {
  /// The object that a member is, or is bridged to.
  fileprivate static func object(_ member: Any) -> NSObject? {
    type(of: member) is AnyClass ? member as? NSObject : member as AnyObject as? NSObject
  }
}
