// The results of an encoding: a file, or a document. A large file is written in parts while the
// elements of its outermost array are being encoded.

extension EncodingSession {
  /// Returns a value as a file of the encoder's format, which is binary or XML.
  ///
  /// - Parameter encode: Encodes the value in a session. It is called again if an unusual value was
  ///   found after a part of the file had been written.
  static func file<T: Encodable>(
    of value: T, as encoder: PlistEncoder, encode: (EncodingSession) throws -> Void
  ) throws -> Data {
    do {
      return try file(of: value, as: encoder, partSize: encoder.partSize, encode: encode)
    } catch is RefusedPart {
      return try file(of: value, as: encoder, partSize: nil, encode: encode)
    }
  }

  @inline(__always)
  private static func file<T: Encodable>(
    of value: T, as encoder: PlistEncoder, partSize: Int?,
    encode: (EncodingSession) throws -> Void
  ) throws -> Data {
    try with(encoder.sessionOptions(wideIntegers: .refused)) { session in
      let options = OnePassOptions(encoder.options, format: encoder.outputFormat)
      if let options, let partSize {
        session.parts.begin(
          options, as: encoder.outputFormat, size: partSize,
          nodeCount: session.builder.nodes.count)
      }
      try encode(session)
      try session.checkEnd(of: value)
      if let data = try session.onePassFile(as: encoder.outputFormat, options) { return data }
      return try PlistDocument(session.seal(value)).encoded(
        as: encoder.outputFormat, options: encoder.options)
    }
  }

  /// Returns the file of the outermost value after it has encoded itself; nil if it cannot be written
  /// in one pass. The table stays in the session, with the keys for the next call.
  private func onePassFile(as format: PlistFormat, _ options: OnePassOptions?) throws -> Data? {
    guard let options else { return nil }
    let data: Data?
    if parts.haveBegun {
      data = try withState { state throws(RefusedPart) in try state.finishParts() }
    } else if format == .binary {
      data = try BinaryFlattening.data(of: &builder, options: options)
    } else {
      data = XMLFlattening.data(of: &builder, options: options)
    }
    // Containers that outlive the call are closed.
    if data != nil { truncate(to: 1) }
    return data
  }

  /// Writes the elements that the outermost array has so far, unless a later value may be added to
  /// them. Returns the index of the array, which may have changed.
  ///
  /// - Parameters:
  ///   - array: An array. Nothing is written unless it is the outermost value.
  ///   - count: The number of elements of the whole array.
  @inline(never)
  private func writePart(of array: UInt32, elementCount count: Int) throws(RefusedPart) -> UInt32 {
    guard builder.root == Int(array) else { return array }
    try withState { state throws(RefusedPart) in try state.writePart(elementCount: count) }
    return builder.root.map { UInt32(truncatingIfNeeded: $0) } ?? array
  }

  /// Writes a part of a file if an array is the outermost value and the table has enough nodes.
  @inline(__always)
  func writePartIfLarge(of array: inout UInt32, elementCount count: Int) throws(RefusedPart) {
    if builder.nodes.count >= parts.end {
      array = try writePart(of: array, elementCount: count)
    }
  }

  /// Writes a part of a file if the value of the outermost entry is the outermost array, and the table
  /// has enough nodes. (In a type that is coded directly, that value can be another array.)
  @inline(__always)
  func writePartIfLarge(of array: inout UInt32?, elementCount count: Int, entry: EntryReference)
    throws(RefusedPart)
  {
    guard entry.number == 1, let outermost = array, builder.nodes.count >= parts.end else { return }
    array = try writePart(of: outermost, elementCount: count)
    entries[1].node = array ?? outermost
  }

  /// Adds an array whose elements are all scalars; `element` creates each of them. Writes parts of the
  /// file if it is the outermost value.
  @inline(__always)
  func append(run count: Int, at slot: NodeTableBuilder.NodePosition, _ element: (Int) -> Node)
    throws(RefusedPart)
  {
    guard slot == .root, parts.areUsed(forScalars: count) else {
      return builder.append(run: count, at: slot, element)
    }
    var array = builder.append(Node(.array), at: slot)
    for index in 0..<count {
      builder.append(element(index), at: .init(container: array, key: .max))
      try writePartIfLarge(of: &array, elementCount: count)
    }
  }

  /// Removes the keys of earlier calls, which a document would contain.
  func dropKeys() { if builder.isUsed { builder = NodeTableBuilder() } }

  private func checkEnd(of value: some Encodable) throws {
    if let deferredError { throw deferredError }
    guard builder.root != nil else {
      let context = EncodingError.Context(
        codingPath: [], debugDescription: "\(type(of: value)) did not encode a value")
      throw EncodingError.invalidValue(value, context)
    }
  }

  /// Returns the finished table after the outermost value has encoded itself.
  func seal(_ value: some Encodable) throws -> DocumentStorage {
    try checkEnd(of: value)
    var finished = NodeTableBuilder()
    swap(&finished, &builder)
    // Containers that outlive the call are closed.
    truncate(to: 1)
    do throws(PlistError) { return try finished.seal() } catch {
      guard error.code == .combiningLimit else { throw error }
      throw EncodingError.invalidValue(value, cause: error)
    }
  }
}

extension EncodingSession.EncodingState {
  /// Writes a part of the file, unless the program has a reference to an encoder or container of the
  /// call, through which it could add to an element.
  mutating func writePart(elementCount count: Int) throws(RefusedPart) {
    if resources.isUnreferenced() {
      try parts.write(&builder, elementCount: count)
    } else {
      parts.postpone(builder)
    }
  }

  /// Writes the last part of the file, and returns the file.
  mutating func finishParts() throws(RefusedPart) -> Data { try parts.finish(&builder) }
}
