// A document that is read as a state, with the table of its objects where it is an archive: the version, the
// state and the shape are read from one table.

internal import KeyedArchives
internal import PropertyLists
internal import Synchronization

/// A document, for one thread.
final class StateDocument {
  let document: PlistDocument
  /// The contents of the file that it was read from, in whatever version.
  let bytes: [UInt8]
  /// Made when it is asked for first.
  private var table: ArchiveTable?

  init(_ document: PlistDocument, readFrom bytes: [UInt8]) {
    self.document = document
    self.bytes = bytes
  }

  /// An unarchiver of the document.
  ///
  /// - Throws: `ArchiveError` where the document is not an archive.
  func unarchiver(registry: ClassRegistry = ClassRegistry()) throws(ArchiveError)
    -> KeyedUnarchiver
  {
    if let table { return try KeyedUnarchiver(table, registry: registry) }
    let table = try ArchiveTable(document)
    self.table = table
    return try KeyedUnarchiver(table, registry: registry)
  }

  /// The shape of the document; nil where it is so small that it is decoded as quickly, or where its shape
  /// would take more than linear time.
  var shape: DocumentShape? {
    guard DecodedShapes.areWorthwhile(for: document) else { return nil }
    return DocumentShape(document, table: table, keyField: DictionaryLayout.keys)
  }
}

/// The parts of the shapes of the states that a program has decoded.
final class DecodedShapes: Sendable {
  private let parts = Mutex<Set<Int>>([])

  /// Whether the shape of a document is looked at: a small one is decoded as quickly.
  static func areWorthwhile(for document: PlistDocument) -> Bool { document.nodeCount >= 1_000 }

  /// Notes the shape of a state that was decoded.
  func learn(_ shape: DocumentShape) { parts.withLock { $0.formUnion(shape.parts) } }

  /// Whether all parts of a shape were decoded before.
  func contain(_ shape: DocumentShape) -> Bool { parts.withLock { shape.parts.isSubset(of: $0) } }
}
