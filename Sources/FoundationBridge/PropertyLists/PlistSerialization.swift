// The calls of Foundation's PropertyListSerialization over this package's readers and writers.
public import PropertyLists

/// Property lists as trees of Foundation's objects: the calls of `PropertyListSerialization`, with
/// errors that tell line, column and path, and with OpenStep's format written too.
///
/// What is read consists of `NSArray`, `NSDictionary`, `NSString`, `NSNumber`, `NSData` and `NSDate`
/// as they are, or of their mutable subclasses as the options say. A key that is not a string, as a binary
/// file can have it, is the object that a value would be; only strings are written.
public enum PlistSerialization {
  /// Which objects can be changed.
  public typealias MutabilityOptions = PropertyListSerialization.MutabilityOptions
  /// The formats that Foundation knows.
  public typealias Format = PropertyListSerialization.PropertyListFormat

  /// Reads a property list, in any format. The format is not asked for: it can only be nil.
  ///
  /// - Throws: `PlistError` with the place in the input.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: Never? = nil
  ) throws(PlistError) -> Any {
    try FoundationTree.object(of: PlistDocument(data), TreeMutability(options))
  }

  /// Reads a property list, and tells its format.
  ///
  /// - Throws: `PlistError` with the place in the input; with `unknownFormat` for JSON, which
  ///   Foundation does not take for a property list.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: inout Format
  ) throws(PlistError) -> Any {
    let document = try PlistDocument(data)
    guard let found = document.format.flatMap(Format.init(found:)) else {
      throw PlistError(
        .unknownFormat, message: "this is JSON, which is none of Foundation's formats")
    }
    let object = try FoundationTree.object(of: document, TreeMutability(options))
    format = found
    return object
  }

  /// Reads a property list, and tells its format.
  ///
  /// - Throws: `PlistError` with the place in the input.
  public static func propertyList(
    from data: Data, options: MutabilityOptions = [], format: inout PlistFormat
  ) throws(PlistError) -> Any {
    let document = try PlistDocument(data)
    let object = try FoundationTree.object(of: document, TreeMutability(options))
    format = document.format ?? format
    return object
  }

  /// Writes a property list, keys sorted. Unlike Foundation's call, writes OpenStep's format too,
  /// where all leaves are text or data. The options are 0, as Foundation has it.
  ///
  /// - Throws: `PlistError` with the path of what the format has no form for.
  public static func data(fromPropertyList plist: Any, format: Format, options: Int = 0)
    throws(PlistError) -> Data
  {
    try data(fromPropertyList: plist, as: PlistFormat(format))
  }

  /// Writes a property list in any format, keys sorted.
  ///
  /// - Throws: `PlistError` with the path of what the format has no form for.
  public static func data(fromPropertyList plist: Any, as format: PlistFormat) throws(PlistError)
    -> Data
  {
    try FoundationWalk.plist(of: plist).encoded(as: format)
  }

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
  /// The value of a tree of Foundation's objects, or of the Swift values that stand for them; the
  /// keys of dictionaries sorted. Booleans, integers and reals are kept apart.
  ///
  /// - Throws: `PlistError` with the path of what is no property list.
  public init(foundationObject object: Any) throws(PlistError) {
    self = try FoundationWalk.plist(of: object)
  }

  /// The value as a tree of Foundation's objects.
  ///
  /// - Throws: `PlistError` with `integerOutOfRange` for integers of more than 64 bits.
  public func foundationObject(options: PropertyListSerialization.MutabilityOptions = [])
    throws(PlistError) -> Any
  {
    try FoundationTree.object(of: self, TreeMutability(options))
  }
}

extension PlistDocument {
  /// The document as a tree of Foundation's objects.
  ///
  /// - Throws: `PlistError` with `integerOutOfRange` for integers of more than 64 bits, with
  ///   `equivalentKeys` where two keys of a dictionary are equal as text or as objects, such as the integer
  ///   1 and the real 1.
  public func foundationObject(options: PropertyListSerialization.MutabilityOptions = [])
    throws(PlistError) -> Any
  {
    try FoundationTree.object(of: self, TreeMutability(options))
  }
}
