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
      let value = try text(node, place)
    {
      return value
    }
    let field = try field("NS.string", of: ["NSString", "NSMutableString"], String.self, place)
    if let value = try text(field.node, place) { return value }
    throw mismatch(String.self, "a string", place)
  }

  /// The text of a node. Long text costs more than a visit: it is made anew in each place.
  func text(_ node: Int, _ place: Place) throws -> String? {
    try visit(lengthOf: node, place)
    return table.string(node)
  }

  /// The bytes of a node, which cost as text does.
  private func bytes(_ node: Int, _ place: Place) throws -> Data? {
    try visit(lengthOf: node, place)
    return table.data(node)
  }

  private func visit(lengthOf node: Int, _ place: Place) throws {
    let length = table.storedLength(node)
    if length > 64 { try visit(length / 32, place) }
  }

  func data(_ place: Place) throws -> Data {
    if let value = try bytes(try target(place), place) { return value }
    let field = try field(
      "NS.data", or: "NS.bytes", of: ["NSData", "NSMutableData"], Data.self, place)
    if let value = try bytes(field.node, place) { return value }
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

  /// A URL, and how many it is relative to, one after the other.
  struct RelativeURL {
    var url: URL
    var depth: Int
  }

  /// A URL and the one that it is relative to, which may be relative too: at most so many. What has
  /// a slot is made once.
  func url(_ place: Place) throws -> URL {
    var waiting: [(text: String, slot: Int?)] = []
    var next: Place? = place
    var base: RelativeURL?
    while let current = next {
      let slot = try slot(current)
      base = slot.flatMap { urls[$0] }
      if base != nil { break }
      if waiting.count >= options.maximumDepth { throw endlessURL(place) }
      waiting.append(
        (try string(field("NS.relative", of: ["NSURL"], URL.self, current)), slot))
      let field = try? field("NS.base", of: ["NSURL"], URL.self, current)
      next = try field.flatMap { try isNil($0) ? nil : $0 }
    }
    while let (text, slot) = waiting.popLast() {
      base = try relative(text, base, place)
      if let slot { urls[slot] = base }
    }
    guard let base else { throw mismatch(URL.self, "a URL", place) }
    return base.url
  }

  private func relative(_ text: String, _ base: RelativeURL?, _ place: Place) throws
    -> RelativeURL
  {
    let depth = (base?.depth ?? 0) + 1
    if depth > options.maximumDepth { throw endlessURL(place) }
    guard let url = URL(string: text, relativeTo: base?.url) else {
      throw error(.typeMismatch, "\(PlistError.quoted(text)) is no URL", place)
    }
    return RelativeURL(url: url, depth: depth)
  }

  private func endlessURL(_ place: Place) -> ArchiveError {
    error(.depthLimit, "URLs are relative to each other without end", place)
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
    var position = position(of: key, in: node)
    if position < 0, let other { position = self.position(of: other, in: node) }
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
