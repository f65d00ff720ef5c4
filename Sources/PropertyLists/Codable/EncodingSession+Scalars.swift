// Encodes keys, elements of arrays, and the values that property lists represent directly.

extension EncodingSession {
  @inline(__always)
  func key(_ key: some CodingKey) -> UInt32 { builder.key(key.stringValue) }

  /// Returns the number of a key of a container.
  @inline(__always)
  func key(_ key: some CodingKey, of frame: EncodingFrame) -> UInt32 {
    guard let number = key.caseNumber else { return textKey(key) }
    return frame.keys.number(ofCase: number) ?? newKey(key, ofCase: number, of: frame)
  }

  /// Returns the number of a key that is not the case of an enum.
  @inline(never)
  private func textKey(_ key: some CodingKey) -> UInt32 { builder.key(key.stringValue) }

  @inline(never)
  private func newKey(_ key: some CodingKey, ofCase number: Int, of frame: EncodingFrame) -> UInt32
  {
    let new = builder.key(key.stringValue)
    frame.keys.note(case: number, key: new)
    return new
  }

  /// Returns whether values can still be added to a container. False after the encoding has ended
  /// or another value has replaced the container.
  @inline(__always)
  func isOpen(_ container: UInt32, kind: PlistKind) -> Bool {
    builder.isOpen(container, kind: kind)
  }

  func count(of container: UInt32) -> Int { builder.count(of: container) }

  @inline(__always)
  func append(_ node: Node, slot: NodeTableBuilder.NodePosition) { builder.append(node, at: slot) }

  @inline(__always)
  func append(string: String, _ slot: NodeTableBuilder.NodePosition) {
    builder.append(string: string, at: slot)
  }

  @inline(__always)
  func append(integer: some FixedWidthInteger, _ slot: NodeTableBuilder.NodePosition) throws {
    if let value = Int64(exactly: integer) {
      builder.append(Node(.integer, payload: UInt64(bitPattern: value)), at: slot)
    } else {
      try appendLarge(integer, slot: slot)
    }
  }

  private func appendLarge(_ integer: some FixedWidthInteger, slot: NodeTableBuilder.NodePosition)
    throws
  {
    guard let value = Int128(exactly: integer) else {
      if wideIntegers == .kept, let wide = UInt128(exactly: integer) {
        let digits = builder.append(text: wide.description)
        builder.append(Node(wideInteger: wide, digits: digits), at: slot)
        return
      }
      let error = PlistError(
        .notRepresentable, message: "\(integer) does not fit in a signed 128-bit integer")
      throw EncodingError.invalidValue(
        integer,
        EncodingError.Context(
          codingPath: [], debugDescription: error.message, underlyingError: error))
    }
    builder.append(integer: PlistInteger(value), at: slot)
  }

  @inline(__always)
  func append(null slot: NodeTableBuilder.NodePosition) {
    switch nilForm {
    case .text: builder.append(string: "$null", at: slot)
    case .null: builder.append(Node(.null), at: slot)
    }
  }

  /// Encodes the next element of an array from the memory of that array. A function of its own, because
  /// the compiler knows only of an argument that its memory does not change, and needs no copy then.
  @inline(never)
  func encode<T: Encodable>(
    element: borrowing StoredElement<T>, index: Int, of array: UInt32?, entry: EntryReference
  ) throws { try encode(element: element.element, index: index, of: array, entry: entry) }

  /// Encodes the next element of an array, which is the value of an entry.
  @inline(__always)
  func encode<T: Encodable>(element: T, index: Int, of array: UInt32?, entry: EntryReference)
    throws
  {
    try checkDepth(entry, value: T.self)
    let slot = try elementSlot(of: array, entry: entry, value: T.self)
    try encode(element, at: elementPosition(slot, index: index, entry: entry))
  }

  /// Returns the destination of the next element of an array. Throws if it is nil, because the value
  /// of its entry is something else, or cannot grow anymore.
  @inline(__always)
  func elementSlot(of array: UInt32?, entry: EntryReference, value: Any.Type) throws
    -> NodeTableBuilder.NodePosition
  {
    guard let array, isOpen(array, kind: .array) else { try refuseSecondValue(entry, value: value) }
    return .init(container: array, key: .max)
  }

  @inline(__always)
  func elementPosition(_ slot: NodeTableBuilder.NodePosition, index: Int, entry: EntryReference)
    -> EncodingPosition
  { .init(slot: slot, index: UInt32(truncatingIfNeeded: index), parent: entry.number) }

  /// Encodes a value whose type was found to be a well-known one.
  @inline(never)
  func encode<T>(_ value: T, as type: WellKnownType, at position: EncodingPosition) throws {
    switch type {
    case .date:
      let seconds = sameType(value, as: Date.self).timeIntervalSinceReferenceDate
      guard seconds.isFinite else {
        throw unrepresentable(seconds, error: .timeless(seconds), at: position)
      }
      append(Node(.date, payload: seconds.bitPattern), slot: position.slot)
    case .data: builder.append(data: sameType(value, as: Data.self), at: position.slot)
    case .strings: try encode(strings: sameType(value, as: [String].self), position)
    case .integers:
      let values = sameType(value, as: [Int].self)
      noteContainer(position)
      try append(run: values.count, at: position.slot) {
        Node(.integer, payload: UInt64(bitPattern: Int64(values[$0])))
      }
    case .reals:
      let values = sameType(value, as: [Double].self)
      noteContainer(position)
      try append(run: values.count, at: position.slot) {
        Node(.real, payload: values[$0].bitPattern)
      }
    case .pairs:
      noteContainer(position)
      builder.append(pairs: sameType(value, as: [String: String].self), at: position.slot)
    }
  }

  private func encode(strings: [String], _ position: EncodingPosition) throws {
    noteContainer(position)
    var array = builder.append(Node(.array), at: position.slot)
    for string in strings {
      builder.append(string: string, at: .init(container: array, key: .max))
      try writePartIfLarge(of: &array, elementCount: strings.count)
    }
  }

  private func noteContainer(_ position: EncodingPosition) {
    builder.depth = max(
      builder.depth, Int(entries[min(Int(position.parent), entries.count - 1)].depth) + 1)
  }
}
