// Characters of a document's strings that not every format holds: control characters and unpaired
// surrogates.

extension DocumentStorage {
  /// Whether a string holds a control character other than tab, line feed and carriage return.
  func hasControl(_ node: Node) -> Bool {
    if node.isPlainText {
      return view.hasControl(from: node.start, before: node.start + node.count)
    }
    return node.text(in: view).utf8.contains(where: \.isControlOfNoXML)
  }

  /// Whether a string holds a surrogate that is not one of a pair.
  func hasLoneSurrogate(_ node: Node) -> Bool {
    !node.isPlainText && node.unpairedUnits(in: view) != nil
  }

  /// The first control character of a string that XML documents cannot hold, as `U+001B`.
  func controlName(in node: Node) -> String {
    let text = node.text(in: view)
    let byte = text.utf8.first(where: \.isControlOfNoXML) ?? 0
    let digits = String(byte, radix: 16, uppercase: true)
    return "U+00" + (byte < 16 ? "0" : "") + digits
  }
}

extension ByteView {
  fileprivate func hasControl(from start: Int, before end: Int) -> Bool {
    var position = start
    while true {
      position = firstToEscape(from: position, before: end)
      if position >= end { return false }
      if self[position].isControlOfNoXML { return true }
      position += 1
    }
  }
}

extension UInt8 {
  /// Whether this is a control character that an XML document cannot hold.
  fileprivate var isControlOfNoXML: Bool {
    self < 0x20 && self != UInt8(ascii: "\t") && self != UInt8(ascii: "\n")
      && self != UInt8(ascii: "\r")
  }
}
