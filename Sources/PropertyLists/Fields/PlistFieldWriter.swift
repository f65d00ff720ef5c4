// Writes the numbered fields of values: as XML without a document between, or into the node table
// from which the other formats are written.

/// The output of values that encode their fields.
///
/// Its functions throw if there is a reason to encode the whole value by `Codable`.
public struct PlistFieldWriter: ~Copyable {
  /// The session whose table values are added to, which calls the writer; nil for XML.
  let session: UnretainedReference<EncodingSession>?
  /// The archive whose objects the fields are added to; nil for a property list.
  let sink: (any FieldSink)?
  /// Whether XML is written.
  let isXML: Bool
  var output: ByteWriter
  let options: PlistWritingOptions
  /// Information for the types that are encoded, from the encoder.
  public let userInfo: [CodingUserInfoKey: any Sendable]
  /// What the next value is: the number of a field, or one of the constants below.
  var next = PlistFieldWriter.root
  /// The fields of the current dictionary.
  var fields = PlistFields.none.views
  /// The number of fields that were offered for encoding.
  private var offered = 0
  /// The number of containers around the next value.
  private(set) var depth = 0
  /// The node of the current container in the table.
  var container = UInt32.max
  /// The number of elements of the outermost array, if it is known.
  private var elementCount = 0
  /// The numbers of the current container and of the last one that was begun. The last two bits of
  /// a container's number are its contents.
  private var current: UInt64
  private var last: UInt64
  /// Whether a container was ended twice, or before another one inside it.
  private var isMisused = false

  /// What a container has.
  enum Contents: UInt64 { case none, elements, pairs, fields }

  /// The next value is the root or an element.
  static let root = -1
  /// No value is expected.
  static let none = -2
  /// The next value has the key `pairKey`.
  static let pair = -3
  /// The key of the next pair of a Swift dictionary.
  var pairKey = ""

  /// A container that is being written: what to return to at its end.
  public struct Scope {
    let fields: FieldNames
    let offered: Int
    let container: UInt32
    /// The numbers of the container around it and of the container itself.
    let outer: UInt64
    let number: UInt64
    /// The length of the output after the container's opening tag.
    let start: Int

    var isDictionary: Bool { number & 3 != Contents.elements.rawValue }
  }

  /// - Parameter call: A number that other calls of this thread do not have; containers are numbered
  ///   from it.
  init(
    session: EncodingSession?, sink: (any FieldSink)? = nil, options: PlistWritingOptions,
    userInfo: [CodingUserInfoKey: any Sendable], call: UInt32
  ) {
    self.session = session.map { UnretainedReference($0) }
    self.sink = sink
    isXML = session == nil && sink == nil
    self.options = options
    self.userInfo = userInfo
    output = ByteWriter(minimumCapacity: isXML ? 4096 : 64)
    current = UInt64(call) &<< 32
    last = current
  }

  /// Whether one value was encoded, with all its containers ended in the right order.
  var isComplete: Bool { next == Self.none && depth == 0 && !isMisused }

  private func isIn(_ contents: Contents) -> Bool { current & 3 == contents.rawValue }

  // MARK: Fields

  /// Begins the dictionary of a value's fields.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func beginFields(_ fields: PlistFields) throws -> Scope {
    guard fields.arePlain else { throw FieldReading.irregular }
    let scope = try begin(.fields)
    self.fields = fields.views
    offered = 0
    return scope
  }

  /// Begins the fields of an object in an archive.
  package mutating func beginObject(_ fields: PlistFields) {
    self.fields = fields.views
    offered = 0
    next = Self.none
  }

  /// Returns the number of the next field to encode; nil after the last.
  public mutating func nextField() -> Int? {
    guard offered < fields.count else { return nil }
    next = isXML ? Int(fields.sorted[offered]) : offered
    offered &+= 1
    return next
  }

  /// Ends a dictionary of fields.
  public mutating func endFields(_ scope: Scope) { end(scope) }

  /// Encodes the value of the current field.
  @inlinable
  public mutating func encode<Value: PlistCodable>(_ value: Value) throws {
    try value.encode(to: &self)
  }

  /// Encodes the value of the current field unless it is nil.
  @inlinable
  public mutating func encodeIfPresent<Value: PlistCodable>(_ value: Value?) throws {
    if let value { try value.encode(to: &self) }
  }

  // MARK: Containers

  private mutating func begin(_ contents: Contents) throws -> Scope {
    if sink != nil { throw FieldReading.irregular }
    if depth >= options.maximumDepth || depth & 7 == 7 && StackGuard.isLow {
      throw FieldReading.irregular
    }
    let outer = (fields, offered, container)
    if let session {
      let slot = try tableSlot(session)
      let inner = depth &+ 1
      container = session.with {
        $0.builder.depth = max($0.builder.depth, inner)
        return $0.builder.append(
          Node(contents == .elements ? .array : .dictionary), at: slot)
      }
    } else {
      try beginXML()
      if contents == .elements { output.append("<array>\n") } else { output.append("<dict>\n") }
    }
    depth &+= 1
    last &+= 4
    let scope = Scope(
      fields: outer.0, offered: outer.1, container: outer.2, outer: current,
      number: last | contents.rawValue, start: output.count)
    current = scope.number
    // No fields are offered in other containers.
    offered = .max
    return scope
  }

  private mutating func end(_ scope: Scope) {
    guard scope.number == current else {
      isMisused = true
      return
    }
    depth &-= 1
    current = scope.outer
    if session == nil { closeXML(scope) }
    fields = scope.fields
    offered = scope.offered
    container = scope.container
    if depth == 0 { elementCount = 0 }
    next = Self.none
  }

  /// Begins an array.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func beginArray() throws -> Scope {
    let scope = try begin(.elements)
    next = Self.root
    return scope
  }

  /// Begins an array with a known number of elements.
  @usableFromInline
  mutating func beginElements(count: Int) throws -> Scope {
    if depth == 0 { elementCount = count }
    return try beginArray()
  }

  /// Announces the next element of an array with a known number of elements, and writes a part of the
  /// file if the array is the outermost value and the table has many nodes.
  @usableFromInline
  mutating func nextKnownElement() throws {
    nextElement()
    guard depth == 1, elementCount > 0, let session else { return }
    try session.with { try $0.writePartIfLarge(of: &container, elementCount: elementCount) }
  }

  /// Announces the next element of an array.
  public mutating func nextElement() { next = isIn(.elements) ? Self.root : Self.none }

  /// Ends an array.
  public mutating func endArray(_ scope: Scope) { end(scope) }

  /// Begins a dictionary whose keys are not fields.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func beginPairs() throws -> Scope {
    try begin(.pairs)
  }

  /// Announces the next value of a dictionary, with its key.
  ///
  /// - Throws: Any error if the value should be encoded by `Codable`.
  public mutating func nextPair(_ key: String) throws {
    guard isIn(.pairs), key.utf8.count <= CombiningMarks.limit else {
      throw FieldReading.irregular
    }
    pairKey = key
    next = Self.pair
  }

  /// Ends a dictionary whose keys are not fields.
  public mutating func endPairs(_ scope: Scope) { end(scope) }

  /// Whether the keys of a dictionary are written in sorted order.
  public var areKeysSorted: Bool { isXML }
}
