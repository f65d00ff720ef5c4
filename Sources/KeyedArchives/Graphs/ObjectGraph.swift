// All objects of an archive, without knowledge of their classes: one flat array whose objects refer
// to each other by slot, so that cycles and chains of any length are freed at once.
public import PropertyLists

/// The objects of an archive, of any class, for inspecting, changing and writing.
///
/// A graph that was read and not changed is written exactly as it was: slots, order of keys, widths
/// of numbers, and object identities are preserved.
public final class ObjectGraph {
  /// The name of the archiver.
  public var archiver: String {
    get { frame.first { $0.name.hasSameBytes(as: "$archiver") }?.value.text ?? "" }
    set { set("$archiver", value: GraphValue(.text(newValue))) }
  }
  /// The version of the format.
  public var version: PlistInteger {
    get { frame.first { $0.name.hasSameBytes(as: "$version") }?.value.integer ?? 0 }
    set { set("$version", value: GraphValue(.integer(newValue))) }
  }
  /// The top-level values, by key.
  public var top: [GraphValue.Field] {
    get { frame.first { $0.name.hasSameBytes(as: "$top") }?.value.fields ?? [] }
    set { set("$top", value: GraphValue(.dictionary(newValue))) }
  }

  /// The objects by slot; the first represents nil.
  private(set) var slots: [GraphValue]
  /// The fields of the archive's root; `$objects` stands for the slots.
  private(set) var frame: [GraphValue.Field]
  let source: Source
  /// The instances that the unarchiver created; as long as they exist, they replace the slots.
  private var instances: [Int: WeakInstance] = [:]

  /// The properties of the source file that are preserved.
  struct Source {
    var repeats = ArchiveFrame.Repeats.written
    var hasOldDocumentType = false
    var format = PlistFormat.binary
    /// The numbers of the file's dangling references, which only unreachable objects contain.
    var invalidReferences: Set<Int> = []
  }

  /// Creates the graph of an archive.
  ///
  /// - Throws: `ArchiveError` if the document is not an archive, or has invalid references to
  ///   objects or classes. Takes time linear in the size of the document.
  public convenience init(_ document: PlistDocument) throws(ArchiveError) {
    try self.init(ArchiveTable(document))
  }

  /// Creates the graph of an archive in any property-list format.
  ///
  /// - Throws: The errors of `init(_:)`; `PlistError` if the bytes are not a property list.
  public convenience init(
    forReadingFrom data: Data, options: PlistReadingOptions = PlistReadingOptions()
  ) throws { try self.init(PlistDocument(data, options: options)) }

  convenience init(_ table: ArchiveTable) throws(ArchiveError) {
    var reader = GraphReader(table)
    let (frame, slots) = try reader.read()
    self.init(frame, slots: slots, source: reader.source)
  }

  init(_ frame: [GraphValue.Field], slots: [GraphValue], source: Source) {
    self.frame = frame
    self.slots = slots
    self.source = source
  }

  private func set(_ name: String, value: GraphValue) {
    if let index = frame.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      frame[index].value = value
    } else {
      frame.append(GraphValue.Field(name, value: value))
    }
  }

  // MARK: Objects

  /// The number of slots, including the slot of nil.
  public var count: Int { slots.count }

  /// The object in a slot; nil if the slot does not exist or represents nil.
  public subscript(slot: Int) -> ObjectGraph.Object? {
    guard slots.indices.contains(slot), !isNull(slot) else { return nil }
    guard let fields = slots[slot].fields else { return .plain(slots[slot]) }
    if fields.contains(where: { $0.name.hasSameBytes(as: "$class") }) {
      return .object(UnknownObject(self, slot: slot))
    }
    if let found = ArchivedClass(fields) { return .classRecord(found) }
    return .plain(slots[slot])
  }

  /// The object that a value refers to; nil for nil and for values that are not references.
  public func object(_ value: GraphValue) -> ObjectGraph.Object? { value.slot.flatMap { self[$0] } }

  /// The object under a top-level key.
  public func topObject(_ key: String) -> ObjectGraph.Object? {
    top.first { $0.name.hasSameBytes(as: key) }.flatMap { object($0.value) }
  }

  /// Adds a plain value, such as text, in a separate slot; returns the slot.
  public func add(_ value: GraphValue) -> Int {
    slots.append(value)
    return slots.count - 1
  }

  /// Adds an object with a class and fields; classes with equal records share one slot.
  public func add(_ archivedClass: ArchivedClass, fields: [GraphValue.Field]) -> UnknownObject {
    let slot = add(GraphValue(.dictionary([])))
    let known = slots.firstIndex { $0.fields.flatMap(ArchivedClass.init) == archivedClass }
    let record = known ?? add(GraphValue(.dictionary(archivedClass.fields)))
    change(
      slot, fields: fields + [GraphValue.Field("$class", value: GraphValue(.object(slot: record)))])
    return UnknownObject(self, slot: slot)
  }

  func change(_ slot: Int, fields: [GraphValue.Field]) {
    guard slots.indices.contains(slot) else { return }
    let old = slots[slot]
    slots[slot] = GraphValue(.dictionary(fields), identity: old.identity, power: old.power)
  }

  /// Whether a slot represents nil, or was reserved for an object that was never archived.
  func isNull(_ slot: Int) -> Bool {
    if case .text("$null") = slots[slot].content { true } else { false }
  }

  /// Records the instance that an unarchiver created for a slot.
  func note(_ instance: AnyObject, inSlot slot: Int) {
    instances[slot] = WeakInstance(object: instance)
  }

  /// The instance that an unarchiver created for a slot; nil if it no longer exists.
  func instance(_ slot: Int) -> (any AnyObject & Encodable)? {
    instances[slot]?.object as? any AnyObject & Encodable
  }

  /// Returns the archive in a format; by default binary or XML, as it was read.
  ///
  /// - Throws: The errors of `document()`.
  public func encoded(as format: PlistFormat? = nil) throws -> Data {
    var options = PlistWritingOptions()
    options.keyOrder = .sortedInText
    return try document().encoded(as: format ?? source.format, options: options)
  }

  /// The contents of a slot of an archive.
  public enum Object {
    /// A plain value: text, a number, bytes.
    case plain(GraphValue)
    /// An object with a class and fields.
    case object(UnknownObject)
    /// A class.
    case classRecord(ArchivedClass)

    /// The object with fields; nil for other contents.
    public var object: UnknownObject? { if case .object(let object) = self { object } else { nil } }
    /// The plain value; nil for other contents.
    public var plain: GraphValue? { if case .plain(let value) = self { value } else { nil } }
  }
}

extension ArchivedClass {
  /// Creates the class of a class record.
  init?(_ fields: [GraphValue.Field]) {
    func names(_ key: String) -> [String] {
      fields.first { $0.name.hasSameBytes(as: key) }?.value.elements?.compactMap(\.text) ?? []
    }
    guard let name = fields.first(where: { $0.name.hasSameBytes(as: "$classname") })?.value.text
    else { return nil }
    self.init(name: name, chain: names("$classes"), hints: names("$classhints"))
  }

  var fields: [GraphValue.Field] {
    func list(_ names: [String]) -> GraphValue {
      GraphValue(.array(names.map { GraphValue(.text($0)) }))
    }
    var fields = [GraphValue.Field("$classname", value: GraphValue(.text(name)))]
    if !chain.isEmpty { fields.append(GraphValue.Field("$classes", value: list(chain))) }
    if !hints.isEmpty { fields.append(GraphValue.Field("$classhints", value: list(hints))) }
    return fields
  }
}
