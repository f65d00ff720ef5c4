// Builds the node table of a keyed archive. Objects can be added in any order and refer to each
// other by number. After the last one is added, `ArchiveLayout` assigns the slots and orders the
// keys as Apple's archiver would.

internal import Synchronization

/// A keyed archive under construction.
package final class ArchiveBuilder {
  let confined = UncheckedState(ArchiveBuilderState())

  /// The mutable state of the builder.
  struct ArchiveBuilderState: ~Copyable, Sendable {
    var table = NodeTableBuilder()
    /// The node of each object.
    var objects = LinearBuffer<UInt32>(minimumCapacity: 64)
    var texts = DistinctTexts()
    /// Whether all short strings are compared when the archive is laid out instead of when they are
    /// added.
    var comparesShortTextsLater = false
    /// The objects of short strings that are compared later than they were added.
    var uncompared = LinearBuffer<UncomparedText>(minimumCapacity: 4)
    /// The number of elements of `uncompared` that have been compared.
    var comparedCount = 0
    /// Whether so many strings are repeated that they are compared when they are added.
    var repeatsTexts = false
    /// The distinct numbers and Booleans that are objects.
    var scalars = ScalarNumbers()
    /// The names of classes that Apple's software may store only once in memory.
    var classNames: [ByteKey: UInt32] = [:]
    var sharedNames: [SharedName] = []
    /// The origins of nodes of graphs that were read. Can be shorter than the table, or empty.
    var origins = LinearBuffer<Origin>(minimumCapacity: 4)
  }

  /// A short string that is compared later than it was added.
  struct UncomparedText: BitwiseCopyable {
    var object: UInt32
    var hash: UInt32
  }

  /// The text of a class name that is one object wherever it appears.
  struct SharedName {
    var start: Int
    var count: Int
  }

  /// The form of a node for a shared class name. The payload of the node is the number of the name.
  static let sharedNameForm: UInt8 = 0xF0
  /// The form of a reference that does not by itself cause its target to be stored.
  static let conditionalForm: UInt8 = 0xF1
  /// The form of a reference that is resolved after its target is complete.
  static let linkForm: UInt8 = 0xF2
  /// The form of a node that replaces a string and refers to the object of the first equal string.
  static let equalTextForm: UInt8 = 0xF4

  /// The destination of a value: a key of a dictionary, the end of an array, or an element that was
  /// reserved in an array.
  package struct ArchivePosition: BitwiseCopyable, Sendable, Equatable {
    let slot: NodeTableBuilder.NodePosition

    package var container: UInt32 { slot.container }
    /// The number of the key; `.max` for an element.
    package var key: UInt32 { slot.reservedNode == nil ? slot.key : .max }

    /// Creates a position at the end of an array.
    package init(in array: UInt32) { slot = .init(container: array, key: .max) }

    /// Creates a position under a key of a dictionary, given by its number.
    package init(in dictionary: UInt32, key: UInt32) {
      slot = .init(container: dictionary, key: key)
    }

    /// The position of a node that is not in a container and becomes an object.
    package static var loose: ArchivePosition { ArchivePosition(.loose) }

    init(_ slot: NodeTableBuilder.NodePosition) { self.slot = slot }
  }

  /// The number of nil.
  package static let null: UInt32 = 0

  /// Creates a builder that contains only nil.
  ///
  /// - Parameter comparesShortTextsLater: Whether all short strings are compared when the archive is
  ///   laid out instead of when they are added, which saves time on the thread that adds them.
  package init(comparesShortTextsLater: Bool = false) {
    confined.state.comparesShortTextsLater = comparesShortTextsLater
    confined.state.table.append(string: "$null", at: .loose)
    addLastNode()
  }

  // MARK: Containers

  /// Returns the number of a key. Equal keys have the same number.
  package func key(_ name: String) -> UInt32 { confined.state.table.key(name) }

  package func text(ofKey number: UInt32) -> String { confined.state.table.text(ofKey: number) }

  /// Adds an object with fields and returns its number.
  package func addRecord() -> UInt32 { addObject(Node(.dictionary)) }

  /// Returns the dictionary of an object with fields.
  package func container(of object: UInt32) -> UInt32 { confined.state.objects[Int(object)] }

  /// Adds an array to another container.
  package func addArray(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.array), at: position.slot)
  }

  /// Adds the dictionary of the top-level values, which is not in another container.
  package func addTop() -> UInt32 { confined.state.table.append(Node(.dictionary), at: .loose) }

  /// Adds an element to an array. The element is nil until a value is added at the returned
  /// position.
  package func reserve(in array: UInt32) -> ArchivePosition {
    let null = Node(.uid, payload: UInt64(Self.null))
    return ArchivePosition(
      .reserved(confined.state.table.append(null, at: ArchivePosition(in: array).slot)))
  }

  /// The state of a container, or of a reserved element, at one moment.
  package struct Snapshot: BitwiseCopyable { let node: Node? }

  /// Returns the state of the container of a position, before a value is added, which may fail.
  package func snapshot(of position: ArchivePosition) -> Snapshot {
    Snapshot(node: confined.state.table.openContainer(position.slot))
  }

  /// Removes everything that was added to the container of a position since a snapshot was taken.
  package func restore(_ snapshot: Snapshot, at position: ArchivePosition) {
    guard let node = snapshot.node else { return }
    confined.state.table.restore(node, slot: position.slot)
  }

  /// Returns the node of the value that was added last under a key of a dictionary.
  package func value(of key: UInt32, in dictionary: UInt32) -> UInt32? {
    confined.state.table.value(of: key, in: dictionary)
  }

  /// Returns the number of values in a container so far.
  package func count(of container: UInt32) -> Int { confined.state.table.count(of: container) }

  /// Returns the text of the last element of an array, or of the object that the element refers to,
  /// if the text has more consecutive combining marks than a key of a `String` dictionary may have;
  /// nil otherwise.
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

  /// The number of objects, including nil.
  package var objectCount: Int { confined.state.objects.count }

  // MARK: Inline values

  package func add(_ value: Bool, at position: ArchivePosition) {
    add(Node(bool: value), at: position)
  }

  /// Adds a 64-bit integer.
  package func add(_ value: Int64, at position: ArchivePosition) {
    add(Node(archived: value), at: position)
  }

  /// Adds an integer of any width that property lists support.
  package func add(_ value: PlistInteger, at position: ArchivePosition) {
    if let small = Int64(exactly: value) { return add(small, at: position) }
    confined.state.table.append(integer: value, at: position.slot)
  }

  /// Adds an 8-byte real.
  package func add(_ value: Double, at position: ArchivePosition) {
    add(Node(archived: value), at: position)
  }

  /// Adds a 4-byte real.
  package func add(_ value: Float, at position: ArchivePosition) {
    add(Node(single: value), at: position)
  }

  package func add(_ value: String, at position: ArchivePosition) {
    confined.state.table.append(string: value, at: position.slot)
  }

  package func add(_ value: Data, at position: ArchivePosition) {
    confined.state.table.append(data: value, at: position.slot)
  }

  /// Adds a date, in seconds since 2001-01-01T00:00:00Z.
  package func add(dateSeconds seconds: Double, _ position: ArchivePosition) {
    add(Node(.date, payload: seconds.bitPattern), at: position)
  }

  package func addReference(_ object: UInt32, at position: ArchivePosition) {
    add(Node(.uid, payload: UInt64(object)), at: position)
  }

  /// Adds a conditional reference: nil unless another reference causes the object to be stored.
  package func addConditionalReference(_ object: UInt32, at position: ArchivePosition) {
    add(Node(.uid, form: Self.conditionalForm, payload: UInt64(object)), at: position)
  }

  private func add(_ node: Node, at position: ArchivePosition) {
    confined.state.table.append(node, at: position.slot)
  }

  // MARK: Values that are objects

  /// Returns the object of a string. Equal strings are one object once the archive is laid out.
  package func object(_ value: String) -> UInt32 { confined.state.object(value) }

  /// Returns the object of a 64-bit integer. Equal integers are one object.
  package func object(_ value: Int64) -> UInt32 { scalar(Node(archived: value)) }

  /// Returns the object of a real. Equal reals are one object.
  package func object(_ value: Double) -> UInt32 { scalar(Node(archived: value)) }

  /// Returns the object of a 4-byte real. Equal reals are one object.
  package func object(_ value: Float) -> UInt32 { scalar(Node(single: value)) }

  package func object(_ value: Bool) -> UInt32 { scalar(Node(bool: value)) }

  /// Returns the object of an integer of any width; a new object if it does not fit in 64 bits.
  package func object(_ value: PlistInteger) -> UInt32 {
    if let small = Int64(exactly: value) { return object(small) }
    confined.state.table.append(integer: value, at: .loose)
    return addLastNode()
  }

  package func addObject(_ value: Data) -> UInt32 {
    confined.state.table.append(data: value, at: .loose)
    return addLastNode()
  }

  /// Adds text as a new object, even if there is an equal one.
  package func addObject(_ value: String) -> UInt32 {
    confined.state.table.append(string: value, at: .loose)
    return addLastNode()
  }

  private func scalar(_ node: Node) -> UInt32 { confined.state.object(node) }

  private func addObject(_ node: Node) -> UInt32 {
    confined.state.table.append(node, at: .loose)
    return addLastNode()
  }

  /// Turns the node that was added last into an object.
  @discardableResult
  private func addLastNode() -> UInt32 {
    confined.state.objects.append(UInt32(truncatingIfNeeded: confined.state.table.nodes.count - 1))
    return UInt32(truncatingIfNeeded: confined.state.objects.count - 1)
  }

  // MARK: Classes

  /// Adds a class record. A name that Apple's software stores once in memory becomes one text
  /// wherever it appears.
  ///
  /// - Parameters:
  ///   - chain: The class and its superclasses; omitted if empty.
  ///   - hints: Classes to use if the class is unknown; omitted if empty.
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

  /// Returns the finished archive as a document.
  ///
  /// - Throws: `PlistError` with `objectLimit` if the archive has more than 2^30 values or 2^32
  ///   bytes of text.
  package func finish(_ frame: ArchiveFrame) throws(PlistError) -> PlistDocument {
    PlistDocument(try ArchiveLayout<NodeObjects>.storage(of: taken(), frame))
  }

  /// Returns the finished archive as a binary file.
  ///
  /// - Throws: The errors of `finish(_:)`.
  package func finishFile(_ frame: ArchiveFrame) throws(PlistError) -> Data {
    let state = taken()
    if frame.documentType == .binary, state.table.fitsBinaryOutput(after: 0) {
      return try ArchiveLayout<BinaryFileObjects>.file(of: state, frame)
    }
    let document = PlistDocument(try ArchiveLayout<NodeObjects>.storage(of: state, frame))
    return try document.encoded(as: .binary)
  }

  /// Ends the construction. The objects are laid out when the document is requested, on any thread.
  package func finishObjects(_ frame: ArchiveFrame) -> BuiltObjects {
    BuiltObjects(taken(), frame: frame)
  }

  private func taken() -> ArchiveBuilderState {
    var taken = ArchiveBuilderState()
    swap(&taken, &confined.state)
    return taken
  }
}

