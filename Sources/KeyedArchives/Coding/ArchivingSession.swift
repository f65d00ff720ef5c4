// One archive in the making: which instances have an object already, which still wait to be
// encoded, and the way down to the value at hand. An instance gets its object when it is met and is
// encoded later, so that no chain of instances is too long.
internal import PropertyLists

/// The state of one archiving.
final class ArchivingSession {
  let builder = ArchiveBuilder()
  let top: UInt32
  let userInfo: [CodingUserInfoKey: Any]
  let options: ArchivingOptions
  private var types: [ObjectIdentifier: TypeRecord] = [:]
  private var lastType: TypeRecord
  private var lastDynamicType: TypeRecord
  /// The names that types have in this archive alone.
  private var names: [ObjectIdentifier: String] = [:]
  /// What is archived instead of instances that were met.
  private var replacements: [ObjectIdentifier: Replaced] = [:]
  var standardClasses: [StandardClass: UInt32] = [:]
  var classObjects: [ArchivedClass: UInt32] = [:]
  var lastClass: (archivedClass: ArchivedClass, object: UInt32)?
  /// The graphs whose objects were met.
  var graphs: [ObjectIdentifier: GraphImport] = [:]
  var typesByName: [String: Any.Type] = [:]
  /// The object of each instance that was met.
  var objects: [ObjectIdentifier: UInt32] = [:]
  /// Objects without fields, held like the instances.
  var held: [AnyObject] = []
  /// The instances that only conditional links have met so far.
  private var unarchived: [ObjectIdentifier: AnyObject] = [:]
  /// The instances in the order in which they were met; they are held, since an address that is
  /// free again would be taken for the old instance.
  private var instances: [Instance] = []
  private var nextInstance = 0
  var entries: [Entry] = []
  /// The containers that were asked for under a key.
  var nestedContainers: [NestedKey: NestedContainer] = [:]
  /// The values that may be encoded later.
  var awaited: [AwaitedValue] = []
  /// The places of the values in dictionaries, by key.
  var dictionaryPlaces: [NestedKey: Place] = [:]
  /// The serial number of the newest entry.
  private(set) var serial = 0
  /// Whether the archive is finished, so that containers that were kept cannot be filled.
  private(set) var isFinished = false
  /// The first error that a call which cannot throw had to report.
  var deferredError: ArchiveError?
  /// For how many more errors the path is looked for, which takes a walk over all objects: values
  /// that catch errors may make many.
  var pathsLeft = 100
  /// Whether an instance was met again through a link that is not a reference.
  private(set) var hasRepeatedInstances = false

  /// An instance, which is held, and what is archived in its place.
  private struct Replaced {
    var instance: AnyObject
    var replacement: (any Encodable)?
  }

  /// An instance that waits to be encoded.
  struct Instance {
    var instance: AnyObject
    var object: UInt32
  }

  /// A value that encodes itself.
  struct Entry {
    var place: Place
    var depth: Int
    /// The object that it became; nil's number before.
    var object: UInt32 = ArchiveBuilder.null
    var form = Form.none
    /// Its fields, or the array of its elements or values.
    var container: UInt32 = 0
    /// The array of its keys.
    var keys: UInt32 = 0
    /// The type that gives the object its class; nil for containers inside another value.
    var type: TypeRecord?
    /// How many times the value has asked for a container.
    var requests = 0
    /// Tells the entry from others that had its number before.
    var serial = 0
  }

  /// A value that may be encoded later, or never. Then it is an empty dictionary, and replaces what was
  /// encoded under its key before.
  struct AwaitedValue {
    var entry: Int
    var valueBefore: UInt32?
  }

  /// A key of an object or dictionary that is being encoded.
  struct NestedKey: Hashable {
    var container: UInt32
    var key: String
  }

  /// A container that was asked for under a key, and the node of the reference to it.
  struct NestedContainer {
    var entry: Entry
    var reference: UInt32?
  }

  /// What a value has become so far.
  enum Form {
    case none, record, dictionary, array, single
  }

