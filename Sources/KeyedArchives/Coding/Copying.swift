// Deep copies of object graphs: what NSCopying is for, without a method for each class and without
// a file; and the freeing of graphs that are too deep for Swift's own.

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

extension KeyedArchiver {
  /// Frees an object graph object by object, those that hold others first: Swift itself frees what an
  /// object holds by recursion, and a chain through two links or an array of some ten thousand
  /// objects can fill a stack. What others still hold is left alone.
  ///
  /// - Parameter root: The only reference of the caller's; nil afterwards.
  /// - Throws: As archiving does, since the same walk finds the objects; the graph is as it was then.
  @inline(never)
  public static func free<T: Encodable>(_ root: inout T?) throws {
    let session = ArchivingSession(ArchivingOptions(), userInfo: [:])
    if let value = root { try session.encodeTop(value, forKey: "root") }
    root = nil
    session.instances.release()
  }
}

extension KeyedCoding {
  /// A deep copy: see `KeyedArchiver.copy(of:options:)`.
  public func deepCopy() throws -> Self { try KeyedArchiver.copy(of: self) }
}
