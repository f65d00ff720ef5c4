// Makes the node table of a keyed archive. Objects are made in any order and refer to each other by
// number; when all are there, `ArchiveLayout` gives them the slots, and their keys the order, that
// Apple's archiver would have given them.

internal import Synchronization

/// A keyed archive under construction.
package final class ArchiveBuilder {
  let confined = UncheckedState(ArchiveBuilderState())

  /// What grows.
  struct ArchiveBuilderState: ~Copyable, Sendable {
    var table = NodeTableBuilder()
    /// The node of each object.
    var objects = LinearBuffer<UInt32>(minimumCapacity: 64)
    /// The distinct texts that are objects.
    var texts = DistinctTexts()
    /// Whether short texts are compared when the archive is laid out, and not when they are added.
    var comparesShortTextsLater = false
    /// The objects of short texts that were not compared yet.
    var uncompared = LinearBuffer<UInt32>(minimumCapacity: 4)
    /// The distinct numbers and booleans that are objects.
    var scalars: [ScalarKey: UInt32] = [:]
    /// The names of classes, which Apple's software may have in memory once.
    var classNames: [ByteKey: UInt32] = [:]
    var sharedNames: [SharedName] = []
    /// What is known of nodes of graphs that were read; shorter than the table, or empty.
    var origins = LinearBuffer<Origin>(minimumCapacity: 4)
  }

  /// A number or boolean by its kind and bits.
  struct ScalarKey: Hashable {
    var head: UInt64
    var payload: UInt64
  }

  /// The text of a class name that is one object wherever it stands.
  struct SharedName {
    var start: Int
    var count: Int
  }

  /// The form of a node that stands for a shared class name; its payload is the name's number.
  static let sharedNameForm: UInt8 = 0xF0
  /// The form of a reference that does not keep its target in the archive.
  static let conditionalForm: UInt8 = 0xF1
  /// The form of a reference that is filled once its target is whole.
  static let linkForm: UInt8 = 0xF2
  /// The form of a node that takes the place of a text, and has the object of the first equal one.
  static let equalTextForm: UInt8 = 0xF4

  /// Where a value goes: under a key of a dictionary, after the others in an array, or to an element
  /// of an array that was reserved for it.
  package struct ArchivePosition: BitwiseCopyable, Sendable, Equatable {
    let slot: NodeTableBuilder.NodePosition

    package var container: UInt32 { slot.container }
    /// The number of the key; `.max` for an element.
    package var key: UInt32 { slot.reservedNode == nil ? slot.key : .max }

    /// A place in an array.
    package init(in array: UInt32) { slot = .init(container: array, key: .max) }

    /// A place under a key, by its number.
    package init(in dictionary: UInt32, key: UInt32) {
      slot = .init(container: dictionary, key: key)
    }

    /// Nowhere: the node becomes an object.
    package static var loose: ArchivePosition { ArchivePosition(.loose) }

    init(_ slot: NodeTableBuilder.NodePosition) { self.slot = slot }
  }

  /// The number of nil.
  package static let null: UInt32 = 0

  /// A builder that holds nil alone.
  ///
  /// - Parameter comparesShortTextsLater: Whether short texts are compared when the archive is laid out, and
  ///   not when they are added, which takes less time of the thread that adds them.
  package init(comparesShortTextsLater: Bool = false) {
    confined.state.comparesShortTextsLater = comparesShortTextsLater
    confined.state.table.append(string: "$null", at: .loose)
    addLastNode()
  }

  // MARK: Containers

  /// The number of a key; equal keys have one.
  package func key(_ name: String) -> UInt32 { confined.state.table.key(name) }

  /// The text of a key.
  package func text(ofKey number: UInt32) -> String { confined.state.table.text(ofKey: number) }

  /// A new object with fields; its number.
  package func addRecord() -> UInt32 { addObject(Node(.dictionary)) }

  /// The dictionary of an object with fields.
  package func container(of object: UInt32) -> UInt32 { confined.state.objects[Int(object)] }

  /// A new array inside another container.
  package func addArray(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.array), at: position.slot)
  }

  /// A new dictionary inside another container.
  package func addDictionary(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.dictionary), at: position.slot)
  }

  /// A dictionary that stands in none: the values at the top.
  package func addTop() -> UInt32 { confined.state.table.append(Node(.dictionary), at: .loose) }

  /// Adds an element to an array, nil until a value is added at the place that is returned.
  package func reserve(in array: UInt32) -> ArchivePosition {
    let null = Node(.uid, payload: UInt64(Self.null))
    return ArchivePosition(
      .reserved(confined.state.table.append(null, at: ArchivePosition(in: array).slot)))
  }

  /// A container, or a reserved element, as it was at some moment.
  package struct Snapshot: BitwiseCopyable {
    let node: Node?
  }

  /// The container of a place, before a value is added that may fail.
  @inline(__always)
  package func snapshot(of position: ArchivePosition) -> Snapshot {
    Snapshot(node: confined.state.table.openContainer(position.slot))
  }

  /// Removes what was added to the container of a place since a snapshot was taken.
  package func restore(_ snapshot: Snapshot, at position: ArchivePosition) {
    guard let node = snapshot.node else { return }
    confined.state.table.restore(node, slot: position.slot)
  }

  /// The value that was added last under a key of a dictionary, by its node.
  package func value(of key: UInt32, in dictionary: UInt32) -> UInt32? {
    confined.state.table.value(of: key, in: dictionary)
  }

  /// How many values a container has so far.
  package func count(of container: UInt32) -> Int { confined.state.table.count(of: container) }

  /// The text of the last element of an array, itself or by reference, where it has more combining marks in
  /// a row than a key of a `String` may have.
  package func markedText(lastIn array: UInt32) -> String? {
    guard let last = confined.state.table.lastNode(at: ArchivePosition(in: array).slot) else {
      return nil
    }
    var node = confined.state.table.nodes[Int(last)]
    if node.kind == .uid, node.payload < UInt64(confined.state.objects.count) {
      let object = confined.state.objects[Int(node.payload)]
      node = confined.state.table.nodes[Int(object)]
    }
    let source = NodeSource(confined.state.table.text.view)
    guard node.kind == .string, node.exceedsCombiningMarks(in: source) else { return nil }
    return node.text(in: source)
  }

  /// How many objects there are, nil included.
  package var objectCount: Int { confined.state.objects.count }

  // MARK: Values that stand where they are

  /// Adds true or false.
  package func add(_ value: Bool, at position: ArchivePosition) {
    add(Node(bool: value), at: position)
  }

  /// Adds an integer of 64 bits.
  package func add(_ value: Int64, at position: ArchivePosition) {
    add(Node(archived: value), at: position)
  }

  /// Adds an integer of any width that property lists have.
  package func add(_ value: PlistInteger, at position: ArchivePosition) {
    if let small = Int64(exactly: value) { return add(small, at: position) }
    confined.state.table.append(integer: value, at: position.slot)
  }

  /// Adds a real of eight bytes.
  package func add(_ value: Double, at position: ArchivePosition) {
    add(Node(archived: value), at: position)
  }

  /// Adds a real of four bytes.
  package func add(_ value: Float, at position: ArchivePosition) {
    add(Node(single: value), at: position)
  }

  /// Adds text.
  package func add(_ value: String, at position: ArchivePosition) {
    confined.state.table.append(string: value, at: position.slot)
  }

  /// Adds bytes.
  package func add(_ value: Data, at position: ArchivePosition) {
    confined.state.table.append(data: value, at: position.slot)
  }

  /// Adds a date, in seconds since 2001-01-01T00:00:00Z.
  package func add(dateSeconds seconds: Double, _ position: ArchivePosition) {
    add(Node(.date, payload: seconds.bitPattern), at: position)
  }

  /// Adds a reference to an object.
  package func addReference(_ object: UInt32, at position: ArchivePosition) {
    add(Node(.uid, payload: UInt64(object)), at: position)
  }

  /// Adds a reference that is nil unless another keeps the object in the archive.
  package func addConditionalReference(_ object: UInt32, at position: ArchivePosition) {
    add(Node(.uid, form: Self.conditionalForm, payload: UInt64(object)), at: position)
  }

  private func add(_ node: Node, at position: ArchivePosition) {
    confined.state.table.append(node, at: position.slot)
  }

  // MARK: Values that are objects

  /// The object of some text: equal texts are one.
  package func object(_ value: String) -> UInt32 { confined.state.object(value) }

  /// The object of a number of 64 bits: equal ones are one.
  package func object(_ value: Int64) -> UInt32 { scalar(Node(archived: value)) }

  /// The object of a real: equal ones are one.
  package func object(_ value: Double) -> UInt32 { scalar(Node(archived: value)) }

  /// The object of a real of four bytes: equal ones are one.
  package func object(_ value: Float) -> UInt32 { scalar(Node(single: value)) }

  /// The object of true or false.
  package func object(_ value: Bool) -> UInt32 { scalar(Node(bool: value)) }

  /// The object of an integer of any width; above 64 bits a new one.
  package func object(_ value: PlistInteger) -> UInt32 {
    if let small = Int64(exactly: value) { return object(small) }
    confined.state.table.append(integer: value, at: .loose)
    return addLastNode()
  }

  /// A new object of bytes.
  package func addObject(_ value: Data) -> UInt32 {
    confined.state.table.append(data: value, at: .loose)
    return addLastNode()
  }

  /// A new object of text, also when there is an equal one.
  package func addObject(_ value: String) -> UInt32 {
    confined.state.table.append(string: value, at: .loose)
    return addLastNode()
  }

  private func scalar(_ node: Node) -> UInt32 {
    let key = ScalarKey(head: node.head, payload: node.payload)
    if let object = confined.state.scalars[key] { return object }
    let object = addObject(node)
    confined.state.scalars[key] = object
    return object
  }

  private func addObject(_ node: Node) -> UInt32 {
    confined.state.table.append(node, at: .loose)
    return addLastNode()
  }

  /// Makes the node that was added last an object.
  @discardableResult
  private func addLastNode() -> UInt32 {
    confined.state.objects.append(UInt32(truncatingIfNeeded: confined.state.table.nodes.count - 1))
    return UInt32(truncatingIfNeeded: confined.state.objects.count - 1)
  }

  // MARK: Classes

  /// A new class record. A name that Apple's software has in memory once is one text wherever it
  /// stands.
  ///
  /// - Parameters:
  ///   - chain: The class and its superclasses; left out when empty.
  ///   - hints: Classes to take where the class is unknown; left out when empty.
  package func addClass(_ name: String, chain: [String], hints: [String] = []) -> UInt32 {
    let object = addRecord()
    let container = container(of: object)
    addClassName(name, at: ArchivePosition(in: container, key: key("$classname")))
    add(names: chain, ArchivePosition(in: container, key: key("$classes")))
    add(names: hints, ArchivePosition(in: container, key: key("$classhints")))
    return object
  }

  private func add(names: [String], _ position: ArchivePosition) {
    if names.isEmpty { return }
    let array = addArray(position)
    for name in names { addClassName(name, at: ArchivePosition(in: array)) }
  }

  private func addClassName(_ name: String, at position: ArchivePosition) {
    guard name.isOneObject else { return add(name, at: position) }
    let number = confined.state.sharedName(name)
    add(Node(.string, form: Self.sharedNameForm, payload: UInt64(number)), at: position)
  }

  /// The finished archive as a document.
  ///
  /// - Throws: `PlistError` with `objectLimit` beyond 2^32 values or bytes of text.
  package func finish(_ frame: ArchiveFrame) throws(PlistError) -> PlistDocument {
    PlistDocument(try ArchiveLayout.storage(of: taken(), frame))
  }

  /// Ends the building: what was built is laid out by whoever asks for the document, on any thread.
  package func finishObjects(_ frame: ArchiveFrame) -> BuiltObjects {
    BuiltObjects(taken(), frame: frame)
  }

  private func taken() -> ArchiveBuilderState {
    var taken = ArchiveBuilderState()
    swap(&taken, &confined.state)
    return taken
  }
}

