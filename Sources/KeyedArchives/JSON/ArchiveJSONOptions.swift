// The choices of an archive's JSON, and the ways to it.
public import PropertyLists

extension KeyedArchive {
  /// The options of an archive's JSON.
  public struct JSONOptions: Sendable, Hashable {
    /// What carries its index among the archive's objects.
    public var identity = Identity.ofObjects
    /// How objects of Foundation's own classes are shown.
    public var standardClasses = StandardClasses.asContents
    /// How data is shown that holds a property list or an archive.
    public var nestedData = NestedData.asBytes
    /// How many bytes the writing may cost beyond 64 for each byte of the file: what values that are
    /// shared again and again cost in all their places. A value costs 16 bytes, and the bytes of its
    /// text or data, of which each may become six where it is escaped. 16 MiB by default; as much for
    /// all documents in data together.
    public var maximumExpansion = ExpansionBudget.defaultAllowance

    /// What carries its index among the archive's objects.
    public enum Identity: Sendable, Hashable {
      /// Objects and arrays. Strings, numbers, booleans, data and dates are values each time.
      case ofObjects
      /// Every slot: nothing of the graph is lost.
      case ofEverything
    }

    /// How objects of Foundation's own classes are shown.
    public enum StandardClasses: Sendable, Hashable {
      /// By what they hold.
      case asContents
      /// By the fields that they are stored with, as all others.
      case asFields
    }

    /// How data is shown that holds a property list or an archive.
    public enum NestedData: Sendable, Hashable {
      /// As all data.
      case asBytes
      /// With the property list as `$plist`, or the archive as `$archive`, at any depth. Data holds one
      /// where it begins with the mark of a binary or XML property list (`PlistFormat.marked(_:)`).
      case asContents
    }

    /// The default options.
    public init() {}
  }
}

extension KeyedArchive {
  /// The archive as JSON in UTF-8: what `$top` reaches, each object once with its index as `$id`,
  /// then as `$ref`; and the class records that it uses.
  ///
  /// Keys of the archive that begin with `$` get one `$` more. Data is `{"$data": base64}`, a date
  /// `{"$date": seconds since 2001}`, a real that JSON lacks `{"$real": "nan"}`; unpaired surrogates
  /// stay, as `\ud800`. Nesting is as deep as the graph is.
  ///
  /// - Throws: `ArchiveError` where a collection contradicts itself, and with `expansionLimit`.
  ///   Takes time linear in the archive and the limit of expansion.
  public func json(_ options: JSONOptions = JSONOptions()) throws(ArchiveError)
    -> [UInt8]
  {
    var warnings: [ArchiveError] = []
    return try json(options, warnings: &warnings)
  }

  /// The archive as JSON in UTF-8, with the contents of data where the options say so: the data that
  /// holds an archive is `{"$data": base64, "$archive": {…}}`, in which indices are those of that
  /// archive; another property list is `{"$data": base64, "$plist": value}`.
  ///
  /// Data whose property list or archive is invalid, nested more than 512 deep or shared too often is
  /// shown as all data. Of the data in data, four times the size of the file and 16 MB are read.
  ///
  /// - Parameters:
  ///   - options: What is shown.
  ///   - warnings: Gets an error for data that begins as a property list and is not shown as one, at
  ///     most 100; the location is that of the data in the outermost file, the sentence has those
  ///     inside.
  /// - Throws: As without warnings: for the archive itself only.
  public func json(
    _ options: JSONOptions, warnings: inout [ArchiveError]
  ) throws(ArchiveError) -> [UInt8] {
    var writer = ArchiveJSONWriter(document, options: options, notation: .archive)
    defer { warnings += writer.warnings }
    try writer.writeArchive(self)
    return writer.text.bytes
  }
}

extension PlistNode {
  /// The value as plain JSON in UTF-8, with the property lists and archives in its data: such data is
  /// `{"$data": base64, "$plist": value}`, or `{"$data": base64, "$archive": {…}}` with the JSON of
  /// an archive, at any depth. All else is as `PlistFormat.json` has it.
  ///
  /// - Parameters:
  ///   - options: How archives are shown, and the limit of expansion. Data is always looked into.
  ///   - warnings: As for an archive.
  /// - Throws: `ArchiveError` with `notRepresentable` where plain JSON has no form for a value, and
  ///   with `expansionLimit`.
  public func jsonWithNestedData(
    _ options: KeyedArchive.JSONOptions = KeyedArchive.JSONOptions(),
    warnings: inout [ArchiveError]
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
