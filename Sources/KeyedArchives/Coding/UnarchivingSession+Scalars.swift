// Values that Apple's own classes stand for, taken out of fields or of the objects that hold them.
internal import PropertyLists

extension UnarchivingSession {
  func bool(_ place: Place) throws -> Bool {
    if let value = table.bool(try target(place)) { return value }
    throw mismatch(Bool.self, "a Boolean", place)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, _ place: Place) throws -> T {
    let node = try target(place)
    if let value = table.integer(node) {
      if let value = T(exactly: value) { return value }
      throw error(.outOfRange, "\(value) does not fit in \(type)", place)
    }
    if let value = table.real(node).flatMap({ T(exactly: $0) }) { return value }
    throw mismatch(type, "an integer", place)
  }

  /// An integer of a type that is known at run time only.
  func anyInteger(_ type: any FixedWidthInteger.Type, _ place: Place) throws
    -> any FixedWidthInteger
  {
    try integer(type, place)
  }

  func real(_ place: Place) throws -> Double {
    let node = try target(place)
    if let value = table.real(node) { return value }
    if let value = table.integer(node) { return Double(value.int128) }
    throw mismatch(Double.self, "a real", place)
  }

  func float(_ place: Place) throws -> Float {
    let value = try real(place)
    let float = Float(value)
    if float.isInfinite, value.isFinite {
      throw error(.outOfRange, "\(value) does not fit in Float", place)
    }
    return float
  }

  func string(_ place: Place) throws -> String {
    let node = try target(place)
    if table.kind(node) == .string, !table.isNull(node) || node == place.node,
      let value = table.string(node)
    {
      return value
    }
    let field = try field("NS.string", of: ["NSString", "NSMutableString"], String.self, place)
    if let value = table.string(field.node) { return value }
    throw mismatch(String.self, "a string", place)
  }

  func data(_ place: Place) throws -> Data {
    if let value = table.data(try target(place)) { return value }
    let field = try field(
      "NS.data", or: "NS.bytes", of: ["NSData", "NSMutableData"], Data.self, place)
    if let value = table.data(field.node) { return value }
    throw mismatch(Data.self, "data", place)
  }

  func date(_ place: Place) throws -> Date {
    if let value = table.date(try target(place)) { return value }
    let field = try field("NS.time", of: ["NSDate"], Date.self, place)
    return Date(timeIntervalSinceReferenceDate: try real(field))
  }

  func uuid(_ place: Place) throws -> UUID {
    let field = try field("NS.uuidbytes", or: "uuid", of: ["NSUUID"], UUID.self, place)
    if let value = table.data(field.node).flatMap(UUID.init(bytes:)) { return value }
    throw mismatch(UUID.self, "16 bytes", place)
  }

  /// A URL and the one that it is relative to, which may be relative too: at most so many.
  func url(_ place: Place) throws -> URL {
    var texts: [String] = []
    var next: Place? = place
    while let current = next {
      if texts.count >= options.maximumDepth {
        throw error(.depthLimit, "URLs are relative to each other without end", place)
      }
      texts.append(
        try string(field("NS.relative", of: ["NSURL"], URL.self, current)))
      let base = try? field("NS.base", of: ["NSURL"], URL.self, current)
      next = try base.flatMap { try isNil($0) ? nil : $0 }
    }
    var url: URL?
    for text in texts.reversed() {
      guard let made = URL(string: text, relativeTo: url) else {
        throw error(.typeMismatch, "\(PlistError.quoted(text)) is no URL", place)
      }
      url = made
    }
    guard let url else { throw mismatch(URL.self, "a URL", place) }
    return url
  }

  /// A field of an object of one of some classes, under its key or another spelling of that.
  func field(
    _ key: String, or other: String? = nil, of names: [String], _ type: Any.Type, _ place: Place
  ) throws -> Place {
    let node = try target(place)
    let name = try? className(node, place, type)
    guard let name, names.contains(name) else {
      throw mismatch(type, "an object of \(names[0])", place)
    }
    var position = table.position(of: key, in: node, guess: 0)
    if position < 0, let other { position = table.position(of: other, in: node, guess: 0) }
    guard position >= 0 else {
      throw error(.valueNotFound, "the \(name) has no \(key)", place)
    }
    return Place(node: table.value(position, of: node), key: key)
  }

  func decimal(_ place: Place) throws -> Decimal {
    let names = ["NSDecimalNumber", "NSDecimalNumberPlaceholder"]
    func field(_ key: String) throws -> Place {
      try self.field(key, of: names, Decimal.self, place)
    }
    // GNUstep has the digits as text.
    if let text = try? string(field("$0")) {
      if let value = DecimalParts.decimal(text) { return value }
      throw mismatch(Decimal.self, "a decimal number", place)
    }
    let parts = DecimalParts(
      isNegative: try bool(field("NS.negative")),
      exponent: try integer(Int.self, field("NS.exponent")),
      words: try integer(Int.self, field("NS.length")),
      bytes: table.data(try field("NS.mantissa").node) ?? Data(),
      isBigEndian: try integer(Int.self, field("NS.mantissa.bo")) == 2)
    if let value = parts?.decimal { return value }
    throw mismatch(Decimal.self, "a decimal number", place)
  }
}
