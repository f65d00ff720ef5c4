// A view of one value of a document.

/// One value of a document: a small view that is cheap to copy and retains the document.
///
/// Accessors return nil if the value is of another kind; they never convert.
public struct PlistNode: Sendable {
  let storage: DocumentStorage
  let index: Int
  /// The pair of a key. Equal keys of an XML document are one node, and the pair distinguishes
  /// them.
  let pair: NodePair?

  /// A pair of a dictionary.
  struct NodePair: BitwiseCopyable {
    var dictionary: UInt32
    var position: UInt32
  }

  init(_ storage: DocumentStorage, index: Int, pair: NodePair? = nil) {
    self.storage = storage
    self.index = index
    self.pair = pair
  }

  var node: Node { storage.nodes[index] }

  /// The kind of the value.
  public var kind: PlistKind { node.kind }

  /// The Boolean; nil for other kinds.
  public var boolValue: Bool? { node.kind == .bool ? node.payload != 0 : nil }

  /// The integer; nil for other kinds.
  public var integerValue: PlistInteger? {
    node.kind == .integer ? node.integer(in: storage.view) : nil
  }

  /// The floating-point number; nil for other kinds. Integers are not converted.
  public var realValue: Double? { node.kind == .real ? node.real : nil }

  /// Whether the value is a real that takes four bytes in a binary file.
  package var isSingle: Bool { node.kind == .real && node.form == NodeForm.single }

  /// The date, stored as seconds since 2001-01-01T00:00:00Z.
  public var dateValue: Date? { node.kind == .date ? node.date : nil }

  /// The bytes of data. An XML document decodes them from base64 on each access.
  public var dataValue: Data? { node.kind == .data ? storage.data(of: node) : nil }

  /// The text of a string, created on each access. Unpaired surrogates are replaced by U+FFFD.
  public var stringValue: String? { node.kind == .string ? node.text(in: storage.source) : nil }

  /// The reference of a keyed archive; nil for other kinds.
  public var uidValue: PlistUID? {
    node.kind == .uid ? PlistUID(UInt32(truncatingIfNeeded: node.payload)) : nil
  }

  /// Whether the value is a dictionary with a key that is not a string.
  package var hasOtherKeys: Bool { node.hasOtherKeys }

  /// The number of elements of an array or set, or of pairs of a dictionary; 0 for other kinds.
  public var count: Int { node.kind.isContainer ? node.count : 0 }

  /// The element of an array or set at an index; nil past the end and for other kinds.
  public subscript(index: Int) -> PlistNode? {
    let node = node
    guard node.kind == .array || node.kind == .set, index >= 0, index < node.count else {
      return nil
    }
    return PlistNode(storage, index: storage.child(index, of: node))
  }

  /// The value of a key; nil if there is none, and for other kinds. If no key is this string, the
  /// value of a key of another kind with this text is returned: an integer in decimal, a date or
  /// data as in JSON, the number of a UID. Takes time linear in the number of pairs.
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

  /// Returns the key of a pair, counted from 0 in the order of the document; nil past the end and
  /// for other kinds. The key is a string in nearly all files; in binary files, GNUstep text and
  /// typed JSON, it can be any scalar.
  public func key(at position: Int) -> PlistNode? {
    let node = node
    guard node.kind == .dictionary, position >= 0, position < node.count else { return nil }
    let pair = NodePair(
      dictionary: UInt32(truncatingIfNeeded: index), position: UInt32(truncatingIfNeeded: position))
    return PlistNode(storage, index: storage.key(position, of: node), pair: pair)
  }

  /// Returns the value of a pair, counted from 0 in the order of the document; nil past the end and
  /// for other kinds.
  public func value(at position: Int) -> PlistNode? {
    let node = node
    guard node.kind == .dictionary, position >= 0, position < node.count else { return nil }
    return PlistNode(storage, index: storage.value(position, of: node))
  }

  /// The keys in the order of the document, with keys that are not strings as text; empty for other
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

  /// Returns whether two views show the same object. In a binary file, equal values can be distinct
  /// objects.
  public func isIdentical(to other: PlistNode) -> Bool {
    storage === other.storage && index == other.index
  }
}
