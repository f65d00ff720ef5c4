// Values that Apple's own classes stand for, taken out of fields or of the objects that hold them.
internal import PropertyLists

extension UnarchivingSession {
  func bool(_ place: Place) throws -> Bool {
    if let value = table.bool(try target(place)) { return value }
    throw mismatch(Bool.self, "expected a Boolean", place)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, _ place: Place) throws -> T {
    let node = try target(place)
    if let value = table.integer(node) {
      if let value = T(exactly: value) { return value }
      throw error(.outOfRange, "\(value) does not fit in \(type)", place)
    }
    if let value = table.real(node).flatMap({ T(exactly: $0) }) { return value }
    throw mismatch(type, "expected an integer", place)
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
    throw mismatch(Double.self, "expected a real", place)
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
    let slot = try slot(place)
    let node = slot.map(table.node) ?? place.node
    if table.kind(node) == .string, slot.map({ !table.isNull(slot: $0) }) ?? true,
      let value = try text(node, place)
    {
      return value
    }
    let text = try standard(.string, String.self, place, StringLayout.text)
    return try self.text(text, place) ?? ""
  }

  /// Reads an object of one of Foundation's everyday classes.
  private func standard<Contents>(
    _ layout: StandardLayout, _ type: Any.Type, _ place: Place,
    _ read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents {
    try self.read(try object(of: layout, type, place), read)
  }

  /// The node of an object of one of Foundation's everyday classes.
  private func object(of layout: StandardLayout, _ type: Any.Type, _ place: Place) throws -> Int {
    let node = try target(place)
    guard let record = table.record(of: node), layouts[record] == layout else {
      throw mismatch(type, "expected an object of \(layout.className)", place)
    }
    return node
  }

  /// Throws unless a value is nil or a URL.
  func requireBase(_ place: Place) throws {
    if try !isNil(place) { _ = try object(of: .url, URL.self, place) }
  }

  /// The text of a node. It is made anew in each place.
  func text(_ node: Int, _ place: Place) throws -> String? {
    try spend(table.textCost(node), place)
    return table.string(node)
  }

  /// The bytes of a node, which cost as text does.
  private func bytes(_ node: Int, _ place: Place) throws -> Data? {
    try spend(table.textCost(node), place)
    return table.data(node)
  }

  func data(_ place: Place) throws -> Data {
    if let value = try bytes(try target(place), place) { return value }
    return try bytes(standard(.data, Data.self, place, DataLayout.bytes), place) ?? Data()
  }

  func date(_ place: Place) throws -> Date {
    if let value = table.date(try target(place)) { return value }
    return DateLayout.date(
      try standard(.date, Date.self, place, DateLayout.seconds), in: table)
  }

  func uuid(_ place: Place) throws -> UUID {
    try standard(.uuid, UUID.self, place, UUIDLayout.uuid)
  }

  /// A URL, and how many it is relative to, one after the other.
  struct RelativeURL {
    var url: URL
    var depth: Int
  }

  /// A URL and the one that it is relative to, which may be relative too: at most so many. What has
  /// a slot is made once.
  func url(_ place: Place) throws -> URL {
    var longText: Int?
    var waiting: [(text: String, slot: Int?)] = []
    var next: Place? = place
    var base: RelativeURL?
    while let current = next {
      let slot = try slot(current)
      base = slot.flatMap { values.urls[$0] }
      if base != nil { break }
      if waiting.count >= options.maximumDepth { throw endlessURL(place) }
      let parts = try standard(.url, URL.self, current, URLLayout.parts)
      if waiting.isEmpty, let text = try longTextNode(of: parts), try basePlace(of: parts) == nil {
        longText = text
        base = values.longURLs[text]
        if base != nil { break }
      }
      waiting.append((try string(Place(node: parts.relative, key: "relative")), slot))
      next = try basePlace(of: parts)
    }
    while let (text, slot) = waiting.popLast() {
      base = try relative(text, base, place)
      if let slot { values.urls[slot] = base }
    }
    guard let base else { throw mismatch(URL.self, "expected a URL", place) }
    if let longText { values.longURLs[longText] = base }
    return base.url
  }

  /// The node of the text of a URL that is not relative to another, where the text is so long that it is
  /// made into a URL once; nil for others.
  func longURLText(_ place: Place) throws -> Int? {
    let parts = try standard(.url, URL.self, place, URLLayout.parts)
    guard let text = try longTextNode(of: parts), try basePlace(of: parts) == nil else {
      return nil
    }
    return text
  }

  private func longTextNode(of parts: URLLayout.Parts) throws -> Int? {
    let text = try target(Place(node: parts.relative, key: "relative"))
    return table.kind(text) == .string && table.textCost(text) >= 1024 ? text : nil
  }

  /// The URL that another one is relative to; nil where it is relative to none.
  private func basePlace(of parts: URLLayout.Parts) throws -> Place? {
    let base = parts.base.map { Place(node: $0, key: "base") }
    return try base.flatMap { try isNil($0) ? nil : $0 }
  }

  private func relative(_ text: String, _ base: RelativeURL?, _ place: Place) throws
    -> RelativeURL
  {
    let depth = (base?.depth ?? 0) + 1
    if depth > options.maximumDepth { throw endlessURL(place) }
    guard let url = URL(string: text, relativeTo: base?.url) else {
      throw error(.typeMismatch, "\(PlistError.quoted(text)) is not a URL", place)
    }
    return RelativeURL(url: url, depth: depth)
  }

  private func endlessURL(_ place: Place) -> ArchiveError {
    error(.depthLimit, "URLs are relative to each other without end", place)
  }

  func decimal(_ place: Place) throws -> Decimal {
    let node = try target(place)
    guard let record = table.record(of: node), layouts[record] == .decimal else {
      throw mismatch(Decimal.self, StandardLayout.decimal.mismatch, place)
    }
    return try decimal(ofObject: node)
  }

  /// The number of an object of the layout of decimal numbers.
  func decimal(ofObject node: Int) throws -> Decimal {
    let value: Decimal?
    if let generated = table.value(of: DecimalLayout.generated, in: node) {
      value = DecimalParts.decimal(try string(Place(node: generated, key: "$0")))
    } else {
      value = try read(node, DecimalLayout.parts).decimal
    }
    if let value { return value }
    throw table.error(LayoutFault(.typeMismatch, "expected a decimal number"), object: node)
  }
}
