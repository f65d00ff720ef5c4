// The additional interface of documents for keyed archives: text with its unpaired surrogates,
// positions of keys, and the sizes to which limits apply.

extension PlistNode {
  /// The UTF-16 code units of a string with an unpaired surrogate; nil for every other value.
  /// `stringValue` replaces these surrogates with U+FFFD.
  package var unpairedText: [UInt16]? { node.unpairedUnits(in: storage.source) }

  /// The stored length of a string in bytes or UTF-16 code units, or that of data in bytes; 0 for
  /// other kinds.
  package var storedLength: Int { node.kind == .string || node.kind == .data ? node.count : 0 }

  /// Returns whether the value is a string with exactly this text.
  package func isText(_ text: String) -> Bool {
    let node = node
    return node.kind == .string && node.isText(text, in: storage.source)
  }

  /// Returns the position of the pair with a key; nil if there is none, and for other kinds. Takes
  /// time linear in the pairs.
  package func position(ofKey key: String) -> Int? {
    let node = node
    guard node.kind == .dictionary else { return nil }
    for position in 0..<node.count
    where storage.nodes[storage.key(position, of: node)].isText(key, in: storage.source) {
      return position
    }
    return nil
  }
}

extension PlistNode {
  /// The document that contains the value.
  package var document: PlistDocument { PlistDocument(storage) }
}

extension PlistDocument {
  /// Returns the first path that leads to a value of the document; empty for the root, and if the
  /// text of the path is very long. Takes time linear in the document.
  package func path(of node: PlistNode) -> PlistPath {
    storage.located([node.id]).first?.path ?? PlistPath()
  }

  /// The number of references of all containers: one per element, two per pair.
  package var referenceCount: Int { storage.references.count }

  /// The number of bytes that the document was read from, or that contain its text.
  package var sourceLength: Int { storage.text.count }
}
