// The error for input that is a file of another kind: by its signature, by the type of a signed
// message, or by the root element of its markup.

extension PlistError {
  /// What is wrong with input that could not be read: that it is something else, where its first
  /// bytes say so, or else the error itself, with the encodings that would fit text that is not
  /// UTF-8.
  static func naming(_ source: SourceBytes, after error: PlistError) -> PlistError {
    guard error.code != .byteLimit, error.code != .objectLimit else { return error }
    return otherFile(source.view) ?? error.namingEncodings(of: source.view)
  }

  private static func otherFile(_ view: ByteView) -> PlistError? {
    if let signature = FileSignature.found(in: view) {
      return other(signature.name, signature.advice, SourcePosition(offset: 0))
    }
    if let message = view.signedMessage {
      return other(message.name, message.advice, SourcePosition(offset: 0))
    }
    return view.otherMarkup.map { markup in
      let place = TextOrigin().place(of: markup.offset, in: view)
      return other(markup.name, markup.advice, place.position)
    }
  }

  private static func other(
    _ name: String, _ advice: String, _ position: SourcePosition
  ) -> PlistError {
    PlistError(
      .otherFormat, "this is \(name), not a property list", suggestion: advice, position: position)
  }
}

// MARK: - DER

extension ByteView {
  /// A message or certificate in DER: a sequence that begins with the identifier of its contents.
  fileprivate var signedMessage: (name: String, advice: String)? {
    guard byte(orZeroAt: 0) == DER.sequence, let inside = endOfLength(at: 1) else { return nil }
    if hasIdentifier(DER.pkcs7, at: inside) {
      switch byte(orZeroAt: inside + 2 + DER.pkcs7.count) {
      case 2:
        return (
          "a signed message (CMS), as profiles are delivered",
          "`openssl smime -verify -noverify -inform der -in FILE | plist print -` goes on"
        )
      case 3:
        return (
          "an encrypted message (CMS)",
          "`openssl cms -decrypt -inform der -in FILE -inkey KEY | plist print -` goes on"
        )
      default: return ("a message (CMS)", "`openssl asn1parse -inform der -in FILE` shows it")
      }
    }
    guard byte(orZeroAt: inside) == DER.sequence, byte(orZeroAt: 1) > 0x80 else { return nil }
    return (
      "a certificate or key in DER form", "`openssl asn1parse -inform der -in FILE` shows it"
    )
  }

  /// The byte after the length of a DER value; nil where there is none.
  private func endOfLength(at offset: Int) -> Int? {
    let first = byte(orZeroAt: offset)
    if first < 0x80 { return first > 0 ? offset + 1 : nil }
    return first <= 0x84 ? offset + 1 + Int(first & 0x7F) : nil
  }

  private func hasIdentifier(_ identifier: [UInt8], at offset: Int) -> Bool {
    guard byte(orZeroAt: offset) == DER.identifier,
      Int(byte(orZeroAt: offset + 1)) == identifier.count + 1
    else { return false }
    return identifier.indices.allSatisfy { byte(orZeroAt: offset + 2 + $0) == identifier[$0] }
  }
}

/// Bytes of the distinguished encoding rules (X.690).
private enum DER {
  static let sequence: UInt8 = 0x30
  static let identifier: UInt8 = 0x06
  /// 1.2.840.113549.1.7, the types of PKCS #7; the last number follows.
  static let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
}

// MARK: - Markup

extension ByteView {
  /// HTML or XML whose root is no element of property lists.
  fileprivate var otherMarkup: (name: String, advice: String, offset: Int)? {
    guard let (offset, name) = rootElement() else { return nil }
    let lowered = name.lowercased()
    if ["html", "head", "body"].contains(lowered) {
      return ("a web page (HTML)", "check where it was downloaded from", offset)
    }
    // Data of OpenStep texts may look like a tag.
    if TextGrammar.detect(self, from: matches("\u{FEFF}", at: 0) ? 3 : 0) != .xml { return nil }
    if XMLElement.allCases.contains(where: { "\($0.name)" == name }) { return nil }
    let shown = PlistError.quoted("<\(name)>")
    return ("an XML document with the root \(shown)", "`xmllint --format FILE` shows it", offset)
  }

  /// The name of the root element, or of the document type where it is HTML's, and its offset.
  /// Looks at the first 64 KB only.
  private func rootElement() -> (offset: Int, name: String)? {
    let limit = min(count, 1 << 16)
    var position = matches("\u{FEFF}", at: 0) ? 3 : 0
    while position < limit {
      position = skipSpace(from: position)
      guard byte(orZeroAt: position) == UInt8(ascii: "<") else { return nil }
      let next = byte(orZeroAt: position + 1)
      if matches("<!--", at: position) {
        guard let end = firstRange(of: "-->", from: position + 4) else { return nil }
        position = end.upperBound
      } else if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        if isHTMLType(at: position) { return (position, "html") }
        position = firstIndex(of: UInt8(ascii: ">"), from: position) + 1
      } else {
        let length = nameLength(at: position + 1)
        guard isNameStart(next) else { return nil }
        return (position, string(at: position + 1, count: length))
      }
    }
    return nil
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private func isHTMLType(at start: Int) -> Bool {
    let text = string(at: start, count: min(14, count - start)).lowercased()
    return text == "<!doctype html"
  }
}
