// Unarchives classes with numbered fields straight from the slots of a binary file, without a table
// of its values. This only ever accepts: if anything in the archive is unusual, the unarchiver reads
// it again, with a table, and makes the error if there is one.
internal import PropertyLists

/// The objects of one archive that were created so far.
final class SlotReading: FieldSource {
  private let slots: BinarySlots
  private let confined: UncheckedState<SlotState>

  /// The mutable state of the reading. No access to it calls other code.
  private struct SlotState: ~Copyable {
    var instances: SlotInstances
    var types: [ObjectIdentifier: SlotType] = [:]
    /// The type that was requested last; usually the next request is for the same one.
    var last = SlotType(Never.self)
    /// The class names in the slots of class records.
    var classNames: [Int: String] = [:]
    /// The nesting depth of objects.
    var depth = 0
  }

  /// The maximum nesting depth of objects; deeper ones are created from the ends of their chains.
  private static let greatestDepth = 16

  /// The error of a value that the unarchiver should decode.
  struct Irregular: Error {}

  private init(_ slots: BinarySlots) {
    self.slots = slots
    confined = UncheckedState(SlotState(instances: SlotInstances(count: slots.count)))
  }

  deinit { confined.state.instances.releaseAll() }

  /// Returns the value that is archived under the key `root`, if it is the only one; nil if the
  /// unarchiver should decode it.
  static func root<Value: PlistCodable>(_ type: Value.Type, from data: Data) -> Value? {
    BinarySlots.with(data) { slots in
      let reading = SlotReading(slots)
      let reader = slots.reader(from: reading)
      if reader.isNil(slots.root) { throw Irregular() }
      return try Value.decode(slots.root, from: reader)
    }
  }

  // MARK: Values

  func usualText(_ node: Int) -> String? { slots.text(node) }

  func isNil(_ value: PlistFieldValue, of names: PlistFields) throws -> Bool {
    try slots.isNil(value)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, at value: PlistFieldValue, of names: PlistFields
  ) throws -> Value {
    // A type could discard the error, and use another value.
    do { return try self.value(type, at: value) } catch {
      slots.refuse()
      throw error
    }
  }

  private func value<Value: Decodable>(_ type: Value.Type, at value: PlistFieldValue) throws
    -> Value
  {
    switch self.type(type).form {
    case .instance(let known): return sameInstance(try object(known, at: value), as: type)
    case .list(let list): return try list.read(value, in: self, as: type)
    case .date: return sameType(try date(value), as: type)
    case .scalar(let scalar): return try self.scalar(scalar, slots.scalar(value), as: type)
    case .other: throw Irregular()
    }
  }

  @inline(__always)
  private func type(_ type: Any.Type) -> SlotType {
    if confined.state.last.type == type { return confined.state.last }
    return newType(type)
  }

  private func newType(_ type: Any.Type) -> SlotType {
    let known = confined.state.types[ObjectIdentifier(type)] ?? SlotType(type)
    confined.state.types[ObjectIdentifier(type)] = known
    confined.state.last = known
    return known
  }

  private func scalar<Scalar: PlistCodable, Value>(
    _ scalar: Scalar.Type, _ value: PlistFieldValue, as type: Value.Type
  ) throws -> Value {
    sameType(try Scalar.decode(value, from: slots.reader(from: nil)), as: type)
  }

  private static let dateFields = PlistFields(DateLayout.time).withClass
  private static let listFields = PlistFields(ArrayLayout.objects).withClass

  private func date(_ value: PlistFieldValue) throws -> Date {
    let object = try slots.object(inSlot: slots.slot(value), Self.dateFields, from: nil)
    try require(.date, of: object)
    return Date(timeIntervalSinceReferenceDate: try object.real(object.value(0)))
  }

  /// The elements of an array, which are references.
  fileprivate func elements(_ value: PlistFieldValue) throws -> PlistFieldArray {
    let object = try slots.object(inSlot: slots.slot(value), Self.listFields, from: self)
    try require(.array, of: object)
    return try slots.elements(object.value(0))
  }