  /// Where a value goes.
  struct Place {
    var slot: ArchiveBuilder.Place
    /// The object that holds it.
    var owner: UInt32
    var position: UInt32 = 0

    /// Whether numbers stand there themselves, not as objects.
    @inline(__always)
    var isField: Bool { slot.key != .max }
  }

  init(_ options: ArchivingOptions, _ userInfo: [CodingUserInfoKey: any Sendable]) {
    self.options = options
    self.userInfo = userInfo
    top = builder.addTop()
    lastType = TypeRecord(Never.self)
    lastDynamicType = lastType
  }

  // MARK: Values

  /// Encodes a value for a key at the top, and everything that it refers to.
  func encodeTop<T: Encodable>(_ value: T, forKey key: String) throws {
    try encode(value, Place(slot: .init(in: top, key: self.key(key)), owner: ArchiveBuilder.null))
    try encodeWaiting()
    if let deferredError { throw deferredError }
  }

  /// Encodes the instances that were met and not encoded yet.
  func encodeWaiting() throws {
    repeat {
      while nextInstance < instances.count {
        let instance = instances[nextInstance]
        nextInstance += 1
        try encodeBody(instance)
      }
      for graph in graphs.values { try graph.fillWaiting() }
    } while nextInstance < instances.count
  }

  private func encodeBody(_ waiting: Instance) throws {
    let (instance, object) = (waiting.instance, waiting.object)
    let type = record(of: Swift.type(of: instance))
    let place = Place(
      slot: .init(in: builder.container(of: object), key: .max), owner: object)
    append(Entry(place: place, depth: 1, object: object, type: type))
    entries[entries.count - 1].container = builder.container(of: object)
    let entry = entries.count - 1
    try type.encode(instance, ObjectEncoder(session: self, entry: entry))
    if let last = awaited.last, last.entry > entry { fillAwaited(after: entry) }
    if entry == 0 { forgetNestedContainers() }
    if type.isForeign { return entries.removeSubrange(entry...) }
    if !type.isChecked { try checkProperties(waiting, type, requests: entries[entry].requests) }
    entries.removeSubrange(entry...)
    if type.isStandard, let standard = instance as? any StandardObject {
      addClass(of: object, classObject(standard.archivedClass))
    } else {
      try addClass(of: object, type)
    }
  }

  @inline(__always)
  func record(of type: Any.Type) -> TypeRecord {
    if lastType.type == type { return lastType }
    lastType = knownRecord(of: type)
    return lastType
  }

  func knownRecord(of type: Any.Type) -> TypeRecord {
    if let record = types[ObjectIdentifier(type)] { return record }
    let record = TypeRecord(type, name: names[ObjectIdentifier(type)])
    types[ObjectIdentifier(type)] = record
    return record
  }

  /// Encodes any value.
  func encode<T: Encodable>(_ value: T, _ place: Place) throws {
    let type = record(of: T.self)
    switch type.shape {
    case .string: encode(sameType(value, as: String.self), place)
    case .int: encode(Int64(sameType(value, as: Int.self)), place)
    case .bool: encode(sameType(value, as: Bool.self), place)
    case .double: encode(sameType(value, as: Double.self), place)
    case .float: encode(sameType(value, as: Float.self), place)
    case .instance: try encode(instance: value, place)
    case .value: try encode(value: value, type, place)
    default: try encodeUnusual(value, type, place)
    }
  }

  private func encodeUnusual<T: Encodable>(_ value: T, _ type: TypeRecord, _ place: Place) throws {
    switch type.shape {
    case .date: encode(sameType(value, as: Date.self), place)
    case .data: encode(sameType(value, as: Data.self), place)
    case .url: encode(sameType(value, as: URL.self), place)
    case .uuid: encode(sameType(value, as: UUID.self), place)
    case .decimal: encode(sameType(value, as: Decimal.self), place)
    case .text: encode(sameType(value, as: ArchivedText.self), place)
    case .bytes: encode(sameType(value, as: ArchivedData.self), place)
    case .unknown: encode(sameType(value, as: UnknownObject.self), place, .link)
    case .collection:
      try checkDepth(place)
      if let collection = value as? any CollectionArchiving {
        try restoring(place) { try collection.archive(in: self, place) }
      }
    default:
      if let integer = value as? any FixedWidthInteger { try encode(integer: integer, place) }
    }
  }

