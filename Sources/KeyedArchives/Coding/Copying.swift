// Deep copies of object graphs: what NSCopying is for, without a method for each class and without
// a file.

extension KeyedArchiver {
  /// A deep copy of a value: all new instances, as many as there were, linked as they were. What the
  /// types leave out of archives is left out here too.
  ///
  /// Subclasses need no registration: the copy is of the types that were met.
  ///
  /// - Throws: As archiving and unarchiving do.
  @inline(never)
  public static func copy<T: Codable>(
    of value: T, options: ArchivingOptions = ArchivingOptions()
  ) throws -> T {
    let archiver = KeyedArchiver(options: options)
    try archiver.encode(value, forKey: "root")
    let registry = archiver.registryOfMetTypes
    var unarchiving = UnarchivingOptions()
    unarchiving.maximumDepth = options.maximumDepth
    let unarchiver = try KeyedUnarchiver(
      archiver.finishDocument(), registry: registry, options: unarchiving)
    return try unarchiver.decode(T.self, forKey: "root")
  }
}

extension KeyedCoding {
  /// A deep copy: see `KeyedArchiver.copy(of:options:)`.
  public func deepCopy() throws -> Self { try KeyedArchiver.copy(of: self) }
}
