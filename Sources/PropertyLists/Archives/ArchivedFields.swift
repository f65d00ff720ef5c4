// The fields of the objects of an archive, as a session reads them: keys are found where they were
// found in the object before, and values of the usual forms are read without further checks. For
// everything else the result is nil, and the session reads the value through the table.

/// A reader of the fields of an archive's objects, with what it knows of their keys. Its functions
/// are mutating so that the compiler does not copy it for each call.
package struct ArchivedFields: ~Copyable {
  private let archive: ArchiveTable
  /// Views of the document, which are valid as long as the archive's table is retained.
  private let table: TableNodes
  private let source: NodeSource
  private let objects: Node
  private var successors = KeySuccessors()
  /// The dictionary and the position of the key that was requested last.
  private var lastDictionary = -1
  private var lastPosition = 0

  package init(_ archive: ArchiveTable) {
    self.archive = archive
    table = TableNodes(archive.storage)
    source = archive.storage.source
    objects = table.node(archive.objectsNode)
  }

  // MARK: Keys

  /// Returns the node of the value of a key, an enum case, if the key has the position in the
  /// dictionary in which it was found last; −1 otherwise.
  package mutating func value(ofCase number: Int, in dictionary: Int, keys: KeyPositions) -> Int {
    let node = table.node(dictionary)
    let position = keys.position(ofCase: number, dictionary: node, nodes: table)
    return position < 0 ? -1 : value(position, of: node)
  }

  /// Returns the node of the value of a key, an enum case, and records its position; −1 if the
  /// dictionary does not have the key.
  ///
  /// - Parameter text: The text of the key as it is stored.
  package mutating func value(
    of text: String, ofCase number: Int, in dictionary: Int, keys: KeyPositions
  ) -> Int {
    let position = position(of: text, in: dictionary)
    if position < 0 { return -1 }
    let node = table.node(dictionary)
    keys.note(
      case: number, position: position, node: table.reference(position, from: node.start))
    return value(position, of: node)
  }

  /// Returns the node of the value of a key; −1 if the dictionary does not have the key.
  package mutating func value(of text: String, in dictionary: Int) -> Int {
    let position = position(of: text, in: dictionary)
    return position < 0 ? -1 : value(position, of: table.node(dictionary))
  }

  @inline(__always)
  private func value(_ position: Int, of dictionary: Node) -> Int {
    Int(table.reference(dictionary.count &+ position, from: dictionary.start))
  }

  /// Returns the position of a key in a dictionary, or −1. First tries the key that followed the
  /// last one in a dictionary of the same size.
  private mutating func position(of key: String, in dictionary: Int) -> Int {
    let node = table.node(dictionary)
    let last = lastDictionary == dictionary ? lastPosition : 0
    let guess = successors.position(after: last, count: node.count)
    let position =
      node.kind == .dictionary && guess < node.count
        && table.node(Int(table.reference(guess, from: node.start))).isText(key, in: source)
      ? guess : archive.position(of: key, in: dictionary, guess: last)
    if position < 0 { return -1 }
    if position != guess { successors.note(position, after: last, count: node.count) }
    (lastDictionary, lastPosition) = (dictionary, position &+ 1)
    return position
  }

  // MARK: Values

  /// Returns the text of a string, or of the string that a reference refers to; nil for other
  /// values, for nil, and if the text exceeds the budget.
  package mutating func text(_ index: Int, budget: inout ExpansionBudget) -> String? {
    var node = table.node(index)
    if node.kind == .uid {
      let slot = node.slot(count: archive.slots.count)
      guard slot >= 0, archive.slots[slot].kind == .plain else { return nil }
      node = table.node(self.node(inSlot: slot))
    }
    guard node.kind == .string, budget.spend(node.textCost) else { return nil }
    return node.text(in: source)
  }

  /// Returns the value of a 64-bit integer that is stored in its field; nil for other values.
  package mutating func integer(_ index: Int) -> Int64? {
    let node = table.node(index)
    guard node.kind == .integer, node.form & (NodeForm.unsigned | NodeForm.wide) == 0 else {
      return nil
    }
    return Int64(bitPattern: node.payload)
  }

  /// Returns the value of a real that is stored in its field; nil for other values.
  package mutating func real(_ index: Int) -> Double? {
    let node = table.node(index)
    return node.kind == .real ? node.real : nil
  }

  /// Returns the value of a Boolean that is stored in its field; nil for other values.
  package mutating func bool(_ index: Int) -> Bool? {
    let node = table.node(index)
    return node.kind == .bool ? node.payload != 0 : nil
  }

  // MARK: Objects

  /// Returns the slot that a node refers to; `ArchiveTable.outside` for everything but a UID of a slot
  /// that exists.
  package mutating func slot(_ index: Int) -> Int {
    let node = table.node(index)
    return node.kind == .uid ? node.slot(count: objects.count) : ArchiveTable.outside
  }

  /// Returns the node in a slot.
  package mutating func node(inSlot slot: Int) -> Int {
    Int(table.reference(slot, from: objects.start))
  }
}
