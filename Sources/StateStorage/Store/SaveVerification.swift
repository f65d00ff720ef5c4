// The choice of how a save is verified before it is written.

/// How a save verifies an encoded state before anything is written.
public enum SaveVerification: Sendable, Hashable {
  /// A state that cannot be loaded again is not saved, and the save fails with
  /// ``StateError/Code/notEncodable``.
  ///
  /// The bytes are read again. A state of fewer than 1,000 values is decoded. A larger one is
  /// decoded too unless both of these hold: the values that were read equal those that were
  /// encoded, and the fields of each class have values of the same kinds as in states that this
  /// store has loaded or checked before. Such a state decodes as the earlier ones did. This check
  /// does not find a type that encodes certain values of a kind, such as some numbers, but rejects
  /// them when it decodes; ``decoded`` finds these too.
  case checked
  /// The state is decoded for each save, which takes as long as loading it. This finds values that
  /// a format does not support, such as dates in JSON; a key of the state that is also the key of
  /// the schema; and types that decode different values from those that they encode.
  case decoded
  /// The state is written without a check.
  case none
}
