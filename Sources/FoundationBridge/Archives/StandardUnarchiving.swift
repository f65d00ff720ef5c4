// Foundation's objects, read with the layouts of their classes. Index ranges are ordered so that
// each can be appended. Outside of Apple's systems, Foundation compares attributes as Core
// Foundation objects, and ends the process if the class of a value has no counterpart there.
internal import KeyedArchives
internal import PropertyLists

/// Creates one object of a Foundation class.
struct StandardUnarchiving {
  let reader: ObjectReader
  let entry: BridgedClasses.BridgedClass
  var source: ObjectSource { reader.source }

  func object() throws -> Any {
    switch entry.kind {
    case .string:
      entry.isMutable
        ? NSMutableString(string: try source.string()) : NSString(string: try source.string())
    case .data:
      entry.isMutable ? NSMutableData(data: try source.data()) : NSData(data: try source.data())
    case .number: try number()
    case .date: try reader.date(source.date())
    case .url: try url()
    case .uuid: try source.uuid() as NSUUID
    case .null: NSNull()
    case .decimal: NSDecimalNumber(decimal: try source.decimal())
    case .array: try array()
    case .dictionary: try dictionary()
    case .countedSet: try countedSet()
    case .set, .orderedSet: try set()
    case .indexSet: try indexSet()
    case .indexPath: IndexPath(indexes: try IndexPathLayout.indices(source)) as NSIndexPath
    case .locale: NSLocale(localeIdentifier: try LocaleLayout(source).identifier)
    case .timeZone: try timeZone()
    case .attributedString: try attributedString()
    case .error: try error()
    default: try value()
    }
  }

  /// Creates a URL without bridging, because bridging would lose the base URL.
  private func url() throws -> NSURL {
    let longText = try source.longURLText()
    let context = reader.request.context
    if let longText, let known = context.longURLs[longText] { return known }
    let url = try source.url()
    let object = NSURL(string: url.relativeString, relativeTo: url.baseURL) ?? url as NSURL
    if let longText { context.longURLs[longText] = object }
    return object
  }

  /// Creates a number from an object with fields, as a coder other than Apple's writes it.
  private func number() throws -> Any {
    switch try NumberLayout.number(source) {
    case .bool(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .integer(let value): NumberKind.number(value) ?? NSNumber(value: 0)
    default: NSNumber(value: 0)
    }
  }

  // MARK: Collections

  private func array() throws -> Any {
    let members = try reader.members(source.members())
    return entry.isMutable ? NSMutableArray(array: members) : NSArray(array: members)
  }

  private func set() throws -> Any {
    let members = try reader.hashedMembers(source.members()).objects
    return switch (entry.kind, entry.isMutable) {
    case (.set, false): NSSet(array: members)
    case (.set, true): NSMutableSet(array: members)
    case (_, false): NSOrderedSet(array: members)
    case (_, true): NSMutableOrderedSet(array: members)
    }
  }

  private func dictionary() throws -> Any {
    let entries = try source.entries()
    let keys = try reader.hashedMembers(entries.keys).objects
    let values = try reader.members(entries.values)
    return FoundationHash.dictionary(keys: keys, values: values, isMutable: entry.isMutable)
  }

  /// Creates a counted set; Foundation adds each member as many times as it is counted.
  private func countedSet() throws -> Any {
    let entries = try source.countedMembers()
    let counts = try entries.counts.map { count in
      if let count = Int(exactly: count), count > 0 { return count }
      throw source.error(
        .outOfRange, message: "the count \(count) of a member of the counted set is out of range")
    }
    for count in counts { try reader.pay(for: .repetition, count - 1) }
    let members = try reader.hashedMembers(entries.members)
    let searches = saturatingProduct(counts.reduce(0) { $0 + $1 - 1 }, members.longestSearch - 1)
    try reader.pay(for: .comparison, searches)
    try reader.pay(for: .comparedPart, saturatingProduct(searches, members.heaviestPart))
    let set = NSCountedSet()
    for (member, count) in zip(members.objects, counts) { for _ in 0..<count { set.add(member) } }
    return set
  }

  /// Creates an index set. Foundation would move ranges that are added out of order or overlap.
  private func indexSet() throws -> Any {
    let numbers = try IndexSetLayout.numbers(source)
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(numbers.count / 2)
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      guard let location = Int(exactly: numbers[index]),
        let length = Int(exactly: numbers[index + 1]), location <= Int.max - length
      else { throw source.error(.outOfRange, message: "a range of the index set is out of bounds") }
      if length > 0 { ranges.append(location..<location + length) }
    }
    let set = NSMutableIndexSet()
    for range in ranges.inOrderApart {
      set.add(in: NSRange(location: range.lowerBound, length: range.count))
    }
    return entry.isMutable ? set : NSIndexSet(indexSet: set as IndexSet)
  }