  /// Encodes an instance: its object if it has one, else a new one that is filled later.
  private func encode<T: Encodable>(instance value: T, _ place: Place) throws {
    let instance = instance(value)
    let dynamicType: AnyClass = Swift.type(of: instance)
    if lastDynamicType.type != dynamicType { lastDynamicType = knownRecord(of: dynamicType) }
    if lastDynamicType.isReplaceable { return try encode(replaceable: value, instance, place) }
    builder.addReference(object(of: value, instance, place), place.slot)
  }

  /// Encodes what an instance wants archived in its place.
  private func encode(
    replaceable value: any Encodable, _ instance: AnyObject, _ place: Place
  ) throws {
    let identity = ObjectIdentifier(instance)
    if replacements[identity] == nil, let replaceable = instance as? any ArchivingReplacement {
      replacements[identity] = Replaced(
        instance: instance, replacement: try replaceable.replacementForArchiving())
    }
    guard let replacement = replacements[identity]?.replacement else { return encodeNil(place) }
    if Swift.type(of: replacement) is AnyClass, replacement as AnyObject === instance {
      return builder.addReference(object(of: value, instance, place), place.slot)
    }
    try checkDepth(place)
    try encode(replacement, place)
  }

  /// Gives a type another name in this archive.
  func setName(_ name: String, for type: Any.Type) {
    names[ObjectIdentifier(type)] = name
    types[ObjectIdentifier(type)] = nil
    lastType = TypeRecord(Never.self)
    lastDynamicType = lastType
  }

  /// The object of an instance that belongs to the archive.
  private func object<T: Encodable>(of value: T, _ instance: AnyObject, _ place: Place) -> UInt32 {
    let identity = ObjectIdentifier(instance)
    if let object = objects[identity] {
      hasRepeatedInstances = true
      if unarchived.removeValue(forKey: identity) != nil { add(instance, object) }
      return object
    }
    let object = builder.addRecord()
    objects[identity] = object
    add(instance, object)
    return object
  }

  private func add(_ instance: AnyObject, _ object: UInt32) {
    instances.append(Instance(instance: instance, object: object))
  }

  /// How a link holds its target in an archive.
  enum LinkStrength {
    case link, conditional
  }

  /// Encodes a link in the place of a value.
  func encode<T: AnyObject & Encodable>(
    link target: T?, at entry: Int, _ strength: LinkStrength
  ) throws {
    guard let place = singleValuePlace(entry) else { throw secondValue(entry, T.self) }
    encode(link: target, place, strength)
  }

  /// Encodes a link.
  func encode<T: AnyObject & Encodable>(
    link target: T?, _ place: Place, _ strength: LinkStrength
  ) {
    guard let target else { return encodeNil(place) }
    if let unknown = target as? UnknownObject { return encode(unknown, place, strength) }
    switch strength {
    case .link: builder.addLink(object(of: target, target, place), place.slot)
    case .conditional:
      builder.addConditionalReference(conditionalObject(of: target), place.slot)
    }
  }

  /// The object of an instance that a graph of unknown objects leads to.
  func object<T: AnyObject & Encodable>(of target: T, _ strength: LinkStrength) -> UInt32 {
    if let text = target as? ArchivedText { return object(of: text) }
    if let data = target as? ArchivedData { return object(of: data) }
    if strength == .conditional { return conditionalObject(of: target) }
    let nowhere = ArchiveBuilder.Place(in: ArchiveBuilder.null)
    return object(of: target, target, Place(slot: nowhere, owner: ArchiveBuilder.null))
  }

