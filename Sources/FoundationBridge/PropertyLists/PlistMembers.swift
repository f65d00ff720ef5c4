// The members of Foundation's collections as the objects that they are: off Apple's systems a
// subscript hands out a Swift value instead, which cannot be changed in its place.

extension NSArray {
  /// The element at a position as the object that it is, such as an `NSMutableArray`; nil out of
  /// bounds.
  public func plistObject(at position: Int) -> NSObject? {
    let members = FoundationMembers.members(of: self)
    return members.indices.contains(position) ? FoundationMembers.object(members[position]) : nil
  }
}

extension NSDictionary {
  /// The value of a key as the object that it is, such as an `NSMutableDictionary`; nil where there
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