/// The objects of an archive before they have their order and their numbers.
package final class BuiltObjects: Sendable {
  private let state: Mutex<ArchiveBuilder.ArchiveBuilderState?>
  private let frame: ArchiveFrame

  fileprivate init(_ state: consuming ArchiveBuilder.ArchiveBuilderState, frame: ArchiveFrame) {
    self.state = Mutex(state)
    self.frame = frame
  }

  /// Lays the objects out, once; nil when that was done before.
  package func document() throws(PlistError) -> PlistDocument? {
    guard let taken = state.withLock({ $0.take() }) else { return nil }
    return PlistDocument(try ArchiveLayout.storage(of: taken, frame))
  }
}

extension ArchiveBuilder.ArchiveBuilderState {
  /// The longest text, in bytes, that may be there twice until the archive is laid out.
  private static let longestShortText = 64

  mutating func object(_ value: String) -> UInt32 {
    let range = table.append(text: value)
    let new = UInt32(truncatingIfNeeded: objects.count)
    if comparesShortTextsLater, range.count <= Self.longestShortText {
      uncompared.append(new)
      objects.append(table.appendLoose(textAt: range))
      return new
    }
    let object = texts.object(range, orNew: new, table: table, objects: objects)
    if object == new {
      objects.append(table.appendLoose(textAt: range))
    } else {
      table.removeText(from: range.lowerBound)
    }
    return object
  }

