// The class records of an archive: one for each class, Apple's, those of types and those that were read.
internal import PropertyLists

extension ArchivingSession {
  func addClass(of object: UInt32, _ standard: StandardClass) {
    let known = standardClasses[standard]
    let number =
      known ?? classObject(ArchivedClass(name: standard.name, chain: standard.chain))
    standardClasses[standard] = number
    addClass(of: object, number)
  }

  /// The class record of a class.
  func classObject(_ archivedClass: ArchivedClass) -> UInt32 {
    if let last = lastClass, last.archivedClass == archivedClass { return last.object }
    let object = knownClassObject(archivedClass)
    lastClass = (archivedClass, object)
    return object
  }

  private func knownClassObject(_ archivedClass: ArchivedClass) -> UInt32 {
    if let known = classObjects[archivedClass] { return known }
    let number = builder.addClass(
      archivedClass.name, chain: archivedClass.chain, hints: archivedClass.hints)
    classObjects[archivedClass] = number
    return number
  }

  /// The objects of a graph that were met.
  func importing(_ graph: ObjectGraph) -> GraphImport {
    if let known = graphs[ObjectIdentifier(graph)] { return known }
    let new = GraphImport(graph, session: self)
    graphs[ObjectIdentifier(graph)] = new
    return new
  }

  /// Gives an object without fields of its own to an instance.
  func setObject(_ object: UInt32, of instance: AnyObject) {
    objects[ObjectIdentifier(instance)] = object
    held.append(instance)
  }

  func addClass(of object: UInt32, _ type: TypeRecord) throws {
    let number = try type.classObject ?? newClass(type)
    type.classObject = number
    addClass(of: object, number)
  }

  func addClass(of object: UInt32, _ number: UInt32) {
    let slot = ArchiveBuilder.Place(
      in: builder.container(of: object), key: builder.key("$class"))
    builder.addReference(number, slot)
  }

  private func newClass(_ type: TypeRecord) throws -> UInt32 {
    if let other = typesByName[type.name], other != type.type {
      throw ArchiveError(
        .ambiguousClass,
        "\(String(reflecting: other)) and \(String(reflecting: type.type)) would both be archived"
          + " as \(type.name); give one an archivedClassName")
    }
    typesByName[type.name] = type.type
    return classObject(ArchivedClass(name: type.name, chain: classChain(type)))
  }

  /// The names of a class and its superclasses, as those of Objective-C have them.
  private func classChain(_ type: TypeRecord) -> [String] {
    var names = [type.name]
    var current: AnyClass? = type.type as? AnyClass
    while let superclass = current.flatMap({ _getSuperclass($0) }) {
      names.append(knownRecord(of: superclass).name)
      current = superclass
    }
    if names.last != "NSObject" { names.append("NSObject") }
    return names
  }
}