/// The objects of an archive before they are ordered and numbered.
package final class BuiltObjects: Sendable {
  private let state: Mutex<ArchiveBuilder.ArchiveBuilderState?>
  private let frame: ArchiveFrame

  fileprivate init(_ state: consuming ArchiveBuilder.ArchiveBuilderState, frame: ArchiveFrame) {
    self.state = Mutex(state)
    self.frame = frame
  }

  /// Lays out the objects and returns the document; nil if this was done before.
  package func document() throws(PlistError) -> PlistDocument? {
    guard let taken = state.withLock({ $0.take() }) else { return nil }
    return PlistDocument(try ArchiveLayout<NodeObjects>.storage(of: taken, frame))
  }
}

extension ArchiveBuilder.ArchiveBuilderState {
  /// Returns the object of a number or Boolean.
  mutating func object(_ scalar: Node) -> UInt32 {
    let new = objects.count
    let object = scalars.number(of: scalar, orNew: new) { table.nodes[Int(objects[$0])] }
    if object == new {
      objects.append(table.append(scalar, at: .loose))
    }
    return UInt32(truncatingIfNeeded: object)
  }

  /// The maximum length, in bytes, of a string that may exist twice until the archive is laid out.
  private static let longestShortText = 64
  /// The number of distinct strings whose index is probably in the cache. If there are more, new
  /// strings are compared together, so that the memory for one is fetched while others are compared.
  private static let mostCachedTexts = 1 << 13
  /// How many strings ahead memory is fetched.
  private static let fetchDistance = 16
  /// The number of strings that are compared together the first time. Each later batch is twice as
  /// large as all earlier ones, up to a limit. If more than a quarter of a batch are repeated, later
  /// strings are compared when they are added, because a repeated string takes memory until the archive
  /// is laid out.
  private static let firstBatch = 1 << 16
  private static let largestBatch = 1 << 20

