// The common interface of the public classes for Foundation's objects: objects with an identity,
// read and written with the layouts of their classes.
internal import PropertyLists

/// An object of one of Foundation's classes in archived form: its data, without its behavior.
package protocol StandardObject: AnyObject, KeyedCoding, Archivable, SendableMetatype {
  /// Its class in archives, mutable or not, as it was read.
  var archivedClass: ArchivedClass { get }
}

extension UnarchivingCoder {
  /// The object being read.
  var source: ObjectSource {
    ObjectSource(session: session, node: fields.node, position: session.position(decoder.entry))
  }

  /// Reads the contents with the layout of a class.
  func contents<Contents>(
    _ read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents {
    try session.read(fields.node, read: read)
  }

  /// Decodes objects of any class.
  func objects(_ positions: [UnarchivingSession.UnarchivingPosition]) throws -> [AnyArchivedObject]
  {
    try positions.map { try session.decode(AnyArchivedObject.self, at: $0) }
  }

  /// Decodes an object of any class.
  func object(_ position: FieldPosition?) throws -> AnyArchivedObject {
    try position.map { try session.decode(AnyArchivedObject.self, at: $0.position) } ?? .none
  }

  /// Decodes text with object identity; empty if it is absent.
  func text(_ position: FieldPosition?) throws -> ArchivedText {
    try position.map { try session.archivedText($0.position) } ?? ArchivedText("")
  }
}

extension ArchivingCoder {
  /// The fields of the object.
  var sink: ObjectSink { ObjectSink(session, container: container) }
}

extension SinkValue {
  /// Creates a value from any object.
  init(_ object: AnyArchivedObject) { self = .value(object) }
}
