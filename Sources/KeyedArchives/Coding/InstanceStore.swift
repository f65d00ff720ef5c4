// The seam for a store of objects that takes an archive's place: one instance is encoded at a time, every
// other one that it refers to is a number, and links are resolved when they are followed.
package import PropertyLists

/// A store whose records refer to each other by number.
package protocol InstanceStore: AnyObject {
  /// The number of an instance that another one refers to: the one that it has, or a new one.
  func number(of instance: AnyObject) throws -> Int64
  /// The instance with a number; nil where the store has none, or cannot read it.
  func instance(numbered number: Int64) -> AnyObject?
}

/// The key of an object that is stored elsewhere. Keys of programs that begin with `$` have one more.
private let storedKey = "$stored"

extension KeyedArchiver {
  /// The record of one instance: an archive of it alone, in which every other instance is an object of
  /// its class that holds its number in the store.
  ///
  /// - Throws: As archiving does, and what the store throws.
  package static func record<T: AnyObject & Encodable>(
    of instance: T, in store: any InstanceStore, options: ArchivingOptions = ArchivingOptions()
  ) throws -> PlistDocument {
    let session = ArchivingSession(options, userInfo: [:], store: store)
    try session.encodeTop(instance, forKey: "root")
    return try session.finish()
  }
}

extension KeyedUnarchiver {
  /// The instance of a record. Links to other instances are resolved when they are followed; instances
  /// in other properties are taken from the store at once.
  ///
  /// - Throws: As unarchiving does.
  package static func instance<T: AnyObject & Decodable>(
    of type: T.Type, record: PlistDocument, in store: any InstanceStore,
    registry: ClassRegistry = ClassRegistry(), options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    let unarchiver = try KeyedUnarchiver(record, registry: registry, options: options)
    unarchiver.session.store = store
    return try unarchiver.decode(type, forKey: "root")
  }
}

extension ArchivingSession {
  /// Adds a reference to an instance that the store has: to all but the one that the record is of.
  ///
  /// - Returns: False for the instance that the record is of, the first that is met.
  func encode(
    stored instance: AnyObject, in store: any InstanceStore, _ position: ArchivingPosition
  ) throws
    -> Bool
  {
    if !instances.hasMetAny { return false }
    try encode(
      number: store.number(of: instance), types.record(ofInstance: Swift.type(of: instance)),
      at: position)
    return true
  }

  /// Adds a reference to an object that the store has under a number.
  func encode(number: Int64, _ type: TypeRecord, at position: ArchivingPosition) throws {
    let object = builder.addRecord()
    builder.add(number, at: .init(in: builder.container(of: object), key: builder.key(storedKey)))
    try addClass(of: object, type)
    builder.addReference(object, at: position.slot)
  }
}

extension UnarchivingSession {
  /// The number of an object that the store has; nil for objects of the record itself.
  func storedNumber(_ slot: Int) -> Int64? {
    guard store != nil else { return nil }
    return table.value(of: storedKey, in: table.node(inSlot: slot))
      .flatMap { table.integer($0) }.flatMap { Int64(exactly: $0) }
  }

  /// The instance that the store has for a slot; nil for objects of the record itself.
  func storedInstance(_ slot: Int, at position: UnarchivingPosition) throws -> AnyObject? {
    guard let number = storedNumber(slot) else { return nil }
    if let instance = store?.instance(numbered: number) { return instance }
    throw error(.valueNotFound, message: "the store has no object \(number)", at: position)
  }
}
