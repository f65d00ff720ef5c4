// The errors of the JSON reader, with their messages and locations.

extension JSONReader {
  /// Converts a fault in a string or number into an error.
  func failure(_ fault: JSONTextFault) -> PlistError {
    failure(fault.code, message: fault.message, at: fault.offset)
  }

  /// Returns the error for an unclosed string.
  func openString(_ start: Int) -> PlistError {
    failure(
      .unexpectedEnd,
      message:
        "expected \" to close the string on line \(line(of: start)), found the end of the input",
      at: view.count)
  }

  /// Returns the text of a number for a message.
  func shown(_ range: Range<Int>) -> String {
    PlistError.quoted(view.string(at: range.lowerBound, count: min(range.count, 80)))
  }

  // MARK: Expected tokens

  /// Returns the error for a missing value.
  func expectedValue() -> PlistError {
    guard position < view.count, !isCutWord else { return unexpectedEnd() }
    let byte = view[position]
    if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), table.pendingCount > 0 {
      return unexpected(
        table.pendingCount & 1 == 1 && table.isInDictionary
          ? "expected a value after the key" : "expected a value after the comma")
    }
    if let hint = hint(byte) { return unexpected(hint) }
    return unexpected("expected a value")
  }

  /// Whether the input ends inside `true`, `false` or `null`, which begins at the current position.
  private var isCutWord: Bool {
    let rest = view.count - position
    guard rest < 5 else { return false }
    let text = view.string(at: position, count: rest)
    return ["true", "false", "null"].contains { $0.hasPrefix(text) }
  }

  /// Returns the probable mistake that a byte reveals.
  private func hint(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "'"): "strings must be in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    case UInt8(ascii: "+"): "a number must not begin with a plus sign"
    case UInt8(ascii: "."): "a number must not begin with a decimal point"
    case UInt8(ascii: "N"), UInt8(ascii: "I"): "JSON has no infinity or NaN"
    default: nil
    }
  }

  func expectedKey() -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    if view[position] == UInt8(ascii: "}") { return unexpected("expected a key after the comma") }
    if let hint = hint(view[position]) { return unexpected(hint) }
    return unexpected("expected a key in double quotes")
  }

  @inline(never)
  func expectedColon() -> PlistError {
    position < view.count ? unexpected("expected : after the key") : unexpectedEnd()
  }

  func expectedSeparator() -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    let isComment = view[position] == UInt8(ascii: "/") || view[position] == UInt8(ascii: "#")
    if isComment, let hint = hint(view[position]) { return unexpected(hint) }
    return unexpected("expected , or \(closing) after the value")
  }

  func trailingText() -> PlistError { unexpected("expected the end of the input after the value") }

  // MARK: Messages

  /// The bracket that closes the open container.
  private var closing: String { table.isInDictionary ? "}" : "]" }

  private func unexpectedEnd() -> PlistError {
    guard let frame = table.top else {
      return failure(
        .unexpectedEnd, message: "expected a value, found the end of the input", at: view.count)
    }
    let name = frame.kind == .dictionary ? "object" : "array"
    return failure(
      .unexpectedEnd,
      message:
        "expected \(closing) to close the \(name) on line \(line(of: frame.opening)), found the end of the input",
      at: view.count)
  }

  /// Returns an error at the current character.
  private func unexpected(_ finding: String) -> PlistError {
    let end = min(position + 4, view.count)
    if view.firstInvalidUTF8(in: position..<end) == position {
      return failure(.invalidText, message: "invalid UTF-8", at: position)
    }
    return failure(
      .unexpectedCharacter, message: "\(finding), found \(shownCharacter(at: position))",
      at: position)
  }
}
