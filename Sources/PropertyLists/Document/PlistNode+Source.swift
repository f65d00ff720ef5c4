// Where nodes stand in the input: byte ranges, lines and columns. The end of a value is not stored;
// it is found again from its beginning.

extension PlistNode {
  /// The bytes of the value in the input as it was given; nil for documents made in memory. Where
  /// equal keys are one node, that of the first. Takes time linear in the value, and in the input
  /// when that is not UTF-8.
  public var sourceRange: Range<Int>? {
    guard index < storage.offsets.count else { return nil }
    let start = Int(storage.offsets[index])
    switch storage.origin {
    case .memory: return nil
    case .binary:
      return start..<storage.view.endOfBinaryObject(at: start, storage.binaryReferenceWidth)
    case .xml(let origin):
      let end = storage.view.endOfElement(at: start)
      return origin.inputOffset(
        of: start, in: storage.view)..<origin.inputOffset(of: end, in: storage.view)
    }
  }

  /// Where the value begins in the input; nil for documents made in memory. Linear in the offset.
  public var position: SourcePosition? { storage.position(of: index) }
}

extension DocumentStorage {
  /// Where a node begins in the input.
  func position(of index: Int) -> SourcePosition? {
    guard index < offsets.count else { return nil }
    let start = Int(offsets[index])
    guard case .xml(let origin) = origin else { return SourcePosition(offset: start) }
    let place = view.lineAndColumn(of: start)
    return SourcePosition(
      offset: origin.inputOffset(of: start, in: view), line: place.line, column: place.column)
  }

  fileprivate var binaryReferenceWidth: Int {
    if case .binary(let origin) = origin { origin.referenceWidth } else { 1 }
  }
}

extension ByteView {
  /// The byte after the XML element that begins at `start`, in a text that was read.
  fileprivate func endOfElement(at start: Int) -> Int {
    var position = start
    var level = 0
    repeat {
      position = firstIndex(of: 0x3C, from: position)
      if position == count { return count }
      let step = markup(at: position)
      level += step.level
      position = step.end
    } while level > 0
    return position
  }

  /// What one piece of markup does to the level of nesting, and the byte after it.
  private func markup(at start: Int) -> (level: Int, end: Int) {
    if matches("<!--", at: start) {
      return (0, firstRange(of: "-->", from: start + 4)?.upperBound ?? count)
    }
    if matches("<![CDATA[", at: start) {
      return (0, firstRange(of: "]]>", from: start + 9)?.upperBound ?? count)
    }
    if matches("<?", at: start) {
      return (0, firstRange(of: "?>", from: start + 2)?.upperBound ?? count)
    }
    let close = firstIndex(of: 0x3E, from: start)
    let end = min(close + 1, count)
    if byte(orZeroAt: start + 1) == 0x2F { return (-1, end) }
    return (byte(orZeroAt: close - 1) == 0x2F ? 0 : 1, end)
  }

  /// The byte after the binary object that begins at `start`, in a file that was read.
  fileprivate func endOfBinaryObject(at start: Int, _ referenceWidth: Int) -> Int {
    let marker = byte(orZeroAt: start)
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case BinaryMarker.integer, BinaryMarker.real, BinaryMarker.date: return start + 1 + (1 << low)
    case BinaryMarker.uid: return start + 2 + low
    case BinaryMarker.singleton: return start + 1
    default: break
    }
    var (length, contents) = (low, start + 1)
    if low == 15 {
      let width = 1 << Int(byte(orZeroAt: start + 1) & 0x03)
      length = wideNumber(at: start + 2, width: width) ?? 0
      contents = start + 2 + width
    }
    return contents + length * unitWidth(marker >> 4, referenceWidth)
  }

  private func unitWidth(_ kind: UInt8, _ referenceWidth: Int) -> Int {
    switch kind {
    case BinaryMarker.utf16String: 2
    case BinaryMarker.array, BinaryMarker.set: referenceWidth
    case BinaryMarker.dictionary: referenceWidth * 2
    default: 1
    }
  }
}
