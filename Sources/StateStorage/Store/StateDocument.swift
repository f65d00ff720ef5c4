// A document that is read as a state, with its object table if it is an archive. The version, the
// state and the shape are read from the same table.

internal import KeyedArchives
internal import PropertyLists
internal import Synchronization

/// A document for use on one thread.
final class StateDocument {
  let document: PlistDocument
  /// The contents of the file that the document was read from, in any version.
  let bytes: [UInt8]
  /// Created on first use.
  private var table: ArchiveTable?

  init(_ document: PlistDocument, readFrom bytes: [UInt8]) {
    self.document = document
    self.bytes = bytes
  }

  /// Returns an unarchiver of the document.
  ///
  /// - Throws: `ArchiveError` if the document is not an archive.
  func unarchiver(registry: ClassRegistry = ClassRegistry()) throws(ArchiveError) -> KeyedUnarchiver
  {
    if let table { return try KeyedUnarchiver(table, registry: registry) }
    let table = try ArchiveTable(document)
    self.table = table
    return try KeyedUnarchiver(table, registry: registry)
  }

  /// The shape of the document; nil if the document is so small that decoding it is as fast, or if
  /// computing the shape would take more than linear time.
  var shape: DocumentShape? {
    guard DecodedShapes.areWorthwhile(for: document) else { return nil }
    return DocumentShape(document, table: table, keyField: DictionaryLayout.keys)
  }
}

/// The parts of the shapes of the states that a program has decoded.
final class DecodedShapes: Sendable {
  private let parts = Mutex<Set<Int>>([])

  /// Whether the shape of a document is worth comparing: decoding a small one is as fast.
  static func areWorthwhile(for document: PlistDocument) -> Bool { document.nodeCount >= 1_000 }

  /// Records the shape of a state that was decoded.
  func learn(_ shape: DocumentShape) { parts.withLock { $0.formUnion(shape.parts) } }

  /// Whether all parts of a shape were decoded before.
  func contain(_ shape: DocumentShape) -> Bool { parts.withLock { shape.parts.isSubset(of: $0) } }
}
