// What the public classes for Foundation's objects have in common: objects with an identity, read and
// written by the layouts of their classes.
internal import PropertyLists

/// An object of one of Foundation's classes, as archives have it: its data, without its behavior.
package protocol StandardObject: AnyObject, KeyedCoding, Archivable, SendableMetatype {
  /// Its class in archives: as it was read, mutable or not.
  var archivedClass: ArchivedClass { get }
}

extension UnarchivingCoder {
  /// The object that is read.
  var source: ObjectSource {
    ObjectSource(session: session, node: fields.node, position: session.position(decoder.entry))
  }

  /// Reads the contents by the layout of a class.
  func contents<Contents>(
    _ read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents {
    try session.read(fields.node, read: read)
  }

  /// Any objects.
  func objects(_ positions: [UnarchivingSession.UnarchivingPosition]) throws -> [AnyArchivedObject]
  {
    try positions.map { try session.decode(AnyArchivedObject.self, at: $0) }
  }

  /// Any object.
  func object(_ position: FieldPosition?) throws -> AnyArchivedObject {
    try position.map { try session.decode(AnyArchivedObject.self, at: $0.position) } ?? .none
  }

  /// Text that keeps its identity; empty when it is absent.
  func text(_ position: FieldPosition?) throws -> ArchivedText {
    try position.map { try session.archivedText($0.position) } ?? ArchivedText("")
  }
}

extension ArchivingCoder {
  /// The fields of the object.
  var sink: ObjectSink { ObjectSink(session, container: container) }
}

extension SinkValue {
  /// Any object.
  init(_ object: AnyArchivedObject) { self = .value(object) }
}
