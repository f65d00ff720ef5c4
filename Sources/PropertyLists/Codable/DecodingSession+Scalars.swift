// Decodes the values that property lists represent directly, and arrays of them in one pass.

extension DecodingSession {
  // Scalars are read without their position, which only errors need.

  @inline(__always)
  func readBool(_ index: Int) -> Bool? { node(index).decodedBool }

  @inline(__always)
  func readString(_ index: Int) -> String? { node(index).decodedString(in: source) }

  @inline(__always)
  func readInteger<T: FixedWidthInteger>(_ type: T.Type, index: Int) -> T? {
    let node = node(index)
    if node.kind == .integer, node.form & (NodeForm.unsigned | NodeForm.wide) == 0,
      let value = T(exactly: Int64(bitPattern: node.payload))
    {
      return value
    }
    return unusualInteger(type, node: node)
  }

  private func unusualInteger<T: FixedWidthInteger>(_ type: T.Type, node: Node) -> T? {
    if node.kind == .integer { return T(exactly: node.integer(in: view)) }
    if let wide = node.wideInteger(in: view) { return T(exactly: wide) }
    return node.kind == .real ? T(exactly: node.real) : nil
  }

  @inline(__always)
  func readReal(_ index: Int) -> Double? { node(index).decodedReal(in: view) }

  func readFloat(_ index: Int) -> Float? { node(index).decodedFloat(in: view) }

  func bool(_ position: DecodingPosition) throws -> Bool {
    if let value = readBool(position.node) { return value }
    throw failure(Bool.self, expected: .bool, at: position)
  }

  @inline(__always)
  func string(_ position: DecodingPosition) throws -> String {
    if let value = readString(position.node) { return value }
    throw failure(String.self, expected: .string, at: position)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, at position: DecodingPosition) throws -> T {
    if let value = readInteger(type, index: position.node) { return value }
    throw failure(type, expected: .integer, at: position)
  }

  @inline(__always)
  func real(_ position: DecodingPosition) throws -> Double {
    if let value = readReal(position.node) { return value }
    throw failure(Double.self, expected: .real, at: position)
  }

  func float(_ position: DecodingPosition) throws -> Float {
    if let value = readFloat(position.node) { return value }
    throw failure(Float.self, expected: .real, at: position)
  }

  func date(_ position: DecodingPosition) throws -> Date {
    if let date = node(position.node).decodedDate { return date }
    throw failure(Date.self, expected: .date, at: position)
  }

  func data(_ position: DecodingPosition) throws -> Data {
    let node = node(position.node)
    if node.kind == .data { return data(node) }
    throw failure(Data.self, expected: .data, at: position)
  }

  /// Decodes a value: directly if property lists represent its type, or if it is an array or
  /// dictionary of such a type; otherwise through the type's `init(from:)`. Avoids `T?`, whose
  /// metadata would be looked up for each value.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at position: DecodingPosition) throws -> T {
    let isList = node(position.node).isList
    if usesInitializer(type, fromList: isList) { return try decodeItself(type, at: position) }
    if T.self == Date.self { return sameType(try date(position), as: T.self) }
    if T.self == Data.self { return sameType(try data(position), as: T.self) }
    if T.self == [String].self { return sameType(try texts(position), as: T.self) }
    if T.self == [Int].self { return sameType(try integers(position), as: T.self) }
    if T.self == [Double].self { return sameType(try reals(position), as: T.self) }
    if T.self == [String: String].self { return sameType(try strings(position), as: T.self) }
    if isList {
      let known = listType(type)
      if known.isHashed { return try decodeHashed(type, at: position) }
      if let list = known.list { return try decodeList(list, at: position, as: type) }
    }
    noteUsesInitializer(type, fromList: isList)
    return try decodeItself(type, at: position)
  }

  private func container(_ position: DecodingPosition, type: Any.Type) throws -> Node {
    let node = node(position.node)
    if node.isList { return node }
    throw failure(type, expected: .array, at: position)
  }

  private func decodeList<List: ListDecoding, T>(
    _ list: List.Type, at position: DecodingPosition, as type: T.Type
  ) throws -> T {
    var elements = List()
    try elements.appendElements(in: self, at: position)
    return sameType(elements, as: type)
  }

  /// Returns the position of an element, for errors and for types that decode themselves.
  func element(_ index: Int, of array: Node, at position: DecodingPosition, entry: UInt32)
    -> DecodingPosition
  {
    DecodingPosition(
      node: child(index, of: array), container: position.node, index: index, parent: entry)
  }

  /// Decodes an array of scalars.
  private func array<E>(
    _ position: DecodingPosition, type: E.Type, decode: (DecodingPosition) throws -> E
  ) throws -> [E] {
    let node = try container(position, type: [E].self)
    let entry = push(position)
    defer { pop(entry) }
    var values: [E] = []
    values.reserveCapacity(node.count)
    for index in 0..<node.count {
      values.append(try decode(element(index, of: node, at: position, entry: entry)))
    }
    return values
  }

  /// Decodes an array of scalars, without their positions as long as they have the usual form.
  @inline(__always)
  private func array<E>(
    _ position: DecodingPosition, usual: (Node) -> E?, decode: (DecodingPosition) throws -> E
  ) throws -> [E] {
    let array = try container(position, type: [E].self)
    var values: [E] = []
    values.reserveCapacity(array.count)
    let areUsual =
      nodes.large.map { large in
        withOffsets { values.append(elementsOf: array, in: large, offsets: &$0, usual: usual) }
      }
      ?? values.append(elementsOf: array, in: nodes, usual: usual)
    return areUsual ? values : try self.array(position, type: E.self, decode: decode)
  }

  private func texts(_ position: DecodingPosition) throws -> [String] {
    let source = source
    return try array(
      position, usual: { $0.decodedString(in: source) }, decode: { try self.string($0) })
  }

  private func integers(_ position: DecodingPosition) throws -> [Int] {
    let plain = NodeForm.unsigned | NodeForm.wide
    return try array(
      position,
      usual: {
        $0.kind == .integer && $0.form & plain == 0 ? Int(Int64(bitPattern: $0.payload)) : nil
      }, decode: { try self.integer(Int.self, at: $0) })
  }

  private func reals(_ position: DecodingPosition) throws -> [Double] {
    try array(
      position, usual: { $0.kind == .real ? $0.real : nil }, decode: { try self.real($0) })
  }

  private func strings(_ position: DecodingPosition) throws -> [String: String] {
    let node = node(position.node)
    guard node.hasStringKeys else {
      throw failure([String: String].self, expected: .dictionary, at: position)
    }
    var pairs = [String: String](minimumCapacity: node.count)
    let areUsual =
      nodes.large.map { large in
        withOffsets { pairs.insert(pairsOf: node, in: large, offsets: &$0) }
      } ?? false
    if !areUsual {
      pairs.removeAll(keepingCapacity: true)
      try insertPairs(of: node, at: position, into: &pairs)
    }
    // The keys of a property-list dictionary differ in their bytes, but may be equal as strings.
    if pairs.count < node.count { try requireTextKeys(position) }
    return pairs
  }

  private func insertPairs(
    of node: Node, at position: DecodingPosition, into pairs: inout [String: String]
  ) throws {
    let entry = push(position)
    defer { pop(entry) }
    for index in 0..<node.count {
      let key = self.node(child(index, of: node))
      if key.exceedsCombiningMarks(in: source) { try requireTextKeys(position) }
      let child = DecodingPosition(
        node: value(index, of: node), container: position.node, index: index, parent: entry)
      pairs[key.text(in: source)] = try string(child)
    }
  }
}

