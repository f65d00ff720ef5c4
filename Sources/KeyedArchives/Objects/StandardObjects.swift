// The public counterparts of Foundation's classes, and the code that they share: objects with an
// identity, read and written with the layouts of their classes.
internal import PropertyLists

extension ClassRegistry {
  /// Foundation's classes whose objects keep their identity, and its classes that have no Swift
  /// type. Objects of all other classes are ``UnknownObject``s.
  public static let standard = ClassRegistry([
    ArchivedArray.self, ArchivedAttributedString.self, ArchivedDate.self,
    ArchivedDecimalNumber.self, ArchivedDictionary.self, ArchivedIndexPath.self,
    ArchivedIndexSet.self, ArchivedNull.self, ArchivedSet.self, ArchivedURL.self, ArchivedUUID.self,
  ])
}

extension UnarchivingCoder {
  /// The object being read.
  var source: ObjectSource {
    ObjectSource(session: session, node: fields.node, position: session.position(decoder.entry))
  }

  func contents<Contents>(_ read: (inout StoredFields) throws(LayoutFault) -> Contents) throws
    -> Contents
  { try session.read(fields.node, read: read) }

  /// Decodes objects of any class.
  func objects(_ positions: MemberPositions) throws -> [AnyArchivedObject] {
    try positions.map { try session.decode(AnyArchivedObject.self, at: $0) }
  }

  /// Decodes an object of any class.
  func object(_ position: ValuePosition?) throws -> AnyArchivedObject {
    try position.map { try session.decode(AnyArchivedObject.self, at: $0) } ?? .none
  }

  /// Decodes text with object identity; empty if it is absent.
  func text(_ position: ValuePosition?) throws -> ArchivedText {
    try position.map { try session.archivedText($0) } ?? ArchivedText("")
  }
}

extension ArchivingCoder { var sink: ObjectSink { ObjectSink(session, container: container) } }

extension SinkValue { init(_ object: AnyArchivedObject) { self = .value(object) } }
