// The reference type of keyed archives: a number that is distinct from an integer.

/// A keyed archive's reference to one of its objects: an index into `$objects`.
///
/// Binary files have a marker for it; XML uses a dictionary whose only key is `CF$UID`.
public struct PlistUID: Hashable, Sendable {
  /// The index into `$objects`.
  public var value: UInt32

  /// Creates a reference to the object at an index.
  public init(_ value: UInt32) { self.value = value }
}
