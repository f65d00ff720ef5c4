// The coder that is passed to a class that decodes itself, one for each object: each call reads a
// field. The first error is stored; later calls return nil, zero or false, and the decoding fails.
internal import KeyedArchives
internal import PropertyLists

/// Reads the fields of one object.
final class BridgeUnarchiver: NSCoder {
  private let reader: ObjectReader
  private var failure: (any Error)?
  /// The number of values decoded without a key.
  private var unkeyed = 0

  init(_ reader: ObjectReader) { self.reader = reader }

  /// - Throws: The first error.
  func finish() throws { if let failure { throw failure } }

  private func attempt<T>(_ absent: T, body: () throws -> T) -> T {
    if failure != nil { return absent }
    do { return try body() } catch {
      failure = error
      return absent
    }
  }

  private func nextKey() -> FieldKey {
    unkeyed += 1
    return .number(unkeyed - 1)
  }

  private func object(_ key: FieldKey, request: AllowedClasses) -> Any? {
    attempt(nil) {
      guard let position = reader.source.position(key) else { return nil }
      if reader.options.unfinishedObjects == .areNil, try reader.source.isUnfinished(position) {
        return nil
      }
      return try reader.object(position, request: request)
    }
  }

  private func value<T>(_ key: FieldKey, absent: T, read: (ValuePosition) throws -> T) -> T {
    attempt(absent) { try reader.source.value(key).map(read) ?? absent }
  }

  private func integer<T: FixedWidthInteger>(_ key: String) -> T {
    value(.name(key), absent: 0) { try reader.source.integer(T.self, value: $0) }
  }

  /// Calls a closure with the object of a key after all objects are created.
  func link(_ key: String, body: @escaping (Any) -> Void) {
    attempt(()) { try reader.link(key, request: reader.request.forAnything, fill: body) }
  }

  // MARK: Properties of the coder

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var allowedClasses: [AnyClass]? { reader.request.classes }
  override var error: (any Error)? { failure }
  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }

  override func version(forClassName className: String) -> Int { 0 }

  override func failWithError(_ error: any Error) { if failure == nil { failure = error } }

  override func containsValue(forKey key: String) -> Bool {
    reader.source.position(.name(key)) != nil
  }

  // MARK: Objects

  override func decodeObject(forKey key: String) -> Any? {
    object(.name(key), request: reader.request.forAnything)
  }

  override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    let request = classes.map { reader.request.request(for: $0) } ?? reader.request.forAnything
    return object(.name(key), request: request)
  }

  override func decodeObject() -> Any? { object(nextKey(), request: reader.request.forAnything) }

  override func decodeData() -> Data? { data(nextKey()) }

  private func data(_ key: FieldKey) -> Data? {
    value(key, absent: nil) { try reader.source.data($0) }
  }

  override func decodePropertyList() -> Any? { decodePropertyList(nextKey()) }

  override func decodePropertyList(forKey key: String) -> Any? { decodePropertyList(.name(key)) }

  private func decodePropertyList(_ key: FieldKey) -> Any? {
    let classes: [AnyClass] = [
      NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self,
    ]
    return value(key, absent: nil) { position in
      if reader.source.isReference(position) {
        return try reader.object(position, request: reader.request.request(for: classes))
      }
      return try FoundationTree.object(of: try reader.source.plist(position), .immutable)
    }
  }

  // MARK: Numbers and bytes

  override func decodeBool(forKey key: String) -> Bool {
    value(.name(key), absent: false) { try reader.source.bool($0) }
  }

  override func decodeInteger(forKey key: String) -> Int { integer(key) }

  override func decodeInt32(forKey key: String) -> Int32 { integer(key) }

  override func decodeInt64(forKey key: String) -> Int64 { integer(key) }

  override func decodeCInt(forKey key: String) -> Int32 { integer(key) }

  override func decodeFloat(forKey key: String) -> Float {
    value(.name(key), absent: 0) { try reader.source.float($0) }
  }

  override func decodeDouble(forKey key: String) -> Double {
    value(.name(key), absent: 0) { try reader.source.real($0) }
  }

  override func withDecodedUnsafeBufferPointer<Result>(
    forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    guard let data = data(.name(key)) else { return try body(nil) }
    return try unsafe data.withUnsafeBytes { bytes in
      try unsafe body(bytes.bindMemory(to: UInt8.self))
    }
  }

  // The method's earlier name, which Foundation has only outside of Apple's systems.
  #if !canImport(Darwin)
    override func withDecodedUnsafeBytes<Result>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
      try unsafe withDecodedUnsafeBufferPointer(forKey: key) { bytes in
        try unsafe body(bytes.map { UnsafeRawBufferPointer($0) })
      }
    }
  #endif

  /// Returns the bytes of a key, valid as long as the unarchiver exists; nil if there are none.
  func heldBytes(_ key: String) -> HeldBytes? {
    guard let data = data(.name(key)) else { return nil }
    let bytes = HeldBytes(data)
    reader.request.context.hold(bytes)
    return bytes
  }

  #if canImport(Darwin)
    override func decodeBytes(forKey key: String, returnedLength: UnsafeMutablePointer<Int>?)
      -> UnsafePointer<UInt8>?
    { unsafe HeldBytes.handOut(heldBytes(key), length: returnedLength) }
  #endif

  // MARK: Without keys

  override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at value: UnsafeMutableRawPointer)
  {
    let key = nextKey()
    guard let scalar = unsafe CScalar(type) else {
      let name = PlistError.quoted(unsafe String(cString: type))
      return failWithError(
        reader.source.error(
          .notRepresentable, message: "values of the C type \(name) cannot be decoded"))
    }
    attempt(()) {
      guard let position = try reader.source.value(key) else { return }
      unsafe try scalar.store(position, of: reader.source, to: value)
    }
  }

  override func decodeArray(
    ofObjCType type: UnsafePointer<Int8>, count: Int, at array: UnsafeMutableRawPointer
  ) { failWithError(reader.source.error(.notRepresentable, message: "C arrays cannot be decoded")) }
}
