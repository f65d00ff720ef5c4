// The errors of the OpenStep reader, and its lenient acceptance of deviations.

extension OpenStepReader {
  /// Throws if reading is strict; otherwise warns about a form that was accepted leniently.
  mutating func acceptLeniently(_ code: PlistError.Code, message: String, at offset: Int)
    throws(PlistError)
  {
    if isStrict { throw failure(code, message: message, at: offset) }
    memory.forget()
    table.warn(.lenientForm, message: message, at: offset)
  }

  /// Returns whether a line begins here with a merge conflict marker.
  func isMergeMarker(at offset: Int) -> Bool {
    let isAtLineStart =
      offset == table.origin.textStart || view[offset - 1] == UInt8(ascii: "\n")
      || view[offset - 1] == UInt8(ascii: "\r")
    return isAtLineStart
      && (view.matches("<<<<<<<", at: offset) || view.matches("=======", at: offset)
        || view.matches(">>>>>>>", at: offset) || view.matches("|||||||", at: offset))
  }

  func expectedValue(at offset: Int) -> PlistError {
    if isMergeMarker(at: offset) {
      return failure(.unexpectedCharacter, message: "unresolved merge conflict", at: offset)
    }
    if offset >= view.count { return unexpectedEnd() }
    let shown = shownCharacter(at: offset)
    if table.nodes.count == 0 {
      return failure(
        .unknownFormat,
        message: "expected a property list, found \(shown) at the beginning of the input",
        at: offset)
    }
    let isKey = table.top?.kind == .dictionary && table.pendingCount & 1 == 0
    return failure(
      .unexpectedCharacter, message: "expected a \(isKey ? "key" : "value"), found \(shown)",
      at: offset)
  }

  /// Returns the error for a missing token, described as part of a sentence, such as `, or ) after
  /// the element`.
  func expected(_ what: String) -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    if isMergeMarker(at: position) { return expectedValue(at: position) }
    return failure(
      .unexpectedCharacter,
      message: "expected \(what), found \(shownCharacter(at: position))", at: position)
  }

  func strayBrace() -> PlistError {
    failure(.unexpectedCharacter, message: "found } without an open {", at: position)
  }

  func unclosedQuote(_ quote: UInt8, start: Int) -> PlistError {
    let shown = quote == UInt8(ascii: "'") ? "'" : "\""
    return failure(
      .unexpectedEnd,
      message:
        "expected \(shown) to close the string on line \(line(of: start)), found the end of the input",
      at: view.count)
  }

  func unclosedData(_ start: Int) -> PlistError {
    failure(
      .unexpectedEnd,
      message:
        "expected > to close the data on line \(line(of: start)), found the end of the input",
      at: view.count)
  }

  func unexpectedEnd() -> PlistError {
    guard let top = table.top else {
      return failure(
        .unexpectedEnd, message: "expected a value, found the end of the input", at: view.count)
    }
    if isStringsFile, table.depth == 1 {
      return failure(
        .unexpectedEnd, message: "the input ends inside a key-value pair", at: view.count)
    }
    let (opened, closing) = top.kind == .dictionary ? ("{", "}") : ("(", ")")
    return failure(
      .unexpectedEnd,
      message: "expected \(closing) to close the \(opened) on line "
        + "\(line(of: top.opening)), found the end of the input", at: view.count)
  }
}
