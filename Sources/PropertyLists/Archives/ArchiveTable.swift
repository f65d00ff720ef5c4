// The shared table of a keyed archive that was read: the classification of every slot of
// `$objects`, the class records that objects name, and which values are references. Views,
// sessions, graphs and checks use the same table.
internal import Synchronization

/// A slot of `$objects`, classified.
package struct ArchiveSlot: BitwiseCopyable, Sendable {
  /// The kinds of contents of a slot.
  package enum SlotKind: UInt8, Sendable, BitwiseCopyable {
    /// The string `$null`, which means nil in every slot.
    case null
    /// A string, number, Boolean, data or date.
    case plain
    /// An array without a class.
    case array
    /// A dictionary with a class.
    case object
    /// A reference, which is not allowed as an object.
    case reference
    /// A dictionary without `$class`: a class record, or invalid.
    case classless
    /// A dictionary whose `$class` is not a reference in range.
    case invalidClassReference
    /// A dictionary whose `$class` refers to a value that is not a class record.
    case invalidClassRecord
  }

  /// The kind in the lowest three bits, and the index of an object's class record above them.
  private let bits: UInt32

  /// The number of class records whose indexes fit.
  static let mostRecords = 1 << 29

  init(_ kind: SlotKind, record: UInt32 = 0) { bits = record &<< 3 | UInt32(kind.rawValue) }

  package var kind: SlotKind {
    knownCase(UInt8(truncatingIfNeeded: bits & 7), of: SlotKind.self)
  }
  /// The index of an object's class record; 0 for other slots.
  package var record: Int { Int(bits &>> 3) }

  package var isInvalid: Bool { kind.rawValue >= SlotKind.reference.rawValue }
}

/// A class record that at least one object names.
package struct ArchiveClassRecord: Sendable {
  package var slot: Int
  /// The node of the record, and that of its `$classname`.
  package var node: Int
  package var nameNode: Int
  /// The text of `$classname`.
  package var name: String
}

