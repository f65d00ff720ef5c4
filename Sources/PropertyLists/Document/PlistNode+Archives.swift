// What the module of keyed archives sees of a document beyond the public views: text with its
// unpaired surrogates, places of keys, and the sizes that limits are measured by.

extension PlistNode {
  /// The UTF-16 code units of a string that has an unpaired surrogate among them; nil for every
  /// other value. `stringValue` has U+FFFD in the place of such units.
  package var unpairedText: [UInt16]? {
    node.unpairedUnits(in: storage.source)
  }

  /// How much text or data stands in the source: bytes, or code units of UTF-16; 0 for other kinds.
  package var storedLength: Int { node.kind == .string || node.kind == .data ? node.count : 0 }

  /// Whether the value is a string of just this text.
  package func isText(_ text: String) -> Bool {
    let node = node
    return node.kind == .string && node.isText(text, in: storage.source)
  }

  /// The place of the pair with a key; nil when there is none and for other kinds. Linear in the
  /// pairs.
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
  /// The document that the value is part of.
  package var document: PlistDocument { PlistDocument(storage) }
}

extension PlistDocument {
  /// The keys and indices that lead to a value of the document first; empty for the root, and where
  /// their text is very long. Linear in the document.
  package func path(of node: PlistNode) -> PlistPath {
    storage.located([node.id]).first?.path ?? PlistPath()
  }

  /// The references of all containers: one for an element, two for a pair.
  package var referenceCount: Int { storage.references.count }

  /// The bytes that the document was read from, or that hold its text.
  package var sourceLength: Int { storage.text.count }
}
