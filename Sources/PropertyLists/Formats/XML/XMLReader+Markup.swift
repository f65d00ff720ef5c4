// Markup around values: the declaration, the document type, comments, processing instructions, and
// the general form of tags.

extension XMLReader {
  /// Skips white space, comments, instructions and the document type before the first element.
  mutating func readProlog() throws(PlistError) {
    while true {
      position = view.skipSpace(from: position)
      guard position < view.count else {
        throw failure(.unexpectedEnd, message: "the property list has no value", at: position)
      }
      guard view[position] == UInt8(ascii: "<") else { throw notAPropertyList() }
      if view.matches("<!DOCTYPE", at: position) {
        try readDocumentType()
      } else if try !skipMiscellany() {
        return
      }
    }
  }

  /// Skips a comment or a processing instruction. Returns false if there is neither.
  mutating func skipMiscellany() throws(PlistError) -> Bool {
    if view.matches("<!--", at: position) {
      position = try end(of: "a comment", "-->", from: position + 4)
      return true
    }
    if view.matches("<?", at: position) {
      position = try end(of: "a processing instruction", "?>", from: position + 2)
      return true
    }
    return false
  }

  /// Records a warning for content after the property list, which Apple's parser does not read
  /// either.
  mutating func warnOfRest() {
    repeat { position = view.skipSpace(from: position) } while (try? skipMiscellany()) == true
    guard position < view.count else { return }
    table.warn(
      .lenientForm, message: "ignored content after the end of the property list", at: position)
  }

  private func end(of what: String, _ close: StaticString, from start: Int) throws(PlistError)
    -> Int
  {
    guard let range = view.firstRange(of: close, from: start) else {
      throw failure(
        .unexpectedEnd, message: "\(what) is not closed by \(close)", at: position)
    }
    return range.upperBound
  }

  /// Reads the document type, which is remembered but never loaded. Rejects declarations inside it.
  private mutating func readDocumentType() throws(PlistError) {
    let start = position
    let usual = XMLDocumentType.apple.declaration
    if view.matches(usual, at: start) {
      position += usual.utf8CodeUnitCount
      return
    }
    let end = view.firstIndex(of: UInt8(ascii: ">"), from: start)
    guard end < view.count else {
      throw failure(
        .unexpectedEnd, message: "the document type declaration is not closed", at: start)
    }
    let declaration = view.slice(start..<end)
    let subset = declaration.firstIndex(of: UInt8(ascii: "["), from: 0)
    if subset < declaration.count {
      throw failure(
        .internalSubset,
        message: "the document type declaration contains an internal subset, which is not allowed",
        at: start + subset)
    }
    if declaration.firstRange(of: "//Apple Computer//", from: 0) != nil {
      documentType = .appleComputer
    }
    position = end + 1
  }

  /// Returns a tag in its general form.
  func generalTag(at start: Int) throws(PlistError) -> XMLTag {
    let isClosing = view.byte(orZeroAt: start + 1) == UInt8(ascii: "/")
    let nameStart = start + (isClosing ? 2 : 1)
    let nameLength = view.nameLength(at: nameStart)
    guard let element = view.element(at: nameStart, nameLength: nameLength) else {
      throw unknownElement(at: start, nameStart, nameLength: nameLength)
    }
    let nameEnd = nameStart + nameLength
    let end =
      isClosing
      ? view.skipSpace(from: nameEnd) : view.firstIndex(of: UInt8(ascii: ">"), from: nameEnd)
    guard end < view.count else {
      throw failure(.unexpectedEnd, message: "a tag is not closed by >", at: start)
    }
    guard view[end] == UInt8(ascii: ">") else {
      throw failure(
        .unexpectedCharacter, message: "expected > after the name of a closing tag", at: end)
    }
    let isEmpty = !isClosing && view[end - 1] == UInt8(ascii: "/")
    return XMLTag(
      element: element, isClosing: isClosing, isEmpty: isEmpty, length: end + 1 - start,
      end: end + 1)
  }

  private func unknownElement(at start: Int, _ nameStart: Int, nameLength: Int) -> PlistError {
    if nameStart >= view.count {
      return failure(.unexpectedEnd, message: "the input ends inside a tag", at: start)
    }
    if nameLength == 0 {
      return failure(
        .unexpectedCharacter, message: "expected the name of an element after <", at: start)
    }
    let name = PlistError.quoted(view.string(at: nameStart, count: nameLength))
    let hint =
      "an element of a property list (dict, array, string, integer, real, true, false, date, data)"
    return failure(.unknownElement, message: "\(name) is not \(hint)", at: start)
  }
}