/// The objects of a keyed archive. Immutable. Nodes are given by their index in the document's node
/// table.
///
/// A reference is a UID. Formats without UIDs (XML, plain JSON and the OpenStep family) use a
/// dictionary whose only key is `CF$UID`, with an integer value.
package final class ArchiveTable: Sendable {
  /// The document that contains the archive.
  package let document: PlistDocument
  let storage: DocumentStorage
  /// The node of the dictionary of the top-level values.
  package let top: Int
  /// The node of the array of objects.
  package let objectsNode: Int
  private let objects: Node
  package let slots: [ArchiveSlot]
  /// The class records that objects name, in the order in which they were first named.
  package let records: [ArchiveClassRecord]
  /// The nodes of the objects with a class.
  private let objectNodes: BitSet
  private let recordsInSlots: RecordsInSlots
  /// The last `$class` key of an object.
  private let classKey: ClassKey
  /// The large dictionaries in slots, by node.
  private let largeObjects: [Int: ArchiveSlot]
  /// Whether a dictionary whose only key is `CF$UID` is a reference.
  package let hasDictionaryReferences: Bool
  /// Whether every reference in `$top`, in an object with a class and in an array or set without one
  /// leads to a value. If so, everything that `$top` leads to is valid.
  package let isSound: Bool

  /// The positions of the keys of the large dictionaries that were searched, by node.
  private let largeDictionaries = Mutex<[Int: [[UInt8]: Int]]>([:])
  /// The maximum size of a dictionary whose keys are compared one by one.
  private static let largeCount = 256

  /// The slot of a reference that is out of range.
  package static let outside = -1

  /// Creates the table of a document whose frame was validated. Takes time linear in the size of
  /// the document.
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
    isSound = classifier.isSound(top: top.index)
    records = classifier.records
    classKey = classifier.classKey
    largeObjects = classifier.largeDictionaries
    objectNodes = classifier.objectNodes
    recordsInSlots = classifier.recordsInSlots
  }

  // MARK: Slots

  package func node(inSlot slot: Int) -> Int { storage.child(slot, of: objects) }

  /// Returns whether a slot contains nil, the string `$null`.
  package func isNull(slot: Int) -> Bool { slots[slot].kind == .null }

  /// Returns the index of the class record of a node that is an object with a class; nil for other
  /// nodes.
  package func record(of node: Int) -> Int? {
    guard objectNodes.contains(node) else { return nil }
    let object = storage.nodes[node]
    if object.count > SlotClassifier.largeCount { return largeObjects[node]?.record }
    let position = storage.position(of: classKey, in: object)
    guard position >= 0, let slot = reference(storage.value(position, of: object)), slot >= 0 else {
      return nil
    }
    guard case .record(let record) = recordsInSlots[slot] else { return nil }
    return Int(record)
  }

  /// Returns the slot that a node refers to; nil if the node is not a reference, `outside` if no
  /// slot has that number.
  package func reference(_ index: Int) -> Int? {
    let node = storage.nodes[index]
    if node.kind == .uid { return node.slot(count: slots.count) }
    guard hasDictionaryReferences, node.kind == .dictionary, node.count == 1 else { return nil }
    return storage.slot(ofDictionary: node, count: slots.count)
  }

  /// Returns the slot that a node refers to, as `reference(_:)` does.
  package func slot(referredBy node: PlistNode) -> Int? { reference(node.index) }

  /// Returns the number of a reference as written in the file; 0 if the node is not a reference.
  package func referenceNumber(_ node: PlistNode) -> PlistInteger {
    node.uidValue.map { PlistInteger($0.value) } ?? node.value(at: 0)?.integerValue ?? 0
  }

  // MARK: The document

  /// Whether the document is a binary file, whose objects have identities. The identity of a node
  /// is its index.
  package var hasIdentities: Bool { document.format == .binary }

  /// Whether a container may occur at several paths.
  package var hasSharedContainers: Bool { storage.hasSharedContainers }

  package var nodeCount: Int { storage.nodes.count }

  /// The node of the whole archive.
  package var root: Int { storage.root }

  /// Whether the document is XML with the document type of Mac OS X 10.1 and earlier.
  package var hasOldDocumentType: Bool { storage.origin.documentType == .appleComputer }

  // MARK: Nodes

  package func view(_ index: Int) -> PlistNode { PlistNode(storage, index: index) }

  /// Returns the length of a string in bytes or UTF-16 code units, or that of data in bytes; 0 for
  /// other kinds.
  package func storedLength(_ index: Int) -> Int {
    let node = storage.nodes[index]
    return node.kind == .string || node.kind == .data ? node.count : 0
  }

  /// Returns the number of bytes of a string or data; 0 for other kinds.
  @inline(__always)
  package func textCost(_ index: Int) -> Int { storage.nodes[index].textCost }

  /// Returns whether a string has more consecutive combining marks than the limit for a `String`
  /// that is hashed.
  package func exceedsCombiningMarks(_ index: Int) -> Bool {
    let node = storage.nodes[index]
    return node.kind == .string && node.exceedsCombiningMarks(in: storage.source)
  }

  package func keyNode(_ position: Int, of index: Int) -> Int {
    storage.key(position, of: storage.nodes[index])
  }

  /// Returns the base-2 logarithm of the width, in bytes, of an integer in a binary file.
  package func integerPower(_ index: Int) -> UInt8 {
    storage.nodes[index].form & NodeForm.widthMask
  }

  package func kind(_ index: Int) -> PlistKind { storage.nodes[index].kind }

  /// Returns the number of elements of an array or of pairs of a dictionary.
  package func count(_ index: Int) -> Int { storage.nodes[index].count }

  /// Returns the node of an element of an array.
  package func element(_ position: Int, of index: Int) -> Int {
    storage.child(position, of: storage.nodes[index])
  }

  /// Returns the node of the value of a pair of a dictionary.
  package func value(_ position: Int, of index: Int) -> Int {
    storage.value(position, of: storage.nodes[index])
  }

  package func keyText(_ position: Int, of index: Int) -> String {
    storage.nodes[storage.key(position, of: storage.nodes[index])].text(in: storage.source)
  }

  /// Returns the position of a key in a dictionary, or −1. Tries the guessed position first, unless
  /// the dictionary is large.
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

  /// Returns the position of a key in a large dictionary. Uses an index by text, so that looking up
  /// all keys takes linear time.
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

  /// Returns the node of the value of a key of a dictionary; nil if there is none.
  package func value(of key: String, in index: Int) -> Int? {
    let position = position(of: key, in: index, guess: 0)
    return position < 0 ? nil : value(position, of: index)
  }

  /// Returns the value of a Boolean; nil for other kinds.
  package func bool(_ index: Int) -> Bool? {
    let node = storage.nodes[index]
    return node.kind == .bool ? node.payload != 0 : nil
  }

  /// Returns the value of an integer; nil for other kinds.
  package func integer(_ index: Int) -> PlistInteger? {
    let node = storage.nodes[index]
    return node.kind == .integer ? node.integer(in: storage.view) : nil
  }

  /// Returns the value of a real; nil for other kinds.
  package func real(_ index: Int) -> Double? {
    let node = storage.nodes[index]
    return node.kind == .real ? node.real : nil
  }

  /// Returns the value of a 4-byte real; nil for other values.
  package func single(_ index: Int) -> Float? {
    let node = storage.nodes[index]
    guard node.kind == .real, node.form == NodeForm.single else { return nil }
    return Float(bitPattern: UInt32(truncatingIfNeeded: node.payload))
  }

  /// Returns the text of a string; nil for other kinds.
  package func string(_ index: Int) -> String? {
    let node = storage.nodes[index]
    return node.kind == .string ? node.text(in: storage.source) : nil
  }

  /// Returns the bytes of data; nil for other kinds.
  package func data(_ index: Int) -> Data? {
    let node = storage.nodes[index]
    return node.kind == .data ? storage.data(of: node) : nil
  }

  /// Returns the value of a property-list date, as in the archives of GNUstep; nil for other kinds.
  package func date(_ index: Int) -> Date? {
    let node = storage.nodes[index]
    return node.kind == .date ? node.date : nil
  }

  /// Returns a node as a property list.
  package func plist(_ index: Int) throws(PlistError) -> Plist { try Plist(view(index)) }

  /// Returns the location of a node in the input.
  package func position(_ index: Int) -> SourcePosition? { storage.position(of: index) }
}

extension DocumentStorage {
  @inline(__always)
  func isKey(_ key: String, position: Int, dictionary: Node) -> Bool {
    nodes[self.key(position, of: dictionary)].isText(key, in: source)
  }

  /// Returns the slot of a dictionary with one key that is a reference; nil for other dictionaries.
  func slot(ofDictionary node: Node, count: Int) -> Int? {
    guard isKey("CF$UID", position: 0, dictionary: node) else { return nil }
    let value = nodes[value(0, of: node)]
    guard value.kind == .integer else { return nil }
    return Int(exactly: value.integer(in: view)).flatMap { 0..<count ~= $0 ? $0 : nil }
      ?? ArchiveTable.outside
  }
}

extension Node {
  /// Returns the slot that a UID refers to; `ArchiveTable.outside` if no slot has that number.
  @inline(__always)
  func slot(count: Int) -> Int { payload < UInt64(count) ? start : ArchiveTable.outside }
}
