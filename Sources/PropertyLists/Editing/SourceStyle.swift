// The style of a text file: its line breaks and its indentation.

/// The style in which new text is written.
struct SourceStyle {
  let family: TextFamily
  let codec: any FormatCodec.Type
  /// `\n`, `\r\n` or `\r`.
  let lineBreak: [UInt8]
  /// The white space of one level, for containers that do not show it.
  let unit: [UInt8]
  /// Whether values are on lines of their own, for containers that do not show it.
  let hasLines: Bool

  init(_ storage: DocumentStorage, codec: any FormatCodec.Type) {
    let view = storage.view
    self.codec = codec
    family = codec == XMLFormat.self ? .xml : .brackets
    var lineBreak: [UInt8] = [UInt8(ascii: "\n")]
    if let first = (0..<view.count).first(where: { view[$0].isLineBreak }) {
      let next = view.byte(orZeroAt: first + 1)
      lineBreak = [view[first]]
      if view[first] == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") { lineBreak.append(next) }
    }
    self.lineBreak = lineBreak
    let root = Int(storage.offsets[storage.root])
    var unit = Self.defaultUnit(codec)
    var hasLines = true
    if let first = codec.offsetOfFirstMember(in: storage) {
      let outer = view.indentation(ofLineAt: root)
      let inner = view.indentation(ofLineAt: first)
      hasLines = view.hasLineBreak(in: root..<first) || first == root
      if hasLines, first != root, inner.count >= outer.count, inner.starts(with: outer) {
        unit = Array(inner.dropFirst(outer.count))
      }
    }
    self.unit = unit
    self.hasLines = hasLines
  }

  private static func defaultUnit(_ codec: any FormatCodec.Type) -> [UInt8] {
    if codec == GlyphsFormat.self { return [] }
    if codec is any JSONCodec.Type { return [UInt8(ascii: " "), UInt8(ascii: " ")] }
    if codec == GNUStepFormat.self { return Array(repeating: UInt8(ascii: " "), count: 4) }
    return [UInt8(ascii: "\t")]
  }

  /// Returns text of a writer, which has LF between values, with the line breaks of the file.
  func withLineBreaks(_ text: [UInt8]) -> [UInt8] {
    lineBreak == [UInt8(ascii: "\n")]
      ? text : text.replacingLayoutLineBreaks(family, by: lineBreak)
  }

  /// Returns the indentation for the writer of a value whose line begins with some white space.
  func indentation(line: [UInt8], unit: [UInt8], depth: Int) -> Indentation {
    let isTabs = line.allSatisfy { $0 == UInt8(ascii: "\t") }
    if codec == GNUStepFormat.self, unit.isEmpty || self.unit == unit {
      let columns = line.reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 8 : 1) }
      return Indentation(unit: .gnuStep, depth: columns / 4)
    }
    let isTab = unit.first == UInt8(ascii: "\t")
    if isTab, isTabs, line.count == depth { return Indentation(unit: .tab, depth: depth) }
    return Indentation(
      unit: isTab ? .tab : .spaces(unit.count), depth: depth,
      prefix: Indentation.LinePrefix(
        tabs: line.count { $0 == UInt8(ascii: "\t") },
        spaces: line.count { $0 != UInt8(ascii: "\t") }))
  }
}

extension FormatCodec {
  /// Returns the offset of the first member of the root; nil if there is none.
  static func offsetOfFirstMember(in storage: DocumentStorage) -> Int? {
    let node = storage.nodes[storage.root]
    guard node.kind.isContainer, node.count > 0 else { return nil }
    let view = storage.view
    let start = Int(storage.offsets[storage.root])
    if format == .xml {
      let end = min(view.firstIndex(of: UInt8(ascii: ">"), from: start) + 1, view.count)
      return view.skipXMLTrivia(from: end)
    }
    let isBraceless = node.kind == .dictionary && view.byte(orZeroAt: start) != UInt8(ascii: "{")
    return isBraceless ? start : view.skipTrivia(from: start + 1)
  }
}

extension ByteView {
  /// The number of bytes before a value in which the beginning of its line is searched for.
  private static let longestLine = 4096

  /// Returns the white space at the beginning of the line that contains a byte.
  func indentation(ofLineAt offset: Int) -> [UInt8] {
    var start = min(offset, count)
    let first = max(0, start - Self.longestLine)
    while start > first, !self[start - 1].isLineBreak { start -= 1 }
    if start > 0, start == first { return [] }
    if matches("\u{FEFF}", at: start) { start += 3 }
    return bytes(in: start..<min(skipBlanks(from: start), max(offset, start)))
  }

  func hasLineBreak(in range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < min(range.upperBound, count) {
      if self[position].isLineBreak { return true }
      position += 1
    }
    return false
  }
}
