// Storing a graph of mutable objects in its file as a keyed archive, encoded and decoded on the
// actor of the graph. Relies on the archiver of KeyedArchives.

public import KeyedArchives

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
