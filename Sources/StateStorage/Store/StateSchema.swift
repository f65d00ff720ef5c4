// The version of the layout of a state, and the migrations from older ones. Relies on the value
// tree for property lists and on object graphs for archives.

public import KeyedArchives
public import PropertyLists

/// The version of the layout of a state, and the migrations from older versions.
///
/// Files without a version have version 1. From version 2 on, files contain the version under a key
/// of their dictionary, or under a top-level key of their archive, where other readers ignore it.
public struct StateSchema: Sendable {
  /// The version that this program writes; 1 or more.
  public let version: Int
  /// The key of the version.
  public let key: String
  /// The migrations, one for each older version that can still be read.
  public let migrations: [StateMigration]

  /// Creates a schema. A version less than 1 means 1. The state itself must not use the key; the
  /// migrations may be in any order.
  public init(version: Int = 1, key: String = "SchemaVersion", migrations: [StateMigration] = []) {
    self.version = max(version, 1)
    self.key = key
    self.migrations = migrations
  }

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

/// A migration from one version of a state to the next.
public struct StateMigration: Sendable {
  /// The version that the migration starts from.
  public let version: Int
  let migrate: @Sendable (PlistDocument) throws -> PlistDocument

  /// Creates a migration for property lists, which converts the contents of a file to those of the
  /// next version. It must not use the store whose state it changes.
  public init(from version: Int, _ change: @escaping @Sendable (inout Plist) throws -> Void) {
    self.version = version
    migrate = { document in
      var plist = try Plist(document)
      try change(&plist)
      return try PlistDocument(plist)
    }
  }

  /// Creates a migration for keyed archives, which converts the objects in an archive to those of
  /// the next version. It must not use the store whose state it changes. Added or removed fields
  /// need no migration, nor do renamed classes: see `Archivable`.
  public init(fromArchive version: Int, _ change: @escaping @Sendable (ObjectGraph) throws -> Void)
  {
    self.version = version
    migrate = { document in
      let graph = try ObjectGraph(document)
      try change(graph)
      return try graph.document()
    }
  }
}
