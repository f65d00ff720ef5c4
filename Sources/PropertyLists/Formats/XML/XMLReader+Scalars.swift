// Strings, numbers, dates and data of XML property lists. Numbers and dates are parsed immediately.
// Strings and data are validated, and decoded only when they are requested.

extension XMLReader {
  /// Reads the text of a `<string>`, or of a `<key>` in the position of a value.
  @inline(__always)
  mutating func readString(_ element: XMLElement, start: Int) throws(PlistError) {
    let textStart = position
    let run = view.textRun(from: textStart)
    if element == .string, view.matches("</string>", at: run.end) {
      position = run.end &+ 9
      if run.hasHighBytes { try checkUTF8(textStart..<run.end) }
      let form = run.hasHighBytes ? NodeForm.utf8 : NodeForm.plain
      return try append(
        Node(
          .string, form: form, count: run.end &- textStart,
          payload: UInt64(truncatingIfNeeded: textStart)), start: start)
    }
    try readUnusualString(element, start: start)
  }

  private mutating func readUnusualString(_ element: XMLElement, start: Int) throws(PlistError) {
    let textStart = position
    let plainEnd = view.textRun(from: textStart).end
    let end = try endOfText(from: textStart)
    try checkUTF8(textStart..<end)
    position = end
    try expectClosingTag(element, start: start)
    let form = end > plainEnd ? NodeForm.escaped : NodeForm.utf8
    try append(
      Node(.string, form: form, count: end - textStart, payload: UInt64(textStart)), start: start)
  }

  @inline(__always)
  mutating func readInteger(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = view.firstIndex(of: UInt8(ascii: "<"), from: textStart)
    position = end
    let result = view.integer(at: textStart, end: end)
    try expectClosingTag(.integer, start: start)
    switch result {
    case .success(let value): try append(Node(integer: value), start: start)
    case .failure(let fault):
      try reportInteger(fault, start: textStart, end: end)
      try append(Node(.integer), start: start)
    }
  }

  private mutating func reportInteger(_ fault: IntegerTextFault, start: Int, end: Int)
    throws(PlistError)
  {
    let text = PlistError.quoted(shown(start, end: end))
    let message =
      switch fault {
      case .malformed: "\(text) is not a whole number"
      case .outOfRange: "\(text) is out of the range of integers, -2^63 to 2^64-1"
      }
    try table.report(
      fault == .malformed ? .invalidInteger : .integerOutOfRange, message: message, at: start)
  }

  @inline(__always)
  mutating func readReal(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = view.textRun(from: textStart).end
    if view.matches("</real>", at: end), let value = view.real(at: textStart, end: end) {
      position = end &+ 7
      return try append(Node(real: value, literal: textStart..<end), start: start)
    }
    try readUnusualReal(start)
  }

  private mutating func readUnusualReal(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = try endOfText(from: textStart)
    position = end
    try expectClosingTag(.real, start: start)
    let text = view.resolvedText(at: textStart, count: end - textStart)
    let value = text.view.real(at: 0, end: text.count)
    if value == nil {
      let text = PlistError.quoted(shown(textStart, end: end))
      try table.report(.invalidReal, message: "\(text) is not a number", at: textStart)
    }
    try append(Node(.real, payload: (value ?? 0).bitPattern), start: start)
  }

  mutating func readDate(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = view.firstIndex(of: UInt8(ascii: "<"), from: textStart)
    position = end
    try expectClosingTag(.date, start: start)
    let seconds = view.dateSeconds(at: textStart, end: end)
    if seconds == nil {
      let text = PlistError.quoted(shown(textStart, end: end))
      try table.report(
        .invalidDate, message: "\(text) is not a date of the form YYYY-MM-DDThh:mm:ssZ",
        at: textStart)
    }
    try append(Node(.date, payload: (seconds ?? 0).bitPattern), start: start)
  }

  mutating func readData(_ start: Int) throws(PlistError) {
    let textStart = position
    let end = view.firstIndex(of: UInt8(ascii: "<"), from: textStart)
    position = end
    try expectClosingTag(.data, start: start)
    if let offset = view.firstNonBase64(in: textStart..<end) {
      try table.report(.invalidData, message: "invalid character in base64 data", at: offset)
    }
    try append(
      Node(.data, form: NodeForm.base64, count: end - textStart, payload: UInt64(textStart)),
      start: start)
  }

  // MARK: Text

  /// Returns the end of the text of an element, and validates its references and CDATA sections.
  func endOfText(from start: Int) throws(PlistError) -> Int {
    do throws(XMLTextFault) { return try view.endOfEscapedText(from: start) } catch {
      throw table.failure(error.code, message: error.message, at: error.offset)
    }
  }

  func checkUTF8(_ range: Range<Int>) throws(PlistError) {
    if let offset = view.firstInvalidUTF8(in: range) {
      throw table.failure(.invalidText, message: "invalid UTF-8", at: offset)
    }
  }

  private func shown(_ start: Int, end: Int) -> String {
    view.string(at: start, count: min(end - start, 80))
  }

  /// Reads the closing tag of the element whose text ends here: `</name>`, with optional white
  /// space before `>`.
  @inline(__always)
  mutating func expectClosingTag(_ element: XMLElement, start: Int) throws(PlistError) {
    if view.matches(element.closingTag, at: position) {
      position &+= element.closingTag.utf8CodeUnitCount
    } else {
      try expectUnusualClosingTag(element, start: start)
    }
  }

  private mutating func expectUnusualClosingTag(_ element: XMLElement, start: Int)
    throws(PlistError)
  {
    let nameStart = position + 2
    let nameLength = element.name.utf8CodeUnitCount
    if view.matches("</", at: position), view.matches(element.name, at: nameStart) {
      let end = view.skipSpace(from: nameStart + nameLength)
      if view.byte(orZeroAt: end) == UInt8(ascii: ">") {
        position = end + 1
        return
      }
    }
    throw missingClosingTag(element, start: start)
  }
}
