// Storing a graph of mutable objects in its file as a keyed archive, encoded and decoded on the
// actor of the graph. Relies on the archiver of KeyedArchives.

public import KeyedArchives
internal import PropertyLists
internal import Synchronization

/// The format in which a graph is stored: a keyed archive that `NSKeyedUnarchiver` can read.
///
/// ```swift
/// let format = GraphFormat<[Card]>.keyedArchive()
/// ```
///
/// The format is used on the actor of the graph and may therefore refer to that actor, as a
/// `Codable` conformance that is isolated to the main actor does.
public struct GraphFormat<Root> {
  let options: ArchivingOptions
  let registry: ClassRegistry
  let encode: (Root, KeyedArchiver) throws -> Void
  let decode: (KeyedUnarchiver) throws -> Root
  /// Decodes an archive on any thread, to verify that it can be decoded; nil if decoding requires
  /// the actor.
  var check: (@Sendable (KeyedUnarchiver) throws -> Void)?

  /// A keyed archive with values under several keys, in the form that multiple calls of
  /// `encodeObject:forKey:` write. An instance that several keys refer to remains one instance.
  ///
  /// - Parameters:
  ///   - registry: The subclasses that can be created where a superclass is requested.
  ///   - options: The archiving options; the format is binary unless they specify another.
  ///   - encode: Encodes the values of a graph, each under a key other than the version key. It
  ///     must not finish the archive or change the graph.
  ///   - decode: Creates a graph from the values of an archive.
  public static func keyedArchive(
    registry: ClassRegistry = ClassRegistry(), options: ArchivingOptions = ArchivingOptions(),
    encode: @escaping (Root, KeyedArchiver) throws -> Void,
    decode: @escaping (KeyedUnarchiver) throws -> Root
  ) -> GraphFormat {
    GraphFormat(options: options, registry: registry, encode: encode, decode: decode)
  }
}

extension GraphFormat where Root: Codable {
  /// A keyed archive with the root under one key. The conformance may be isolated to an actor; the
  /// first save of values of a new kind then decodes the graph on that actor.
  ///
  /// - Parameters:
  ///   - key: The top-level key under which the root is stored; `unarchiveObject(withFile:)` looks
  ///     for `root`.
  ///   - registry: The subclasses that can be created where a superclass is requested.
  ///   - options: The archiving options; the format is binary unless they specify another.
  public static func keyedArchive(
    key: String = "root", registry: ClassRegistry = ClassRegistry(),
    options: ArchivingOptions = ArchivingOptions()
  ) -> GraphFormat {
    keyedArchive(
      registry: registry, options: options,
      encode: { root, archiver in try archiver.encode(root, forKey: key) },
      decode: { unarchiver in try unarchiver.decode(Root.self, forKey: key) })
  }
}

extension GraphFormat where Root: Codable & SendableMetatype {
  /// A keyed archive with the root under one key; see the form for any `Codable` root.
  public static func keyedArchive(
    key: String = "root", registry: ClassRegistry = ClassRegistry(),
    options: ArchivingOptions = ArchivingOptions()
  ) -> GraphFormat {
    var format = keyedArchive(
      registry: registry, options: options,
      encode: { root, archiver in try archiver.encode(root, forKey: key) },
      decode: { unarchiver in try unarchiver.decode(Root.self, forKey: key) })
    format.check = { unarchiver in _ = try unarchiver.decode(Root.self, forKey: key) }
    return format
  }
}

extension GraphFormat {
  /// Returns the graph in an archive.
  func graph(of archived: ArchivedGraph, versionKey: String) throws -> Root {
    let unarchiver = try archived.unarchiver(registry: registry)
    let root = try decode(unarchiver)
    try unarchiver.requireFoundKey(besides: versionKey)
    return root
  }
}

/// A graph as an archive, which can pass between the actor of the graph and the threads that read
/// and write.
struct ArchivedGraph: Sendable {
  let document: PlistDocument
  /// The contents of the file that the graph was read from or will be written to.
  let bytes: [UInt8]
  /// Whether the archive is known to be decodable, or does not need to be.
  var isChecked = false

  func unarchiver(registry: ClassRegistry) throws(ArchiveError) -> KeyedUnarchiver {
    try KeyedUnarchiver(ArchiveTable(document), registry: registry)
  }
}

/// The most recent archives that could not be decoded, which a search for a state skips.
final class RefusedArchives: Sendable {
  private let refused = Mutex<[(digest: Int, reason: StateError)]>([])
  /// The maximum count, more than a search finds; an archive that was dropped is decoded again.
  private let limit: Int

  init(generations: Int) { limit = max(generations, 0) + 16 }

  func refuse(_ archived: ArchivedGraph, because reason: StateError) {
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
  static func graphs(_ written: PlistFormat, refusing refused: RefusedArchives) -> StateFormat {
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
