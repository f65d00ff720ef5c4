// What numbered fields need of a keyed archive: in the objects of an archive, numbers are in the
// fields, and most other values are references to objects, which the archive's session codes.

/// The archive that the fields of objects are read from.
package protocol FieldSource: AnyObject {
  /// Returns the text of a string; nil for other values, and for text that is stored unusually.
  func usualText(_ node: Int) -> String?

  /// Returns whether a value represents nil.
  func isNil(_ value: PlistFieldValue, of names: PlistFields) throws -> Bool

  /// Decodes a value of any type.
  func decode<Value: Decodable>(
    _ type: Value.Type, at value: PlistFieldValue, of names: PlistFields
  ) throws -> Value
}

/// The archive that the fields of an object are written to. A field is given by its number.
package protocol FieldSink: AnyObject {
  func add(_ value: Bool, field: Int)
  func add(_ value: Int64, field: Int)
  func add(_ value: Double, field: Int)
  func add(_ value: Float, field: Int)
  func add(_ value: String, field: Int)
  func addNil(field: Int)
  /// Encodes a value of any type.
  func encode<Value: Encodable>(_ value: Value, field: Int) throws
}

extension PlistFields {
  /// Whether the objects of an archive can have these fields: names are as for dictionaries, and
  /// none begins like the keys of the archive itself.
  package var areFieldsOfObjects: Bool {
    arePlain && !names.isEmpty && names.allSatisfy { $0.utf8.first != UInt8(ascii: "$") }
  }
}

extension FieldReading {
  /// Creates a session for the objects of an archive.
  package convenience init(_ table: ArchiveTable, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init(table.storage)
    begin(table.storage, userInfo: userInfo)
  }
}

extension PlistFieldReader {
  /// Creates a reader of the fields of an object.
  ///
  /// - Parameter node: The node of the object's dictionary.
  /// - Throws: Any error if there is no dictionary.
  package init(
    _ session: FieldReading, names: PlistFields, of node: Int, from source: any FieldSource
  ) throws {
    let dictionary = session.table.node(node)
    // A dictionary with many other keys could be the object of many slots.
    guard dictionary.kind == .dictionary, dictionary.count <= names.names.count + 64 else {
      throw FieldReading.irregular
    }
    self.init(session, keys: session.keys(of: names), dictionary: dictionary, source: source)
  }
}

extension PlistFieldWriter {
  /// Creates a writer for the objects of an archive.
  package init(_ sink: any FieldSink, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init(session: nil, sink: sink, options: PlistWritingOptions(), userInfo: userInfo, call: 0)
  }
}