  /// Returns whether a new short string is compared later.
  @inline(__always)
  private mutating func defersTexts() -> Bool {
    if comparesShortTextsLater { return true }
    if repeatsTexts || texts.count <= Self.mostCachedTexts { return false }
    let waiting = uncompared.count &- comparedCount
    let batch = max(Self.firstBatch, min(2 &* comparedCount, Self.largestBatch))
    if waiting >= batch { judgeRepetition() }
    return !repeatsTexts
  }

  @inline(never)
  private mutating func judgeRepetition() {
    let (distinct, compared) = (texts.count, uncompared.count &- comparedCount)
    compareTexts()
    repeatsTexts = (texts.count &- distinct) &* 4 < compared &* 3
  }

  mutating func object(_ value: String) -> UInt32 {
    let range = table.append(text: value)
    let new = UInt32(truncatingIfNeeded: objects.count)
    if range.count <= Self.longestShortText, defersTexts() {
      uncompared.append(.init(object: new, hash: texts.hash(range, text: table.text.view)))
      objects.append(table.appendLoose(textAt: range))
      return new
    }
    let object = texts.object(
      range, orNew: new, text: table.text.view, nodes: table.nodes.view, objects: objects.view)
    if object == new {
      objects.append(table.appendLoose(textAt: range))
    } else {
      table.removeText(from: range.lowerBound)
    }
    return object
  }

