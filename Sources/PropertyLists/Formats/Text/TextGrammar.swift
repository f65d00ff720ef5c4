// Which grammar a text follows, told by how it begins. XML and JSON have the marks of their own;
// every other text is OpenStep's, the errors of which name what stands there.

/// A grammar of texts.
enum TextGrammar {
  case xml, openStep, json

  /// The grammar of a text that begins at a byte.
  static func detect(
    _ view: ByteView, from start: Int, _ looseText: PlistReadingOptions.LooseText = .openStep
  ) -> TextGrammar {
    let grammar = detect(view, at: view.skipSpace(from: start))
    return grammar == .openStep && looseText == .json ? .json : grammar
  }

  private static func detect(_ view: ByteView, at first: Int) -> TextGrammar {
    switch view.byte(orZeroAt: first) {
    case UInt8(ascii: "<"): return view.beginsXML(at: first) ? .xml : .openStep
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return view.beginsJSONObject(at: first) ? .json : .openStep
    default: return .openStep
    }
  }
}

extension ByteView {
  /// Whether what begins with `<` is markup: data of OpenStep and GNUstep is not.
  fileprivate func beginsXML(at start: Int) -> Bool {
    let next = byte(orZeroAt: start + 1)
    // Values of GNUstep, empty data, and the mark of a merge conflict.
    if [UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: ">"), UInt8(ascii: "<")].contains(next) {
      return false
    }
    let end = skipSpace(from: start + 1)
    guard byte(orZeroAt: end).hexadecimalValue != nil else { return end == start + 1 }
    return XMLElement.allCases.contains { beginsTag($0.name, at: start + 1) }
  }

  private func beginsTag(_ name: StaticString, at start: Int) -> Bool {
    guard matches(name, at: start) else { return false }
    let next = byte(orZeroAt: start + name.utf8CodeUnitCount)
    return next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next.isXMLSpace
  }

  /// Whether `{` is followed by `}`, or by a string in quotes and a colon.
  fileprivate func beginsJSONObject(at start: Int) -> Bool {
    let first = skipSpace(from: start + 1)
    if byte(orZeroAt: first) == UInt8(ascii: "}") { return true }
    guard byte(orZeroAt: first) == UInt8(ascii: "\"") else { return false }
    let colon = skipSpace(from: endOfQuotedText(from: first))
    return byte(orZeroAt: colon) == UInt8(ascii: ":")
  }
}
