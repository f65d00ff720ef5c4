// The errors of the JSON reader: sentences, and the place of each.

extension JSONReader {
  /// A fault of a string or number as an error.
  func failure(_ fault: JSONTextFault) -> PlistError {
    table.failure(fault.code, message: fault.message, at: fault.offset)
  }

  /// A string that is not closed.
  func openString(_ start: Int) -> PlistError {
    table.failure(
      .unexpectedEnd,
      message:
        "the input ends before the closing quote of the string of line \(table.line(of: start))",
      at: view.count)
  }

  /// A number as it may stand in a message.
  func shown(_ range: Range<Int>) -> String {
    PlistError.quoted(view.string(at: range.lowerBound, count: min(range.count, 80)))
  }

  // MARK: What was expected

  /// Where a value should stand.
  @inline(never)
  func expectedValue() -> PlistError {
    guard position < view.count, !isCutWord else { return unexpectedEnd() }
    let byte = view[position]
    if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), table.waiting > 0 {
      return unexpected(
        table.waiting & 1 == 1 && table.isInDictionary
          ? "a key has a value" : "a comma does not stand before the closing bracket")
    }
    if let hint = hint(byte) { return unexpected(hint) }
    return unexpected("expected a value")
  }

  /// Whether one of the words of JSON begins here, and the input ends inside it.
  private var isCutWord: Bool {
    let rest = view.count - position
    guard rest < 5 else { return false }
    let text = view.string(at: position, count: rest)
    return ["true", "false", "null"].contains { $0.hasPrefix(text) }
  }

  /// What a byte says of how the author took JSON.
  private func hint(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "'"): "strings stand in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    case UInt8(ascii: "+"): "a number does not begin with a plus sign"
    case UInt8(ascii: "."): "a number does not begin with a point"
    case UInt8(ascii: "N"), UInt8(ascii: "I"): "JSON has no numbers that are infinite or none"
    default: nil
    }
  }

  @inline(never)
  func expectedKey() -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    if view[position] == UInt8(ascii: "}") {
      return unexpected("a comma does not stand before the closing bracket")
    }
    if let hint = hint(view[position]) { return unexpected(hint) }
    return unexpected("expected a key in double quotes")
  }

  @inline(never)
  func expectedColon() -> PlistError {
    position < view.count ? unexpected("expected : after the key") : unexpectedEnd()
  }

  @inline(never)
  func expectedSeparator() -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    if let hint = separatorHint(view[position]) { return unexpected(hint) }
    return unexpected("expected , or \(closing) after the value")
  }

  private func separatorHint(_ byte: UInt8) -> String? {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") ? hint(byte) : nil
  }

  func trailingText() -> PlistError {
    unexpected("nothing but white space follows the value of a JSON text")
  }

  // MARK: Sentences

  /// What closes the container that is open.
  private var closing: String { table.isInDictionary ? "}" : "]" }

  private func unexpectedEnd() -> PlistError {
    guard let frame = table.top else {
      return table.failure(.unexpectedEnd, message: "the input ends before a value", at: view.count)
    }
    let name = frame.kind == .dictionary ? "object" : "array"
    return table.failure(
      .unexpectedEnd,
      message:
        "the input ends before \(closing); the \(name) begins at line \(table.line(of: frame.opening))",
      at: view.count)
  }

  /// An error at the character that stands here.
  private func unexpected(_ sentence: String) -> PlistError {
    let end = min(position + 4, view.count)
    if view.firstInvalidUTF8(in: position..<end) == position {
      return table.failure(.invalidText, message: "bytes that are no UTF-8", at: position)
    }
    return table.failure(
      .unexpectedCharacter, message: "\(sentence), found \(table.shownCharacter(at: position))",
      at: position)
  }
}
