// The slots of a keyed archive in a binary file, read one by one where an object requests them,
// without a table of all values. Only accepts, as `BinaryObjects` does: the unarchiver's table judges
// every archive in which anything is unusual.
internal import CSystemCalls

/// The objects of an archive in a binary file.
package final class BinarySlots {
  private let objects: BinaryObjects
  private let reading: FieldReading
  /// The array of the objects.
  private let array: PlistFieldArray
  private let state = UncheckedState(SlotsState())

  /// The references to class records that were requested.
  private struct SlotsState {
    var classes: [Int] = []
    var lastClass = -1
  }

  /// The text that nodes refer to.
  private let source: NodeSource
  /// The value of the key `root`.
  package let root: PlistFieldValue

  private static let frameFields = PlistFields("$version", "$archiver", "$top", "$objects")
  private static let topFields = PlistFields("root")
  private static let version = 100_000

  /// Calls a function with the objects of an archive that has one value, under the key `root`;
  /// returns nil if the archive should be read through a table.
  package static func with<Value>(_ data: Data, body: (BinarySlots) throws -> Value) -> Value? {
    // Inside a type that archives its own data, every level of such data would be read twice.
    guard plinth_begin_fields() != 0 else { return nil }
    defer { plinth_end_fields() }
    let source = SourceBytes(data)
    guard let objects = BinaryObjects(source, options: PlistReadingOptions()) else { return nil }
    return withExtendedLifetime(source) {
      FieldReading.with(objects, userInfo: [:]) { reading in
        let value = try body(BinarySlots(objects, reading))
        objects.judgeRest()
        return value
      }
    }
  }

  private init(_ objects: BinaryObjects, _ reading: FieldReading) throws {
    self.objects = objects
    self.reading = reading
    source = NodeSource(objects.view)
    let reader = PlistFieldReader(reading)
    let frame = try reader.fields(
      Self.frameFields, of: PlistFieldValue(index: objects.trailer.topObject))
    let version = objects.node(try frame.value(0).index)
    guard version.kind == .integer, try frame.integer(frame.value(0)) == Self.version else {
      throw FieldReading.irregular
    }
    _ = try frame.string(frame.value(1))
    root = try frame.fields(Self.topFields, of: frame.value(2)).value(0)
    array = try frame.array(frame.value(3))
    guard array.count > 0, isNull(slot: 0) else { throw FieldReading.irregular }
  }

  /// A reader of values that are not fields: of references if it has a source, else of scalars.
  package func reader(from source: (any FieldSource)?) -> PlistFieldReader {
    PlistFieldReader(reading, source: source)
  }

  /// Makes the unarchiver read the archive through a table, whatever is read from now on.
  package func refuse() { _ = objects.refuse() }

  // MARK: Slots

  /// The number of slots.
  package var count: Int { array.count }

  /// Returns the slot that a value refers to.
  ///
  /// - Throws: Any error if the value is not a reference to a slot.
  package func slot(_ value: PlistFieldValue) throws -> Int {
    let slot = objects.uid(value.index)
    guard slot >= 0, slot < array.count else {
      refuse()
      throw FieldReading.irregular
    }
    return slot
  }

  @inline(__always)
  private func node(inSlot slot: Int) -> Int {
    Int(objects.nodes.reference(slot, from: array.node.start))
  }

  private func isNull(slot: Int) -> Bool {
    objects.node(node(inSlot: slot)).isNull(in: source)
  }

  /// Returns whether a value represents nil: a reference to the string `$null` in any slot.
  package func isNil(_ value: PlistFieldValue) throws -> Bool {
    if objects.uid(value.index) < 0 { return false }
    return isNull(slot: try slot(value))
  }

  /// Returns the text of the string that a value refers to; nil for other values.
  package func text(_ index: Int) -> String? {
    let slot = objects.uid(index)
    if slot < 0 || slot >= array.count { return nil }
    let node = objects.node(node(inSlot: slot))
    guard node.kind == .string, !node.isNull(in: source) else { return nil }
    return node.text(in: source)
  }

  /// Returns the scalar that a value refers to.
  ///
  /// - Throws: Any error if it is another value.
  package func scalar(_ value: PlistFieldValue) throws -> PlistFieldValue {
    let target = PlistFieldValue(index: node(inSlot: try slot(value)))
    guard !objects.node(target.index).kind.isContainer else { throw FieldReading.irregular }
    return target
  }

  /// Returns a reader of the fields of the object in a slot, which must not have other fields.
  ///
  /// - Throws: Any error if the slot was read before, or is not such an object.
  package func object(
    inSlot slot: Int, _ names: PlistFields, from source: (any FieldSource)?
  ) throws -> PlistFieldReader {
    let index = node(inSlot: slot)
    let dictionary = objects.node(index)
    guard dictionary.kind == .dictionary, objects.enter(dictionary, at: index) else {
      throw FieldReading.irregular
    }
    let reader = PlistFieldReader(
      reading, keys: reading.keys(of: names), dictionary: dictionary, source: source)
    guard reader.hasOnlyFields else { throw FieldReading.irregular }
    return reader
  }

  /// Returns whether all values of an object were requested, as other values than classes. The
  /// others might be invalid.
  package func areAllRead(_ object: borrowing PlistFieldReader) -> Bool {
    var classes = 0
    for position in 0..<object.pairCount {
      let value = objects.nodes.reference(object.pairCount &+ position, from: object.start)
      if !objects.isMarked(Int(value)) || objects.isContainer(Int(value)) { return false }
      if isClassReference(Int(value)) { classes &+= 1 }
    }
    return classes == 1
  }

  @inline(__always)
  private func isClassReference(_ index: Int) -> Bool {
    state.state.lastClass == index
      || state.state.classes.count > 1 && state.state.classes.contains(index)
  }

  /// Returns the elements of the array in a field of an object, which are references.
  ///
  /// - Throws: Any error if there is no array, or if it was read before.
  package func elements(_ value: PlistFieldValue) throws -> PlistFieldArray {
    try PlistFieldReader(reading).array(value)
  }

  /// Returns an element of an array.
  ///
  /// - Throws: Any error if the element is not a reference.
  package func element(_ index: Int, of array: PlistFieldArray) throws -> PlistFieldValue {
    let element = Int(objects.nodes.reference(index, from: array.node.start))
    if objects.uid(element) < 0 { throw FieldReading.irregular }
    return PlistFieldValue(index: element)
  }

  // MARK: Classes

  /// Returns the slot of the class record of an object.
  ///
  /// - Parameter value: The value of the key of the class.
  /// - Throws: Any error if the value is not a reference to a slot.
  package func classSlot(_ value: PlistFieldValue) throws -> Int {
    if !isClassReference(value.index) {
      // Every value of every object is compared with them.
      if state.state.classes.count >= Self.mostClasses { refuse() }
      state.state.classes.append(value.index)
    }
    state.state.lastClass = value.index
    return try slot(value)
  }

  /// The number of references to class records beyond which a table is faster.
  private static let mostClasses = 64
  private static let classFields = [
    PlistFields("$classname", "$classes"), PlistFields("$classname", "$classes", "$classhints"),
    PlistFields("$classname"),
  ]

  /// Returns the name in the class record in a slot.
  ///
  /// - Throws: Any error if the slot was read before, or is not a class record.
  package func className(inSlot slot: Int) throws -> String {
    let index = node(inSlot: slot)
    let record = objects.node(index)
    let fields = record.count == 1 ? 2 : record.count == 3 ? 1 : 0
    let reader = try object(inSlot: slot, Self.classFields[fields], from: nil)
    for field in 1..<max(record.count, 1) {
      let names = try reader.array(reader.value(field))
      for index in 0..<names.count { _ = try plainName(reader.element(index, of: names)) }
    }
    return try plainName(reader.value(0))
  }

  /// Returns a name that is not too difficult to compare.
  private func plainName(_ value: PlistFieldValue) throws -> String {
    let node = objects.node(value.index)
    guard node.kind == .string, node.isPlainText else { throw FieldReading.irregular }
    return node.text(in: source)
  }
}
