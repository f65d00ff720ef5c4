// All error codes of this module. The error code page of the documentation is generated from this
// file.

extension PlistError.Code {
  /// The input is empty.
  public static let emptyInput = PlistError.Code("empty-input")
  /// The input is not in a readable format.
  public static let unknownFormat = PlistError.Code("unknown-format")
  /// The input is a file of another kind, which the message names: compressed, signed, an image, a
  /// compiled nib.
  public static let otherFormat = PlistError.Code("other-format")
  /// The input declares an unknown text encoding.
  public static let unknownEncoding = PlistError.Code("unknown-encoding")
  /// The bytes are not valid text in the encoding of the input.
  public static let invalidText = PlistError.Code("invalid-text")
  /// The input ends before it is complete.
  public static let unexpectedEnd = PlistError.Code("unexpected-end")
  /// A character is not allowed at its location.
  public static let unexpectedCharacter = PlistError.Code("unexpected-character")
  /// An element has a name that property lists do not use.
  public static let unknownElement = PlistError.Code("unknown-element")
  /// A closing tag does not match the open element.
  public static let mismatchedTag = PlistError.Code("mismatched-tag")
  /// An element that must have contents is empty.
  public static let emptyElement = PlistError.Code("empty-element")
  /// A document type declaration contains an internal subset (its own entities or elements), which
  /// is rejected.
  public static let internalSubset = PlistError.Code("internal-subset")
  /// A reference such as `&nbsp;` or `&#xD800;` does not denote a character.
  public static let invalidReference = PlistError.Code("invalid-reference")
  /// A dictionary has a value without a key.
  public static let missingKey = PlistError.Code("missing-key")
  /// A dictionary has a key without a value.
  public static let missingValue = PlistError.Code("missing-value")
  /// A dictionary's key is not a string where only strings are supported: in a `Plist`, a Swift
  /// type, an archive and most formats. A key that is an array, set or dictionary is always an
  /// error.
  public static let keyNotString = PlistError.Code("key-not-string")
  /// A key is repeated in a dictionary. Reported only as a warning.
  public static let duplicateKey = PlistError.Code("duplicate-key")
  /// The layout is different from that of the format's own software. Reported only by the style
  /// check.
  public static let nonCanonicalForm = PlistError.Code("non-canonical-form")
  /// The input has a form that Apple's software does not write and usually rejects. Reported only
  /// as a warning; in strict reading, an error with another code.
  public static let lenientForm = PlistError.Code("lenient-form")
  /// A string in an XML file, or one that is written to an XML file, contains a control character
  /// that XML does not allow. Reported only as a warning.
  public static let controlCharacter = PlistError.Code("control-character")
  /// An unpaired surrogate, which is not a character. Reported only as a warning.
  public static let loneSurrogate = PlistError.Code("lone-surrogate")
  /// A date is written without its fraction of a second. Reported only as a warning.
  public static let lostFraction = PlistError.Code("lost-fraction")
  /// Two keys of a dictionary, or members of a set, differ in their bytes, but Swift considers them
  /// equal (canonical equivalence); or two keys of an `NSDictionary` have the same text, because
  /// one of them was changed after it was added.
  public static let equivalentKeys = PlistError.Code("equivalent-keys")
  /// The text of an integer is malformed.
  public static let invalidInteger = PlistError.Code("invalid-integer")
  /// An integer is out of the range of its type or format.
  public static let integerOutOfRange = PlistError.Code("integer-out-of-range")
  /// The text of a real is not a number.
  public static let invalidReal = PlistError.Code("invalid-real")
  /// A date does not have the form `YYYY-MM-DDThh:mm:ssZ`.
  public static let invalidDate = PlistError.Code("invalid-date")
  /// Data is not valid base64 or, in OpenStep text, not valid hexadecimal digits.
  public static let invalidData = PlistError.Code("invalid-data")
  /// A UID is not an integer from 0 to 2^32−1.
  public static let invalidUID = PlistError.Code("invalid-uid")
  /// The trailer of a binary file contradicts the file.
  public static let invalidTrailer = PlistError.Code("invalid-trailer")
  /// An offset in a binary file's offset table points outside the objects.
  public static let invalidOffset = PlistError.Code("invalid-offset")
  /// A binary object begins with a byte that is not a marker of this format.
  public static let unknownMarker = PlistError.Code("unknown-marker")
  /// A binary object extends past the end of the objects.
  public static let objectTooLong = PlistError.Code("object-too-long")
  /// A reference points past the end of the object table.
  public static let invalidObjectReference = PlistError.Code("invalid-object-reference")
  /// A container contains itself.
  public static let cycle = PlistError.Code("cycle")
  /// Binary objects overlap so much that reading them would cost many times the size of the file.
  public static let overlappingObjects = PlistError.Code("overlapping-objects")
  /// Containers are nested deeper than the limit.
  public static let depthLimit = PlistError.Code("depth-limit")
  /// There are more values than the limit allows.
  public static let objectLimit = PlistError.Code("object-limit")
  /// The input is larger than the limit.
  public static let byteLimit = PlistError.Code("byte-limit")
  /// Values are shared so often that a traversal of the document would exceed the limit, which is
  /// counted in bytes.
  public static let expansionLimit = PlistError.Code("expansion-limit")
  /// A key has more than 128 consecutive combining marks and would become a `String`; Swift takes
  /// quadratic time to compare strings with so many marks. Also reported when such a key or set
  /// member is encoded.
  public static let combiningLimit = PlistError.Code("combining-limit")
  /// The format cannot represent a value.
  public static let notRepresentable = PlistError.Code("not-representable")
  /// There is no value at a path.
  public static let noSuchPath = PlistError.Code("no-such-path")
  /// The text of a path is malformed.
  public static let invalidPath = PlistError.Code("invalid-path")
  /// A value is not of the requested kind.
  public static let typeMismatch = PlistError.Code("type-mismatch")
  /// A requested value is absent.
  public static let valueNotFound = PlistError.Code("value-not-found")
  /// A key that an edit adds to a dictionary exists already.
  public static let keyExists = PlistError.Code("key-exists")
  /// An edit does not apply to its value: the root cannot be removed, a container cannot be sorted,
  /// or a file has changed since the edits that are to be undone.
  public static let invalidEdit = PlistError.Code("invalid-edit")
  /// Both sides of a merge changed the same value differently.
  public static let mergeConflict = PlistError.Code("merge-conflict")
  /// A merge made a decision that a person may want to check. Reported only as a warning.
  public static let mergeDecision = PlistError.Code("merge-decision")
  /// A patch is not a JSON array of edits: an edit is unknown, or a member of it is missing, unknown
  /// or of the wrong kind.
  public static let invalidPatch = PlistError.Code("invalid-patch")
}
