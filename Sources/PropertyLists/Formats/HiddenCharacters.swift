// Characters of a document's strings that not every format holds: control characters and unpaired
// surrogates.

extension DocumentStorage {
  /// Whether a string holds a control character other than tab, line feed and carriage return.
  func hasControl(_ node: Node) -> Bool {
    if node.isPlainText {
      return view.hasControl(from: node.start, before: node.start + node.count)
    }
    return node.text(in: source).utf8.contains(where: \.isControlOfNoXML)
  }

  /// Whether a string holds a surrogate that is not one of a pair.
  func hasLoneSurrogate(_ node: Node) -> Bool {
    !node.isPlainText && node.unpairedUnits(in: source) != nil
  }

  /// The first control character of a string that XML documents cannot hold, as `U+001B`.
  func controlName(in node: Node) -> String {
    let text = node.text(in: source)
    return (text.utf8.first(where: \.isControlOfNoXML) ?? 0).nameAsCharacter
  }
}

extension ByteView {
  fileprivate func hasControl(from start: Int, before end: Int) -> Bool {
    firstControl(from: start, before: end) != nil
  }

  /// The offset of the first control character that XML documents cannot hold.
  ///
  /// - Parameter end: Where to stop; nil for the end.
  func firstControl(from start: Int, before end: Int? = nil) -> Int? {
    let end = end ?? count
    var position = start
    while true {
      position = firstToEscape(from: position, before: end)
      if position >= end { return nil }
      if self[position].isControlOfNoXML { return position }
      position += 1
    }
  }
}

extension UInt8 {
  /// The name of the character with this number, as `U+001B`.
  var nameAsCharacter: String {
    "U+00" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }

  /// Whether this is a control character that an XML document cannot hold.
  fileprivate var isControlOfNoXML: Bool {
    self < 0x20 && self != UInt8(ascii: "\t") && self != UInt8(ascii: "\n")
      && self != UInt8(ascii: "\r")
  }
}
