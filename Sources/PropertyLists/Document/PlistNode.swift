// A view of one value of a document.

/// One value of a document: a small view that can be copied freely and keeps the document alive.
///
/// Accessors give nil when the value is of another kind; none converts.
public struct PlistNode: Sendable {
  let storage: DocumentStorage
  let index: Int
  /// The pair of a key: equal keys of an XML document are one node, and this tells them apart.
  let pair: NodePair?

  /// A pair of a dictionary.
  struct NodePair: BitwiseCopyable {
    var dictionary: UInt32
    var position: UInt32
  }

  @inline(__always)
  init(_ storage: DocumentStorage, index: Int, pair: NodePair? = nil) {
    self.storage = storage
    self.index = index
    self.pair = pair
  }

  @inline(__always)
  var node: Node { storage.nodes[index] }

  /// The kind of the value.
  public var kind: PlistKind { node.kind }

  /// True or false.
  public var boolValue: Bool? { node.kind == .bool ? node.payload != 0 : nil }

  /// The whole number.
  public var integerValue: PlistInteger? {
    node.kind == .integer ? node.integer(in: storage.view) : nil
  }

  /// The floating-point number.
  public var realValue: Double? { node.kind == .real ? node.real : nil }

  /// Whether the value is a real that a binary file holds in four bytes.
  package var isSingle: Bool { node.kind == .real && node.form == NodeForm.single }

  /// The date, in seconds since 2001-01-01T00:00:00Z inside.
  public var dateValue: Date? { node.kind == .date ? node.date : nil }

  /// The bytes; decoded from base64 each time in an XML document.
  public var dataValue: Data? { node.kind == .data ? storage.data(of: node) : nil }

  /// The text; made each time. A surrogate that is not one of a pair reads as U+FFFD.
  public var stringValue: String? { node.kind == .string ? node.text(in: storage.source) : nil }

  /// The reference of a keyed archive.
  public var uidValue: PlistUID? {
    node.kind == .uid ? PlistUID(UInt32(truncatingIfNeeded: node.payload)) : nil
  }

  /// Whether the value is a dictionary with a key that is not a string.
  package var hasOtherKeys: Bool { node.hasOtherKeys }

  /// Elements of an array or set, pairs of a dictionary; 0 for everything else.
  public var count: Int { node.kind.isContainer ? node.count : 0 }

  /// An element of an array or set, from 0; nil past the end and for other kinds.
  public subscript(index: Int) -> PlistNode? {
    let node = node
    guard node.kind == .array || node.kind == .set, index >= 0, index < node.count else {
      return nil
    }
    return PlistNode(storage, index: storage.child(index, of: node))
  }

  /// The value of a key; nil when there is none and for other kinds. Where no string is this key, a key
  /// of another kind with this text: an integer in decimal, a date and data as JSON has them, the number
  /// of a UID. Linear in the number of pairs.
  public subscript(key: String) -> PlistNode? {
    let node = node
    guard node.kind == .dictionary else { return nil }
    for position in 0..<node.count
    where storage.nodes[storage.key(position, of: node)].isText(key, in: storage.source) {
      return PlistNode(storage, index: storage.value(position, of: node))
    }
    return node.hasOtherKeys ? value(ofOtherKey: key) : nil
  }

  private func value(ofOtherKey text: String) -> PlistNode? {
    (0..<node.count).first {
      let key = storage.nodes[storage.key($0, of: node)]
      return key.kind != .string && key.text(in: storage.source) == text
    }.flatMap { value(at: $0) }
  }

  /// The key of a pair, from 0, in the order of the document; nil past the end and for other kinds. A
  /// string in nearly all files; binary files, GNUstep's texts and typed JSON may have any scalar.
  public func key(at position: Int) -> PlistNode? {
    let node = node
    guard node.kind == .dictionary, position >= 0, position < node.count else { return nil }
    let pair = NodePair(
      dictionary: UInt32(truncatingIfNeeded: index), position: UInt32(truncatingIfNeeded: position))
    return PlistNode(storage, index: storage.key(position, of: node), pair: pair)
  }

  /// The value of a pair, from 0, in the order of the document; nil past the end and for other
  /// kinds.
  public func value(at position: Int) -> PlistNode? {
    let node = node
    guard node.kind == .dictionary, position >= 0, position < node.count else { return nil }
    return PlistNode(storage, index: storage.value(position, of: node))
  }

  /// The keys in the order of the document, those that are not strings as their text; empty for other
  /// kinds.
  public var keys: [String] {
    let node = node
    guard node.kind == .dictionary else { return [] }
    return (0..<node.count).map {
      storage.nodes[storage.key($0, of: node)].text(in: storage.source)
    }
  }

  /// The elements of an array or set, or the values of a dictionary, in the order of the document.
  public var children: [PlistNode] {
    let node = node
    let first = node.kind == .dictionary ? node.count : 0
    return (first..<max(first, node.referenceCount)).map {
      PlistNode(storage, index: storage.child($0, of: node))
    }
  }

  /// Whether two views show the same object: in a binary file equal values may be distinct objects.
  public func isIdentical(to other: PlistNode) -> Bool {
    storage === other.storage && index == other.index
  }
}
