// The choice whether a save is trusted before it is made.

/// Whether a state is looked at once more after it was encoded, before anything is written.
public enum SaveVerification: Sendable, Hashable {
  /// What cannot be loaded again is not saved, with ``StateError/Code/notEncodable``.
  ///
  /// The bytes are read again. A state of less than 1,000 values is decoded. So is a larger one, unless what was
  /// read has the same values as what was encoded, and fields of the same classes with values of the same
  /// kinds as states that this store has loaded or checked before: then they decode as those did. What
  /// is left out is a type that refuses some values of a kind, such as certain numbers, but encodes them;
  /// ``decoded`` finds that too.
  case checked
  /// It is decoded each time, which takes as long as loading it. That finds values which a format
  /// does not have, such as dates in JSON, a key of the state's own that is the schema's, and types that
  /// decode other things than they encode.
  case decoded
  /// It is written as it was encoded.
  case none
}
