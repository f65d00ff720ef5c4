// One archive under construction: the instances that already have an object, the instances still to
// be encoded, and the values that enclose the current one. An instance gets its object when it is
// first encountered and is encoded later, so chains of instances can have any length.
internal import PropertyLists

/// The state of one archiving session.
final class ArchivingSession {
  let builder: ArchiveBuilder
  let top: UInt32
  let userInfo: [CodingUserInfoKey: Any]
  /// The same information, for types that are coded by their fields.
  let fieldInfo: [CodingUserInfoKey: any Sendable]
  let options: ArchivingOptions
  /// The store that holds all instances except the one being encoded; nil for an archive.
  let store: (any InstanceStore)?
  /// Whether instances are encoded only on the archiver's request, possibly out of turn.
  let isGradual: Bool
  let confined = UncheckedState(ArchivingParts())

  /// The mutable state of the encoding. No method of a part calls code that can access the session.
  struct ArchivingParts: ~Copyable {
    var types = TypeTable()
    var classes = ClassTable()
    var instances = InstanceTable()
    var stack = EncodingStack()
    var fields = ObjectFieldTable()
    /// The writer of numbered fields; nil while it is used, and until a class has them.
    var writer: PlistFieldWriter?
    /// The keyed containers that can be used again.
    var containers = ContainerReserves<ArchivingFrame>()
    var graphs: [ObjectIdentifier: GraphImport] = [:]
    var isFinished = false
    var deferredError: ArchiveError?
    /// The number of the key of the class of an object; nil until it is needed.
    var classKey: UInt32?
  }

  var types: TypeTable {
    @inline(__always)
    _read { yield confined.state.types }
    @inline(__always)
    _modify { yield &confined.state.types }
  }
  var classes: ClassTable {
    @inline(__always)
    _read { yield confined.state.classes }
    @inline(__always)
    _modify { yield &confined.state.classes }
  }
  var instances: InstanceTable {
    @inline(__always)
    _read { yield confined.state.instances }
    @inline(__always)
    _modify { yield &confined.state.instances }
  }
  var stack: EncodingStack {
    @inline(__always)
    _read { yield confined.state.stack }
    @inline(__always)
    _modify { yield &confined.state.stack }
  }
  /// The graphs of unknown objects encountered so far.
  var graphs: [ObjectIdentifier: GraphImport] {
    _read { yield confined.state.graphs }
    _modify { yield &confined.state.graphs }
  }
  /// Whether the archive is finished, so that retained containers can no longer be filled.
  var isFinished: Bool { confined.state.isFinished }
  /// The first error of a call that cannot throw.
  var deferredError: ArchiveError? {
    get { confined.state.deferredError }
    set { confined.state.deferredError = newValue }
  }
  /// The number of further errors that get a path. Determining a path requires a traversal of all
  /// objects, and values that catch errors may cause many of them.
  var pathsLeft = 100

  /// The form that a value has taken so far.
  enum Form: BitwiseCopyable { case none, record, dictionary, array, single }

  init(
    _ options: ArchivingOptions, userInfo: [CodingUserInfoKey: any Sendable],
    store: (any InstanceStore)? = nil, isGradual: Bool = false
  ) {
    self.store = store
    self.isGradual = isGradual
    // The thread that encodes a graph in steps has other work to do.
    builder = ArchiveBuilder(comparesShortTextsLater: isGradual)
    self.options = options
    self.userInfo = userInfo
    fieldInfo = userInfo
    top = builder.addTop()
  }

  /// Releases the containers, which refer to the session, when no more values are encoded.
  func releaseContainers() {
    _ = confined.state.containers.close()
    confined.state.writer = nil
  }

  // MARK: Values

  /// Encodes a value under a top-level key, and everything that it refers to.
  func encodeTop<T: Encodable>(_ value: T, forKey key: String) throws {
    try encode(
      value,
      at: ArchivingPosition(slot: .init(in: top, key: self.key(key)), owner: ArchiveBuilder.null))
    if !isGradual { try encodeWaiting() }
    if let deferredError { throw deferredError }
  }

  /// Encodes all instances that are still pending.
  func encodeWaiting() throws { _ = try encodeWaiting { true } }

  /// Encodes pending instances as long as a condition holds; returns whether all are encoded.
  func encodeWaiting(while goesOn: () -> Bool) throws -> Bool {
    repeat {
      while instances.hasPending {
        guard goesOn() else { return false }
        if let pending = instances.popPending(), !(isGradual && isEncoded(pending.object)) {
          try encodeBody(pending)
        }
      }
      for graph in graphs.values { try graph.fillWaiting() }
    } while instances.hasPending
    return true
  }

  /// Encodes an instance out of turn, unless it was encoded; it need not have been encountered.
  func encodeAhead(_ instance: AnyObject) throws {
    if types.record(ofInstance: Swift.type(of: instance)).isReplaceable {
      guard let replacement = try replacement(of: instance),
        Swift.type(of: replacement) is AnyClass, replacement as AnyObject === instance
      else { return }
    }
    let object = instances.knownObject(of: instance) ?? instances.object(of: instance, builder)
    if isEncoded(object) { return }
    try encodeBody(InstanceTable.Pending(instance: instance, object: object))
    if let deferredError { throw deferredError }
  }

