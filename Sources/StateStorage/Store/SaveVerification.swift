// The choice whether a save is trusted before it is made.

/// Whether a state is looked at once more after it was encoded, before anything is written.
public enum SaveVerification: Sendable, Hashable {
  /// It is decoded, which takes as long as loading it: what cannot be loaded again is not saved, with
  /// ``StateError/Code/notEncodable``. That finds values which a format does not have, such as dates
  /// in JSON, a key of the state's own that is the schema's, and types that decode other things than
  /// they encode.
  case decoded
  /// It is written as it was encoded.
  case none
}
