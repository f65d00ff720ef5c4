// The coder that is passed to a class that encodes itself, one for each object: each call adds a
// field. Errors are stored until the object is complete, because coding methods do not throw.
internal import KeyedArchives
internal import PropertyLists

/// Writes the fields of one object.
final class BridgeArchiver: NSCoder {
  private let fields: ObjectSink
  private let context: ObjectArchiving
  private var failure: (any Error)?
  /// The number of values encoded without a key.
  private var unkeyed = 0

  init(_ fields: ObjectSink, context: ObjectArchiving) {
    self.fields = fields
    self.context = context
  }

  /// - Throws: The first error.
  func finish() throws { if let failure { throw failure } }

  private func attempt(_ key: FieldKey, body: () throws -> Void) {
    if failure != nil { return }
    do { try body() } catch let refused as RefusedValue {
      failure = fields.error(refused.code, message: refused.message, key: key)
    } catch { failure = error }
  }

  private func nextKey() -> FieldKey {
    unkeyed += 1
    return .number(unkeyed - 1)
  }

  private func add(_ object: Any?, key: FieldKey) {
    attempt(key) { try fields.add(context.value(object, coder: self, sink: fields), key: key) }
  }

  private func addConditional(_ object: Any?, key: FieldKey) {
    attempt(key) {
      let value = try context.value(object, coder: self, sink: fields)
      if case .object(let object) = value { return fields.addConditional(object, key: key) }
      try fields.add(value, key: key)
    }
  }

  private func addInline(_ value: SinkValue, key: FieldKey) {
    attempt(key) { try fields.addInline(value, key: key) }
  }

  // MARK: Properties of the coder

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var error: (any Error)? { failure }
  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }

  override func version(forClassName className: String) -> Int { 0 }

  override func failWithError(_ error: any Error) { if failure == nil { failure = error } }

  // MARK: With keys

  override func encode(_ object: Any?, forKey key: String) { add(object, key: .name(key)) }

  override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    addConditional(object, key: .name(key))
  }

  override func encode(_ value: Bool, forKey key: String) {
    addInline(.bool(value), key: .name(key))
  }

  override func encode(_ value: Int32, forKey key: String) {
    addInline(.integer(PlistInteger(value)), key: .name(key))
  }

  // On other systems, this is a method of an `NSCoder` extension: see CoderCalls.swift.
  #if canImport(Darwin)
    override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  #endif

  override func encode(_ value: Int64, forKey key: String) {
    addInline(.integer(PlistInteger(value)), key: .name(key))
  }

  override func encode(_ value: Int, forKey key: String) {
    addInline(.integer(PlistInteger(value)), key: .name(key))
  }

  override func encode(_ value: Float, forKey key: String) {
    addInline(.single(value), key: .name(key))
  }

  override func encode(_ value: Double, forKey key: String) {
    addInline(.real(value), key: .name(key))
  }

  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    addInline(unsafe Self.bytes(UnsafeRawPointer(bytes), length: length), key: .name(key))
  }

  private static func bytes(_ bytes: UnsafeRawPointer?, length: Int) -> SinkValue {
    guard let bytes = unsafe bytes, length >= 0 else { return .null }
    return .data(unsafe Data(bytes: bytes, count: length))
  }

  // MARK: Without keys

  override func encode(_ object: Any?) { add(object, key: nextKey()) }

  override func encodeRootObject(_ object: Any) { add(object, key: nextKey()) }

  override func encodeConditionalObject(_ object: Any?) { addConditional(object, key: nextKey()) }

  override func encodeBycopyObject(_ object: Any?) { add(object, key: nextKey()) }

  override func encodeByrefObject(_ object: Any?) { add(object, key: nextKey()) }

  override func encodePropertyList(_ value: Any) { add(value, key: nextKey()) }

  override func encode(_ data: Data) { add(data, key: nextKey()) }

  override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) {
    addInline(unsafe Self.bytes(bytes, length: length), key: nextKey())
  }

  override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at value: UnsafeRawPointer) {
    let key = nextKey()
    guard let scalar = unsafe CScalar(type) else {
      return attempt(key) {
        throw RefusedValue(
          code: .notRepresentable,
          message:
            "values of the C type \(PlistError.quoted(unsafe String(cString: type))) cannot be encoded"
        )
      }
    }
    addInline(unsafe scalar.value(at: value), key: key)
  }

  override func encodeArray(
    ofObjCType type: UnsafePointer<Int8>, count: Int, at array: UnsafeRawPointer
  ) {
    attempt(nextKey()) {
      throw RefusedValue(
        code: .notRepresentable, message: "C arrays cannot be encoded; encode each value")
    }
  }
}
