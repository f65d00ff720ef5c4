// The first difference between a file's layout and what Apple's writer makes of the same values.

extension PlistDocument {
  /// Where the layout of an XML or binary file first differs from what Apple's software would write
  /// for the same values in the same order, and how: white space, comments, the text of reals, the
  /// order and widths of objects. Nil for a file in Apple's layout, one that cannot be read, and
  /// other formats.
  ///
  /// Takes the time of reading and writing the file once.
  public static func diagnoseStyle(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions()
  ) -> PlistDiagnostic? {
    let source = SourceBytes(bytes)
    var writing = PlistWritingOptions()
    writing.nullCharacters = .written
    guard let storage = try? DocumentStorage.read(source, options) else { return nil }
    let document = PlistDocument(storage)
    guard let format = document.format, format == .xml || format == .binary,
      let canonical = try? document.encoded(as: format, options: writing)
    else { return nil }
    let written = SourceBytes(canonical)
    guard let difference = storage.styleDifference(source.view, written.view) else { return nil }
    return PlistDiagnostic(
      severity: .style,
      error: PlistError(
        .nonCanonicalForm, difference.message, position: storage.position(ofByte: difference.offset)
      ))
  }
}

/// A place of a file, and what Apple's writer has there.
private struct StyleDifference {
  var offset: Int
  var message: String
}

extension DocumentStorage {
  fileprivate func styleDifference(_ source: ByteView, _ written: ByteView) -> StyleDifference? {
    let offset = source.firstDifference(from: written)
    if let text = origin.text, text.encoding != .utf8 || text.markLength > 0 {
      return StyleDifference(
        offset: 0, message: "expected UTF-8 without a byte-order mark, as Apple's writer has it")
    }
    if let real = firstUnusualReal, real < offset {
      return StyleDifference(
        offset: real, message: "expected the shortest text of the real, or its 17 digits")
    }
    if offset == source.count, offset == written.count { return nil }
    if case .binary = origin { return binaryDifference(offset, source, written) }
    return StyleDifference(
      offset: offset,
      message: "expected \(written.shownLine(around: offset)), as Apple's writer has it, found "
        + source.shownLine(around: offset))
  }

  /// What differs in a binary file: a field of the trailer, or the first object.
  private func binaryDifference(
    _ offset: Int, _ source: ByteView, _ written: ByteView
  ) -> StyleDifference {
    guard let own = try? BinaryTrailer(source), let apple = try? BinaryTrailer(written) else {
      return StyleDifference(offset: offset, message: "expected the bytes of Apple's writer")
    }
    let trailer = source.count - BinaryTrailer.size
    for (name, place, value, expected) in [
      ("objects", 8, own.objectCount, apple.objectCount),
      ("bytes for a reference", 7, own.referenceWidth, apple.referenceWidth),
      ("bytes for an offset", 6, own.offsetWidth, apple.offsetWidth),
    ] where value != expected {
      return StyleDifference(
        offset: trailer + place,
        message: "expected \(expected) \(name), as Apple's writer has them, found \(value)")
    }
    guard offset < own.offsetTableOffset else {
      return StyleDifference(
        offset: offset, message: "expected the offset table of Apple's writer")
    }
    let number = (0..<nodes.count).last { Int(offsets[$0]) <= offset } ?? 0
    return StyleDifference(
      offset: offset,
      message: "expected the objects in the order and form of Apple's writer, which differ from"
        + " object \(number) (\(nodes[number].kind)) on")
  }

  /// Where the first real is located whose text is neither that of Apple's writer nor the shortest.
  fileprivate var firstUnusualReal: Int? {
    guard case .xml(let origin) = origin, origin.text.encoding == .utf8 else { return nil }
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
      let (start, length) = (node.count >> 16, node.count & 0xFFFF)
      return text.count == length && view.isEqual(at: start, count: length, to: text.view, at: 0)
    }
  }
}

extension ByteView {
  /// The first offset at which two views differ, or the length of the shorter.
  fileprivate func firstDifference(from other: ByteView) -> Int {
    let end = min(count, other.count)
    var offset = 0
    while offset + 8 <= end, word(at: offset) == other.word(at: offset) { offset += 8 }
    while offset < end, self[offset] == other[offset] { offset += 1 }
    return offset
  }
}

extension ByteView {
  /// The line that an offset is in, from near the offset on, in quotes; tabs are shown as `\t`.
  fileprivate func shownLine(around offset: Int) -> String {
    guard offset < count else { return "the end of the file" }
    var start = offset
    while start > 0, offset - start < 20, self[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let end = min(firstIndex(of: UInt8(ascii: "\n"), from: offset), start + 44)
    if start == end { return "an empty line" }
    let shown = string(at: start, count: end - start)
      .replacing("\t", with: "\\t").replacing("\r", with: "\\r")
    return PlistError.quoted(shown)
  }
}
