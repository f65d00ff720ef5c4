// The errors of the XML reader: sentences, and the place of each.

extension XMLReader {
  func unexpectedEnd() -> PlistError {
    guard let open = openElement else {
      return table.failure(.unexpectedEnd, message: "the input ends before a value", at: view.count)
    }
    let name = open.element.name
    return table.failure(
      .unexpectedEnd,
      message:
        "the input ends before </\(name)>; <\(name)> was opened at line \(table.line(of: open.start))",
      at: view.count)
  }

  func strayText() -> PlistError {
    let shown = table.shownCharacter(at: position)
    return table.failure(
      .unexpectedCharacter, message: "expected a tag, found \(shown)", at: position)
  }

  func notAPropertyList() -> PlistError {
    let shown = table.shownCharacter(at: position)
    return table.failure(
      .unknownFormat, message: "this is no property list that can be read: it begins with \(shown)",
      at: position)
  }

  /// A value where none may stand: a dictionary expects a key, or the root is complete.
  @inline(never)
  func misplacedValue(_ start: Int) -> PlistError {
    if table.depth == 0 {
      return table.failure(
        .unexpectedCharacter, message: "<plist> holds one value, and this is a second", at: start)
    }
    return table.failure(
      .missingKey,
      message: "expected <key> or </dict>; every value of a dictionary follows its key",
      at: start)
  }

  func missingValue(_ start: Int) -> PlistError {
    let key = PlistError.quoted(table.waitingKey?.text(in: table.source) ?? "")
    return table.failure(
      .missingValue, message: "the key \(key) has no value before </dict>", at: start)
  }

  func mismatchedTag(_ element: XMLElement, start: Int) -> PlistError {
    guard let open = openElement else {
      return table.failure(.mismatchedTag, message: "</\(element.name)> closes nothing", at: start)
    }
    let name = open.element.name
    return table.failure(
      .mismatchedTag,
      message:
        "expected </\(name)> to close <\(name)> of line \(table.line(of: open.start)), found </\(element.name)>",
      at: start)
  }

  func missingClosingTag(_ element: XMLElement, start: Int) -> PlistError {
    let name = element.name
    let opened = "<\(name)> of line \(table.line(of: start))"
    if position >= view.count {
      return table.failure(
        .unexpectedEnd, message: "the input ends before </\(name)> closes \(opened)", at: view.count
      )
    }
    let found = view.slice(position..<min(position + 24, view.count))
    let end = min(found.firstIndex(of: UInt8(ascii: ">"), from: 0) + 1, found.count)
    let shown = PlistError.quoted(found.string(at: 0, count: end))
    let code: PlistError.Code =
      view[position] == UInt8(ascii: "<") ? .mismatchedTag : .unexpectedCharacter
    return table.failure(
      code, message: "expected </\(name)> to close \(opened), found \(shown)", at: position)
  }
}
