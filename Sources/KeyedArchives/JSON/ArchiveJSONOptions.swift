// The options for converting an archive to JSON, and the conversions.
public import PropertyLists

extension KeyedArchive {
  /// Options for converting an archive to JSON.
  public struct JSONOptions: Sendable, Hashable {
    /// The values that are written with their slot index.
    public var identity = Identity.ofObjects
    /// The form of objects of Foundation's own classes.
    public var standardClasses = StandardClasses.asContents
    /// The form of data that contains a property list or an archive.
    public var nestedData = NestedData.asBytes
    /// The number of bytes that the output may cost, in addition to 64 for each byte of the file,
    /// for values that are written more than once because they are shared. A value costs 16 bytes
    /// plus the bytes of its text or data; each of these may become six bytes when escaped. The
    /// default is 16 MiB; all documents nested in data share another budget of this size.
    public var maximumExpansion = ExpansionBudget.defaultAllowance

    /// The values that are written with their slot index.
    public enum Identity: Sendable, Hashable {
      /// Objects and arrays. Strings, numbers, Booleans, data and dates are repeated for each use.
      case ofObjects
      /// Every slot: no information about the graph is lost.
      case ofEverything
    }

    /// The form of objects of Foundation's own classes.
    public enum StandardClasses: Sendable, Hashable {
      /// As their contents.
      case asContents
      /// As their stored fields, like all other objects.
      case asFields
    }

    /// The form of data that contains a property list or an archive.
    public enum NestedData: Sendable, Hashable {
      /// Like all other data.
      case asBytes
      /// With the property list as `$plist`, or the archive as `$archive`, at any depth. Data is
      /// read as a document if it begins with the signature of a binary or XML property list
      /// (`PlistFormat.marked(_:)`).
      case asContents
    }

    /// Creates the default options.
    public init() {}
  }

  /// Returns the archive as JSON in UTF-8: the objects reachable from `$top`, each written once
  /// with its index as `$id` and then as `$ref`; and the class records that they use.
  ///
  /// Keys of the archive that begin with `$` get another `$`. Data is `{"$data": base64}`, a date
  /// is `{"$date": seconds since 2001}`, a real number without a JSON form is `{"$real": "nan"}`;
  /// unpaired surrogates are preserved as `\ud800`. The JSON is nested as deeply as the graph.
  ///
  /// - Throws: `ArchiveError` if a collection is inconsistent, and with `expansionLimit`. Takes
  ///   time linear in the archive and the expansion limit.
  public func json(_ options: JSONOptions = JSONOptions()) throws(ArchiveError) -> [UInt8] {
    var warnings: [ArchiveError] = []
    return try json(options, warnings: &warnings)
  }

  /// Returns the archive as JSON in UTF-8, with the contents of data if the options request them:
  /// data that contains an archive is `{"$data": base64, "$archive": {…}}`, with the indexes of
  /// that archive; data that contains another property list is `{"$data": base64, "$plist":
  /// value}`.
  ///
  /// Data whose property list or archive is invalid, nested more than 512 levels deep or shared too
  /// often is shown like all other data. At most 16 MB plus four times the size of the file is read
  /// from nested data.
  ///
  /// - Parameters:
  ///   - options: Options for the output.
  ///   - warnings: Receives an error for each data value that begins like a property list but is
  ///     not shown as one, at most 100 in all. The location is that of the data in the outermost
  ///     file; the message contains the location within the data.
  /// - Throws: The errors of `json(_:)`, for the archive itself only.
  public func json(_ options: JSONOptions, warnings: inout [ArchiveError]) throws(ArchiveError)
    -> [UInt8]
  {
    var writer = ArchiveJSONWriter(document, options: options, notation: .archive)
    defer { warnings += writer.warnings }
    try writer.open(self)
    try writer.drain()
    writer.text.append("\n")
    return writer.text.bytes
  }
}

extension PlistNode {
  /// Returns the value as plain JSON in UTF-8, with the property lists and archives in its data, at
  /// any depth. Such data is `{"$data": base64, "$plist": value}` or, with an archive's JSON,
  /// `{"$data": base64, "$archive": {…}}`. All other values are as in `PlistFormat.json`.
  ///
  /// - Parameters:
  ///   - options: The form of archives, and the expansion limit. Nested data is always shown.
  ///   - warnings: As for an archive.
  /// - Throws: `ArchiveError` with `notRepresentable` if plain JSON cannot represent a value, and
  ///   with `expansionLimit`.
  public func jsonWithNestedData(
    _ options: KeyedArchive.JSONOptions = KeyedArchive.JSONOptions(), warnings: inout [ArchiveError]
  ) throws(ArchiveError) -> [UInt8] {
    var options = options
    options.nestedData = .asContents
    var writer = ArchiveJSONWriter(document, options: options, notation: .plain)
    defer { warnings += writer.warnings }
    try writer.openPlain(self)
    try writer.drain()
    writer.text.append("\n")
    return writer.text.bytes
  }
}
