// The source ranges of elements in text that was read. The end of an element is searched for from
// its beginning.

extension XMLFormat {
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    let start = Int(storage.offsets[index])
    return start..<storage.view.endOfElement(at: start)
  }

  static func range(ofKeyAt pair: PlistNode.NodePair, in storage: DocumentStorage) -> Range<Int>? {
    let dictionary = storage.nodes[Int(pair.dictionary)]
    let value = storage.value(Int(pair.position), of: dictionary)
    return storage.view.keyRange(
      before: Int(storage.offsets[value]),
      inDictionaryAt: Int(storage.offsets[Int(pair.dictionary)]))
  }
}

extension ByteView {
  /// Returns the range of the `<key>` element before a value, in the dictionary that begins at
  /// `start`, in text that was read.
  fileprivate func keyRange(before value: Int, inDictionaryAt start: Int) -> Range<Int>? {
    var position = min(firstIndex(of: UInt8(ascii: ">"), from: start) + 1, count)
    while position < value {
      let key = nextElement(from: position)
      let keyEnd = endOfElement(at: key)
      let element = nextElement(from: keyEnd)
      if element == value { return key..<keyEnd }
      position = endOfElement(at: element)
    }
    return nil
  }

  /// Returns the position of the next `<` that begins an element. Skips comments and processing
  /// instructions.
  private func nextElement(from start: Int) -> Int {
    var position = firstIndex(of: UInt8(ascii: "<"), from: start)
    while position < count, matches("<!", at: position) || matches("<?", at: position) {
      position = firstIndex(of: UInt8(ascii: "<"), from: markup(at: position).end)
    }
    return position
  }

  /// Returns the position after the XML element that begins at `start`, in text that was read.
  func endOfElement(at start: Int) -> Int {
    var position = start
    var level = 0
    repeat {
      position = firstIndex(of: UInt8(ascii: "<"), from: position)
      if position == count { return count }
      let step = markup(at: position)
      level += step.level
      position = step.end
    } while level > 0
    return position
  }

  /// Returns the change of the nesting level by one piece of markup, and the position after it.
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
    let close = firstIndex(of: UInt8(ascii: ">"), from: start)
    let end = min(close + 1, count)
    if byte(orZeroAt: start + 1) == UInt8(ascii: "/") { return (-1, end) }
    return (byte(orZeroAt: close - 1) == UInt8(ascii: "/") ? 0 : 1, end)
  }
}
