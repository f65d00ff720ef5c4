// Property lists from Foundation's objects and bridged Swift values, with an explicit stack.
internal import OrderedCollections
internal import PropertyLists

/// Creates values from trees of objects.
struct FoundationWalk {
  private var frames: [ConversionFrame] = []
  /// Complete containers that may be encountered again, by their identity.
  private var shared: [ObjectIdentifier: Plist] = [:]
  private var retained: [AnyObject] = []

  /// A container whose members are being converted.
  private struct ConversionFrame {
    var members: [Any]
    var keys: [String]?
    var isSet = false
    /// The object, if it has an identity.
    var object: AnyObject?
    var values: [Plist] = []
  }

  static func plist(of root: Any) throws(PlistError) -> Plist {
    var walk = FoundationWalk()
    return try walk.convert(root)
  }

  private mutating func convert(_ root: Any) throws(PlistError) -> Plist {
    if let leaf = try begin(root) { return leaf }
    while let top = frames.indices.last {
      let position = frames[top].values.count
      if position < frames[top].members.count {
        if let leaf = try begin(frames[top].members[position]) { append(leaf) }
        continue
      }
      let frame = frames.removeLast()
      let value: Plist =
        if let keys = frame.keys {
          .dictionary(OrderedDictionary(uncheckedUniqueKeys: keys, values: frame.values))
        } else { frame.isSet ? .set(frame.values) : .array(frame.values) }
      if frames.isEmpty { return value }
      if let object = frame.object {
        shared[ObjectIdentifier(object)] = value
        retained.append(object)
      }
      append(value)
    }
    return .null
  }

  private mutating func append(_ value: Plist) { frames[frames.count - 1].values.append(value) }

  /// Returns the value of a leaf; returns nil if a container was opened instead.
  private mutating func begin(_ value: Any) throws(PlistError) -> Plist? {
    let value = FoundationMembers.unwrapped(value)
    let object = type(of: value) is AnyClass ? value as AnyObject : nil
    if let leaf = Self.leaf(value, object: object) { return leaf }
    if let object, let known = shared[ObjectIdentifier(object)] { return known }
    guard var frame = try container(value, object: object) else {
      throw PlistError(
        .notRepresentable,
        message: "a property list cannot contain an object of type \(type(of: value))", path: path)
    }
    if frames.count >= Plist.maximumDepth {
      throw PlistError(
        .depthLimit, message: "containers are nested more than \(Plist.maximumDepth) levels deep",
        path: path)
    }
    frame.object = object
    frames.append(frame)
    return nil
  }

  private func container(_ value: Any, object: AnyObject?) throws(PlistError) -> ConversionFrame? {
    // Tries the cast of an object to a class first, which is fast, and then that of a Swift array.
    if let array = object as? NSArray ?? value as? NSArray {
      return ConversionFrame(members: FoundationMembers.members(of: array))
    }
    switch value {
    case let value as NSDictionary: return try frame(FoundationMembers.pairs(of: value))
    case let value as NSSet:
      return ConversionFrame(members: FoundationMembers.members(of: value), isSet: true)
    default: return nil
    }
  }

  /// Returns a dictionary with sorted keys, because Foundation's order differs in each process.
  /// Rejects keys that are equal as text, with different bytes or because a key was changed after
  /// it was added.
  private func frame(_ pairs: [(key: Any, value: Any)]) throws(PlistError) -> ConversionFrame {
    var named: [(key: String, value: Any)] = []
    for pair in pairs {
      guard let key = FoundationMembers.unwrapped(pair.key) as? String else {
        throw PlistError(
          .keyNotString,
          message: "expected a string as a key of the dictionary, found \(type(of: pair.key))",
          path: path)
      }
      named.append((key, pair.value))
    }
    named.sort { $0.key.precedesInBytes($1.key) }
    let keys = named.map(\.key)
    if let fault = KeyFault.first(inSorted: keys) {
      throw PlistError(fault.code, message: fault.message, path: path)
    }
    return ConversionFrame(members: named.map(\.value), keys: keys)
  }

  private var path: PlistPath {
    PlistPath(
      frames.map { frame in
        let position = frame.values.count
        return frame.keys.map { .key($0[position]) } ?? .index(position)
      })
  }

  /// Returns the value of a leaf; nil for a container or an unsupported value. Tries fast casts
  /// between classes first: a cast of any other value searches the conformances of its type.
  private static func leaf(_ value: Any, object: AnyObject?) -> Plist? {
    switch object {
    case let object as NSNumber: return number(object)
    case let object as NSString: return .string(object as String)
    case is NSArray, is NSDictionary, is NSSet: return nil
    default: return leaf(value)
    }
  }

  private static func leaf(_ value: Any) -> Plist? {
    switch value {
    case let value as NSNumber: number(value)
    case let value as NSString: .string(value as String)
    case let value as NSData: .data(value as Data)
    case let value as NSDate: .date(value as Date)
    case is NSNull: .null
    case let value as any FixedWidthInteger:
      Int128(exactly: value).map { .integer(PlistInteger($0)) }
    case let value as CGFloat: .real(Double(value))
    default: nil
    }
  }

  private static func number(_ number: NSNumber) -> Plist {
    switch NumberKind(number) {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .single(let value): .real(Double(value))
    }
  }
}
