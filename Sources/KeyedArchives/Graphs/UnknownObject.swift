// One object of a graph: a handle to its slot. It retains the graph, but not the other way around.
internal import PropertyLists

/// An object of an archive, without knowledge of its class: its class name and its fields in order.
///
/// Typed graphs may also contain such an object, as a property of a `Codable` class; it is
/// archived there with all objects that it refers to.
public final class UnknownObject: Hashable {
  /// The graph that the object belongs to.
  public let graph: ObjectGraph
  /// Its slot in the graph.
  public let slot: Int

  init(_ graph: ObjectGraph, slot: Int) {
    self.graph = graph
    self.slot = slot
  }

  private var allFields: [GraphValue.Field] { graph.slots[slot].fields ?? [] }

  /// The class.
  public var archivedClass: ArchivedClass {
    classFields.flatMap(ArchivedClass.init) ?? ArchivedClass("NSObject")
  }

  private var classFields: [GraphValue.Field]? {
    let slot = allFields.first { $0.name.hasSameBytes(as: "$class") }?.value.slot
    return slot.flatMap { graph.slots.indices.contains($0) ? graph.slots[$0].fields : nil }
  }

  /// The name of the class.
  public var className: String {
    classFields?.first { $0.name.hasSameBytes(as: "$classname") }?.value.text ?? "NSObject"
  }

  /// The fields, in the order of the archive. Names are those that the object's class declared,
  /// without the `$` that archives add to names that begin with `$`.
  public var fields: [GraphValue.Field] {
    get {
      allFields.compactMap { field in
        if field.name.hasSameBytes(as: "$class") { return nil }
        return GraphValue.Field(
          field.name.unescapedKey, value: field.value, nameIdentity: field.nameIdentity)
      }
    }
    set {
      let old = allFields
      var fields = newValue.map {
        GraphValue.Field(Self.escaped($0.name), value: $0.value, nameIdentity: $0.nameIdentity)
      }
      if let index = old.firstIndex(where: { $0.name.hasSameBytes(as: "$class") }) {
        fields.insert(old[index], at: min(index, fields.count))
      }
      graph.change(slot, fields: fields)
    }
  }

  /// The value of a field. A new field is added after the others; assigning nil removes it.
  public subscript(name: String) -> GraphValue? {
    get {
      let name = Self.escaped(name)
      return allFields.first { $0.name.hasSameBytes(as: name) }?.value
    }
    set {
      var fields = fields
      let index = fields.firstIndex { $0.name.hasSameBytes(as: name) }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(GraphValue.Field(name, value: value))
      case (nil, nil): return
      }
      self.fields = fields
    }
  }

  /// The object that a field refers to.
  public func object(_ name: String) -> ObjectGraph.Object? {
    self[name].flatMap { graph.object($0) }
  }

  /// The text of a field: an inline string, or the text of the object that the field refers to.
  public func text(_ name: String) -> String? {
    if let text = self[name]?.text { return text }
    switch object(name) {
    case .plain(let value): return value.text
    case .object(let object): return object[StringLayout.string]?.text
    default: return nil
    }
  }

  private static func escaped(_ name: String) -> String {
    // Archivers generate a name for values without a key: `$0`, `$1` …
    let isGenerated =
      name.utf8.count > 1
      && name.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isGenerated ? name : name.escapedKey
  }

  /// Whether both are the same object of the same graph.
  public static func == (left: UnknownObject, right: UnknownObject) -> Bool {
    left.graph === right.graph && left.slot == right.slot
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(graph))
    hasher.combine(slot)
  }
}
