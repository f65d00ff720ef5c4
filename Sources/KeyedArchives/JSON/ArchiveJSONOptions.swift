// The choices of an archive's JSON.

extension KeyedArchive {
  /// The options of an archive's JSON.
  public struct JSONOptions: Sendable, Hashable {
    /// What carries its index among the archive's objects.
    public var identity = Identity.ofObjects
    /// How objects of Foundation's own classes are shown.
    public var standardClasses = StandardClasses.asContents
    /// How many visits the writing may cost beyond one for each reference of the file: what inline
    /// values that are shared again and again would cost. Text and data of more than 64 bytes cost
    /// one for each 64 bytes. 200,000 by default.
    public var maximumExpansion = 200_000

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
    var writer = ArchiveJSONWriter(table, options)
    try writer.writeArchive(self)
    return writer.text.bytes
  }
}