  /// Compares the texts that were not compared when they were added: the first of equal ones is kept.
  mutating func compareTexts() {
    for position in 0..<uncompared.count {
      let object = uncompared[position]
      let index = objects[Int(object)]
      let node = table.nodes[Int(index)]
      let range = node.start..<node.start &+ node.count
      let first = texts.object(range, orNew: object, table: table, objects: objects)
      if first == object { continue }
      table.replace(
        index, with: Node(.uid, form: ArchiveBuilder.equalTextForm, payload: UInt64(first)))
    }
  }

  /// The object that is archived for an object: the first of equal texts.
  @inline(__always)
  func archivedObject(for object: UInt32) -> UInt32 {
    if uncompared.count == 0 { return object }
    let node = table.nodes[Int(objects[Int(object)])]
    return node.kind == .uid && node.form == ArchiveBuilder.equalTextForm
      ? UInt32(truncatingIfNeeded: node.payload) : object
  }

  mutating func sharedName(_ name: String) -> UInt32 {
    if let number = classNames[ByteKey(name)] { return number }
    let text = table.append(text: name)
    let number = UInt32(truncatingIfNeeded: sharedNames.count)
    sharedNames.append(.init(start: text.lowerBound, count: text.count))
    classNames[ByteKey(name)] = number
    return number
  }
}