  /// Compares the strings that were not compared when they were added, and keeps the first of equal
  /// ones.
  mutating func compareTexts() {
    texts.reserve(texts.count + uncompared.count - comparedCount)
    for position in comparedCount..<uncompared.count {
      let ahead = min(position &+ Self.fetchDistance, uncompared.count &- 1)
      texts.prefetch(uncompared[ahead].hash)
      compare(uncompared[position])
    }
    comparedCount = uncompared.count
  }

  private mutating func compare(_ text: ArchiveBuilder.UncomparedText) {
    let number = objects[Int(text.object)]
    let node = table.nodes[Int(number)]
    let first = texts.object(
      node.start..<node.start &+ node.count, hash: text.hash, orNew: text.object,
      text: table.text.view, nodes: table.nodes.view, objects: objects.view)
    if first == text.object { return }
    table.replace(
      number,
      with: Node(.uid, form: ArchiveBuilder.equalTextForm, payload: UInt64(first)))
  }

  /// Returns the object that is archived in place of an object: the first of equal strings.
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
  /// Creates a Boolean.
  init(bool value: Bool) { self.init(.bool, payload: value ? 1 : 0) }

  /// Creates an integer with the width that a binary file needs.
  init(archived value: Int64) {
    let bits = UInt64(bitPattern: value)
    let power: UInt8 = bits <= 0xFF ? 0 : bits <= 0xFFFF ? 1 : bits <= 0xFFFF_FFFF ? 2 : 3
    self.init(.integer, form: power, payload: bits)
  }

  init(archived value: Double) { self.init(.real, payload: value.bitPattern) }
}

extension String {
  /// Whether Apple's software stores a class name only once in memory. This is true of short names,
  /// which are tagged pointers and not objects, and of the best-known names.
  fileprivate var isOneObject: Bool {
    isTaggedText || (utf8.count < 24 && Self.wellKnownClasses.contains(self))
  }

  private static let wellKnownClasses: Set<String> = [
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet",
    "NSString", "NSMutableString", "NSData", "NSMutableData", "NSNumber", "NSValue", "NSObject",
  ]

  /// The characters of short strings that fit in a pointer, in order of frequency. Nine characters
  /// fit if all 64 are used, eleven if only the first 32 are used.
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
