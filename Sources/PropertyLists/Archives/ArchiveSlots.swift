// A keyed archive as it is read: slots, references and scalars by number, for the module that makes
// objects of them.

/// The node table of a keyed archive.
package struct ArchiveSlots: Sendable {
  private let storage: DocumentStorage
  private let objects: Node
  /// The node of the dictionary of the values at the top.
  package let top: Int
  /// The number under `$version`; nil when there is none.
  package let version: Int?
  /// Whether a dictionary with the one key `CF$UID` stands for a reference.
  private let hasDictionaryReferences: Bool
  /// The slots' nodes that are the string `$null` by way of escapes: told once, as they may be long.
  private let escapedNulls: Set<Int>

  /// The table of a document; nil when it has no `$top` or no `$objects` of the right kind.
  package init?(_ document: PlistDocument) {
    let storage = document.storage
    guard let top = storage.rootIndex("$top"), let objects = storage.rootIndex("$objects"),
      storage.nodes[top].kind == .dictionary, storage.nodes[objects].kind == .array
    else { return nil }
    self.storage = storage
    self.top = top
    self.objects = storage.nodes[objects]
    objectsNode = objects
    hasDictionaryReferences = document.format != .binary
    escapedNulls = storage.escapedNulls(storage.nodes[objects])
    version = storage.rootIndex("$version").flatMap { index in
      let node = storage.nodes[index]
      return node.kind == .integer ? Int(exactly: node.integer(in: storage.view)) : nil
    }
  }

  /// Whether the document is a binary file, whose objects have identities: a node's is its number.
  package var hasIdentities: Bool { !hasDictionaryReferences }

  /// Whether the document is XML.
  package var isXML: Bool { storage.origin.format == .xml }

  /// Whether containers may stand in several places.
  package var hasSharedContainers: Bool { storage.hasSharedContainers }

  /// How many nodes there are.
  package var nodeCount: Int { storage.nodes.count }

  /// The bytes of the source, and of large data that stands beside it.
  package var sourceLength: Int { storage.blobs.reduce(storage.text.count) { $0 + $1.count } }

  /// How much text or data a node has: bytes, or code units of UTF-16; 0 for other kinds.
  package func storedLength(_ index: Int) -> Int {
    let node = storage.nodes[index]
    return node.kind == .string || node.kind == .data ? node.count : 0
  }

  /// The node of the whole archive.
  package var root: Int { storage.root }

  /// The node of the array of objects.
  package let objectsNode: Int

  /// Whether the document is XML with the document type of Mac OS X 10.1 and before.
  package var hasOldDocumentType: Bool {
    if case .xml(let origin) = storage.origin { return origin.documentType == .appleComputer }
    return false
  }

  /// The node of the key of a pair.
  package func keyNode(_ position: Int, of index: Int) -> Int {
    storage.key(position, of: storage.nodes[index])
  }

  /// The logarithm of the width in bytes that a binary file has for an integer.
  package func integerPower(_ index: Int) -> UInt8 {
    storage.nodes[index].form & NodeForm.widthMask
  }

  /// The real of four bytes.
  package func single(_ index: Int) -> Float? {
    let node = storage.nodes[index]
    guard node.kind == .real, node.form == NodeForm.single else { return nil }
    return Float(bitPattern: UInt32(truncatingIfNeeded: node.payload))
  }

  /// How many slots there are.
  package var slotCount: Int { objects.count }

  /// The node in a slot.
  package func node(inSlot slot: Int) -> Int { storage.child(slot, of: objects) }

  /// The kind of a node.
  package func kind(_ index: Int) -> PlistKind { storage.nodes[index].kind }

  /// Elements of an array, pairs of a dictionary.
  package func count(_ index: Int) -> Int { storage.nodes[index].count }

  /// An element of an array.
  package func element(_ position: Int, of index: Int) -> Int {
    storage.child(position, of: storage.nodes[index])
  }

  /// The value of a pair of a dictionary.
  package func value(_ position: Int, of index: Int) -> Int {
    storage.value(position, of: storage.nodes[index])
  }

  /// The text of a key of a dictionary.
  package func keyText(_ position: Int, of index: Int) -> String {
    storage.nodes[storage.key(position, of: storage.nodes[index])].text(in: storage.view)
  }

  /// The position of a key in a dictionary, or −1; one position is tried first.
  package func position(of key: String, in index: Int, guess: Int) -> Int {
    let node = storage.nodes[index]
    guard node.kind == .dictionary else { return -1 }
    if guess >= 0, guess < node.count, isKey(key, guess, node) { return guess }
    for position in 0..<node.count where isKey(key, position, node) { return position }
    return -1
  }

  @inline(__always)
  private func isKey(_ key: String, _ position: Int, _ dictionary: Node) -> Bool {
    storage.nodes[storage.key(position, of: dictionary)].isText(key, in: storage.view)
  }

  /// The slot that a node refers to; nil when it is no reference. It may be beyond the last slot,
  /// and is there for a number below 0.
  package func reference(_ index: Int) -> Int? {
    let node = storage.nodes[index]
    if node.kind == .uid { return Int(node.payload) }
    guard hasDictionaryReferences, node.kind == .dictionary, node.count == 1,
      isKey("CF$UID", 0, node), let number = integer(storage.value(0, of: node))
    else { return nil }
    return Int(exactly: number).flatMap { $0 < 0 ? nil : $0 } ?? .max
  }

  /// Whether the node of a slot is the string `$null`.
  package func isNull(_ index: Int) -> Bool {
    let node = storage.nodes[index]
    guard node.kind == .string else { return false }
    if node.isEscapedText { return escapedNulls.contains(index) }
    return node.isText("$null", in: storage.view)
  }

  /// The Boolean.
  package func bool(_ index: Int) -> Bool? {
    let node = storage.nodes[index]
    return node.kind == .bool ? node.payload != 0 : nil
  }

  /// The integer.
  package func integer(_ index: Int) -> PlistInteger? {
    let node = storage.nodes[index]
    return node.kind == .integer ? node.integer(in: storage.view) : nil
  }

  /// The real.
  package func real(_ index: Int) -> Double? {
    let node = storage.nodes[index]
    return node.kind == .real ? node.real : nil
  }

  /// The text.
  package func string(_ index: Int) -> String? {
    let node = storage.nodes[index]
    return node.kind == .string ? node.text(in: storage.view) : nil
  }

  /// The bytes.
  package func data(_ index: Int) -> Data? {
    let node = storage.nodes[index]
    return node.kind == .data ? storage.data(of: node) : nil
  }

  /// The date of a property list, as GNUstep's archives have it.
  package func date(_ index: Int) -> Date? {
    let node = storage.nodes[index]
    return node.kind == .date ? node.date : nil
  }

  /// The property list that a node is.
  package func plist(_ index: Int) throws(PlistError) -> Plist {
    try Plist(PlistNode(storage, index))
  }

  /// Where a node begins in the input.
  package func position(_ index: Int) -> SourcePosition? { storage.position(of: index) }
}

extension Node {
  /// Whether text stands with escapes, so that its length tells little.
  fileprivate var isEscapedText: Bool {
    form != NodeForm.utf16 && form != NodeForm.latin1 && form > NodeForm.utf8
  }
}

extension DocumentStorage {
  /// The elements of an array that are the string `$null`, of those with escapes.
  fileprivate func escapedNulls(_ array: Node) -> Set<Int> {
    Set(
      (0..<array.count).lazy.map { self.child($0, of: array) }.filter { index in
        let node = self.nodes[index]
        return node.kind == .string && node.isEscapedText && node.isText("$null", in: self.view)
      })
  }

  /// The node of the value of a key of the root.
  fileprivate func rootIndex(_ key: String) -> Int? {
    let node = nodes[root]
    guard node.kind == .dictionary else { return nil }
    return (0..<node.count).first { nodes[self.key($0, of: node)].isText(key, in: view) }
      .map { value($0, of: node) }
  }
}
