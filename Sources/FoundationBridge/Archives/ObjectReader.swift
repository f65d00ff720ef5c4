// Reads the fields of one record as Foundation's objects, and tracks their nesting depth.
internal import KeyedArchives
internal import PropertyLists

/// The nesting depth and number of objects.
struct ObjectHeight {
  /// The depth in objects and collections.
  var total = 0
  /// The depth of nested collections, counted from the top.
  var collections = 0
  /// The number of values in the object, including itself and counting each reference: the cost of
  /// comparing it with another object, or of converting it to Swift values.
  var weight = 1

  /// The role of an object for the objects that contain it.
  enum ReadingLevel {
    /// An object of the program, whose contents Foundation does not inspect.
    case object
    /// A collection, or another Foundation object.
    case collection
    /// A collection that is compared by searching: members with equal hashes are compared pairwise.
    case set
  }
}

/// Reads the fields of one source.
final class ObjectReader {
  let source: ObjectSource
  let request: AllowedClasses
  let options: NSCodingOptions
  /// The largest height of the objects that were read.
  private var highest = ObjectHeight()
  /// The total weight of the objects that were read.
  private(set) var weight = 0

  init(_ source: ObjectSource, request: AllowedClasses, options: NSCodingOptions) {
    self.source = source
    self.request = request
    self.options = options
  }

  /// Returns the height of the object itself, or throws `ArchiveError` with `depthLimit`.
  func height(as level: ObjectHeight.ReadingLevel) throws -> ObjectHeight {
    var height = highest
    height.total += 1
    height.collections = level == .object ? 0 : height.collections + 1
    height.weight =
      switch level {
      case .object: 1
      case .collection: 1 + weight
      case .set: 1 + saturatingProduct(weight, weight)
      }
    // Chains are freed by recursion, most likely on the thread that creates them.
    if height.total >= 64, StackGuard.remaining / Self.stackBytes <= height.total {
      throw source.error(
        .depthLimit,
        message: "a chain of \(height.total) objects is longer than the stack of this thread allows"
      )
    }
    if height.total > options.maximumChain {
      throw source.error(
        .depthLimit, message: "a chain of objects is longer than the limit: \(options.maximumChain)"
      )
    }
    if height.collections > options.maximumDepth {
      throw source.error(
        .depthLimit,
        message: "collections are nested more than \(options.maximumDepth.counting("level")) deep"
      )
    }
    return height
  }

  /// The number of bytes of stack for each object of a chain: freeing one object frees the next.
  private static let stackBytes = 512

  private func add(weight more: Int) { weight = min(weight + more, 1 << 40) }
  /// Returns the object at a position; nil for nil. Long because it has a case for each kind.
  func object(_ position: ValuePosition, request: AllowedClasses) throws -> Any? {
    if try source.isNil(position) { return nil }
    switch try source.kind(position) {
    case .string:
      return try plain(NSString.self, kind: .string, at: position, request: request) {
        let text = try source.string(position)
        add(weight: text.utf8.count / 64)
        return NSString(string: text)
      }
    case .bool:
      return try plain(NSNumber.self, kind: .number, at: position, request: request) {
        NSNumber(value: try source.bool(position))
      }
    case .integer:
      return try plain(NSNumber.self, kind: .number, at: position, request: request) {
        if let value = try? source.integer(Int64.self, value: position) {
          return NSNumber(value: value)
        }
        return NSNumber(value: try source.integer(UInt64.self, value: position))
      }
    case .real:
      return try plain(NSNumber.self, kind: .number, at: position, request: request) {
        NSNumber(value: try source.real(position))
      }
    case .data:
      return try plain(NSData.self, kind: .data, at: position, request: request) {
        NSData(data: try source.data(position))
      }
    case .date:
      return try plain(NSDate.self, kind: .date, at: position, request: request) {
        try date(source.date(position))
      }
    default: break
    }
    guard let made = try source.object(position, request: request).value as? AllowedClasses.Made
    else { return nil }
    guard request.allows(made.type, kind: made.kind) else {
      let unknownClass = (made.value as? UnknownObject)?.className
      throw request.refusal(
        unknownClass ?? String(describing: made.type), source: source, at: position)
    }
    highest.total = max(highest.total, made.height.total)
    highest.collections = max(highest.collections, made.height.collections)
    add(weight: made.height.weight)
    return made.value
  }

  private func plain(
    _ type: AnyClass, kind: BridgedClasses.ClassKind, at position: ValuePosition,
    request: AllowedClasses, make: () throws -> Any
  ) throws -> Any {
    guard request.allows(type, kind: kind) else {
      throw request.refusal(String(describing: type), source: source, at: position)
    }
    add(weight: 1)
    return try make()
  }

  /// Returns a finite date: Foundation stops the program if any other date is shown as text.
  func date(_ date: Date) throws -> NSDate {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isFinite { return NSDate(timeIntervalSinceReferenceDate: seconds) }
    throw source.error(
      .outOfRange, message: "expected a finite date, found \(seconds) seconds since 2001")
  }

  /// Calls a closure with the object of a key after all objects are created; does nothing for nil.
  func link(_ key: String, request: AllowedClasses, fill: @escaping (Any) -> Void) throws {
    guard let position = try source.value(.name(key)) else { return }
    guard source.isReference(position), try source.kind(position) == .dictionary else {
      if let object = try object(position, request: request) { fill(object) }
      return
    }
    try source.link(position, request: request) { instance in
      guard let made = instance.value as? AllowedClasses.Made,
        request.allows(made.type, kind: made.kind)
      else { return false }
      if let value = made.value { fill(value) }
      return true
    }
  }

  // MARK: Members

  func members(_ positions: MemberPositions) throws -> [Any] { try positions.map(member) }

  private func member(_ position: ValuePosition) throws -> Any {
    if let member = try object(position, request: request.forMembers) { return member }
    throw source.error(.valueNotFound, message: "a member of a collection is nil", value: position)
  }

  /// Returns the objects of members that Foundation will hash, and charges the cost to the budget.
  func hashedMembers(_ positions: MemberPositions) throws -> HashedObjects {
    var hashed = HashedObjects(capacity: positions.count)
    for position in positions {
      let before = weight
      let member = try member(position)
      guard let object = FoundationHash.hashable(member) else {
        let name = (try? source.className()) ?? ""
        throw source.error(
          .notRepresentable,
          message:
            "\(type(of: member)) cannot be hashed safely, so it cannot be a key or member of the"
            + " \(name)")
      }
      hashed.append(object, weight: weight - before)
    }
    if let equivalent = try hashed.check(paying: { step, count in try pay(for: step, count) }) {
      let text = PlistError.quoted(equivalent)
      throw source.error(
        .equivalentKeys,
        message: "two keys or members differ in bytes but are equal as text: \(text)")
    }
    return hashed
  }

  /// Charges the budget for steps in advance, or throws `ArchiveError` with `expansionLimit`.
  func pay(for step: ObjectStep, _ count: Int) throws {
    if count <= 0 { return }
    request.context.work[step, default: 0] += min(count, 1 << 40)
    try source.visit(step.visits(count))
  }
}
