// The interface to a store of objects that replaces an archive: one instance is encoded at a time,
// references to all other instances are numbers, and links are resolved when followed.
package import PropertyLists

/// A store whose records refer to each other by number.
package protocol InstanceStore: AnyObject {
  /// Returns the number, existing or new, of an instance that another instance refers to.
  func number(of instance: AnyObject) throws -> Int64
  /// Returns the instance with a number; nil if the store has none, or cannot read it.
  func instance(numbered number: Int64) -> AnyObject?
}

/// The key of an object stored elsewhere. Program keys that begin with `$` get another `$`.
private let storedKey = "$stored"

extension KeyedArchiver {
  /// Returns the record of one instance: an archive of this instance alone, in which every other
  /// instance is an object of its class that contains its number in the store.
  ///
  /// - Throws: The errors of archiving and of the store.
  package static func record<T: AnyObject & Encodable>(
    of instance: T, in store: any InstanceStore, options: ArchivingOptions = ArchivingOptions()
  ) throws -> PlistDocument {
    let session = ArchivingSession(options, userInfo: [:], store: store)
    defer { session.releaseContainers() }
    try session.encodeTop(instance, forKey: "root")
    return try session.finish()
  }
}

extension KeyedUnarchiver {
  /// Returns the instance that a record contains. Links to other instances are resolved when they
  /// are followed; instances in other properties are loaded from the store immediately.
  ///
  /// - Throws: The errors of unarchiving.
  package static func instance<T: AnyObject & Decodable>(
    of type: T.Type, record: PlistDocument, in store: any InstanceStore,
    registry: ClassRegistry = ClassRegistry(), options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    let unarchiver = try KeyedUnarchiver(record, registry: registry, options: options)
    unarchiver.session.use(store)
    return try unarchiver.decode(type, forKey: "root")
  }
}

extension ArchivingSession {
  /// Adds a reference to an instance in the store, unless it is the instance of the record.
  ///
  /// - Returns: False for the instance of the record, which is the first one encountered.
  func encode(
    stored instance: AnyObject, in store: any InstanceStore, _ position: ArchivingPosition
  ) throws -> Bool {
    if !instances.hasSeenAny { return false }
    try encode(
      number: store.number(of: instance), types.record(ofInstance: Swift.type(of: instance)),
      at: position)
    return true
  }

  /// Adds a reference to the object that the store contains under a number.
  func encode(number: Int64, _ type: TypeRecord, at position: ArchivingPosition) throws {
    let object = builder.addRecord()
    builder.add(number, at: .init(in: builder.container(of: object), key: builder.key(storedKey)))
    try addClass(of: object, type)
    builder.addReference(object, at: position.slot)
  }
}

extension UnarchivingSession {
  /// The number of an object in the store; nil for objects of the record itself.
  func storedNumber(_ slot: Int) -> Int64? {
    guard store != nil else { return nil }
    return table.value(of: storedKey, in: table.node(inSlot: slot)).flatMap { table.integer($0) }
      .flatMap { Int64(exactly: $0) }
  }

  /// The instance in the store that a slot refers to; nil for objects of the record itself.
  func storedInstance(_ slot: Int, at position: ValuePosition) throws -> AnyObject? {
    guard let number = storedNumber(slot) else { return nil }
    if let instance = store?.instance(numbered: number) { return instance }
    throw error(.valueNotFound, message: "the store has no object \(number)", at: position)
  }
}
