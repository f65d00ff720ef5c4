// A graph of mutable objects as the archive that a store loads and saves; the actor of the graph
// encodes and decodes it. Relies on `StateSearch` for the verification.

package import KeyedArchives
package import PropertyLists
internal import Synchronization

/// A graph as an archive, which can pass between the actor of the graph and the threads that read
/// and write.
package struct ArchivedGraph: Sendable {
  let document: PlistDocument
  /// The contents of the file that the graph was read from or will be written to.
  package let bytes: [UInt8]
  /// Whether the archive is known to be decodable, or does not need to be.
  package var isChecked = false

  /// Returns an unarchiver of the graph.
  ///
  /// - Throws: `ArchiveError` if the document is not an archive.
  package func unarchiver(registry: ClassRegistry) throws(ArchiveError) -> KeyedUnarchiver {
    try KeyedUnarchiver(ArchiveTable(document), registry: registry)
  }
}

/// The most recent archives that could not be decoded, which a search for a state skips.
package final class RefusedArchives: Sendable {
  private let refused = Mutex<[(digest: Int, reason: StateError)]>([])
  /// The maximum count, more than a search finds; an archive that was dropped is decoded again.
  private let limit: Int

  package init(generations: Int) { limit = max(generations, 0) + 16 }

  /// Adds an archive.
  package func refuse(_ archived: ArchivedGraph, because reason: StateError) {
    let digest = archived.bytes.hashValue
    refused.withLock { refused in
      refused.removeAll { $0.digest == digest }
      refused.append((digest, reason))
      if refused.count > limit { refused.removeFirst() }
    }
  }

  func check(_ bytes: [UInt8]) throws(StateError) {
    if refused.withLock(\.isEmpty) { return }
    let digest = bytes.hashValue
    if let reason = refused.withLock({ $0.first { $0.digest == digest }?.reason }) { throw reason }
  }
}

extension StateFormat where State == ArchivedGraph {
  /// Returns the format for the archives of graphs, which the actor of a graph encodes and decodes.
  package static func graphs(_ written: PlistFormat, refusing refused: RefusedArchives)
    -> StateFormat
  {
    var format = StateFormat(
      written,
      versioned: { graph, _ in
        var encoded = EncodedState(bytes: Data(graph.bytes))
        encoded.isChecked = graph.isChecked
        return encoded
      },
      decode: { document, _ in
        try refused.check(document.bytes)
        // Only an archive can contain a graph.
        _ = try document.unarchiver()
        return ArchivedGraph(document: document.document, bytes: document.bytes)
      }, version: archivedVersion)
    format.decodesValues = false
    return format
  }
}

extension StateStore<ArchivedGraph> {
  /// Returns a graph that was just archived. It is marked as checked if it is known to be decodable
  /// or the store verifies nothing; otherwise it is read again from its bytes, and the caller
  /// decodes it.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/notEncodable`` if it would fail to load again.
  package func reread(_ written: (bytes: Data, document: PlistDocument)) throws(StateError)
    -> ArchivedGraph
  {
    let bytes = Array(written.bytes)
    let search = search(in: backend)
    if verification == .none || search.isProven(.init(written), bytes: bytes) {
      return ArchivedGraph(document: written.document, bytes: bytes, isChecked: true)
    }
    try search.check(.init(bytes: written.bytes))
    do { return ArchivedGraph(document: try PlistDocument(bytes), bytes: bytes) } catch {
      throw notLoadable("the contents are not an archive", because: error)
    }
  }

  /// Records that an archive was decoded, so that others of the same shape can be decoded too.
  package func learn(_ graph: ArchivedGraph) {
    guard let shapes else { return }
    let document = StateDocument(graph.document, readFrom: graph.bytes)
    if let shape = document.shape { shapes.learn(shape) }
  }

  /// Returns the error for a graph that was archived but cannot be loaded again.
  package func notLoadable(_ message: String, because error: any Error) -> StateError {
    search(in: backend).notLoadable(
      StateError(.corrupt, message: message, underlyingError: error))
  }
}
