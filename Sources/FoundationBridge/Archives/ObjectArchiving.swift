// One archive of NSCoding objects under construction. Instances are identified by their address and
// retained, because the address of a freed instance could be reused.
internal import KeyedArchives
internal import PropertyLists

/// The state of one archiving session of NSCoding objects.
final class ObjectArchiving {
  private let names: ArchivedClassNames
  private let standard = BridgedClasses()
  private var objects: [ObjectIdentifier: BridgedObject] = [:]
  private var bytes: [ObjectIdentifier: UInt32] = [:]
  private var replacements: [ObjectIdentifier: AnyObject] = [:]
  private var origins: [ObjectIdentifier: ClassOrigin] = [:]
  private var classesByName: [String: AnyClass] = [:]
  private var retained: [AnyObject] = []

  init(_ names: ArchivedClassNames) { self.names = names }

  /// Returns the archived form of an object, number or Swift value, or throws `RefusedValue`.
  func value(_ value: Any?, coder: NSCoder, sink: ObjectSink) throws -> SinkValue {
    guard var value else { return .null }
    // The value may be an optional of type `Any`, at any depth.
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return .null }
      value = wrapped
    }
    guard type(of: value) is AnyClass else { return try self.value(ofSwift: value) }
    return try self.value(of: value as AnyObject, coder, sink: sink)
  }

  /// Creates an object whose fields the closure adds, without identity.
  func newObject(_ name: String, body: @escaping (ObjectSink) throws -> Void) -> SinkValue {
    .object(BridgedObject(standard.archivedClass(name), body: body))
  }

  private func value(of object: AnyObject, _ coder: NSCoder, sink: ObjectSink) throws -> SinkValue {
    let identity = ObjectIdentifier(object)
    if let known = objects[identity] { return .object(known) }
    if let known = bytes[identity] { return .known(known) }
    let origin = origin(of: type(of: object))
    switch origin {
    case .foundation:
      let value = try self.value(ofFoundation: object)
      if case .object(let bridged) = value {
        objects[identity] = bridged
        retained.append(object)
      } else if case .data(let data) = value {
        let number = sink.newObject(data)
        bytes[identity] = number
        retained.append(object)
        return .known(number)
      }
      return value
    case .program: return try value(ofProgram: object, coder, sink: sink)
    case .belowFoundation:
      try origin.refuseInheritedCoding(of: type(of: object))
      return .null
    }
  }
  private func origin(of type: AnyClass) -> ClassOrigin {
    let identity = ObjectIdentifier(type)
    if let known = origins[identity] { return known }
    let origin = ClassOrigin(type)
    origins[identity] = origin
    return origin
  }

  /// The archived form of an object that encodes itself, or of its replacement.
  private func value(ofProgram object: AnyObject, _ coder: NSCoder, sink: ObjectSink) throws
    -> SinkValue
  {
    if let replacement = replacements[ObjectIdentifier(object)] {
      return try value(of: replacement, coder, sink: sink)
    }
    if let replacement = (object as? NSObject)?.replacementObject(for: coder) {
      let replacement = replacement as AnyObject
      if replacement !== object {
        replacements[ObjectIdentifier(object)] = replacement
        retained.append(object)
        retained.append(replacement)
        let isNew = objects[ObjectIdentifier(replacement)] == nil
        if isNew, case .program = origin(of: type(of: replacement)) {
          return try newValue(ofProgram: replacement)
        }
        return try value(of: replacement, coder, sink: sink)
      }
    }
    return try newValue(ofProgram: object)
  }

  private func newValue(ofProgram object: AnyObject) throws -> SinkValue {
    guard let coding = object as? any NSCoding else {
      throw RefusedValue(
        code: .notRepresentable, message: "\(type(of: object)) does not conform to NSCoding")
    }
    let codedClass: AnyClass = (object as? NSObject)?.classForCoder ?? type(of: object)
    let archivedClass = try archivedClass(of: codedClass)
    let bridged = BridgedObject(archivedClass) { [unowned self] sink in
      let coder = BridgeArchiver(sink, context: self)
      coding.encode(with: coder)
      try coder.finish()
    }
    objects[ObjectIdentifier(object)] = bridged
    retained.append(object)
    return .object(bridged)
  }

  /// The class of a program's object. If its name was set, superclasses are omitted, as Apple does.
  private func archivedClass(of type: AnyClass) throws(RefusedValue) -> ArchivedClass {
    let name = names.name(of: type)
    if standard.named(name) != nil || classesByName[name] ?? type != type {
      throw RefusedValue(
        code: .ambiguousClass,
        message:
          "\(String(reflecting: type)) would be archived as \(name), which is the name of another"
          + " class; set a different name for this class")
    }
    classesByName[name] = type
    if names.chosenName(of: type) != nil { return ArchivedClass(name: name, chain: []) }
    var chain = [name]
    var current: AnyClass? = _getSuperclass(type)
    while let superclass = current, superclass != NSObject.self {
      chain.append(names.name(of: superclass))
      current = _getSuperclass(superclass)
    }
    return ArchivedClass(name: name, chain: chain + ["NSObject"])
  }
}

private protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }
