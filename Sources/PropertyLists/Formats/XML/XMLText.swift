// The text of elements: character data, CDATA sections and references. They are validated when a
// document is read, and resolved when a string is requested.

/// A fault in a piece of text.
struct XMLTextFault: Error {
  var code: PlistError.Code
  var message: String
  var offset: Int
}

/// The five predefined references.
private let namedReferences: [(StaticString, UInt8)] = [
  ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
  ("&apos;", UInt8(ascii: "'")), ("&quot;", UInt8(ascii: "\"")),
]

extension ByteView {
  /// Validates text with references and CDATA sections. Returns its end, the first `<` that does
  /// not begin a CDATA section.
  func endOfEscapedText(from start: Int) throws(XMLTextFault) -> Int {
    var position = start
    while position < count {
      position = textRun(from: position).end
      if position == count { break }
      if self[position] == UInt8(ascii: "&") {
        position = try reference(at: position).end
      } else if matches("<![CDATA[", at: position) {
        position = try endOfSection(at: position)
      } else {
        return position
      }
    }
    return position
  }

  private func endOfSection(at start: Int) throws(XMLTextFault) -> Int {
    guard let end = firstRange(of: "]]>", from: start + 9) else {
      throw XMLTextFault(
        code: .unexpectedEnd, message: "a CDATA section is not closed", offset: start)
    }
    return end.upperBound
  }

  /// Returns the scalar that a reference denotes, and the position after its semicolon.
  func reference(at start: Int) throws(XMLTextFault) -> (scalar: Unicode.Scalar, end: Int) {
    for (name, byte) in namedReferences where matches(name, at: start) {
      return (Unicode.Scalar(byte), start + name.utf8CodeUnitCount)
    }
    if byte(orZeroAt: start + 1) == UInt8(ascii: "#") { return try numericReference(at: start) }
    throw invalidReference(at: start)
  }

  private func numericReference(at start: Int) throws(XMLTextFault) -> (
    scalar: Unicode.Scalar, end: Int
  ) {
    let isHexadecimal = byte(orZeroAt: start + 2) == UInt8(ascii: "x")
    let radix: UInt64 = isHexadecimal ? 16 : 10
    var position = start + (isHexadecimal ? 3 : 2)
    let limit = position + 8
    var value: UInt64 = 0
    while position < min(limit, count), let digit = self[position].hexadecimalValue, digit < radix {
      value = value * radix + digit
      position += 1
    }
    guard byte(orZeroAt: position) == UInt8(ascii: ";"), value <= 0x10FFFF,
      let scalar = Unicode.Scalar(UInt32(value))
    else { throw invalidReference(at: start) }
    return (scalar, position + 1)
  }

  private func invalidReference(at start: Int) -> XMLTextFault {
    var end = start
    while end < count, end - start < 12, self[end] != UInt8(ascii: ";"),
      self[end] != UInt8(ascii: "<"), self[end] < 0x80
    { end += 1 }
    if byte(orZeroAt: end) == UInt8(ascii: ";") { end += 1 }
    let shown = PlistError.quoted(string(at: start, count: end - start))
    return XMLTextFault(
      code: .invalidReference, message: "invalid reference \(shown); write a lone & as &amp;",
      offset: start)
  }

  /// Returns validated text as UTF-8 with its references resolved.
  func resolvedText(at start: Int, count length: Int) -> ByteWriter {
    var output = ByteWriter(minimumCapacity: length + 8)
    appendResolvedText(at: start, count: length, to: &output)
    return output
  }

  /// Appends validated text as UTF-8 with its references resolved.
  func appendResolvedText(at start: Int, count length: Int, to output: inout ByteWriter) {
    let part = slice(start..<start + length)
    var position = 0
    while position < part.count {
      let end = part.textRun(from: position).end
      output.append(part, at: position, count: end - position)
      position = part.appendEscape(at: end, to: &output)
    }
  }

  /// Appends the characters of a reference or CDATA section. Returns the position after it.
  private func appendEscape(at position: Int, to output: inout ByteWriter) -> Int {
    if position >= count { return count }
    if self[position] == UInt8(ascii: "&") {
      guard let (scalar, end) = try? reference(at: position) else { return position + 1 }
      output.append(scalar)
      return end
    }
    let start = position + 9
    let close = firstRange(of: "]]>", from: min(start, count))
    let end = close?.lowerBound ?? count
    if end > start { output.append(self, at: start, count: end - start) }
    return close?.upperBound ?? count
  }
}
