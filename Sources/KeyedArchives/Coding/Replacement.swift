// Objects that replace others, as with `replacementObject(for:)` and `awakeAfter(using:)` in
// Objective-C.

/// An object that is archived as another one.
public protocol ArchivingReplacement: AnyObject {
  /// Returns the object or value to archive instead of this object, wherever it occurs; nil
  /// archives nil. Called once for each object and archive.
  func replacementForArchiving() throws -> (any Encodable)?
}

/// An object that is replaced by another after it is created, such as an object that exists only
/// once in a program.
public protocol UnarchivingReplacement: AnyObject {
  /// Returns the object to use instead, which must be of the requested type. Called once for each
  /// object, after its fields were read; links might not be set yet.
  func replacementAfterUnarchiving() throws -> AnyObject
}
