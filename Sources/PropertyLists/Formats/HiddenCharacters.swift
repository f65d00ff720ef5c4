// Characters in a document's strings that some formats cannot represent: control characters and
// unpaired surrogates.

extension DocumentStorage {
  /// Returns whether a string contains a control character other than tab, line feed and carriage
  /// return.
  func hasControl(_ node: Node) -> Bool {
    if node.isPlainText {
      return view.hasControl(from: node.start, before: node.start + node.count)
    }
    return node.text(in: source).utf8.contains(where: \.isControlInvalidInXML)
  }

  /// Returns whether a string contains an unpaired surrogate.
  func hasLoneSurrogate(_ node: Node) -> Bool {
    !node.isPlainText && node.unpairedUnits(in: source) != nil
  }

  /// Returns the name, such as `U+001B`, of the first control character in a string that XML
  /// documents cannot contain.
  func controlName(in node: Node) -> String {
    let text = node.text(in: source)
    return (text.utf8.first(where: \.isControlInvalidInXML) ?? 0).nameAsCharacter
  }
}

extension ByteView {
  fileprivate func hasControl(from start: Int, before end: Int) -> Bool {
    firstControl(from: start, before: end) != nil
  }

  /// Returns the offset of the first control character that XML documents cannot contain.
  ///
  /// - Parameter end: The offset at which the search ends; nil for the end of the view.
  func firstControl(from start: Int, before end: Int? = nil) -> Int? {
    let end = end ?? count
    var position = start
    while true {
      position = firstToEscape(from: position, before: end)
      if position >= end { return nil }
      if self[position].isControlInvalidInXML { return position }
      position += 1
    }
  }
}

extension UInt8 {
  /// The name of the character with this code, such as `U+001B`.
  var nameAsCharacter: String {
    "U+00" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }

  /// Whether this is a control character that an XML document cannot contain.
  fileprivate var isControlInvalidInXML: Bool {
    self < 0x20 && self != UInt8(ascii: "\t") && self != UInt8(ascii: "\n")
      && self != UInt8(ascii: "\r")
  }
}
