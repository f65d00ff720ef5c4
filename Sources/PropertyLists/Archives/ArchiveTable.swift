// The one table of a keyed archive that is read: every slot of `$objects` classified once, the class
// records that objects name, and what is a reference. Views, sessions, graphs and checks share it.
internal import Synchronization

/// A slot of `$objects`, classified.
package struct ArchiveSlot: BitwiseCopyable, Sendable {
  /// What a slot holds.
  package enum SlotKind: UInt8, Sendable, BitwiseCopyable {
    /// The string `$null`: nil, in every slot.
    case null
    /// A string, number, Boolean, data or date.
    case plain
    /// An array without a class.
    case array
    /// A dictionary with a class.
    case object
    /// A reference, which no object can be.
    case reference
    /// A dictionary without `$class`: a class record, or invalid.
    case classless
    /// A dictionary whose `$class` is not a reference in range.
    case invalidClassReference
    /// A dictionary whose `$class` leads to something other than a class record.
    case invalidClassRecord
  }

  /// What the slot holds.
  package var kind: SlotKind
  /// The number of an object's class record.
  package var record: UInt32 = .max

  /// Whether a reference to the slot as a value is an error.
  package var isInvalid: Bool { kind.rawValue >= SlotKind.reference.rawValue }
}

/// A class record that some object names.
package struct ArchiveClassRecord: Sendable {
  /// The slot of the record.
  package var slot: Int
  /// The record, and its `$classname`.
  package var node: Int
  package var nameNode: Int
  /// The text of `$classname`.
  package var name: String
}

