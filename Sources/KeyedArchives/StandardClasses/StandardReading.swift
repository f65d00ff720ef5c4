// Takes the contents of an object of a standard class out of its stored keys, and remembers which.
// The collections are in StandardReading+Collections.swift.
internal import PropertyLists

/// The reading of one object.
struct StandardReading {
  let object: ArchivedObject
  let node: PlistNode
  /// The places of the pairs that were taken.
  private(set) var taken: [Int] = []

  init(_ object: ArchivedObject) {
    self.object = object
    node = object.node
  }

  /// The contents; nil where the class is no standard one, or the keys have another form.
  mutating func contents() throws(ArchiveError) -> ArchivedContents? {
    switch object.className {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
      "NSMutableOrderedSet":
      return .items(try members())
    case "NSDictionary", "NSMutableDictionary": return try entries()
    case "NSCountedSet": return try countedItems()
    case "NSDate": return value("NS.time", [.real, .integer]).map { .date($0) }
    case "NSString", "NSMutableString": return value("NS.string", [.string]).map { .string($0) }
    case "NSData", "NSMutableData":
      return (value("NS.data", [.data]) ?? value("NS.bytes", [.data])).map { .data($0) }
    case "NSURL": return url()
    case "NSUUID": return uuid()
    case "NSNull": return .null
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal()
    default: return nil
    }
  }

  // MARK: Keys

  /// The place of a key.
  func place(_ key: String) -> Int? { node.position(ofKey: key) }

  /// Takes the value of a key when it is inline and of one of the kinds.
  mutating func value(_ key: String, _ kinds: [PlistKind]) -> PlistNode? {
    guard let place = place(key), let value = node.value(at: place), kinds.contains(value.kind)
    else { return nil }
    taken.append(place)
    return value
  }

  mutating func take(_ place: Int) { taken.append(place) }

  func archived(_ place: Int) -> ArchivedValue {
    ArchivedValue(object.table, node.value(at: place) ?? node)
  }

  // MARK: Values

  private mutating func url() -> ArchivedContents? {
    guard let relative = place("NS.relative") else { return nil }
    let text = archived(relative)
    guard text.slot >= 0, text.kind == .scalar, text.node.kind == .string else { return nil }
    taken.append(relative)
    guard let base = place("NS.base") else { return .url(text, base: nil) }
    let value = archived(base)
    guard value.slot >= 0 else { return nil }
    taken.append(base)
    return .url(text, base: value)
  }

  private mutating func uuid() -> ArchivedContents? {
    let key = place("NS.uuidbytes") == nil ? "uuid" : "NS.uuidbytes"
    guard let data = value(key, [.data])?.dataValue, data.count == 16 else { return nil }
    return UUID(bytes: data).map { .uuid($0) }
  }

  private mutating func decimal() -> ArchivedContents? {
    guard let mantissa = value("NS.mantissa", [.data])?.dataValue,
      let order = integer("NS.mantissa.bo"), let exponent = integer("NS.exponent"),
      let length = integer("NS.length"),
      let isNegative = value("NS.negative", [.bool])?.boolValue
    else { return nil }
    if place("NS.compact") != nil, value("NS.compact", [.bool]) == nil { return nil }
    guard order == 1 || order == 2,
      let parts = DecimalParts(
        isNegative: isNegative, exponent: exponent, words: length, bytes: mantissa,
        isBigEndian: order == 2)
    else { return nil }
    return .decimal(length == 0 && isNegative ? "NaN" : parts.plainDigits)
  }

  private mutating func integer(_ key: String) -> Int? {
    value(key, [.integer])?.integerValue.flatMap { Int(exactly: $0) }
  }
}
