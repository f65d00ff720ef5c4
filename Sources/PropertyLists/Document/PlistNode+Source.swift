// Where nodes stand in the input: byte ranges, lines and columns. The end of a value is not stored;
// it is found again from its beginning.
internal import Synchronization

extension PlistNode {
  /// The bytes of the value in the input as it was given; nil for documents made in memory. Takes
  /// time linear in the value; for the key of a large dictionary, in what stands before it there.
  public var sourceRange: Range<Int>? {
    guard index < storage.offsets.count else { return nil }
    let start = Int(storage.offsets[index])
    switch storage.origin {
    case .memory: return nil
    case .binary:
      return start..<storage.view.endOfBinaryObject(at: start, storage.binaryReferenceWidth)
    case .xml, .openStep, .json:
      let range =
        keyRange ?? start..<(isBraceless ? storage.view.count : storage.endOfValue(at: start))
      return storage.inputOffset(of: range.lowerBound)..<storage.inputOffset(of: range.upperBound)
    }
  }

  /// Whether the value is the dictionary of a strings file, which is the whole text.
  private var isBraceless: Bool { index == storage.root && storage.origin.format == .strings }

  /// Where the value begins in the input; nil for documents made in memory.
  public var position: SourcePosition? {
    if let start = keyRange?.lowerBound { return storage.position(ofByte: start) }
    return storage.position(of: index)
  }

  /// Whether the key is one of a typed dictionary of JSON, where each has a node of its own.
  private var hasOwnPlace: Bool {
    guard let pair, case .json = storage.origin else { return false }
    let quote = storage.view.skipSpace(from: Int(storage.offsets[Int(pair.dictionary)]) + 1)
    guard let found = storage.view.jsonTag(at: quote), found.tag == .dict else { return false }
    return Int(storage.offsets[index]) > found.value
  }

  /// Where a key is located itself: equal keys are one node, which knows the first place only. Nil for
  /// keys that have a node of their own.
  private var keyRange: Range<Int>? {
    guard let pair, storage.origin.text != nil else { return nil }
    let dictionary = storage.nodes[Int(pair.dictionary)]
    if node.kind != .string || hasOwnPlace { return nil }
    let value = Int(storage.offsets[storage.value(Int(pair.position), of: dictionary)])
    let start = Int(storage.offsets[Int(pair.dictionary)])
    if case .xml = storage.origin {
      return storage.view.keyRange(before: value, inDictionaryAt: start)
    }
    return storage.view.bracketKeyRange(before: value, inDictionaryAt: start)
  }
}

extension DocumentStorage {
  /// Where a node begins in the input.
  func position(of index: Int) -> SourcePosition? {
    index < offsets.count ? position(ofByte: Int(offsets[index])) : nil
  }

  /// The place of a byte of the text in the input. The first look at a text makes an index of it, unless
  /// it is a look at the beginning.
  func position(ofByte offset: Int) -> SourcePosition {
    guard let origin = origin.text else { return SourcePosition(offset: offset) }
    if offset <= TextPlaceIndex.stride { return origin.place(of: offset, in: view).position }
    return places.withLock { places in
      let index = places ?? TextPlaceIndex(origin, view)
      places = index
      return index.place(of: offset, in: view).position
    }
  }

  /// The byte after the value that begins at a byte of a text.
  fileprivate func endOfValue(at start: Int) -> Int {
    if case .xml = origin { return view.endOfElement(at: start) }
    return view.endOfBracketValue(at: start)
  }

  fileprivate func inputOffset(of offset: Int) -> Int {
    if origin.text?.encoding == .utf8 { return offset }
    return position(ofByte: offset).offset
  }

  fileprivate var binaryReferenceWidth: Int {
    if case .binary(let origin) = origin { origin.referenceWidth } else { 1 }
  }
}

extension ByteView {
  /// The `<key>` element before a value, in the dictionary that begins at `start`, in a text that
  /// was read.
  fileprivate func keyRange(before value: Int, inDictionaryAt start: Int) -> Range<Int>? {
    var position = min(firstIndex(of: 0x3E, from: start) + 1, count)
    while position < value {
      let key = nextElement(from: position)
      let keyEnd = endOfElement(at: key)
      let element = nextElement(from: keyEnd)
      if element == value { return key..<keyEnd }
      position = endOfElement(at: element)
    }
    return nil
  }

  /// The next `<` that begins an element: comments and instructions are passed over.
  private func nextElement(from start: Int) -> Int {
    var position = firstIndex(of: 0x3C, from: start)
    while position < count, matches("<!", at: position) || matches("<?", at: position) {
      position = firstIndex(of: 0x3C, from: markup(at: position).end)
    }
    return position
  }

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
