// The errors of the XML reader, with their messages and locations.

extension XMLReader {
  func unexpectedEnd() -> PlistError {
    guard let open = openElement else {
      return failure(
        .unexpectedEnd, message: "expected a value, found the end of the input", at: view.count)
    }
    let name = open.element.name
    return failure(
      .unexpectedEnd,
      message:
        "expected </\(name)> to close <\(name)> on line \(line(of: open.start)), found the end of the input",
      at: view.count)
  }

  func strayText() -> PlistError {
    let shown = shownCharacter(at: position)
    return failure(
      .unexpectedCharacter, message: "expected a tag, found \(shown)", at: position)
  }

  func notAPropertyList() -> PlistError {
    let shown = shownCharacter(at: position)
    return failure(
      .unknownFormat,
      message: "expected a property list, found \(shown) at the beginning of the input",
      at: position)
  }

  /// Returns the error for a value that is not allowed here: a dictionary expects a key, or the
  /// root is complete.
  @inline(never)
  func misplacedValue(_ start: Int) -> PlistError {
    if table.depth == 0 {
      return failure(
        .unexpectedCharacter, message: "expected </plist> after the value, found a second value",
        at: start)
    }
    return failure(
      .missingKey, message: "expected <key> or </dict>, found a value without a key", at: start)
  }

  func missingValue(_ start: Int) -> PlistError {
    let key = PlistError.quoted(table.keyWithoutValue?.text(in: table.source) ?? "")
    return failure(
      .missingValue, message: "the key \(key) has no value before </dict>", at: start)
  }

  func mismatchedTag(_ element: XMLElement, start: Int) -> PlistError {
    guard let open = openElement else {
      return failure(
        .mismatchedTag, message: "found </\(element.name)> without an opening tag", at: start)
    }
    let name = open.element.name
    return failure(
      .mismatchedTag,
      message:
        "expected </\(name)> to close <\(name)> on line \(line(of: open.start)), found </\(element.name)>",
      at: start)
  }

  func missingClosingTag(_ element: XMLElement, start: Int) -> PlistError {
    let name = element.name
    let opened = "<\(name)> on line \(line(of: start))"
    if position >= view.count {
      return failure(
        .unexpectedEnd,
        message: "expected </\(name)> to close \(opened), found the end of the input",
        at: view.count)
    }
    let found = view.slice(position..<min(position + 24, view.count))
    let end = min(found.firstIndex(of: UInt8(ascii: ">"), from: 0) + 1, found.count)
    let shown = PlistError.quoted(found.string(at: 0, count: end))
    let code: PlistError.Code =
      view[position] == UInt8(ascii: "<") ? .mismatchedTag : .unexpectedCharacter
    return failure(
      code, message: "expected </\(name)> to close \(opened), found \(shown)", at: position)
  }
}
