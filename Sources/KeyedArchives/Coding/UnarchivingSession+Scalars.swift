// Values with counterparts among Apple's classes, read from fields or from their objects.
internal import PropertyLists

extension UnarchivingSession {
  func bool(_ position: ValuePosition) throws -> Bool {
    if let value = table.bool(try target(position)) { return value }
    throw mismatch(Bool.self, expected: "expected a Boolean", at: position)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, at position: ValuePosition) throws -> T {
    let node = try target(position)
    if let value = table.integer(node) {
      if let value = T(exactly: value) { return value }
      throw error(.outOfRange, message: "\(value) does not fit in \(type)", at: position)
    }
    if let value = table.real(node).flatMap({ T(exactly: $0) }) { return value }
    throw mismatch(type, expected: "expected an integer", at: position)
  }

  func real(_ position: ValuePosition) throws -> Double {
    let node = try target(position)
    if let value = table.real(node) { return value }
    if let value = table.integer(node) { return Double(value.int128) }
    throw mismatch(Double.self, expected: "expected a real", at: position)
  }

  func float(_ position: ValuePosition) throws -> Float {
    let value = try real(position)
    let float = Float(value)
    if float.isInfinite, value.isFinite {
      throw error(.outOfRange, message: "\(value) does not fit in Float", at: position)
    }
    return float
  }

  func string(_ position: ValuePosition) throws -> String {
    let slot = try slot(position)
    let node = slot.map(table.node) ?? position.node
    if table.kind(node) == .string, slot.map({ !table.isNull(slot: $0) }) ?? true,
      let value = try text(node, at: position)
    {
      return value
    }
    let text = try standard(.string, type: String.self, at: position, read: StringLayout.text)
    return try self.text(text, at: position) ?? ""
  }

  /// Reads an object of one of Foundation's common classes.
  private func standard<Contents>(
    _ layout: StandardLayout, type: Any.Type, at position: ValuePosition,
    read: (inout StoredFields) throws(LayoutFault) -> Contents
  ) throws -> Contents { try self.read(try object(of: layout, type, at: position), read: read) }

  /// The node of an object of one of Foundation's common classes.
  func object(of layout: StandardLayout, _ type: Any.Type, at position: ValuePosition) throws -> Int
  {
    let node = try target(position)
    guard let record = table.record(of: node), layouts[record] == layout else {
      throw mismatch(type, expected: "expected an object of \(layout.className)", at: position)
    }
    return node
  }

  /// The text of a node; a new string for each use.
  func text(_ node: Int, at position: ValuePosition) throws -> String? {
    try spend(table.textCost(node), at: position)
    return table.string(node)
  }

  /// The bytes of a node, which cost as much as text.
  private func bytes(_ node: Int, at position: ValuePosition) throws -> Data? {
    try spend(table.textCost(node), at: position)
    return table.data(node)
  }

  func data(_ position: ValuePosition) throws -> Data {
    if let value = try bytes(try target(position), at: position) { return value }
    return try bytes(
      standard(.data, type: Data.self, at: position, read: DataLayout.bytes), at: position)
      ?? Data()
  }

  func date(_ position: ValuePosition) throws -> Date {
    if let value = table.date(try target(position)) { return value }
    return DateLayout.date(
      try standard(.date, type: Date.self, at: position, read: DateLayout.seconds), in: table)
  }

  func uuid(_ position: ValuePosition) throws -> UUID {
    try standard(.uuid, type: UUID.self, at: position, read: UUIDLayout.uuid)
  }

  /// Decodes a URL and its base, which may itself have a base; `maximumDepth` limits the length of
  /// the chain. Each URL in a slot is created once.
  func url(_ position: ValuePosition) throws -> URL {
    var longText: Int?
    var waiting: [(text: String, slot: Int?)] = []
    var next: ValuePosition? = position
    var base: RelativeURL?
    while let current = next {
      let slot = try slot(current)
      base = slot.flatMap { values.urls[$0] }
      if base != nil { break }
      if waiting.count >= options.maximumDepth { throw baseLimitError(position) }
      let parts = try standard(.url, type: URL.self, at: current, read: URLLayout.parts)
      if waiting.isEmpty, let text = try longTextNode(of: parts), try basePosition(of: parts) == nil
      {
        longText = text
        base = values.longURLs[text]
        if base != nil { break }
      }
      waiting.append((try string(ValuePosition(node: parts.relative, key: "relative")), slot))
      next = try basePosition(of: parts)
    }
    while let (text, slot) = waiting.popLast() {
      let depth = (base?.depth ?? 0) + 1
      if depth > options.maximumDepth { throw baseLimitError(position) }
      guard let url = URL(string: text, relativeTo: base?.url) else {
        throw error(.typeMismatch, message: "\(PlistError.quoted(text)) is not a URL", at: position)
      }
      base = RelativeURL(url: url, depth: depth)
      if let slot { values.urls[slot] = base }
    }
    guard let base else { throw mismatch(URL.self, expected: "expected a URL", at: position) }
    if let longText { values.longURLs[longText] = base }
    return base.url
  }

  /// The node of the long text of a URL without a base, created once; nil for other URLs.
  func longURLText(_ position: ValuePosition) throws -> Int? {
    let parts = try standard(.url, type: URL.self, at: position, read: URLLayout.parts)
    guard let text = try longTextNode(of: parts), try basePosition(of: parts) == nil else {
      return nil
    }
    return text
  }

  private func longTextNode(of parts: URLLayout.URLReferences) throws -> Int? {
    let text = try target(ValuePosition(node: parts.relative, key: "relative"))
    return table.kind(text) == .string && table.textCost(text) >= 1024 ? text : nil
  }

  /// The position of the base of a URL; nil if the URL has no base.
  private func basePosition(of parts: URLLayout.URLReferences) throws -> ValuePosition? {
    let base = parts.base.map { ValuePosition(node: $0, key: "base") }
    return try base.flatMap { try isNil($0) ? nil : $0 }
  }

  private func baseLimitError(_ position: ValuePosition) -> ArchiveError {
    error(
      .depthLimit,
      message: "the chain of base URLs is longer than the limit: \(options.maximumDepth)",
      at: position)
  }

  func decimal(_ position: ValuePosition) throws -> Decimal {
    try decimal(ofObject: object(of: .decimal, Decimal.self, at: position))
  }

  /// Decodes a number from an object with the layout of decimal numbers.
  func decimal(ofObject node: Int) throws -> Decimal {
    let value: Decimal?
    if let generated = table.value(of: DecimalLayout.generated, in: node) {
      value = DecimalParts.decimal(try string(ValuePosition(node: generated, key: "$0")))
    } else {
      value = try read(node, read: DecimalLayout.parts).decimal
    }
    if let value { return value }
    throw table.error(
      LayoutFault(code: .typeMismatch, message: "expected a decimal number"), object: node)
  }
}
