// What a reader refuses.

/// Limits of reading. They are on by default, because input may be hostile; each can be raised.
public struct PlistReadingOptions: Sendable, Hashable {
  /// How deep containers may be nested; 512, as in Apple's parser. A `Plist` is never made deeper
  /// than 512.
  public var maximumDepth = 512
  /// How many values a document may have, keys included; 2^31 by default.
  public var maximumObjectCount = 1 << 31
  /// How many bytes the input may have; 2^32−1 by default, which is also the most that a document
  /// can hold.
  public var maximumByteCount = Int(UInt32.max)
  /// How many visits a walk over the whole document may cost beyond one for each reference in the
  /// file: what containers that are shared again and again would cost. Text and data of 4,096 bytes
  /// and more cost one visit for each 64 bytes. 4,000,000 by default.
  public var maximumExpansion = 4_000_000
  /// The default limits.
  public init() {}
}
