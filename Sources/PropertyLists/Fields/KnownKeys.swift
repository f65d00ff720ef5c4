// The positions of a type's fields in the dictionary that was read last. The dictionaries of a type
// usually have the same keys in the same order, so that one comparison of their references finds
// all fields.

/// The keys of the last dictionary of a type's fields, in one session.
final class KnownKeys {
  let fields: PlistFields
  private let names: FieldNames
  private let state = UncheckedState(KeysState())

  /// A number for each set of positions, by which a reader recognizes its own.
  struct KeysState: ~Copyable {
    var version: UInt32 = 0
    /// The references to the keys.
    var keys = LinearBuffer<UInt32>(minimumCapacity: 16)
    /// The field of each key; `.max` for a key that is not a field. Kept for the next document, in
    /// which the keys have other numbers but usually the same order.
    var fieldOfKey = LinearBuffer<UInt32>(minimumCapacity: 16)
    /// The position of each field's key; −1 for a field that the dictionary does not have.
    var positions = LinearBuffer<Int32>(minimumCapacity: 16)
    /// The number of fields that the dictionary has.
    var found = 0
  }

  init(_ fields: PlistFields) {
    self.fields = fields
    names = fields.views
  }

  var version: UInt32 { state.state.version }
  /// The number of fields that the last dictionary has.
  var found: Int { state.state.found }

  /// Returns the position of a field's key, or −1.
  @inline(__always)
  func position(of field: Int) -> Int { Int(state.state.positions[field]) }

  /// Forgets the numbers of the keys, which another document does not have.
  func forget() { state.state.keys.truncate(to: 0) }

  /// Makes the keys of a dictionary the known ones, and returns their version.
  @inline(__always)
  func know(_ table: borrowing FieldTable, start: Int, count: Int) -> UInt32 {
    // The keys of an empty dictionary are always learned: there are none to recognize it by, and
    // none are known at the beginning of a document.
    if count > 0, state.state.keys.count == count,
      table.hasKeys(state.state.keys, at: start)
    {
      return state.state.version
    }
    return learn(table, start: start, count: count)
  }

  @inline(never)
  private func learn(_ table: borrowing FieldTable, start: Int, count: Int) -> UInt32 {
    let fieldCount = names.count
    state.state.version &+= 1
    state.state.keys.truncate(to: 0)
    state.state.positions.truncate(to: 0)
    state.state.positions.append(repeating: -1, count: fieldCount)
    state.state.found = 0
    for position in 0..<count {
      let key = table.reference(position, from: start)
      state.state.keys.append(key)
      let field = field(of: table.node(Int(key)), in: table.source, position: position)
      if field < fieldCount, state.state.positions[field] < 0 {
        state.state.positions[field] = Int32(truncatingIfNeeded: position)
        state.state.found += 1
      }
    }
    return state.state.version
  }

  /// Returns the field of a key, or `.max`. Tries the field that a key at the same position was last.
  private func field(of key: Node, in source: NodeSource, position: Int) -> Int {
    let expected =
      position < state.state.fieldOfKey.count ? Int(state.state.fieldOfKey[position]) : Int.max
    let text = key.isPlainText ? nil : key.text(in: source)
    if text == nil, expected < names.count,
      names.isName(expected, in: source.view, at: key.start, count: key.count)
    {
      return expected
    }
    let found =
      if let text {
        key.kind == .string ? fields.number(of: text) : nil
      } else {
        fields.number(of: source.view, at: key.start, count: key.count)
      }
    let field = found.map { UInt32(truncatingIfNeeded: $0) } ?? .max
    if position < state.state.fieldOfKey.count {
      state.state.fieldOfKey[position] = field
    } else {
      state.state.fieldOfKey.append(field)
    }
    return found ?? .max
  }
}
