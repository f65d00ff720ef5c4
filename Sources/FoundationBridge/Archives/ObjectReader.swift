// Reads the fields of one record as Foundation's objects, and keeps count of how deep they are.
internal import KeyedArchives
internal import PropertyLists

/// How many objects hold each other, and how many there are.
struct ObjectHeight {
  /// Objects and collections.
  var total = 0
  /// Collections in collections, from the top.
  var collections = 0
  /// The values in it, itself included, each as often as it is held: what comparing it with another one, or
  /// handing it out as Swift's values, costs.
  var weight = 1

  /// What an object is to those that hold it.
  enum Level {
    /// An object of a program: Foundation does not look into it.
    case object
    /// A collection, or another object of Foundation's.
    case collection
    /// A collection that finds each member of another one in itself: the members are compared two by
    /// two where their hashes are equal.
    case set
  }
}

/// Reads the fields of one source.
final class ObjectReader {
  let source: ObjectSource
  let request: AllowedClasses
  let options: NSCodingOptions
  /// The height of the highest object that was read.
  private var highest = ObjectHeight()
  /// The weight of all objects that were read.
  private(set) var weight = 0

  init(_ source: ObjectSource, _ request: AllowedClasses, _ options: NSCodingOptions) {
    self.source = source
    self.request = request
    self.options = options
  }

  /// The height of the object itself.
  ///
  /// - Throws: `ArchiveError` with `depthLimit`.
  func height(as level: ObjectHeight.Level) throws -> ObjectHeight {
    var height = highest
    height.total += 1
    height.collections = level == .object ? 0 : height.collections + 1
    height.weight =
      switch level {
      case .object: 1
      case .collection: 1 + weight
      case .set: 1 + saturatingProduct(weight, weight)
      }
    try checkStack(height.total)
    if height.total > options.maximumChain {
      throw source.error(
        .depthLimit, "more than \(options.maximumChain) objects hold each other in a chain")
    }
    if height.collections > options.maximumDepth {
      throw source.error(
        .depthLimit, "collections are nested more than \(options.maximumDepth) deep")
    }
    return height
  }

  /// What the thread's stack must have for each object of a chain: the first frees the second, and so
  /// on.
  private static let stackBytes = 512

  /// Objects that hold each other are freed by recursion, most likely on the thread that makes them.
  private func checkStack(_ height: Int) throws {
    if height < 64 || StackGuard.remaining / Self.stackBytes > height { return }
    throw source.error(
      .depthLimit,
      "\(height) objects hold each other in a chain, which is more than the stack of this thread allows"
    )
  }

  private func add(weight more: Int) { weight = min(weight + more, 1 << 40) }

  // MARK: Places

  /// The location of the value of a key; nil where there is none, or nil.
  func place(_ key: FieldKey) throws -> FieldPlace? { try source.value(key) }

  // MARK: Objects

  /// The object of a place; nil for nil.
  func object(_ place: FieldPlace, _ request: AllowedClasses) throws -> Any? {
    if try source.isNil(place) { return nil }
    switch try source.kind(place) {
    case .string:
      return try plain(NSString.self, .string, place, request) {
        let text = try source.string(place)
        add(weight: text.utf8.count / 64)
        return NSString(string: text)
      }
    case .bool:
      return try plain(NSNumber.self, .number, place, request) {
        NSNumber(value: try source.bool(place))
      }
    case .integer, .real:
      return try plain(NSNumber.self, .number, place, request) { try number(place) }
    case .data:
      return try plain(NSData.self, .data, place, request) {
        NSData(data: try source.data(place))
      }
    case .date:
      return try plain(NSDate.self, .date, place, request) {
        try date(source.date(place))
      }
    default: return try made(place, request)
    }
  }

  private func plain(
    _ type: AnyClass, _ kind: StandardClasses.Kind, _ place: FieldPlace,
    _ request: AllowedClasses, _ make: () throws -> Any
  ) throws -> Any {
    guard request.allows(type, kind) else {
      throw request.refusal(String(describing: type), source, place)
    }
    add(weight: 1)
    return try make()
  }

  private func number(_ place: FieldPlace) throws -> NSNumber {
    if try source.kind(place) == .real { return NSNumber(value: try source.real(place)) }
    if let value = try? source.integer(Int64.self, place) { return NSNumber(value: value) }
    return NSNumber(value: try source.integer(UInt64.self, place))
  }

  /// A date, which is a number: Foundation stops the program where another is shown as text.
  func date(_ date: Date) throws -> NSDate {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isFinite { return NSDate(timeIntervalSinceReferenceDate: seconds) }
    throw source.error(.outOfRange, "\(seconds) seconds are no date")
  }

  private func made(_ place: FieldPlace, _ request: AllowedClasses) throws -> Any? {
    guard let made = try source.object(place, request).value as? AllowedClasses.Made else {
      return nil
    }
    guard request.allows(made.type, made.kind) else {
      let unknownClass = (made.value as? UnknownObject)?.className
      throw request.refusal(unknownClass ?? String(describing: made.type), source, place)
    }
    highest.total = max(highest.total, made.height.total)
    highest.collections = max(highest.collections, made.height.collections)
    add(weight: made.height.weight)
    return made.value
  }

  /// Has a closure called with the object of a key once all objects are made; nothing to do for nil.
  func link(_ key: String, _ request: AllowedClasses, _ fill: @escaping (Any) -> Void) throws {
    guard let place = try place(.name(key)) else { return }
    guard source.isReference(place), try source.kind(place) == .dictionary else {
      if let object = try object(place, request) { fill(object) }
      return
    }
    try source.link(place, request) { instance in
      guard let made = instance.value as? AllowedClasses.Made,
        request.allows(made.type, made.kind)
      else { return false }
      if let value = made.value { fill(value) }
      return true
    }
  }

  // MARK: Members

  /// The objects of some members of a collection.
  func members(_ places: [FieldPlace]) throws -> [Any] {
    try places.map { place in
      if let member = try object(place, request.forMembers) { return member }
      throw absentMember(place)
    }
  }

  private func absentMember(_ place: FieldPlace) -> ArchiveError {
    source.error(.valueNotFound, "a member of a collection is nil", place)
  }

  /// The objects of some members that Foundation is to hash. What that costs is paid.
  func hashedMembers(_ places: [FieldPlace]) throws -> HashedObjects {
    var hashed = HashedObjects(capacity: places.count)
    for place in places {
      let before = weight
      guard let member = try object(place, request.forMembers) else { throw absentMember(place) }
      guard let object = FoundationHash.hashable(member) else { throw unhashable(member) }
      hashed.append(object, weight: weight - before)
    }
    let equivalent = try hashed.check { step, count in try pay(for: step, count) }
    guard let equivalent else { return hashed }
    throw source.error(
      .equivalentKeys,
      "two keys or members differ in bytes but are equal as text: \(PlistError.quoted(equivalent))")
  }

  private func unhashable(_ member: Any) -> ArchiveError {
    let name = (try? source.className()) ?? ""
    return source.error(
      .notRepresentable,
      "\(type(of: member)) has no hash that is safe, and cannot be a key or member of the \(name)")
  }
}