  fileprivate func read<Element: PlistCodable>(_ array: PlistFieldArray) throws -> [Element] {
    let reader = slots.reader(from: self)
    var elements: [Element] = []
    elements.reserveCapacity(min(array.count, slots.count))
    for index in 0..<array.count {
      elements.append(try Element.decode(slots.element(index, of: array), from: reader))
    }
    return elements
  }

  // MARK: Objects

  /// Returns the instance that a value refers to; creates the instance if it does not exist yet.
  private func object(_ type: SlotClass, at value: PlistFieldValue) throws -> AnyObject {
    let slot = try slots.slot(value)
    if let made = confined.state.instances[slot] {
      guard Swift.type(of: made) == type.type else { throw Irregular() }
      return made
    }
    guard confined.state.depth < Self.greatestDepth else { throw Irregular() }
    let fields = try slots.object(inSlot: slot, type.names, from: self)
    let record = try slots.classSlot(fields.value(type.classField))
    if record != type.record {
      guard type.classNames.contains(try className(record)) else { throw Irregular() }
      type.record = record
    }
    confined.state.depth &+= 1
    defer { confined.state.depth &-= 1 }
    let made = try type.coding.make(fields)
    guard slots.areAllRead(fields) else { throw Irregular() }
    confined.state.instances.set(made, inSlot: slot)
    return made
  }

  private func require(_ layout: StandardLayout, of object: borrowing PlistFieldReader) throws {
    let record = try slots.classSlot(object.value(1))
    guard StandardLayout(className: try className(record)) == layout else { throw Irregular() }
  }

  private func className(_ slot: Int) throws -> String {
    if let name = confined.state.classNames[slot] { return name }
    let name = try slots.className(inSlot: slot)
    confined.state.classNames[slot] = name
    return name
  }
}

/// What is known about a requested type.
private final class SlotType {
  enum SlotForm {
    case instance(SlotClass)
    case list(any SlotList.Type)
    case scalar(any PlistCodable.Type)
    case date
    case other
  }

  let type: Any.Type
  let form: SlotForm

  /// The types whose values are objects of their own in collections, and in Foundation's archives.
  private static let scalars: [any (PlistCodable & SendableMetatype).Type] = [
    Bool.self, Int64.self, UInt64.self, Double.self, Float.self, Data.self,
  ]

  init(_ type: Any.Type) {
    self.type = type
    let resolved = ResolvedClass(type, record: -1)
    if let coding = resolved.fields, !resolved.hasHooks {
      form = .instance(SlotClass(type, coding))
    } else if type == Date.self {
      form = .date
    } else if let scalar = Self.scalars.first(where: { $0 == type }) {
      form = .scalar(scalar)
    } else if let list = type as? any SlotList.Type {
      form = .list(list)
    } else {
      form = .other
    }
  }
}

/// A class with numbered fields.
private final class SlotClass {
  let type: Any.Type
  let coding: FieldCoding
  /// The fields of an instance, and the key of its class.
  let names: PlistFields
  let classNames: ClassNames
  /// The slot of the class record that was found to be that of the type; −1 for none.
  var record = -1

  /// The field of the class.
  var classField: Int { coding.names.names.count }

  init(_ type: Any.Type, _ coding: FieldCoding) {
    self.type = type
    self.coding = coding
    names = coding.names.withClass
    classNames = ClassNames(type)
  }
}

/// A list that is read without a table.
private protocol SlotList {
  static func read<List>(_ value: PlistFieldValue, in reading: SlotReading, as list: List.Type)
    throws -> List
}

extension Array: SlotList where Element: PlistCodable {
  fileprivate static func read<List>(
    _ value: PlistFieldValue, in reading: SlotReading, as list: List.Type
  ) throws -> List {
    let elements: Self = try reading.read(reading.elements(value))
    return sameType(elements, as: list)
  }
}
