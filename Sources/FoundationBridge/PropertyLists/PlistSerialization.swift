// The calls of Foundation's PropertyListSerialization, implemented with this package's readers and
// writers. `PlistError` is made a Foundation error here, because the protocol belongs to the part
// of Foundation that the other modules do not import.
public import PropertyLists

/// Property lists as trees of Foundation's objects: the calls of `PropertyListSerialization`, with
/// errors that report line, column and path, and with support for writing the OpenStep format.
///
/// The resulting objects are `NSArray`, `NSDictionary`, `NSString`, `NSNumber`, `NSData` and
/// `NSDate`, or their mutable subclasses if the options request them. A key that is not a string,
/// which binary files may contain, becomes the same object as a value would; only strings can be
/// written.
public enum PlistSerialization {
  /// The objects that are mutable.
  public typealias MutabilityOptions = PropertyListSerialization.MutabilityOptions
  /// The formats that Foundation supports.
  public typealias Format = PropertyListSerialization.PropertyListFormat

  /// Reads a property list in any format, without returning the format: `format` must be nil.
  ///
  /// - Throws: `PlistError` with the location in the input.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: Never? = nil
  ) throws(PlistError) -> Any {
    try FoundationTree.object(of: PlistDocument(data), TreeMutability(options))
  }

  /// Reads a property list and returns its format.
  ///
  /// - Throws: `PlistError` with the location in the input; with `unknownFormat` for JSON, which
  ///   Foundation does not treat as a property list.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: inout Format
  ) throws(PlistError) -> Any {
    let document = try PlistDocument(data)
    guard let found = document.format.flatMap(Format.init(found:)) else {
      throw PlistError(
        .unknownFormat, message: "found JSON, which is not one of Foundation's formats")
    }
    let object = try FoundationTree.object(of: document, TreeMutability(options))
    format = found
    return object
  }

  /// Reads a property list and returns its format.
  ///
  /// - Throws: `PlistError` with the location in the input.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: inout PlistFormat
  ) throws(PlistError) -> Any {
    let document = try PlistDocument(data)
    let object = try FoundationTree.object(of: document, TreeMutability(options))
    format = document.format ?? format
    return object
  }

  /// Writes a property list with sorted keys. Unlike Foundation's call, it also writes the OpenStep
  /// format, in which all leaves are text or data. The options are 0, as in Foundation.
  ///
  /// - Throws: `PlistError` with the path of the value that the format cannot represent.
  public static func data(fromPropertyList plist: Any, format: Format, options: Int = 0)
    throws(PlistError) -> Data
  { try data(fromPropertyList: plist, as: PlistFormat(format)) }

  /// Writes a property list in any format, with sorted keys.
  ///
  /// - Throws: `PlistError` with the path of the value that the format cannot represent.
  public static func data(fromPropertyList plist: Any, as format: PlistFormat) throws(PlistError)
    -> Data
  { try FoundationWalk.plist(of: plist).encoded(as: format) }

  /// Whether an object can be written in a format.
  public static func propertyList(_ plist: Any, isValidFor format: Format) -> Bool {
    (try? data(fromPropertyList: plist, format: format)) != nil
  }
}

extension PropertyListSerialization.PropertyListFormat {
  /// The format of a document that was read; nil for JSON.
  fileprivate init?(found format: PlistFormat) {
    switch format {
    case .xml: self = .xml
    case .binary: self = .binary
    case _ where format.isOpenStepFamily: self = .openStep
    default: return nil
    }
  }
}

extension PlistFormat {
  fileprivate init(_ format: PropertyListSerialization.PropertyListFormat) {
    switch format {
    case .openStep: self = .openStep
    case .binary: self = .binary
    default: self = .xml
    }
  }
}

extension Plist {
  /// Creates a value from a tree of Foundation's objects, or of the Swift values bridged to them.
  /// The keys of dictionaries are sorted. Booleans, integers and real numbers are distinguished.
  ///
  /// - Throws: `PlistError` with the path of the object that a property list cannot contain.
  public init(foundationObject object: Any) throws(PlistError) {
    self = try FoundationWalk.plist(of: object)
  }

  /// Returns the value as a tree of Foundation's objects.
  ///
  /// - Throws: `PlistError` with `integerOutOfRange` for integers of more than 64 bits.
  public func foundationObject(options: PropertyListSerialization.MutabilityOptions = [])
    throws(PlistError) -> Any
  { try FoundationTree.object(of: self, TreeMutability(options)) }
}

extension PlistDocument {
  /// Returns the document as a tree of Foundation's objects.
  ///
  /// - Throws: `PlistError` with `integerOutOfRange` for integers of more than 64 bits, and with
  ///   `equivalentKeys` if two keys of a dictionary are equal as text or as objects, such as the
  ///   integer 1 and the real number 1.
  public func foundationObject(options: PropertyListSerialization.MutabilityOptions = [])
    throws(PlistError) -> Any
  { try FoundationTree.object(of: self, TreeMutability(options)) }
}

extension PlistError: CustomNSError {
  /// The domain of Cocoa's errors, which `PropertyListSerialization` throws.
  public static var errorDomain: String { NSCocoaErrorDomain }

  /// The Cocoa code: 3851 if a format cannot represent a value, otherwise 3840 (corrupt).
  public var errorCode: Int {
    let cocoaCode: CocoaError.Code =
      code == .notRepresentable ? .propertyListWriteStream : .propertyListReadCorrupt
    return cocoaCode.rawValue
  }

  /// The description, with the line, the column and the path.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSDebugDescriptionErrorKey: description]
  }
}
