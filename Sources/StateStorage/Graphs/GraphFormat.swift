// How a graph of mutable objects is stored in its file: as a keyed archive, encoded and decoded on the actor
// that the graph lives on. Relies on the archiver of KeyedArchives.

public import KeyedArchives
internal import PropertyLists
internal import Synchronization

/// The form of a graph in its file, both ways: a keyed archive, as `NSKeyedUnarchiver` reads it.
///
/// ```swift
/// let format = GraphFormat<[Card]>.keyedArchive()
/// ```
///
/// It is used on the actor of the graph, and may therefore refer to it, as a `Codable` conformance that is
/// isolated to the main actor does.
public struct GraphFormat<Root> {
  let options: ArchivingOptions
  let registry: ClassRegistry
  let encode: (Root, KeyedArchiver) throws -> Void
  let decode: (KeyedUnarchiver) throws -> Root
  /// Decodes an archive on any thread, to find out whether it can be decoded; nil where that takes the actor.
  var check: (@Sendable (KeyedUnarchiver) throws -> Void)?

  /// A keyed archive with values under several keys, as `encodeObject:forKey:` makes it when it is called
  /// several times. An instance that several keys refer to stays one instance.
  ///
  /// - Parameters:
  ///   - registry: The subclasses that may be made where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
  ///   - encode: Encodes the values of a graph, each under a key other than that of the version. It must not
  ///     finish the archive, nor change the graph.
  ///   - decode: Makes a graph of the values of an archive.
  public static func keyedArchive(
    registry: ClassRegistry = ClassRegistry(), options: ArchivingOptions = ArchivingOptions(),
    encode: @escaping (Root, KeyedArchiver) throws -> Void,
    decode: @escaping (KeyedUnarchiver) throws -> Root
  ) -> GraphFormat {
    GraphFormat(options: options, registry: registry, encode: encode, decode: decode)
  }
}

extension GraphFormat where Root: Codable {
  /// A keyed archive with the root under one key. The conformance may be isolated to an actor; the first save
  /// of values of a new kind then decodes the graph on that actor.
  ///
  /// - Parameters:
  ///   - key: The key at the top under which the root is stored; `root` is what
  ///     `unarchiveObject(withFile:)` looks for.
  ///   - registry: The subclasses that may be made where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
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
  /// A keyed archive with the root under one key.
  ///
  /// - Parameters:
  ///   - key: The key at the top under which the root is stored; `root` is what
  ///     `unarchiveObject(withFile:)` looks for.
  ///   - registry: The subclasses that may be made where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
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
  /// The graph of an archive.
  func graph(of archived: ArchivedGraph, versionKey: String) throws -> Root {
    let unarchiver = try archived.unarchiver(registry: registry)
    let root = try decode(unarchiver)
    try unarchiver.requireFoundKey(besides: versionKey)
    return root
  }
}

/// A graph as an archive: what goes from the actor of the graph to the threads that write, and back.
struct ArchivedGraph: Sendable {
  let document: PlistDocument
  /// The contents of the file that it was read from, or is to be written to.
  let bytes: [UInt8]
  /// Whether it is known that it can be decoded, or need not be known.
  var isChecked = false

  func unarchiver(registry: ClassRegistry) throws(ArchiveError) -> KeyedUnarchiver {
    try KeyedUnarchiver(ArchiveTable(document), registry: registry)
  }
}

/// The last archives that could not be decoded: a search for a state passes them over.
final class RefusedArchives: Sendable {
  private let refused = Mutex<[(digest: Int, reason: StateError)]>([])
  /// More than a search finds; one that is forgotten is decoded once more.
  private let limit: Int

  init(generations: Int) { limit = max(generations, 0) + 16 }

  func refuse(_ archived: ArchivedGraph, because reason: StateError) {
    let digest = Self.digest(archived.bytes)
    refused.withLock { refused in
      refused.removeAll { $0.digest == digest }
      refused.append((digest, reason))
      if refused.count > limit { refused.removeFirst() }
    }
  }

  func check(_ bytes: [UInt8]) throws(StateError) {
    if refused.withLock(\.isEmpty) { return }
    let digest = Self.digest(bytes)
    if let reason = refused.withLock({ $0.first { $0.digest == digest }?.reason }) { throw reason }
  }

  private static func digest(_ bytes: [UInt8]) -> Int { bytes.hashValue }
}

extension StateFormat where State == ArchivedGraph {
  /// The form of the archives of graphs, which the actor of a graph makes and reads.
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
        // Only an archive can be a graph.
        _ = try document.unarchiver()
        return ArchivedGraph(document: document.document, bytes: document.bytes)
      },
      version: archivedVersion)
    format.decodesValues = false
    return format
  }
}
