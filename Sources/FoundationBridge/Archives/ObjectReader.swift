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

/// Reads the fields of one record.
final class ObjectReader {
  let record: ForeignRecord
  let request: AllowedClasses
  let options: NSCodingOptions
  /// The height of the highest object that was read.
  private var highest = ObjectHeight()

  init(_ record: ForeignRecord, _ request: AllowedClasses, _ options: NSCodingOptions) {
    self.record = record
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
      throw record.error(
        .depthLimit, "more than \(options.maximumChain) objects hold each other in a chain")
    }
    if height.collections > options.maximumDepth {
      throw record.error(
        .depthLimit, "collections are nested more than \(options.maximumDepth) deep")
    }
    return height
  }

  // MARK: Places

  /// Where the value of a key stands, when it is there and not nil.
  func place(_ key: ForeignKey) throws -> ForeignPlace? {
    guard let place = record.place(key), try !record.isNil(place) else { return nil }
    return place
  }

  /// Where the value of a key stands.
  ///
  /// - Throws: `ArchiveError` with `valueNotFound` when there is none.
  func required(_ key: String) throws -> ForeignPlace {
    if let place = try place(.name(key)) { return place }
    throw record.error(.valueNotFound, "the \(try record.className()) has no \(key)")
  }

  // MARK: Objects

  /// The object of a place; nil for nil.
  func object(_ place: ForeignPlace, _ request: AllowedClasses) throws -> Any? {
    if try record.isNil(place) { return nil }
    switch try record.kind(place) {
    case .string:
      return try plain(NSString.self, .string, place, request) {
        NSString(string: try record.string(place))
      }
    case .bool:
      return try plain(NSNumber.self, .number, place, request) {
        NSNumber(value: try record.bool(place))
      }
    case .integer, .real:
      return try plain(NSNumber.self, .number, place, request) { try number(place) }
    case .data:
      return try plain(NSData.self, .data, place, request) {
        NSData(data: try record.data(place))
      }
    case .date:
      return try plain(NSDate.self, .date, place, request) {
        try date(record.date(place))
      }
    default: return try made(place, request)
    }
  }

  private func plain(
    _ type: AnyClass, _ kind: StandardClasses.Kind, _ place: ForeignPlace,
    _ request: AllowedClasses, _ make: () throws -> Any
  ) throws -> Any {
    guard request.allows(type, kind) else {
      throw request.refusal(String(describing: type), record, place)
    }
    return try make()
  }

  private func number(_ place: ForeignPlace) throws -> NSNumber {
    if try record.kind(place) == .real { return NSNumber(value: try record.real(place)) }
    if let value = try? record.integer(Int64.self, place) { return NSNumber(value: value) }
    return NSNumber(value: try record.integer(UInt64.self, place))
  }

  /// A date, which is a number: Foundation stops the program where another is shown as text.
  func date(_ date: Date) throws -> NSDate {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isFinite { return NSDate(timeIntervalSinceReferenceDate: seconds) }
    throw record.error(.outOfRange, "\(seconds) seconds are no date")
  }

  private func made(_ place: ForeignPlace, _ request: AllowedClasses) throws -> Any? {
    guard let made = try record.object(place, request).value as? AllowedClasses.Made else {
      return nil
    }
    guard request.allows(made.type, made.kind) else {
      let unknownClass = (made.value as? UnknownObject)?.className
      throw request.refusal(unknownClass ?? String(describing: made.type), record, place)
    }
    highest.total = max(highest.total, made.height.total)
    highest.collections = max(highest.collections, made.height.collections)
    return made.value
  }

  /// Has a closure called with the object of a key once all objects are made; nothing to do for nil.
  func link(_ key: String, _ request: AllowedClasses, _ fill: @escaping (Any) -> Void) throws {
    guard let place = try place(.name(key)) else { return }
    guard record.isReference(place), try record.kind(place) == .dictionary else {
      if let object = try object(place, request) { fill(object) }
      return
    }
    try record.link(place, request) { instance in
      guard let made = instance.value as? AllowedClasses.Made,
        request.allows(made.type, made.kind)
      else { return false }
      if let value = made.value { fill(value) }
      return true
    }
  }

  // MARK: Members

  /// The members of a collection.
  func members(_ key: String, _ prefix: String) throws -> [Any] {
    try record.members(key, prefix).map { place in
      if let member = try object(place, request.forMembers) { return member }
      throw record.error(.valueNotFound, "a member of a collection is nil", place)
    }
  }
}
