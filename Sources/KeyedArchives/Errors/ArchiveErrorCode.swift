// Every kind of failure of this module. The page of error codes in the documentation is generated
// from this file.

extension ArchiveError.Code {
  /// The bytes are no property list.
  public static let notPropertyList = ArchiveError.Code("not-property-list")
  /// The property list is no dictionary, so it is no archive.
  public static let notArchive = ArchiveError.Code("not-archive")
  /// `$top` is absent or no dictionary.
  public static let invalidTop = ArchiveError.Code("invalid-top")
  /// `$objects` is absent or no array.
  public static let invalidObjects = ArchiveError.Code("invalid-objects")
  /// A reference names no object: it is negative, or not below the number of objects.
  public static let referenceOutOfRange = ArchiveError.Code("reference-out-of-range")
  /// An object is itself a reference.
  public static let referenceToReference = ArchiveError.Code("reference-to-reference")
  /// A reference leads to a dictionary without `$class`, such as a class record.
  public static let missingClass = ArchiveError.Code("missing-class")
  /// An object's `$class` is no reference to one of the objects.
  public static let invalidClassReference = ArchiveError.Code("invalid-class-reference")
  /// An object's `$class` leads to something else than a class record: a dictionary with a string
  /// `$classname`, whose `$classes` and `$classhints`, if there, are arrays of strings.
  public static let invalidClassRecord = ArchiveError.Code("invalid-class-record")
  /// Members of a collection are stored, but not as references.
  public static let invalidMembers = ArchiveError.Code("invalid-members")
  /// A dictionary has not as many keys as values.
  public static let unevenMembers = ArchiveError.Code("uneven-members")
  /// A dictionary has a key that is nil.
  public static let nilKey = ArchiveError.Code("nil-key")
  /// The count of a counted set, or of a member of it, is no whole number from 0, or promises
  /// members that are not there.
  public static let invalidCount = ArchiveError.Code("invalid-count")
  /// What objects share would cost more when written out than the limit.
  public static let expansionLimit = ArchiveError.Code("expansion-limit")
  /// `$version` is not 100000. Only found by a diagnosis.
  public static let unknownVersion = ArchiveError.Code("unknown-version")
  /// The property list is neither binary nor XML, which is all that Apple's readers take. Only
  /// reported as a warning.
  public static let foreignFormat = ArchiveError.Code("foreign-format")
  /// `$archiver` is not `NSKeyedArchiver`. Only reported as a warning.
  public static let unknownArchiver = ArchiveError.Code("unknown-archiver")
  /// The first object is not the string `$null`. Only reported as a warning.
  public static let invalidFirstObject = ArchiveError.Code("invalid-first-object")
  /// Nothing that `$top` reaches refers to an object. Only reported as a warning.
  public static let unreachableObject = ArchiveError.Code("unreachable-object")
}
