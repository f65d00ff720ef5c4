// Objects that stand in for others: what replacementObject(for:) and awakeAfter(using:) are to
// Objective-C.

/// An object that is archived as another one.
public protocol ArchivingReplacement: AnyObject {
  /// What is archived in this object's place, wherever it stands; nil archives nil. Asked once for
  /// each object and archive.
  func replacementForArchiving() throws -> (any Encodable)?
}

/// An object that another takes the place of once it was made, such as one that a program has only
/// one of.
public protocol UnarchivingReplacement: AnyObject {
  /// The object to use instead; it must be of the type that was asked for. Asked once for each
  /// object, when its fields were read; links may not be filled yet.
  func replacementAfterUnarchiving() throws -> AnyObject
}
