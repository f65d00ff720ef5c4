// Deep copies of object graphs, for the purpose of `NSCopying`, without a method for each class and
// without a file; and the deallocation of graphs that are too deep for Swift's own.

extension KeyedArchiver {
  /// Returns a deep copy of a value: all instances are new, equal in number, and linked as the
  /// originals are. Properties that the types omit from archives are omitted here too.
  ///
  /// Subclasses need no registration: the copy consists of the types of the originals.
  ///
  /// - Throws: The errors of archiving and unarchiving.
  public static func copy<T: Codable>(
    of value: T, options: ArchivingOptions = ArchivingOptions()
  ) throws -> T {
    let archiver = KeyedArchiver(options: options)
    try archiver.encode(value, forKey: "root")
    var registry = ClassRegistry()
    for (name, type) in archiver.session.classes.typesByName {
      guard let type = type as? any ClassRegistry.Unarchivable.Type else { continue }
      registry.register(type, as: [name])
    }
    var unarchiving = UnarchivingOptions()
    unarchiving.maximumDepth = options.maximumDepth
    let unarchiver = try KeyedUnarchiver(
      archiver.finishDocument(), registry: registry, options: unarchiving)
    return try unarchiver.decode(T.self, forKey: "root")
  }
  /// Frees an object graph object by object, owners first. Swift frees the objects that an object
  /// owns recursively, so a chain through two links or an array of some ten thousand objects can
  /// overflow the stack. Objects that are also referenced from elsewhere are not freed.
  ///
  /// - Parameter root: The caller's only reference; nil afterwards.
  /// - Throws: The errors of archiving, which finds the objects; the graph is unchanged then.
  public static func free<T: Encodable>(_ root: inout T?) throws {
    let session = ArchivingSession(ArchivingOptions(), userInfo: [:])
    if let value = root { try session.encodeTop(value, forKey: "root") }
    root = nil
    session.instances.release()
  }
}

extension KeyedCoding {
  /// Returns a deep copy: see `KeyedArchiver.copy(of:options:)`.
  public func deepCopy() throws -> Self { try KeyedArchiver.copy(of: self) }
}