extension Node {
  /// True or false.
  init(bool value: Bool) { self.init(.bool, payload: value ? 1 : 0) }

  /// An integer with the width that a binary file needs.
  init(archived value: Int64) {
    let bits = UInt64(bitPattern: value)
    let power: UInt8 = bits <= 0xFF ? 0 : bits <= 0xFFFF ? 1 : bits <= 0xFFFF_FFFF ? 2 : 3
    self.init(.integer, form: power, payload: bits)
  }

  init(archived value: Double) { self.init(.real, payload: value.bitPattern) }
}

extension String {
  /// Whether Apple's software has a class name in memory once: short ones, which are not objects at
  /// all, and the best known.
  fileprivate var isOneObject: Bool {
    isTaggedText || (utf8.count < 24 && Self.wellKnownClasses.contains(self))
  }

  private static let wellKnownClasses: Set<String> = [
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet",
    "NSString", "NSMutableString", "NSData", "NSMutableData", "NSNumber", "NSValue", "NSObject",
  ]

  /// The characters of short texts that fit in a pointer, commonest first: with all of them nine
  /// fit, with the first 32 eleven.
  private static let commonCharacters = Array(
    "eilotrm.apdnsIc ufkMShjTRxgC4013bDNvwyUL2O856P-B79AFKEWV_zGJ/HYX".utf8)

  private var isTaggedText: Bool {
    let bytes = utf8
    if bytes.count > 11 { return false }
    if bytes.count <= 7 { return bytes.allSatisfy { $0 < 0x80 } }
    let characters = bytes.count <= 9 ? 64 : 32
    return bytes.allSatisfy { Self.commonCharacters.prefix(characters).contains($0) }
  }
}
