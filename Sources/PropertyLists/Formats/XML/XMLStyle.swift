// Differences between an XML file and the output of Apple's writer for the same values.

extension XMLFormat {
  static func styleDifference(in storage: DocumentStorage, from offset: Int, of written: ByteView)
    -> StyleDifference?
  {
    if let text = storage.origin.text, text.encoding != .utf8 || text.markLength > 0 {
      return StyleDifference(
        offset: 0, message: "expected UTF-8 without a byte-order mark, as Apple's writer produces")
    }
    if let real = storage.firstUnusualReal, real < offset {
      return StyleDifference(
        offset: real, message: "expected the real in its shortest form or with 17 digits")
    }
    if offset == storage.view.count, offset == written.count { return nil }
    return StyleDifference(
      offset: offset,
      message: "expected \(written.shownLine(around: offset)), as Apple's writer produces, found "
        + storage.view.shownLine(around: offset))
  }
}

extension DocumentStorage {
  /// The offset of the first real whose text is neither the output of Apple's writer nor the
  /// shortest text.
  fileprivate var firstUnusualReal: Int? {
    guard origin.text?.encoding == .utf8 else { return nil }
    let unusual = (0..<nodes.count).first { index in
      let node = nodes[index]
      return node.kind == .real && node.form == NodeForm.literal && !isUsualReal(node)
    }
    return unusual.map { Int(offsets[$0]) }
  }

  private func isUsualReal(_ node: Node) -> Bool {
    [PlistWritingOptions.RealStyle.seventeenDigits, .shortest].contains { style in
      var text = ByteWriter(minimumCapacity: 32)
      text.append(real: node.real, style)
      let (start, length) = (node.count &>> 16, node.count & 0xFFFF)
      return text.count == length && view.isEqual(at: start, count: length, to: text.view, at: 0)
    }
  }
}

extension ByteView {
  /// Returns the line that contains an offset, from shortly before the offset on, quoted and with
  /// tabs shown as `\t`.
  fileprivate func shownLine(around offset: Int) -> String {
    guard offset < count else { return "the end of the file" }
    var start = offset
    while start > 0, offset - start < 20, self[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let end = min(firstIndex(of: UInt8(ascii: "\n"), from: offset), start + 44)
    if start == end { return "an empty line" }
    let shown = string(at: start, count: end - start).replacing("\t", with: "\\t").replacing(
      "\r", with: "\\r")
    return PlistError.quoted(shown)
  }
}
