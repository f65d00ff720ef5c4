// Every kind of failure of this module. The page of error codes in the documentation is generated
// from this file.

extension PlistError.Code {
  /// The input is empty.
  public static let emptyInput = PlistError.Code("empty-input")
  /// The input is no format that can be read.
  public static let unknownFormat = PlistError.Code("unknown-format")
  /// The input is a file of another kind, which the message names: compressed, signed, an image, a
  /// compiled nib.
  public static let otherFormat = PlistError.Code("other-format")
  /// The input declares a text encoding that is not known.
  public static let unknownEncoding = PlistError.Code("unknown-encoding")
  /// Bytes are not text in the encoding of the input.
  public static let invalidText = PlistError.Code("invalid-text")
  /// The input ends before it is complete.
  public static let unexpectedEnd = PlistError.Code("unexpected-end")
  /// A character stands where it cannot.
  public static let unexpectedCharacter = PlistError.Code("unexpected-character")
  /// An element has a name that property lists do not know.
  public static let unknownElement = PlistError.Code("unknown-element")
  /// A closing tag does not belong to the element that is open.
  public static let mismatchedTag = PlistError.Code("mismatched-tag")
  /// An element that must hold something is empty.
  public static let emptyElement = PlistError.Code("empty-element")
  /// A document type declares entities or elements of its own, which is refused.
  public static let internalSubset = PlistError.Code("internal-subset")
  /// A reference such as `&nbsp;` or `&#xD800;` stands for no character.
  public static let invalidReference = PlistError.Code("invalid-reference")
  /// A dictionary has a value without a key.
  public static let missingKey = PlistError.Code("missing-key")
  /// A dictionary has a key without a value.
  public static let missingValue = PlistError.Code("missing-value")
  /// A dictionary's key is not a string, where there can be only strings: in a value, a type, an archive
  /// and most formats. A key that is an array, set or dictionary is an error everywhere.
  public static let keyNotString = PlistError.Code("key-not-string")
  /// A key is repeated in a dictionary. Only reported as a warning.
  public static let duplicateKey = PlistError.Code("duplicate-key")
  /// A layout that the format's own software does not write. Only reported as style.
  public static let nonCanonicalForm = PlistError.Code("non-canonical-form")
  /// A form that Apple's software does not write and mostly refuses, but that is read. Only reported
  /// as a warning; an error of its own kind where reading is strict.
  public static let lenientForm = PlistError.Code("lenient-form")
  /// A text of an XML file, or one that is written into one, holds a control character that XML
  /// does not allow. Only reported as a warning.
  public static let controlCharacter = PlistError.Code("control-character")
  /// Half of a surrogate pair, which is no character. Only reported as a warning.
  public static let loneSurrogate = PlistError.Code("lone-surrogate")
  /// A date is written without its fraction of a second. Only reported as a warning.
  public static let lostFraction = PlistError.Code("lost-fraction")
  /// Two keys of a dictionary, or members of a set, differ in their bytes, but Swift holds them for equal
  /// text; or an `NSDictionary` has one text as two keys, of which one was changed after it was added.
  public static let equivalentKeys = PlistError.Code("equivalent-keys")
  /// The text of an integer is not a whole number.
  public static let invalidInteger = PlistError.Code("invalid-integer")
  /// An integer is out of the range that its place can hold.
  public static let integerOutOfRange = PlistError.Code("integer-out-of-range")
  /// The text of a real is not a number.
  public static let invalidReal = PlistError.Code("invalid-real")
  /// A date is not of the form `YYYY-MM-DDThh:mm:ssZ`.
  public static let invalidDate = PlistError.Code("invalid-date")
  /// Data is not base64 text, or not hexadecimal digits in an OpenStep text.
  public static let invalidData = PlistError.Code("invalid-data")
  /// A UID is not a whole number from 0 to 2^32−1.
  public static let invalidUID = PlistError.Code("invalid-uid")
  /// A binary file's trailer contradicts the file.
  public static let invalidTrailer = PlistError.Code("invalid-trailer")
  /// An entry of a binary file's offset table points outside the objects.
  public static let invalidOffset = PlistError.Code("invalid-offset")
  /// A binary object begins with a byte that is no marker of this format.
  public static let unknownMarker = PlistError.Code("unknown-marker")
  /// A binary object's size does not fit into the file.
  public static let objectTooLong = PlistError.Code("object-too-long")
  /// A reference points past the end of the object table.
  public static let invalidObjectReference = PlistError.Code("invalid-object-reference")
  /// A container contains itself.
  public static let cycle = PlistError.Code("cycle")
  /// Binary objects overlap so much that reading them would cost many times the file.
  public static let overlappingObjects = PlistError.Code("overlapping-objects")
  /// Containers are nested deeper than the limit.
  public static let depthLimit = PlistError.Code("depth-limit")
  /// There are more values than the limit.
  public static let objectLimit = PlistError.Code("object-limit")
  /// The input is larger than the limit.
  public static let byteLimit = PlistError.Code("byte-limit")
  /// Values that are shared again and again cost more bytes than the limit in all their places.
  public static let expansionLimit = PlistError.Code("expansion-limit")
  /// A key has more than 128 combining marks in a row where keys become `String`s, which are compared in
  /// quadratic time then. Also reported when a key or a set member like this is encoded.
  public static let combiningLimit = PlistError.Code("combining-limit")
  /// The format has no form for a value.
  public static let notRepresentable = PlistError.Code("not-representable")
  /// Nothing stands at a path.
  public static let noSuchPath = PlistError.Code("no-such-path")
  /// The text of a path is not one.
  public static let invalidPath = PlistError.Code("invalid-path")
  /// A value is not of the kind that was asked for.
  public static let typeMismatch = PlistError.Code("type-mismatch")
  /// A value that was asked for is absent.
  public static let valueNotFound = PlistError.Code("value-not-found")
}
