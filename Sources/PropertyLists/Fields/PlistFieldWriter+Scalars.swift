// Writes scalars, and values that only `Codable` can encode, for numbered fields.

extension PlistFieldWriter {
  /// Returns the position of the next value in the table, which is thereby used.
  @inline(__always)
  mutating func tableSlot(_ session: UnretainedReference<EncodingSession>) throws
    -> NodeTableBuilder.NodePosition
  {
    let next = next
    self.next = Self.none
    if next >= 0 {
      return .init(
        container: container, key: session.with { $0.builder.key(next, of: fields) })
    }
    if next == Self.root { return .init(container: container, key: .max) }
    guard next == Self.pair else { throw FieldReading.irregular }
    return .init(container: container, key: session.with { $0.builder.key(pairKey) })
  }

  /// Returns the number of the field whose value is the next one, which is thereby used.
  private mutating func takeField() throws -> Int {
    let field = next
    next = Self.none
    if field < 0 { throw FieldReading.irregular }
    return field
  }

  /// Whether the fields are those of an object in an archive, which encodes all values but scalars.
  @usableFromInline var isArchived: Bool { sink != nil }

  /// Writes what is before the next value in XML: its key and its indentation.
  @inline(__always)
  mutating func beginXML() throws {
    let next = next
    self.next = Self.none
    if next >= 0 {
      output.append(tabs: depth)
      let line = fields.lineRanges[next]
      output.append(fields.lines, at: Int(line.start), count: Int(line.count))
    } else if next != Self.root {
      try beginXMLPair(next)
    }
    output.append(tabs: depth)
  }

  private mutating func beginXMLPair(_ next: Int) throws {
    guard next == Self.pair else { throw FieldReading.irregular }
    output.append(tabs: depth)
    guard output.append(xmlKey: pairKey) else { throw FieldReading.irregular }
  }

  /// Writes the closing tag of a container; an empty container is one tag.
  mutating func closeXML(_ scope: Scope) {
    if output.count == scope.start {
      let tag = scope.isDictionary ? "<dict>\n".utf8.count : "<array>\n".utf8.count
      output.truncate(to: output.count &- tag)
      if scope.isDictionary { output.append("<dict/>\n") } else { output.append("<array/>\n") }
      return
    }
    output.append(tabs: depth)
    if scope.isDictionary { output.append("</dict>\n") } else { output.append("</array>\n") }
  }

  // MARK: Scalars

  /// Adds a node to the table.
  @inline(__always)
  private mutating func append(_ node: Node) throws {
    guard let session else { throw FieldReading.irregular }
    let slot = try tableSlot(session)
    session.with { $0.append(node, slot: slot) }
  }

  /// Encodes a Boolean.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Bool) throws {
    if !isXML {
      if let sink { return sink.add(value, field: try takeField()) }
      return try append(Node(.bool, payload: value ? 1 : 0))
    }
    try beginXML()
    output.append(xmlBool: value)
  }

  /// Encodes a string.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: String) throws {
    if !isXML {
      if let session {
        let slot = try tableSlot(session)
        return session.with { $0.append(string: value, slot) }
      }
      if let sink { return sink.add(value, field: try takeField()) }
    }
    try beginXML()
    output.append("<string>")
    guard output.append(xmlText: value, options.nullCharacters) else {
      throw FieldReading.irregular
    }
    output.append("</string>\n")
  }

  /// Encodes an integer of 64 bits.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Int64) throws {
    if !isXML {
      if let sink { return sink.add(value, field: try takeField()) }
      return try append(Node(.integer, payload: UInt64(bitPattern: value)))
    }
    try beginXML()
    output.append(xmlInteger: value)
  }

  /// Encodes an unsigned integer of 64 bits.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: UInt64) throws {
    if let session {
      let slot = try tableSlot(session)
      return try session.with { try $0.append(integer: value, slot) }
    }
    if sink != nil { return try encodeArchived(value) }
    try beginXML()
    output.append(xmlInteger: value)
  }

  /// Encodes a floating-point number.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Double) throws {
    if !isXML {
      if let sink { return sink.add(value, field: try takeField()) }
      return try append(Node(.real, payload: value.bitPattern))
    }
    try beginXML()
    output.append("<real>")
    output.append(real: value, options.reals)
    output.append("</real>\n")
  }

  /// Encodes a floating-point number that takes four bytes in a binary file.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Float) throws {
    if let sink { return sink.add(value, field: try takeField()) }
    if isXML { return try add(Double(value)) }
    try append(Node(single: value))
  }

  /// Encodes a date.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Date) throws {
    if sink != nil { return try encodeArchived(value) }
    let seconds = value.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { throw FieldReading.irregular }
    if !isXML { return try append(Node(.date, payload: seconds.bitPattern)) }
    try beginXML()
    guard output.append(xmlDate: seconds) else { throw FieldReading.irregular }
  }

  /// Encodes data.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ value: Data) throws {
    if let session {
      let slot = try tableSlot(session)
      return session.with { $0.builder.append(data: value, at: slot) }
    }
    if sink != nil { return try encodeArchived(value) }
    try beginXML()
    output.append("<data>\n")
    output.append(xmlData: value, level: depth)
    output.append(tabs: depth)
    output.append("</data>\n")
  }

  /// Encodes nil.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func addNil() throws {
    if let session {
      let slot = try tableSlot(session)
      return session.with { $0.append(null: slot) }
    }
    if let sink { return sink.addNil(field: try takeField()) }
    try add("$null")
  }

  // MARK: Arrays in one pass

  /// Encodes an array of integers.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ values: [Int]) throws {
    if sink != nil { return try encodeArchived(values) }
    guard let session else { return try addElements(values) { try $0.add(Int64($1)) } }
    try addRun(values.count, session) {
      Node(.integer, payload: UInt64(bitPattern: Int64(values[$0])))
    }
  }

  /// Encodes an array of floating-point numbers.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func add(_ values: [Double]) throws {
    if sink != nil { return try encodeArchived(values) }
    guard let session else { return try addElements(values) { try $0.add($1) } }
    try addRun(values.count, session) { Node(.real, payload: values[$0].bitPattern) }
  }

  private mutating func addRun(
    _ count: Int, _ session: UnretainedReference<EncodingSession>, element: (Int) -> Node
  ) throws {
    if depth >= options.maximumDepth { throw FieldReading.irregular }
    let slot = try tableSlot(session)
    let inner = depth &+ 1
    try session.with {
      try $0.append(run: count, at: slot, element)
      $0.builder.depth = max($0.builder.depth, inner)
    }
  }

  @inline(__always)
  private mutating func addElements<Element>(
    _ values: [Element], add: (inout PlistFieldWriter, Element) throws -> Void
  ) throws {
    let scope = try beginArray()
    for value in values {
      nextElement()
      try add(&self, value)
    }
    endArray(scope)
  }

  // MARK: Other values

  /// Encodes the value of the current field by its `encode(to: Encoder)`.
  ///
  /// - Throws: Any error if the whole value should be encoded by `Codable`.
  public mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encodeByCodable(value)
  }

  /// Encodes the value of the current field by its `encode(to: Encoder)`, unless it is nil.
  ///
  /// - Throws: Any error if the whole value should be encoded by `Codable`.
  public mutating func encodeIfPresent<Value: Encodable>(_ value: Value?) throws {
    if let value { try encodeByCodable(value) }
  }

  /// Encodes a value of an archive that is not stored in its field.
  @usableFromInline
  mutating func encodeArchived<Value: Encodable>(_ value: Value) throws {
    guard let sink else { throw FieldReading.irregular }
    try sink.encode(value, field: takeField())
  }

  @usableFromInline
  mutating func encodeByCodable<Value: Encodable>(_ value: Value) throws {
    if let session {
      let slot = try tableSlot(session)
      return try session.with { try $0.encode(value, at: slot, enclosing: depth) }
    }
    if sink != nil { return try encodeArchived(value) }
    var encoder = PlistEncoder(outputFormat: .xml, options: options, userInfo: userInfo)
    encoder.options.keyOrder = .sorted
    let document = try encoder.document(value)
    let indentation = Indentation(unit: .tab, depth: depth)
    guard document.depth + depth <= options.maximumDepth,
      let text = try document.root.text(
        as: .xml, indentation: indentation, options: encoder.options)
    else { throw FieldReading.irregular }
    try beginXML()
    output.append(text)
    output.append("\n")
  }
}

