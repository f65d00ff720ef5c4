// Reads the fields of one record as Foundation's objects, and keeps count of how deep they are.
internal import KeyedArchives
internal import PropertyLists

/// How many objects hold each other.
struct ObjectHeight {
  /// Objects and collections.
  var total = 0
  /// Collections in collections, from the top.
  var collections = 0

  /// What an object is to those that hold it.
  enum Level {
    case object, collection
  }
}

/// Reads the fields of one source.
final class ObjectReader {
  let source: ObjectSource
  let request: AllowedClasses
  let options: NSCodingOptions
  /// The height of the highest object that was read.
  private var highest = ObjectHeight()

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
    height.collections = level == .collection ? height.collections + 1 : 0
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
        NSString(string: try source.string(place))
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
      throw source.error(.valueNotFound, "a member of a collection is nil", place)
    }
  }
}
