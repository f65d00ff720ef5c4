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
    ObjectSource(session: session, node: fields.node, place: session.place(decoder.entry))
  }

  /// Reads the contents by the layout of a class.
  func contents<Contents>(
    _ read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents {
    try session.read(fields.node, read)
  }

  /// Any objects.
  func objects(_ places: [UnarchivingSession.Place]) throws -> [AnyArchivedObject] {
    try places.map { try session.decode(AnyArchivedObject.self, $0) }
  }

  /// Any object.
  func object(_ place: FieldPlace?) throws -> AnyArchivedObject {
    try place.map { try session.decode(AnyArchivedObject.self, $0.place) } ?? .none
  }

  /// Text that keeps its identity; empty when it is absent.
  func text(_ place: FieldPlace?) throws -> ArchivedText {
    try place.map { try session.archivedText($0.place) } ?? ArchivedText("")
  }
}

extension ArchivingCoder {
  /// The fields of the object.
  var sink: ObjectSink { ObjectSink(session, container) }
}

extension SinkValue {
  /// Any object.
  init(_ object: AnyArchivedObject) { self = .value(object) }
}