  /// Whether the fields of an instance are in its object; at least `$class` is always among them.
  private func isEncoded(_ object: UInt32) -> Bool {
    builder.count(of: builder.container(of: object)) > 0
  }

  private func encodeBody(_ pending: InstanceTable.Pending) throws {
    let (instance, object) = (pending.instance, pending.object)
    let type = types.record(of: Swift.type(of: instance))
    let position = ArchivingPosition(
      slot: .init(in: builder.container(of: object), key: .max), owner: object)
    var state = ArchivingEntry(position: position, depth: 1, object: object, type: type.number)
    state.container = position.slot.container
    let entry = confined.state.stack.append(state, in: -1)
    var requests = 0
    if let coding = type.fields, encode(instance, coding, at: position) {
      requests = coding.levels
    } else {
      try type.encode(instance, ObjectEncoder(session: self, entry: entry))
      requests = stack.entries[entry].requests
    }
    if let last = stack.awaited.last, last.entry > entry { fillAwaited(after: entry) }
    if entry == 0 { stack.forgetNestedContainers() }
    if type.isBridged { return stack.pop(from: entry) }
    if !type.isChecked {
      try checkProperties(pending, type: type, requests: requests)
    }
    stack.pop(from: entry)
    if type.isStandard, let standard = instance as? any StandardObject {
      addClass(of: object, standard.archivedClass)
    } else {
      try addClass(of: object, type)
    }
  }

  func encode<T: Encodable>(_ value: T, at position: ArchivingPosition) throws {
    let type = confined.state.types.record(of: T.self)
    switch type.shape {
    case .string: encode(sameType(value, as: String.self), at: position)
    case .int: encode(Int64(sameType(value, as: Int.self)), at: position)
    case .bool: encode(sameType(value, as: Bool.self), at: position)
    case .double: encode(sameType(value, as: Double.self), at: position)
    case .float: encode(sameType(value, as: Float.self), at: position)
    case .instance: try encode(instance: instance(value), at: position)
    case .value: try encode(value: value, type, at: position)
    case .link: try encode(linkValue: value, position)
    default: try encodeUnusual(value, type: type, at: position)
    }
  }

  private func encodeUnusual<T: Encodable>(
    _ value: T, type: TypeRecord, at position: ArchivingPosition
  ) throws {
    switch type.shape {
    case .date: encode(sameType(value, as: Date.self), at: position)
    case .data: encode(sameType(value, as: Data.self), at: position)
    case .url: try encode(sameType(value, as: URL.self), at: position)
    case .uuid: encode(sameType(value, as: UUID.self), at: position)
    case .decimal: encode(sameType(value, as: Decimal.self), at: position)
    case .text: encode(sameType(value, as: ArchivedText.self), at: position)
    case .bytes: encode(sameType(value, as: ArchivedData.self), at: position)
    case .unknown: encode(sameType(value, as: UnknownObject.self), at: position, strength: .strong)
    case .collection:
      try checkDepth(position)
      if let collection = value as? any CollectionArchiving {
        try restoring(position) { try collection.archive(in: self, position) }
      }
    default:
      if let integer = value as? any FixedWidthInteger { try encode(integer: integer, position) }
    }
  }

  /// How many elements ahead memory is fetched.
  private static let fetchDistance = 16

  /// Encodes the elements of a list whose element type is a class.
  func encode(
    _ list: ContiguousArray<AnyObject>, type: Any.Type, in container: ArchivingEntry, entry: Int
  ) throws {
    if store == nil { instances.reserve(forMore: list.count) }
    for index in list.indices {
      let ahead = min(index &+ Self.fetchDistance, list.count &- 1)
      confined.state.instances.prefetch(identity(ahead, in: list))
      if isFinished { throw secondValue(entry, type: type) }
      try encode(instance: list[index], at: element(of: container))
    }
  }

  /// Encodes an instance as a reference to its object; creates one, to be filled later, if it has
  /// none. An instance that is replaceable is encoded as the replacement that it chooses.
  private func encode(instance: AnyObject, at position: ArchivingPosition) throws {
    if confined.state.types.record(ofInstance: Swift.type(of: instance)).isReplaceable {
      guard let replacement = try replacement(of: instance) else { return encodeNil(position) }
      guard Swift.type(of: replacement) is AnyClass, replacement as AnyObject === instance else {
        try checkDepth(position)
        return try encode(replacement, at: position)
      }
    } else if let store, try encode(stored: instance, in: store, position) {
      return
    }
    builder.addReference(
      confined.state.instances.object(of: instance, builder), at: position.slot)
  }

  /// The replacement of an instance, which is requested only once.
  private func replacement(of instance: AnyObject) throws -> (any Encodable)? {
    let identity = ObjectIdentifier(instance)
    if let known = instances.replacements[identity] { return known.replacement }
    let replacement = try (instance as? any ArchivingReplacement)?.replacementForArchiving()
    instances.replacements[identity] = (instance, replacement)
    return replacement
  }