/// The objects of a keyed archive. Immutable; nodes are numbers of the document's node table.
///
/// A reference is a UID. In formats that have none, which are XML, plain JSON and the OpenStep
/// family, it is a dictionary of the one key `CF$UID` with an integer.
package final class ArchiveTable: Sendable {
  /// The document that holds the archive.
  package let document: PlistDocument
  let storage: DocumentStorage
  /// The node of the dictionary of the values at the top.
  package let top: Int
  /// The node of the array of objects.
  package let objectsNode: Int
  private let objects: Node
  /// The slots, by their index.
  package let slots: [ArchiveSlot]
  /// The class records that objects name, in the order in which they were first named.
  package let records: [ArchiveClassRecord]
  /// The class record of each node that is an object, `.max` for the others.
  private let recordOfNode: [UInt32]
  /// Whether a dictionary of the one key `CF$UID` is a reference.
  private let hasDictionaryReferences: Bool
  /// Whether every reference of the document leads to a value: then no walk need look for one that
  /// does not.
  package let isSound: Bool

  /// The positions of the keys of large dictionaries that were asked for, by their node.
  private let largeDictionaries = Mutex<[Int: [[UInt8]: Int]]>([:])
  /// Up to this size keys are compared one by one.
  private static let largeCount = 256

  /// The slot of a reference out of range.
  package static let outside = -1

  /// The table of a document whose frame was checked. Linear in the document.
  ///
  /// - Parameters:
  ///   - top: The value of `$top`, a dictionary.
  ///   - objects: The value of `$objects`, an array.
  package init(_ document: PlistDocument, top: PlistNode, objects: PlistNode) {
    self.document = document
    storage = document.storage
    self.top = top.index
    objectsNode = objects.index
    self.objects = objects.node
    var classifier = SlotClassifier(
      document.storage, objects: objects.index, format: document.format)
    slots = classifier.classifyAll()
    hasDictionaryReferences = classifier.hasDictionaryReferences
    isSound = classifier.isSound(slots, top: top.index)
    records = classifier.records
    recordOfNode = classifier.recordOfNode
  }

  // MARK: Slots

  /// The node in a slot.
  package func node(inSlot slot: Int) -> Int { storage.child(slot, of: objects) }

  /// Whether a slot is nil's: the string `$null`.
  package func isNull(slot: Int) -> Bool { slots[slot].kind == .null }

  /// The number of the class record of a node that is an object with a class; nil for all others.
  package func record(of node: Int) -> Int? {
    let record = recordOfNode[node]
    return record == .max ? nil : Int(record)
  }

  /// The slot that a node refers to; nil when it is not a reference. `outside` for a number that no
  /// slot has.
  package func reference(_ index: Int) -> Int? {
    let node = storage.nodes[index]
    if node.kind == .uid { return node.payload < UInt64(slots.count) ? node.start : Self.outside }
    guard hasDictionaryReferences, node.kind == .dictionary, node.count == 1 else { return nil }
    return storage.slot(ofDictionary: node, count: slots.count)
  }

  /// As `reference(_:)`, of a view of a node.
  package func slot(referredBy node: PlistNode) -> Int? { reference(node.index) }

  /// The number of a reference as the file has it; 0 for what is not a reference.
  package func referenceNumber(_ node: PlistNode) -> PlistInteger {
    node.uidValue.map { PlistInteger($0.value) } ?? node.value(at: 0)?.integerValue ?? 0
  }

  // MARK: The document

  /// Whether the document is a binary file, whose objects have identities: a node's is its number.
  package var hasIdentities: Bool { document.format == .binary }

  /// Whether containers may occur in several places.
  package var hasSharedContainers: Bool { storage.hasSharedContainers }

  /// The number of nodes.
  package var nodeCount: Int { storage.nodes.count }

  /// The node of the whole archive.
  package var root: Int { storage.root }

  /// Whether the document is XML with the document type of Mac OS X 10.1 and before.
  package var hasOldDocumentType: Bool { storage.origin.documentType == .appleComputer }

  // MARK: Nodes

  /// A view of a node.
  package func view(_ index: Int) -> PlistNode { PlistNode(storage, index: index) }

  /// The length of text or data: bytes, or code units of UTF-16; 0 for other kinds.
  package func storedLength(_ index: Int) -> Int {
    let node = storage.nodes[index]
    return node.kind == .string || node.kind == .data ? node.count : 0
  }

  /// The bytes of text or data; 0 for other kinds.
  @inline(__always)
  package func textCost(_ index: Int) -> Int { storage.nodes[index].textCost }

  /// Whether a text has more combining marks in a row than a `String` may have that is hashed.
  @inline(__always)
  package func exceedsCombiningMarks(_ index: Int) -> Bool {
    let node = storage.nodes[index]
    return node.kind == .string && node.exceedsCombiningMarks(in: storage.source)
  }

  /// The node of the key of a pair.
  package func keyNode(_ position: Int, of index: Int) -> Int {
    storage.key(position, of: storage.nodes[index])
  }

  /// The logarithm of the width in bytes that a binary file has for an integer.
  package func integerPower(_ index: Int) -> UInt8 {
    storage.nodes[index].form & NodeForm.widthMask
  }

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
    storage.nodes[storage.key(position, of: storage.nodes[index])].text(in: storage.source)
  }

  /// The position of a key in a dictionary, or −1; one position is tried first.
  package func position(of key: String, in index: Int, guess: Int) -> Int {
    let node = storage.nodes[index]
    guard node.kind == .dictionary else { return -1 }
    if node.count > Self.largeCount { return largePosition(of: key, in: index, node) }
    if guess >= 0, guess < node.count, storage.isKey(key, position: guess, dictionary: node) {
      return guess
    }
    for position in 0..<node.count where storage.isKey(key, position: position, dictionary: node) {
      return position
    }
    return -1
  }

  /// The keys of a large dictionary are looked up by their text, so that asking for all of them takes
  /// linear time.
  private func largePosition(of key: String, in index: Int, _ node: Node) -> Int {
    largeDictionaries.withLock { dictionaries in
      if dictionaries[index] == nil {
        var positions: [[UInt8]: Int] = [:]
        for position in 0..<node.count {
          positions[Array(keyText(position, of: index).utf8)] = position
        }
        dictionaries[index] = positions
      }
      return dictionaries[index]?[Array(key.utf8)] ?? -1
    }
  }

  /// The value of a key of a dictionary; nil when there is none.
  package func value(of key: String, in index: Int) -> Int? {
    let position = position(of: key, in: index, guess: 0)
    return position < 0 ? nil : value(position, of: index)
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

  /// The real of four bytes.
  package func single(_ index: Int) -> Float? {
    let node = storage.nodes[index]
    guard node.kind == .real, node.form == NodeForm.single else { return nil }
    return Float(bitPattern: UInt32(truncatingIfNeeded: node.payload))
  }

  /// The text.
  package func string(_ index: Int) -> String? {
    let node = storage.nodes[index]
    return node.kind == .string ? node.text(in: storage.source) : nil
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
  package func plist(_ index: Int) throws(PlistError) -> Plist { try Plist(view(index)) }

  /// Where a node begins in the input.
  package func position(_ index: Int) -> SourcePosition? { storage.position(of: index) }
}

extension DocumentStorage {
  @inline(__always)
  func isKey(_ key: String, position: Int, dictionary: Node) -> Bool {
    nodes[self.key(position, of: dictionary)].isText(key, in: source)
  }

  /// The slot of a dictionary of one key that is a reference; nil for other dictionaries.
  func slot(ofDictionary node: Node, count: Int) -> Int? {
    guard isKey("CF$UID", position: 0, dictionary: node) else { return nil }
    let value = nodes[value(0, of: node)]
    guard value.kind == .integer else { return nil }
    return Int(exactly: value.integer(in: view)).flatMap { 0..<count ~= $0 ? $0 : nil }
      ?? ArchiveTable.outside
  }
}
