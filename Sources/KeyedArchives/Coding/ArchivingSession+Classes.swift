// The class records of an archive: one for each of Foundation's classes, each archived type, and
// each class of an object that was read from an archive.
internal import PropertyLists

extension ArchivingSession {
  func addClass(of object: UInt32, _ standard: StandardLayout) {
    addClass(of: object, record: classes.record(of: standard, builder))
  }

  func addClass(of object: UInt32, _ archivedClass: ArchivedClass) {
    addClass(of: object, record: classes.record(of: archivedClass, builder))
  }

  func addClass(of object: UInt32, _ type: TypeRecord) throws {
    let record = try type.classObject ?? newRecord(type)
    type.classObject = record
    addClass(of: object, record: record)
  }

  private func addClass(of object: UInt32, record: UInt32) {
    let slot = ArchiveBuilder.ArchivePosition(
      in: builder.container(of: object), key: builder.key("$class"))
    builder.addReference(record, at: slot)
  }

  private func newRecord(_ type: TypeRecord) throws -> UInt32 {
    if let other = classes.note(type) {
      throw ArchiveError(
        .ambiguousClass,
        message:
          "\(String(reflecting: other)) and \(String(reflecting: type.type)) would both be archived"
          + " as \(type.name); give one an archivedClassName")
    }
    return classes.record(
      of: ArchivedClass(name: type.name, chain: classChain(type)), builder)
  }

  /// The names of a class and its superclasses, up to `NSObject` as in Objective-C.
  private func classChain(_ type: TypeRecord) -> [String] {
    var names = [type.name]
    var current: AnyClass? = type.type as? AnyClass
    while let superclass = current.flatMap({ _getSuperclass($0) }) {
      names.append(types.knownRecord(of: superclass).name)
      current = superclass
    }
    if names.last != "NSObject" { names.append("NSObject") }
    return names
  }

  /// The import of a graph of unknown objects; created when the graph is first encountered.
  func importing(_ graph: ObjectGraph) -> GraphImport {
    if let known = graphs[ObjectIdentifier(graph)] { return known }
    let new = GraphImport(graph, session: self)
    graphs[ObjectIdentifier(graph)] = new
    return new
  }
}
