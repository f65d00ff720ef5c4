// The text of scalars in XML, for the writer of documents and the writer of numbered fields.

extension ByteWriter {
  /// Appends text with `<`, `>` and `&` escaped. Returns false if the text contains U+0000 and the
  /// character is refused.
  @inline(__always)
  mutating func append(
    xmlText view: ByteView, start: Int, end: Int, _ nulls: PlistWritingOptions.NullCharacters
  ) -> Bool {
    let stop = view.firstToEscape(from: start, before: end)
    append(view, at: start, count: stop &- start)
    return stop == end || appendEscaped(view, start: stop, end: end, nulls)
  }

  /// Appends text that begins with a character that may have to be escaped.
  @inline(never)
  private mutating func appendEscaped(
    _ view: ByteView, start: Int, end: Int, _ nulls: PlistWritingOptions.NullCharacters
  ) -> Bool {
    var position = start
    while position < end {
      switch view[position] {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case 0 where nulls == .refused: return false
      default: append(view[position])
      }
      let stop = view.firstToEscape(from: position + 1, before: end)
      append(view, at: position + 1, count: stop - position - 1)
      position = stop
    }
    return true
  }

  /// Appends the line of a key. Returns false if the key contains U+0000.
  @discardableResult
  mutating func append(xmlKey name: String) -> Bool {
    append("<key>")
    let isText = append(xmlText: name, .refused)
    append("</key>\n")
    return isText
  }

  /// Appends a string as text. Returns false as for bytes.
  @inline(__always)
  mutating func append(xmlText text: String, _ nulls: PlistWritingOptions.NullCharacters) -> Bool {
    let start = count
    append(text)
    if memory.firstToEscape(from: start, before: count) == count { return true }
    return escapeAppended(from: start, nulls)
  }

  /// Escapes text that was appended last.
  @inline(never)
  private mutating func escapeAppended(
    from start: Int, _ nulls: PlistWritingOptions.NullCharacters
  ) -> Bool {
    var text = ByteWriter(minimumCapacity: count - start)
    text.append(view, at: start, count: count - start)
    truncate(to: start)
    return appendEscaped(text.view, start: 0, end: text.count, nulls)
  }

  /// Appends a UID as Apple's writer does: as a dictionary, whose opening tag is already indented.
  mutating func append(xmlUID value: UInt64, level: Int, _ indentation: Indentation) {
    append("<dict>\n")
    indentation.append(level: level + 1, to: &self)
    append("<key>CF$UID</key>\n")
    indentation.append(level: level + 1, to: &self)
    append(xmlInteger: value)
    indentation.append(level: level, to: &self)
    append("</dict>\n")
  }

  /// Appends base64 in lines of at most 76 columns, where each level takes 8, indented like the tag
  /// but by at most 8 levels.
  mutating func append(
    xmlData view: ByteView, start: Int, count: Int, level: Int, _ indentation: Indentation
  ) {
    let levels = min(level + indentation.depth, 8)
    let bytesPerLine = (76 - 8 * levels) / 4 * 3
    let hasPrefix = indentation.prefix != nil
    let margin = hasPrefix ? indentation : Indentation(unit: indentation.unit, depth: levels)
    let level = hasPrefix ? level : 0
    reserve(count / 3 * 4 + (count / bytesPerLine + 2) * (levels + 1) + 64)
    if count <= bytesPerLine {
      if count == 0 { return }
      margin.append(level: level, to: &self)
      append(base64: view, at: start, count: count)
      append(UInt8(ascii: "\n"))
      return
    }
    // Many lines are encoded at once and then split.
    var text = ByteWriter(minimumCapacity: 8192)
    var position = start
    while position < start + count {
      let length = min(bytesPerLine * 64, start + count - position)
      text.truncate(to: 0)
      text.append(base64: view, at: position, count: length)
      position += length
      var lineStart = 0
      while lineStart < text.count {
        let width = min(bytesPerLine / 3 * 4, text.count &- lineStart)
        margin.append(level: level, to: &self)
        append(text.view, at: lineStart, count: width)
        append(UInt8(ascii: "\n"))
        lineStart &+= width
      }
    }
  }

  @inline(__always)
  mutating func append(xmlBool value: Bool) {
    if value { append("<true/>\n") } else { append("<false/>\n") }
  }

  @inline(__always)
  mutating func append(xmlInteger value: Int64) {
    append("<integer>")
    append(decimal: value)
    append("</integer>\n")
  }

  @inline(__always)
  mutating func append(xmlInteger value: UInt64) {
    append("<integer>")
    append(decimal: value)
    append("</integer>\n")
  }

  /// Appends a date. Returns false if XML cannot represent it.
  @inline(__always)
  mutating func append(xmlDate seconds: Double) -> Bool {
    append("<date>")
    guard append(dateSeconds: seconds) else { return false }
    append("</date>\n")
    return true
  }

  /// Appends a real as in XML property lists.
  mutating func append(real value: Double, _ style: PlistWritingOptions.RealStyle) {
    if value.isNaN { return append("nan") }
    if value.isInfinite { return value < 0 ? append("-infinity") : append("+infinity") }
    switch style {
    case .seventeenDigits: if value == 0 { append("0.0") } else { append(realWith17Digits: value) }
    // The shortest digits that represent the number, without a decimal point for integers.
    case .shortest
    where value.magnitude < 1e15 && value == value.rounded(.towardZero) && value != 0:
      append(decimal: Int64(value))
    case .shortest:
      append(value.description)
      if view.matches(".0", at: count - 2) { truncate(to: count - 2) }
    }
  }
}
