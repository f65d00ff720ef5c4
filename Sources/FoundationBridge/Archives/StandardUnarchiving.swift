// Foundation's objects out of the layout that Apple's classes have in archives.
internal import KeyedArchives
internal import PropertyLists

/// Makes one object of a class of Foundation's.
struct StandardUnarchiving {
  let reader: ObjectReader
  let entry: StandardClasses.Entry
  var record: ForeignRecord { reader.record }

  init(_ reader: ObjectReader, _ entry: StandardClasses.Entry) {
    self.reader = reader
    self.entry = entry
  }

  /// The object.
  func object() throws -> Any {
    switch entry.kind {
    case .string: try string()
    case .data: try data()
    case .number: try number()
    case .date: try reader.date(record.date())
    case .url: try url()
    case .uuid: try record.uuid() as NSUUID
    case .null: NSNull()
    case .decimal: NSDecimalNumber(decimal: try record.decimal())
    case .array, .dictionary, .set, .countedSet, .orderedSet: try collection()
    default: try structured()
    }
  }

  private func collection() throws -> Any {
    switch entry.kind {
    case .dictionary: return try dictionary()
    case .countedSet: return try countedSet()
    default: break
    }
    var members = try reader.members("NS.objects", "NS.object.")
    if entry.kind != .array { members = try members.map(hashable) }
    return switch entry.kind {
    case .array: entry.isMutable ? NSMutableArray(array: members) : NSArray(array: members)
    case .set: entry.isMutable ? NSMutableSet(array: members) : NSSet(array: members)
    default:
      entry.isMutable ? NSMutableOrderedSet(array: members) : NSOrderedSet(array: members)
    }
  }

  private func structured() throws -> Any {
    switch entry.kind {
    case .indexSet: try indexSet()
    case .indexPath: try indexPath()
    case .locale: NSLocale(localeIdentifier: try text("NS.identifier"))
    case .timeZone: try timeZone()
    case .attributedString: try attributedString()
    case .error: try error()
    default: try value()
    }
  }

  // MARK: Plain values in objects of their own

  private func text(_ key: String) throws -> String {
    try record.string(reader.required(key))
  }

  private func string() throws -> Any {
    let key = record.place(.name("NS.string")) == nil ? "NS.bytes" : "NS.string"
    let text = try text(key)
    return entry.isMutable ? NSMutableString(string: text) : NSString(string: text)
  }

  private func data() throws -> Any {
    let key = record.place(.name("NS.data")) == nil ? "NS.bytes" : "NS.data"
    let data = try record.data(reader.required(key))
    return entry.isMutable ? NSMutableData(data: data) : NSData(data: data)
  }

  /// A URL; one that is relative to another would lose that by being bridged.
  private func url() throws -> NSURL {
    let url = try record.url()
    return NSURL(string: url.relativeString, relativeTo: url.baseURL) ?? url as NSURL
  }

  /// A number that a coder other than Apple's wrote as an object with fields.
  private func number() throws -> Any {
    if let place = record.place(.name("NS.boolval")) {
      return NSNumber(value: try record.bool(place))
    }
    if let place = record.place(.name("NS.dblval")) {
      return NSNumber(value: try record.real(place))
    }
    return NSNumber(value: try record.integer(Int64.self, reader.required("NS.intval")))
  }

  // MARK: Collections

  private func dictionary() throws -> Any {
    let keys = try reader.members("NS.keys", "NS.key.")
    let values = try reader.members("NS.objects", "NS.object.")
    guard keys.count == values.count else {
      throw record.error(
        .typeMismatch, "the dictionary has \(keys.count) keys and \(values.count) values")
    }
    var pairs: [AnyHashable: Any] = [:]
    for (key, value) in zip(keys, values) { pairs[try hashable(key)] = value }
    return entry.isMutable
      ? NSMutableDictionary(dictionary: pairs) : NSDictionary(dictionary: pairs)
  }

  /// A key of a dictionary or a member of a set.
  private func hashable(_ key: Any) throws -> NSObject {
    if let key = FoundationHash.hashable(key) { return key }
    throw record.error(
      .notRepresentable,
      "\(type(of: key)) has no hash that is safe, and cannot be a key or member of the"
        + " \(try record.className())")
  }

  /// Members are added one by one: a number in the archive must not keep that going for ever.
  private static let mostTimes = 1_000_000

