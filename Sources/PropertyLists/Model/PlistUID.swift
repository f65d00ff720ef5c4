// The reference of a keyed archive: a number that is not an integer.

/// A keyed archive's reference to one of its objects: an index into `$objects`.
///
/// Binary files have a marker for it; XML writes a dictionary with the one key `CF$UID`.
public struct PlistUID: Hashable, Sendable {
  /// The index.
  public var value: UInt32

  /// A reference to the object at an index.
  public init(_ value: UInt32) { self.value = value }
}
