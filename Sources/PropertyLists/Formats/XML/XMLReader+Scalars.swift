// Scalars of XML property lists. Numbers and dates are parsed immediately. Strings and data are
// validated, and decoded only when they are requested.

extension XMLReader {
  /// Reads the scalar whose opening tag was read, and the scalars after it that follow after known
  /// markup.
  @inline(__always)
  mutating func readScalars(_ tag: XMLTag, from start: Int) throws(PlistError) {
    if memory.isRecording {
      memory.end(
        at: tag.end, tagLength: tag.length, before: tag.element, in: view,
        isInDictionary: table.isDictionary(around: memory.openedCount))
    }
    var (element, start) = (tag.element, start)
    while let contents = view.contents(of: element, from: position) {
      let end = contents.end
      if let number = memory.match(after: element, in: view, at: end),
        table.allows(memory.runs[number])
      {
        try append(contents.node, start: start)
        (element, start) = try repeatMarkup(number, from: end)
      } else {
        if !element.hasNoContents {
          guard
            let tagEnd = view.endOfClosingTag(at: end, after: start..<position)
              ?? view.endOfClosingTag(at: end, of: element)
          else { break }
          position = tagEnd
        }
        memory.begin(at: end, after: element)
        return try append(contents.node, start: start)
      }
    }
    memory.forget()
    try readUnusualScalar(element, start: start)
  }

  /// Repeats the steps of a known run, which fail at a limit as the first time. Returns the element of the scalar after it, and the offset of
  /// its tag.
  @inline(__always)
  private mutating func repeatMarkup(_ number: Int, from runStart: Int) throws(PlistError) -> (
    element: XMLElement, start: Int
  ) {
    let run = memory.runs[number]
    memory.follow(number)
    position = runStart &+ Int(run.length)
    var index = Int(run.firstStep)
    let end = index &+ Int(run.stepCount)
    while index < end {
      let step = memory.steps[index]
      index &+= 1
      let start = runStart &+ Int(step.offset)
      switch step.action {
      case .key: table.appendExpectedKey(Int(step.key))
      case .openDictionary: try table.open(.dictionary, start: start)
      case .openArray: try table.open(.array, start: start)
      case .closeDictionary: try closeDictionary(start)
      case .closeArray: table.closeArray()
      }
    }
    return (run.after, position &- Int(run.tagLength))
  }

  // MARK: Unusual and invalid contents

  /// Reads a scalar whose contents or closing tag are unusual or invalid.
  @inline(never)
  mutating func readUnusualScalar(_ element: XMLElement, start: Int) throws(PlistError) {
    switch element {
    case .integer: try readInteger(start)
    case .real: try readReal(start)
    case .date: try readDate(start)
    case .data: try readData(start)
    default: try readString(element, start: start)
    }
  }

  /// Reads the text of a `<string>`, or of a `<key>` in the position of a value.
  mutating func readString(_ element: XMLElement, start: Int) throws(PlistError) {
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

  private mutating func readInteger(_ start: Int) throws(PlistError) {
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

  private mutating func readReal(_ start: Int) throws(PlistError) {
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

  private mutating func readDate(_ start: Int) throws(PlistError) {
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

  private mutating func readData(_ start: Int) throws(PlistError) {
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
      throw failure(error.code, message: error.message, at: error.offset)
    }
  }

  func checkUTF8(_ range: Range<Int>) throws(PlistError) {
    if let offset = view.firstInvalidUTF8(in: range) {
      throw failure(.invalidText, message: "invalid UTF-8", at: offset)
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

extension ByteView {
  /// Returns a scalar and the end of its contents, where its closing tag is expected; nil if the
  /// contents are invalid or something else follows. The element has no contents for Booleans.
  @inline(__always)
  func contents(of element: XMLElement, from start: Int) -> (node: Node, end: Int)? {
    switch element {
    case .string:
      let run = textRun(from: start)
      guard endsContents(at: run.end), !run.hasHighBytes else {
        return escapedContents(from: start, plainEnd: run.end)
      }
      return (
        Node(
          .string, form: NodeForm.plain, count: run.end &- start,
          payload: UInt64(truncatingIfNeeded: start)), run.end
      )
    case .integer:
      if let (value, end) = shortInteger(from: start) {
        return (Node(.integer, payload: UInt64(bitPattern: value)), end)
      }
      let end = firstIndex(of: UInt8(ascii: "<"), from: start)
      guard case .success(let value) = integer(at: start, end: end) else { return nil }
      return (Node(integer: value), end)
    case .real:
      if let (value, end) = shortReal(from: start), endsContents(at: end) {
        return (Node(real: value, literal: start..<end), end)
      }
      let end = textRun(from: start).end
      guard endsContents(at: end), let value = real(at: start, end: end) else {
        return nil
      }
      return (Node(real: value, literal: start..<end), end)
    case .date:
      let end = firstIndex(of: UInt8(ascii: "<"), from: start)
      guard let seconds = dateSeconds(at: start, end: end) else { return nil }
      return (Node(.date, payload: seconds.bitPattern), end)
    case .data:
      guard let end = endOfBase64(from: start) else { return nil }
      return (
        Node(.data, form: NodeForm.base64, count: end &- start, payload: UInt64(start)), end
      )
    case .true: return (Node(.bool, payload: 1), start)
    case .false: return (Node(.bool, payload: 0), start)
    case .plist, .array, .dict, .key: return nil
    }
  }

  /// Returns a string with characters outside ASCII, references or CDATA sections.
  @inline(never)
  private func escapedContents(from start: Int, plainEnd: Int) -> (node: Node, end: Int)? {
    guard let end = try? endOfEscapedText(from: plainEnd), endsContents(at: end),
      firstInvalidUTF8(in: start..<end) == nil
    else { return nil }
    let form = end > plainEnd ? NodeForm.escaped : NodeForm.utf8
    return (Node(.string, form: form, count: end - start, payload: UInt64(start)), end)
  }

  /// Returns whether the contents of an element end here with a closing tag.
  @inline(__always)
  func endsContents(at position: Int) -> Bool {
    byte(orZeroAt: position) == UInt8(ascii: "<")
      && byte(orZeroAt: position &+ 1) == UInt8(ascii: "/")
  }
}
