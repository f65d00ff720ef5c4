// Keys of every kind: the text for a key in a path, and the identity of keys. Most keys are
// strings; binary files, GNUstep text and typed JSON can also have other scalars.

extension Node {
  /// Returns the text of a scalar without quotes or type, as in a path or in `plist get`. Data is
  /// base64, and a date is written as in JSON. Empty for containers, and for data that is stored
  /// outside the text.
  func scalarText(in source: NodeSource) -> String {
    switch kind {
    case .null: "null"
    case .bool: payload != 0 ? "true" : "false"
    case .integer: integer(in: source.view).description
    case .real: real.description
    case .date: date.calendarText
    case .data: keyData(in: source.view).base64EncodedString()
    case .string: text(in: source)
    case .uid: payload.description
    case .array, .set, .dictionary: ""
    }
  }

  /// Returns the bytes of a key that is data. Keys are never stored outside the text.
  private func keyData(in view: ByteView) -> Data {
    if isBlob { return Data() }
    let part = view.slice(start..<start + count)
    return switch form {
    case NodeForm.base64: part.base64Decoded()
    case NodeForm.hexadecimal: part.hexadecimalDecoded()
    default: view.data(at: start, count: count)
    }
  }
}

extension ByteWriter {
  /// Appends bytes that are equal if and only if two keys are the same: of the same kind and with
  /// the same value. The integer 1, the real 1, the Boolean true and the string "1" are four keys.
  mutating func append(identityOf key: Node, in source: NodeSource) {
    if key.kind == .string {
      guard let units = key.unpairedUnits(in: source) else {
        append(key.text(in: source))
        return
      }
      // The string cannot be UTF-8, so its code units are appended after a byte that UTF-8 never
      // contains.
      append(0xFF)
      for unit in units { append(bigEndian: UInt64(unit), width: 2) }
      return
    }
    append(0xFE)
    append(key.kind.rawValue)
    switch key.kind {
    case .real: append(bigEndian: key.real.bitPattern, width: 8)
    case .date: append(bigEndian: key.payload, width: 8)
    default: append(key.scalarText(in: source))
    }
  }
}

extension NodeSource {
  /// Returns bytes that are equal if and only if two keys are the same.
  func identity(of key: Node) -> [UInt8] {
    if key.kind == .string, key.unpairedUnits(in: self) == nil {
      return Array(key.text(in: self).utf8)
    }
    var bytes = ByteWriter(minimumCapacity: 32)
    bytes.append(identityOf: key, in: self)
    return Array(bytes.data())
  }
}

extension Date {
  /// The date as JSON writes it; as a number of seconds if it is outside the range of the calendar.
  package var calendarText: String {
    let seconds = timeIntervalSinceReferenceDate
    var text = ByteWriter(minimumCapacity: 32)
    guard text.append(dateSeconds: seconds) else {
      return "\(seconds) seconds since 2001-01-01T00:00:00Z"
    }
    text.truncate(to: 0)
    _ = text.append(exactDateSeconds: seconds)
    return text.view.string(at: 0, count: text.count)
  }
}

extension PlistNode {
  /// The value without quotes or type: a string unchanged, data as base64. Nil for containers.
  package var scalarText: String? {
    let node = node
    if node.kind.isContainer { return nil }
    return node.kind == .data
      ? storage.data(of: node).base64EncodedString() : node.scalarText(in: storage.source)
  }
}

extension DocumentStorage {
  /// Returns the error for a dictionary with a key that is not a string where only strings are
  /// supported: the first such key, with its kind and path. Takes time linear in the document.
  ///
  /// - Parameter holder: A plural noun: the things that support only string keys.
  func keyNotString(ofDictionary dictionary: Int, _ holder: String) -> PlistError {
    let node = nodes[dictionary]
    let keys = (0..<node.count).map { key($0, of: node) }
    let index = keys.first { nodes[$0].kind != .string } ?? dictionary
    let text = nodes[index].text(in: source)
    let shown = text.utf8.count <= 80 ? text : String(text.prefix(80)) + "…"
    let path = located([dictionary]).first?.path ?? PlistPath()
    let step = text.utf8.count <= Self.longestPath ? text : shown
    let kind = nodes[index].kind
    return PlistError(
      .keyNotString,
      message: "\(holder) support only string keys; found \(kind.phrase)"
        + (kind == .null ? "" : ", \(shown)"), position: position(of: index),
      path: path.appending(.key(step)))
  }

  /// Throws if a dictionary with a key that is not a string is reachable from a node, or from the
  /// root if `start` is nil.
  ///
  /// - Parameter holder: A plural noun: the things that support only string keys.
  func requireStringKeys(_ holder: String, from start: Int? = nil) throws(PlistError) {
    guard hasOtherKeys else { return }
    if let start, !nodes[start].kind.isContainer { return }
    let unusual = (0..<nodes.count).filter { nodes[$0].hasOtherKeys }
    if let first = located(Set(unusual), from: start).first {
      throw keyNotString(ofDictionary: first.node, holder)
    }
  }
}

extension PlistDocument {
  /// Throws `PlistError` with `keyNotString` if a key that is not a string is reachable from the
  /// root.
  ///
  /// - Parameter holder: A plural noun: the things that support only string keys.
  package func requireStringKeys(_ holder: String) throws(PlistError) {
    try storage.requireStringKeys(holder)
  }
}