  private func countedSet() throws -> Any {
    let set = NSCountedSet()
    let count = try record.integer(Int.self, reader.required("NS.count"))
    var total = 0
    for position in 0..<max(0, count) {
      let place = try reader.required("NS.object\(position)")
      let times = try record.integer(Int.self, reader.required("NS.count\(position)"))
      guard let member = try reader.object(place, reader.request.forMembers),
        (1...Self.mostTimes).contains(times), total <= Self.mostTimes - times
      else { throw record.error(.outOfRange, "a member is there \(times) times") }
      total += times
      let object = try hashable(member)
      for _ in 0..<times { set.add(object) }
    }
    return set
  }

  // MARK: Numbers of variable length

  private func numbers(_ key: String) throws -> [Int] {
    let place = try reader.required(key)
    if let numbers = PackedNumbers.numbers(in: try record.data(place)) {
      return numbers.map { Int(truncatingIfNeeded: $0) }
    }
    throw record.error(.typeMismatch, "\(key) is no list of numbers", place)
  }

  private func integer(_ key: String) throws -> Int {
    try record.integer(Int.self, reader.required(key))
  }

  private func indexSet() throws -> Any {
    let numbers =
      switch try integer("NSRangeCount") {
      case 0: [Int]()
      case 1: [try integer("NSLocation"), try integer("NSLength")]
      default: try numbers("NSRangeData")
      }
    let set = NSMutableIndexSet()
    var start = 0
    while start + 1 < numbers.count {
      let (location, length) = (numbers[start], numbers[start + 1])
      guard location >= 0, length > 0, location <= Int.max - length else {
        throw record.error(.outOfRange, "a range of the index set is out of bounds")
      }
      set.add(in: NSRange(location: location, length: length))
      start += 2
    }
    return entry.isMutable ? set : NSIndexSet(indexSet: set as IndexSet)
  }

  private func indexPath() throws -> Any {
    let indexes =
      switch try integer("NSIndexPathLength") {
      case 0: [Int]()
      case 1: [try integer("NSIndexPathValue")]
      default: try numbers("NSIndexPathData")
      }
    return IndexPath(indexes: indexes) as NSIndexPath
  }

  // MARK: Others

  private func timeZone() throws -> Any {
    let name = try text("NS.name")
    if let zone = NSTimeZone(name: name) { return zone }
    throw record.error(.notRepresentable, "Foundation has no time zone \(PlistError.quoted(name))")
  }

  private func error() throws -> Any {
    let info = try reader.place(.name("NSUserInfo")).flatMap {
      try reader.object($0, reader.request.forAnything)
    }
    return NSError(
      domain: try text("NSDomain"), code: try integer("NSCode"),
      userInfo: info as? [String: Any])
  }

  // MARK: Attributed strings

  private func attributedString() throws -> Any {
    let string = NSMutableAttributedString(string: try text("NSString"))
    if let place = try reader.place(.name("NSAttributes")) {
      let attributes = try attributes(place)
      if attributes.count > 1 || record.place(.name("NSAttributeInfo")) != nil {
        try add(attributes, runs: numbers("NSAttributeInfo"), to: string)
      } else if let attributes = attributes.first {
        string.addAttributes(attributes, range: NSRange(location: 0, length: string.length))
      }
    }
    return entry.isMutable ? string : NSAttributedString(attributedString: string)
  }

  private func attributes(_ place: ForeignPlace) throws -> [[NSAttributedString.Key: Any]] {
    let object = try reader.object(place, reader.request.forAnything)
    let dictionaries = object as? [[String: Any]] ?? (object as? [String: Any]).map { [$0] } ?? []
    return dictionaries.map { dictionary in
      Dictionary(dictionary.map { (NSAttributedString.Key($0.key), $0.value) }) { $1 }
    }
  }

  private func add(
    _ attributes: [[NSAttributedString.Key: Any]], runs: [Int],
    to string: NSMutableAttributedString
  ) throws {
    var (location, next) = (0, 0)
    while next + 1 < runs.count {
      let (length, number) = (runs[next], runs[next + 1])
      guard length >= 0, length <= string.length - location, attributes.indices.contains(number)
      else { throw record.error(.outOfRange, "the attributes do not fit the text") }
      string.addAttributes(
        attributes[number], range: NSRange(location: location, length: length))
      location += length
      next += 2
    }
  }
}