  private func timeZone() throws -> Any {
    let name = try TimeZoneLayout(source).name
    if let zone = NSTimeZone(name: name) { return zone }
    throw source.error(
      .notRepresentable, message: "Foundation has no time zone \(PlistError.quoted(name))")
  }

  private func error() throws -> Any {
    let contents = try ErrorLayout.contents(source)
    let info = try contents.userInfo.flatMap {
      try reader.object($0, request: reader.request.forAnything)
    }
    try reader.pay(for: .conversion, reader.weight)
    let pairs = info as? [String: Any]
    if info != nil, pairs == nil {
      throw source.error(
        .notRepresentable,
        message: "expected a dictionary with string keys as the user info of the error")
    }
    return NSError(domain: contents.domain, code: contents.code, userInfo: pairs)
  }

  // MARK: Attributed strings

  private func attributedString() throws -> Any {
    let contents = try AttributedStringLayout.contents(source)
    let text = try contents.text.map { try source.string($0) } ?? ""
    let string = NSMutableAttributedString(string: text)
    if let position = contents.attributes,
      let attributes = try reader.object(position, request: reader.request.forAnything)
    {
      try reader.pay(for: .conversion, reader.weight)
      try add(attributes, contents: contents, to: string)
    }
    return entry.isMutable ? string : NSAttributedString(attributedString: string)
  }

  private func add(
    _ attributes: Any, contents: AttributedStringLayout.AttributedStringContents,
    to string: NSMutableAttributedString
  ) throws {
    let list = attributes as? NSArray
    guard list != nil || attributes is NSDictionary else {
      throw AttributedStringLayout.otherAttributes(source)
    }
    let runs = try contents.runs(ofLength: string.length, dictionaryCount: list?.count, source)
    let dictionaries = try (list.map(Array.init) ?? [attributes]).map {
      object -> [NSAttributedString.Key: Any]? in
      // Attributes by key; nil for an object that is not a dictionary.
      guard object is NSDictionary else { return nil }
      guard let dictionary = object as? [String: Any] else {
        throw source.error(
          .notRepresentable, message: "expected strings as the keys of attributes, found other keys"
        )
      }
      return Dictionary(dictionary.map { (NSAttributedString.Key($0.key), $0.value) }) { $1 }
    }
    if list != nil, let key = dictionaries.compactMap(\.self).incomparableKey {
      let name = PlistError.quoted(key.rawValue)
      throw source.error(
        .notRepresentable, message: "Foundation cannot compare the values of the attribute \(name)")
    }
    var location = 0
    for run in runs {
      guard let attributes = dictionaries[run.number] else {
        throw AttributedStringLayout.missingAttributes(source)
      }
      try reader.pay(for: .conversion, attributes.count)
      string.addAttributes(attributes, range: NSRange(location: location, length: run.length))
      location += run.length
    }
  }
}

extension [Range<Int>] {
  /// The ranges in ascending order, with overlapping and adjacent ranges merged. The ranges in
  /// Apple's archives are already in this form, which takes one pass to verify.
  package var inOrderApart: [Range<Int>] {
    if zip(self, dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) { return self }
    var merged: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension [[NSAttributedString.Key: Any]] {
  /// A key under which two of these attributes have different objects, one of which cannot be
  /// compared; nil if there is none. Takes time linear in the attributes.
  var incomparableKey: NSAttributedString.Key? {
    #if canImport(ObjectiveC)
      return nil
    #else
      var known: [NSAttributedString.Key: (object: AnyObject, isComparable: Bool)] = [:]
      for attributes in self {
        for (key, value) in attributes {
          let (object, isComparable) = (value as AnyObject, Self.isComparable(value))
          if let other = known[key], other.object !== object, !(isComparable && other.isComparable)
          {
            return key
          }
          if known[key]?.isComparable ?? true { known[key] = (object, isComparable) }
        }
      }
      return nil
    #endif
  }

  /// Whether Core Foundation can compare a value: an object of these classes, or not an object.
  private static func isComparable(_ value: Any) -> Bool {
    switch value as AnyObject {
    case is NSString, is NSNumber, is NSData, is NSDate, is NSURL, is NSUUID: true
    case is NSArray, is NSDictionary, is NSSet, is NSOrderedSet, is NSIndexSet: true
    case is NSIndexPath, is NSLocale, is NSTimeZone, is NSCalendar, is NSCharacterSet: true
    case is NSAttributedString, is NSDateInterval, is NSMeasurement, is NSRegularExpression: true
    default: false
    }
  }
}
