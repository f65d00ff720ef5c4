// The values that property lists hold themselves, decoded with no detour; and arrays of them in one
// go.

extension DecodingSession {
  // Scalars are read without their place, which only an error needs; nil is a value of another kind,
  // or a number that does not fit.

  @inline(__always)
  func readBool(_ index: Int) -> Bool? {
    let node = node(index)
    return node.kind == .bool ? node.payload != 0 : nil
  }

  /// A string; also `$null`, which can be nothing else where no optional is asked for: somebody may
  /// have typed it.
  @inline(__always)
  func readString(_ index: Int) -> String? {
    let node = node(index)
    return node.kind == .string ? node.text(in: source) : nil
  }

  @inline(__always)
  func readInteger<T: FixedWidthInteger>(_ type: T.Type, _ index: Int) -> T? {
    let node = node(index)
    if node.kind == .integer, node.form & (NodeForm.unsigned | NodeForm.wide) == 0,
      let value = T(exactly: Int64(bitPattern: node.payload))
    {
      return value
    }
    return unusualInteger(type, node)
  }

  @inline(never)
  private func unusualInteger<T: FixedWidthInteger>(_ type: T.Type, _ node: Node) -> T? {
    if node.kind == .integer { return T(exactly: node.integer(in: view)) }
    if let wide = node.wideInteger(in: view) { return T(exactly: wide) }
    return node.kind == .real ? T(exactly: node.real) : nil
  }

  @inline(__always)
  func readReal(_ index: Int) -> Double? {
    let node = node(index)
    if node.kind == .real { return node.real }
    return node.kind == .integer ? Double(node.integer(in: view).int128) : nil
  }

  func readFloat(_ index: Int) -> Float? {
    guard let value = readReal(index) else { return nil }
    let float = Float(value)
    return float.isInfinite && value.isFinite ? nil : float
  }

  @inline(__always)
  func bool(_ place: Place) throws -> Bool {
    if let value = readBool(place.index) { return value }
    throw failure(Bool.self, .bool, place)
  }

  @inline(__always)
  func string(_ place: Place) throws -> String {
    if let value = readString(place.index) { return value }
    throw failure(String.self, .string, place)
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, _ place: Place) throws -> T {
    if let value = readInteger(type, place.index) { return value }
    throw failure(type, .integer, place)
  }

  @inline(__always)
  func real(_ place: Place) throws -> Double {
    if let value = readReal(place.index) { return value }
    throw failure(Double.self, .real, place)
  }

  func float(_ place: Place) throws -> Float {
    if let value = readFloat(place.index) { return value }
    throw failure(Float.self, .real, place)
  }

  func date(_ place: Place) throws -> Date {
    let node = node(place.index)
    if node.kind == .date { return node.date }
    throw failure(Date.self, .date, place)
  }

  func data(_ place: Place) throws -> Data {
    let node = node(place.index)
    if node.kind == .data { return storage.data(of: node) }
    throw failure(Data.self, .data, place)
  }

  /// Decodes a value of a type that property lists know, of an array or dictionary of such, or one
  /// that decodes itself. There is no `T?` on the way: its metadata would be looked up for each
  /// value.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, _ place: Place) throws -> T {
    let isList = node(place.index).isList
    if decodedItself(type, fromList: isList) { return try decodeItself(type, place) }
    if T.self == Date.self { return sameType(try date(place), as: T.self) }
    if T.self == Data.self { return sameType(try data(place), as: T.self) }
    if T.self == [String].self {
      return sameType(try array(place, String.self) { try self.string($0) }, as: T.self)
    }
    if T.self == [Int].self { return sameType(try integers(place), as: T.self) }
    if T.self == [Double].self { return sameType(try reals(place), as: T.self) }
    if T.self == [String: String].self { return sameType(try strings(place), as: T.self) }
    if isList, hashesMembers(type) { return try decodeHashed(type, place) }
    noteDecodesItself(type, fromList: isList)
    return try decodeItself(type, place)
  }

  private func container(_ place: Place, _ type: Any.Type) throws -> Node {
    let node = node(place.index)
    if node.isList { return node }
    throw failure(type, .array, place)
  }

  /// The place of an element, for errors and for what decodes itself.
  @inline(__always)
  func element(_ position: Int, of array: Node, at place: Place, entry: UInt32) -> Place {
    Place(
      index: storage.child(position, of: array), container: place.index, position: position,
      parent: entry)
  }

  /// An array of scalars.
  private func array<E>(_ place: Place, _ type: E.Type, _ decode: (Place) throws -> E) throws -> [E]
  {
    let node = try container(place, [E].self)
    let entry = push(place)
    defer { pop(entry) }
    var values: [E] = []
    values.reserveCapacity(node.count)
    for position in 0..<node.count {
      values.append(try decode(element(position, of: node, at: place, entry: entry)))
    }
    return values
  }

  private func integers(_ place: Place) throws -> [Int] {
    let node = try container(place, [Int].self)
    let plain = NodeForm.unsigned | NodeForm.wide
    var values: [Int] = []
    values.reserveCapacity(node.count)
    for position in 0..<node.count {
      let child = storage.nodes[storage.child(position, of: node)]
      guard child.kind == .integer, child.form & plain == 0 else {
        return try array(place, Int.self) { try self.integer(Int.self, $0) }
      }
      values.append(Int(Int64(bitPattern: child.payload)))
    }
    return values
  }

  private func reals(_ place: Place) throws -> [Double] {
    let node = try container(place, [Double].self)
    var values: [Double] = []
    values.reserveCapacity(node.count)
    for position in 0..<node.count {
      let child = storage.nodes[storage.child(position, of: node)]
      guard child.kind == .real else { return try array(place, Double.self) { try self.real($0) } }
      values.append(child.real)
    }
    return values
  }

  private func strings(_ place: Place) throws -> [String: String] {
    let node = node(place.index)
    guard node.hasStringKeys else {
      throw failure([String: String].self, .dictionary, place)
    }
    let entry = push(place)
    defer { pop(entry) }
    var pairs = [String: String](minimumCapacity: node.count)
    for position in 0..<node.count {
      let key = storage.nodes[storage.key(position, of: node)]
      if key.exceedsCombiningMarks(in: source) { try requireTextKeys(place) }
      let child = Place(
        index: storage.value(position, of: node), container: place.index, position: position,
        parent: entry)
      pairs[key.text(in: source)] = try string(child)
    }
    // The keys of a dictionary differ in their bytes.
    if pairs.count < node.count { try requireTextKeys(place) }
    return pairs
  }
}
