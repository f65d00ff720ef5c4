// The version of the form of a state, and the way from older ones to it. Relies on the value tree for
// property lists and on object graphs for archives.

public import KeyedArchives
public import PropertyLists

/// The version of the form that a state has, and the steps from older ones.
///
/// Version 1 is what stands in files without a word about it. From version 2 on, files have the
/// version under a key of their dictionary, or of the top of their archive, where other readers do
/// not mind it.
public struct StateSchema: Sendable {
  /// The version that this program writes; 1 or more.
  public let version: Int
  /// The key that the version stands under.
  public let key: String
  /// The steps, one for each older version that may still be read.
  public let migrations: [StateMigration]

  /// A schema.
  ///
  /// - Parameters:
  ///   - version: The version that this program writes; less than 1 means 1.
  ///   - key: The key that the version stands under, which the state itself must not use.
  ///   - migrations: A step for each older version that may still be read, in any order.
  public init(
    version: Int = 1, key: String = "SchemaVersion", migrations: [StateMigration] = []
  ) {
    self.version = max(version, 1)
    self.key = key
    self.migrations = migrations
  }

  /// A document as this version has it.
  func migrated(_ document: PlistDocument, from version: Int) throws -> PlistDocument {
    var document = document
    for step in version..<max(version, self.version) {
      guard let migration = migrations.first(where: { $0.version == step }) else {
        throw StateError(
          .migrationMissing, message: "there is no migration from version \(step) of the state")
      }
      document = try migration.migrate(document)
    }
    return document
  }
}

/// The step from one version of a state to the next.
public struct StateMigration: Sendable {
  /// The version that the step starts from.
  public let version: Int
  let migrate: @Sendable (PlistDocument) throws -> PlistDocument

  /// A step for property lists. It must not use the store whose state it changes.
  ///
  /// - Parameters:
  ///   - version: The version that it starts from.
  ///   - change: Turns the contents of a file of that version into those of the next.
  public init(from version: Int, _ change: @escaping @Sendable (inout Plist) throws -> Void) {
    self.version = version
    migrate = { document in
      var plist = try Plist(document)
      try change(&plist)
      return try PlistDocument(plist)
    }
  }

  /// A step for keyed archives. It must not use the store whose state it changes.
  ///
  /// Fields that were added or removed need no step, and renamed classes none either: see
  /// `Archivable`.
  ///
  /// - Parameters:
  ///   - version: The version that it starts from.
  ///   - change: Turns the objects of an archive of that version into those of the next.
  public init(
    fromArchive version: Int, _ change: @escaping @Sendable (ObjectGraph) throws -> Void
  ) {
    self.version = version
    migrate = { document in
      let graph = try ObjectGraph(document)
      try change(graph)
      return try graph.document()
    }
  }
}
