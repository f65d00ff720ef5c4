// The kinds of failure of archiving and unarchiving objects.

extension ArchiveError.Code {
  /// Values hold values deeper than the options allow.
  public static let depthLimit = Self("depth-limit")
  /// A value has no form in an archive.
  public static let notRepresentable = Self("not-representable")
  /// Two types would be archived under one name.
  public static let ambiguousClass = Self("ambiguous-class")
  /// Instances hold each other through links that are no references: they could not be made again.
  public static let cycle = Self("cycle")
  /// A subclass archives none of the properties that it adds.
  public static let lostProperties = Self("lost-properties")
  /// Something was to be added to an archive that is finished.
  public static let archiverFinished = Self("archiver-finished")
  /// The archive has no value for a key.
  public static let valueNotFound = Self("value-not-found")
  /// The archive has an object of another class, or a value of another kind.
  public static let typeMismatch = Self("type-mismatch")
  /// The archive has an object of a class that is not expected at that place.
  public static let unexpectedClass = Self("unexpected-class")
  /// A number does not fit in the type that was asked for.
  public static let outOfRange = Self("out-of-range")
  /// Objects are shared so often that making values of them would never end.
  public static let expansionLimit = Self("expansion-limit")
  /// A reference leads to no object.
  public static let referenceOutOfRange = Self("reference-out-of-range")
  /// An object's `$class` is no class record.
  public static let invalidClassRecord = Self("invalid-class-record")
  /// The property list is no keyed archive.
  public static let notArchive = Self("not-archive")
  /// The archive's `$version` is not 100000.
  public static let unknownVersion = Self("unknown-version")
}
