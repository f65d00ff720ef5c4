// The errors of the OpenStep reader: sentences, and what is forgiven.

extension OpenStepReader {
  /// Throws where Apple's parser would, or notes that something was read all the same.
  mutating func acceptLeniently(
    _ code: PlistError.Code, message: String, at offset: Int
  ) throws(PlistError) {
    if isStrict { throw table.failure(code, message: message, at: offset) }
    table.warn(.lenientForm, message: message, at: offset)
  }

  /// Whether a line begins here with the mark of a merge conflict.
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
      return table.failure(
        .unexpectedCharacter, message: "a conflict of a merge was left unresolved here", at: offset)
    }
    if offset >= view.count { return unexpectedEnd() }
    let shown = table.shownCharacter(at: offset)
    if table.nodes.count == 0 {
      return table.failure(
        .unknownFormat,
        message: "this is no property list that can be read: it begins with \(shown)",
        at: offset)
    }
    let isKey = table.top?.kind == .dictionary && table.waiting & 1 == 0
    return table.failure(
      .unexpectedCharacter, message: "expected a \(isKey ? "key" : "value"), found \(shown)",
      at: offset)
  }

  /// What should stand where the reader is, as a part of a sentence: `, or ) after the element`.
  func expected(_ what: String) -> PlistError {
    if position >= view.count { return unexpectedEnd() }
    if isMergeMarker(at: position) { return expectedValue(at: position) }
    return table.failure(
      .unexpectedCharacter,
      message: "expected \(what), found \(table.shownCharacter(at: position))",
      at: position)
  }

  func strayBrace() -> PlistError {
    table.failure(.unexpectedCharacter, message: "} closes nothing: no { was opened", at: position)
  }

  func unclosedQuote(_ quote: UInt8, start: Int) -> PlistError {
    let shown = quote == UInt8(ascii: "'") ? "'" : "\""
    return table.failure(
      .unexpectedEnd,
      message: "the input ends before \(shown) closes the string of line \(table.line(of: start))",
      at: view.count)
  }

  func unclosedData(_ start: Int) -> PlistError {
    table.failure(
      .unexpectedEnd,
      message: "the input ends before > closes the data of line \(table.line(of: start))",
      at: view.count)
  }

  func unexpectedEnd() -> PlistError {
    guard let top = table.top else {
      return table.failure(.unexpectedEnd, message: "the input ends before a value", at: view.count)
    }
    if isStringsFile, table.depth == 1 {
      return table.failure(
        .unexpectedEnd, message: "the input ends before the pair is complete", at: view.count)
    }
    let (opened, closing) = top.kind == .dictionary ? ("{", "}") : ("(", ")")
    return table.failure(
      .unexpectedEnd,
      message: "the input ends before \(closing) closes the \(opened) of line "
        + "\(table.line(of: top.opening))", at: view.count)
  }
}