// MARK: Swift dictionaries

extension PlistFieldWriter {
  /// The number of pairs from which on the table sorts keys faster.
  private static let mostSortedKeys = 64

  /// Encodes the pairs of a dictionary.
  @inlinable
  mutating func encodePairs<Value: PlistCodable>(_ pairs: [String: Value]) throws {
    if Value.self == String.self || isArchived || isTableFaster(pairs.count) {
      return try encodeByCodable(pairs)
    }
    let scope = try beginPairs()
    if areKeysSorted {
      for key in try sorted(Array(pairs.keys)) {
        guard let value = pairs[key] else { throw irregular }
        try nextPair(key)
        try value.encode(to: &self)
      }
    } else {
      for (key, value) in pairs {
        try nextPair(key)
        try value.encode(to: &self)
      }
    }
    endPairs(scope)
  }

  /// Whether the pairs of a dictionary are encoded faster by the table, which sorts many keys at
  /// once.
  @usableFromInline
  func isTableFaster(_ count: Int) -> Bool { session == nil && count > Self.mostSortedKeys }

  /// Returns keys in the order in which XML has them.
  ///
  /// - Throws: Any error if XML could not represent the dictionary.
  @usableFromInline
  func sorted(_ keys: [String]) throws -> [String] {
    if keys.count == 1, keys[0] == "CF$UID" { throw irregular }
    let isByteOrder = keys.allSatisfy { $0.allBytes { $0 < 0xEE } }
    return isByteOrder
      ? keys.sorted { $0.precedesInBytes($1) }
      : keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
  }

  /// The error of a value that `Codable` should encode.
  public var irregular: any Error { FieldReading.irregular }
}

extension ByteWriter {
  /// Appends data as lines of base64 at a level.
  fileprivate mutating func append(xmlData data: Data, level: Int) {
    data.withByteView {
      append(xmlData: $0, start: 0, count: $0.count, level: level, Indentation(unit: .tab))
    }
  }
}

extension EncodingSession {
  /// Encodes a value that encodes itself, inside a number of containers that have no entries.
  fileprivate func encode<Value: Encodable>(
    _ value: Value, at slot: NodeTableBuilder.NodePosition, enclosing depth: Int
  ) throws {
    entries[0].depth = UInt32(truncatingIfNeeded: depth)
    try encode(value, at: EncodingPosition(slot: slot, index: 0, parent: 0))
  }
}

extension NodeTableBuilder {
  /// Returns the number of the key with the name of a field.
  @inline(__always)
  fileprivate mutating func key(_ field: Int, of names: FieldNames) -> UInt32 {
    let range = names.textRanges[field]
    return key(names.text, at: Int(range.start), count: Int(range.count))
  }
}