extension BinaryNodes {
  /// Returns the offset of the object of a reference, which is prefetched.
  @inline(__always)
  fileprivate func prefetchedOffset(_ position: Int, of container: Node) -> Int {
    let offset = offset(of: Int(reference(position, from: container.start)))
    view.prefetch(offset)
    return offset
  }
}

extension [String: String] {
  /// Inserts the pairs of a dictionary of a large binary file. Returns false if a key is not ASCII or a
  /// value is not a string. Prefetches up to 32 pairs before decoding them, so that their cache misses
  /// overlap.
  fileprivate mutating func insert(
    pairsOf dictionary: Node, in nodes: BinaryNodes, offsets: inout LinearBuffer<Int>
  ) -> Bool {
    let source = NodeSource(nodes.view)
    var next = 0
    while next < dictionary.count {
      offsets.truncate(to: 0)
      let end = Swift.min(next &+ 32, dictionary.count)
      for index in next..<end {
        offsets.append(nodes.prefetchedOffset(index, of: dictionary))
        offsets.append(nodes.prefetchedOffset(dictionary.count &+ index, of: dictionary))
      }
      for pair in 0..<end &- next {
        let (key, value) = (offsets[2 &* pair], offsets[2 &* pair &+ 1])
        guard key >= 0, value >= 0, let key = nodes.object(at: key)?.node, key.isASCIIText,
          let text = nodes.object(at: value)?.node.decodedString(in: source)
        else { return false }
        self[key.text(in: source)] = text
      }
      next = end
    }
    return true
  }
}

extension Array {
  /// Appends the elements of an array of a document. Returns false if one does not have the usual
  /// form.
  @inline(__always)
  fileprivate mutating func append(
    elementsOf array: Node, in nodes: DocumentNodes, usual: (Node) -> Element?
  ) -> Bool {
    for index in 0..<array.count {
      let element = nodes.node(Int(nodes.reference(index, from: array.start)))
      guard let value = usual(element) else { return false }
      append(value)
    }
    return true
  }

  /// Appends the elements of an array of a large binary file. Prefetches up to 64 elements before
  /// decoding them, so that their cache misses overlap.
  @inline(__always)
  fileprivate mutating func append(
    elementsOf array: Node, in nodes: BinaryNodes, offsets: inout LinearBuffer<Int>,
    usual: (Node) -> Element?
  ) -> Bool {
    var next = 0
    while next < array.count {
      offsets.truncate(to: 0)
      let end = Swift.min(next &+ 64, array.count)
      for index in next..<end {
        offsets.append(nodes.prefetchedOffset(index, of: array))
      }
      for position in 0..<offsets.count {
        let offset = offsets[position]
        guard offset >= 0, let object = nodes.object(at: offset), let value = usual(object.node)
        else { return false }
        append(value)
      }
      next = end
    }
    return true
  }
}