  private func encode<T: Encodable>(linkValue value: T, _ position: ArchivingPosition) throws {
    try checkDepth(position)
    guard let link = value as? any LinkArchiving else { return }
    if store == nil { return try link.archive(in: self, position) }
    try restoring(position) { try link.archive(in: self, position) }
  }

  /// Encodes a link; if its target is in a store, as a number.
  func encode<T: AnyObject & Encodable>(
    linkOrNumber target: T?, _ position: ArchivingPosition, strength: LinkStrength
  ) throws {
    if let store, let target, try encode(stored: target, in: store, position) { return }
    encode(link: target, position, strength: strength)
  }

  func encode<T: AnyObject & Encodable>(
    link target: T?, _ position: ArchivingPosition, strength: LinkStrength
  ) {
    guard let target else { return encodeNil(position) }
    if let unknown = target as? UnknownObject {
      return encode(unknown, at: position, strength: strength)
    }
    switch strength {
    case .strong: builder.addLink(instances.object(of: target, builder), at: position.slot)
    case .conditional:
      builder.addConditionalReference(
        instances.conditionalObject(of: target, builder), at: position.slot)
    }
  }

  /// The object of an instance that a graph of unknown objects refers to.
  func object<T: AnyObject & Encodable>(of target: T, _ strength: LinkStrength) -> UInt32 {
    if let text = target as? ArchivedText { return object(of: text) }
    if let data = target as? ArchivedData { return object(of: data) }
    return strength == .conditional
      ? instances.conditionalObject(of: target, builder) : instances.object(of: target, builder)
  }

  // MARK: Values that encode themselves

  /// Calls a value's own `encode(to:)`.
  private func encode<T: Encodable>(value: T, _ type: TypeRecord?, at position: ArchivingPosition)
    throws
  {
    try restoring(position) {
      let entry = try push(position, type: type)
      if let list = type?.list {
        try list.archive(value, in: self, entry)
      } else {
        try value.encode(to: ObjectEncoder(session: self, entry: entry))
      }
      try pop(entry)
    }
  }

  /// Encodes a value, or removes what it encoded if that fails: the caller may catch the error.
  private func restoring(_ position: ArchivingPosition, encode: () throws -> Void) throws {
    let (container, count) = (builder.snapshot(of: position.slot), stack.entries.count)
    do { try encode() } catch {
      builder.restore(container, at: position.slot)
      stack.removeEntries(from: count)
      throw error
    }
  }

  func push(_ position: ArchivingPosition, type: TypeRecord?) throws -> Int {
    try checkDepth(position)
    let depth = (stack.entries.last?.depth ?? 0) + 1
    return stack.append(
      ArchivingEntry(position: position, depth: depth, type: type?.number),
      in: stack.entries.count - 1)
  }

  /// Ends a value; a value that encoded nothing becomes an object without fields.
  private func pop(_ entry: Int) throws {
    guard entry < stack.entries.count else { return }
    if let last = stack.awaited.last, last.entry > entry { fillAwaited(after: entry) }
    if stack.entries[entry].form == .none, stack.entries[entry].type != nil {
      _ = container(.record, entry: entry)
    }
    let finished = stack.entries[entry]
    stack.pop(from: entry)
    if finished.form == .record, let type = finished.type {
      try addClass(of: finished.object, types[type])
    }
  }

  private func checkDepth(_ position: ArchivingPosition) throws {
    let isTooDeep = stack.entries.last.map { $0.depth >= options.maximumDepth } ?? false
    guard isTooDeep || StackGuard.isLow else { return }
    throw ArchiveError(
      .depthLimit,
      message: isTooDeep
        ? "values are nested more than \(options.maximumDepth.counting("level")) deep"
        : "values are nested deeper than the stack of this thread allows", path: path(position))
  }

  /// Whether an entry still belongs to the encoder with this serial number.
  func isCurrent(_ entry: Int, serial: Int) -> Bool {
    entry < stack.entries.count && stack.entries[entry].serial == serial && !isFinished
  }

  func finish() throws -> PlistDocument { try builder.finish(try ended()) }

  /// Returns the archive as a binary file.
  func finishFile() throws -> Data { try builder.finishFile(try ended()) }

  /// Finishes the archive and returns its objects, without the instances, for another thread.
  func finishObjects() throws -> BuiltObjects { builder.finishObjects(try ended()) }

  private func ended() throws -> ArchiveFrame {
    if let deferredError { throw deferredError }
    confined.state.isFinished = true
    stack.forgetNestedContainers()
    // An instance that was encoded out of turn may be unreachable: no reference to it is required.
    if instances.hasRepeated, let cycle = builder.strongCycle(from: isGradual ? top : nil) {
      throw cycleError(cycle)
    }
    // No more lookups follow, and the table that is created now is large enough.
    instances.release()
    let order: ArchiveFrame.Order = options.layout == .current ? .current : .classic
    return ArchiveFrame(top: top, archiver: options.archiverName, version: 100_000, order: order)
  }
}
