// The style of a font file, determined from the root of the font. The rules are derived from files
// that Glyphs wrote and from its documentation of format 3.

/// The style in which a font is written.
struct GlyphsStyle {
  /// Whether the file has format 3, which Glyphs 3 introduced.
  var isFormat3: Bool
  /// Whether line breaks in feature code are unescaped: the custom parameter "Use Line Breaks" of
  /// format 2.
  var hasLineBreaksInCode: Bool

  var escaping: OpenStepEscaping { isFormat3 ? .glyphs3 : .glyphs2 }

  /// The keys whose arrays are tuples in format 3: points, scales, colors and code points.
  static let tupleKeys: Set<String> = [
    "color", "end", "fillColor", "origin", "other1", "other2", "place", "pos", "scale", "slant",
    "start", "strokeColor", "target", "unicode",
  ]

  init(_ storage: DocumentStorage) {
    let root = storage.nodes[storage.root]
    let version = storage.scalarText(".formatVersion", of: root)
    isFormat3 = version.flatMap { Int($0) }.map { $0 >= 3 } ?? false
    hasLineBreaksInCode = false
    guard !isFormat3, let parameters = storage.value("customParameters", of: root),
      parameters.kind == .array
    else { return }
    hasLineBreaksInCode = (0..<parameters.count).contains { index in
      let parameter = storage.nodes[storage.child(index, of: parameters)]
      return storage.scalarText("name", of: parameter) == "Use Line Breaks"
        && storage.scalarText("value", of: parameter) == "1"
    }
  }
}

extension DocumentStorage {
  /// Returns the value of a key; nil if there is none or the node is not a dictionary.
  fileprivate func value(_ key: String, of node: Node) -> Node? {
    guard node.kind == .dictionary else { return nil }
    let index = (0..<node.count).first { nodes[self.key($0, of: node)].isText(key, in: source) }
    return index.map { nodes[value($0, of: node)] }
  }

  /// Returns the value of a key as text if it is a string or an integer.
  fileprivate func scalarText(_ key: String, of node: Node) -> String? {
    // Longer strings are irrelevant here and expensive to compare.
    guard let value = value(key, of: node), value.count <= 64 else { return nil }
    return switch value.kind {
    case .string: value.text(in: source)
    case .integer: value.integer(in: view).description
    default: nil
    }
  }
}