  /// The object of an instance that is not archived unless something else refers to it.
  private func conditionalObject(of target: AnyObject) -> UInt32 {
    let identity = ObjectIdentifier(target)
    if let object = objects[identity] { return object }
    let object = builder.addRecord()
    objects[identity] = object
    unarchived[identity] = target
    return object
  }

  /// Lets a value encode itself.
  private func encode<T: Encodable>(value: T, _ type: TypeRecord?, _ place: Place) throws {
    try restoring(place) {
      let entry = try push(place, type)
      try value.encode(to: ObjectEncoder(session: self, entry: entry))
      try pop(entry)
    }
  }

  /// Encodes a value, and leaves nothing of it where that fails: the caller may catch the error.
  @inline(__always)
  private func restoring(_ place: Place, _ encode: () throws -> Void) throws {
    let (container, count) = (builder.snapshot(of: place.slot), entries.count)
    do {
      try encode()
    } catch {
      builder.restore(container, place.slot)
      entries.removeSubrange(min(count, entries.count)...)
      while let last = awaited.last, last.entry >= count { awaited.removeLast() }
      throw error
    }
  }

  func push(_ place: Place, _ type: TypeRecord?) throws -> Int {
    try checkDepth(place)
    let depth = (entries.last?.depth ?? 0) + 1
    append(Entry(place: place, depth: depth, type: type))
    return entries.count - 1
  }

  /// Adds an entry with a serial number of its own.
  @inline(__always)
  func append(_ entry: Entry) {
    serial &+= 1
    entries.append(entry)
    entries[entries.count - 1].serial = serial
  }

  /// Whether an encoder's entry still is its own.
  @inline(__always)
  func isCurrent(_ entry: Int, _ serial: Int) -> Bool {
    entry < entries.count && entries[entry].serial == serial && !isFinished
  }

  /// Forgets the containers inside values that are finished.
  private func forgetNestedContainers() {
    if !nestedContainers.isEmpty { nestedContainers.removeAll() }
    if !dictionaryPlaces.isEmpty { dictionaryPlaces.removeAll() }
  }

  /// Ends a value: one that encoded nothing is an object without fields.
  private func pop(_ entry: Int) throws {
    guard entry < entries.count else { return }
    if let last = awaited.last, last.entry > entry { fillAwaited(after: entry) }
    if entries[entry].form == .none, entries[entry].type != nil { _ = container(.record, entry) }
    let finished = entries[entry]
    entries.removeSubrange(entry...)
    if finished.form == .record, let type = finished.type {
      try addClass(of: finished.object, type)
    }
  }

  private func checkDepth(_ place: Place) throws {
    if let last = entries.last, last.depth >= options.maximumDepth {
      throw ArchiveError(
        .depthLimit, "values are nested more than \(options.maximumDepth) deep",
        path: path(place))
    }
    if StackGuard.isLow {
      throw ArchiveError(
        .depthLimit, "values are nested deeper than the stack of this thread allows",
        path: path(place))
    }
  }

  // MARK: The end

  /// The types that were met, by their names.
  var registryOfMetTypes: ClassRegistry {
    var registry = ClassRegistry()
    for (name, type) in typesByName {
      if let type = type as? any ClassRegistry.Unarchivable.Type {
        registry.register(type, as: [name])
      }
    }
    return registry
  }

  /// Lets go of the instances in the order in which they were met: one that holds another was met
  /// before it, so that freeing it frees no other.
  func releaseInstances() { instances = [] }

  /// The finished archive.
  func finish() throws -> PlistDocument {
    if let deferredError { throw deferredError }
    isFinished = true
    forgetNestedContainers()
    if hasRepeatedInstances, let cycle = builder.strongCycle() { throw cycleError(cycle) }
    // Nothing is asked for any more, and the table that is made now is large enough.
    (instances, objects, replacements) = ([], [:], [:])
    let order: ArchiveFrame.Order = options.layout == .current ? .current : .classic
    return try builder.finish(
      ArchiveFrame(top: top, archiver: options.archiverName, version: 100_000, order: order))
  }
}
