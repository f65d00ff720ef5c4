// The error for input that is another kind of file, detected by its signature or by the root
// element of its markup.

extension PlistError {
  /// Returns the error for input that could not be read. If the first bytes show that the input is
  /// another kind of file, the error reports that. Otherwise it is the original error, with
  /// suggested encodings for text that is not UTF-8.
  static func naming(_ source: SourceBytes, after error: PlistError) -> PlistError {
    guard error.code != .byteLimit, error.code != .objectLimit else { return error }
    return otherFile(source) ?? error.namingEncodings(of: source.view)
  }

  private static func otherFile(_ source: SourceBytes) -> PlistError? {
    let markup = Markup(source)
    if let signature = FileSignature.found(in: source.view, root: markup?.root) {
      var position = SourcePosition(offset: 0)
      if case .root = signature.mark, let markup { position = markup.position }
      return other(signature.name, advice: signature.advice, position: position)
    }
    guard let markup, markup.isXML,
      !XMLElement.allCases.contains(where: { "\($0.name)" == markup.root })
    else { return nil }
    let shown = quoted("<\(markup.root)>")
    return other(
      "an XML document with the root \(shown)", advice: "`xmllint --format FILE` shows it",
      position: markup.position)
  }

  private static func other(_ name: String, advice: String, position: SourcePosition) -> PlistError
  {
    PlistError(
      .otherFormat, message: "this is \(name), not a property list", suggestion: advice,
      position: position)
  }
}

// MARK: - DER

extension ByteView {
  /// The type of a message (PKCS #7), which is a sequence that begins with the identifier of its
  /// contents.
  var messageType: UInt8? {
    guard let inside = insideOfSequence, hasIdentifier(DER.pkcs7, at: inside) else { return nil }
    return byte(orZeroAt: inside + 2 + DER.pkcs7.count)
  }

  /// Whether a signed message lacks the content that it signs: the sequence of its contents
  /// contains only their type. Checks only the first 512 bytes.
  var isDetachedMessage: Bool {
    let type = [DER.identifier, UInt8(DER.pkcs7.count + 1)] + DER.pkcs7
    let alone = [DER.sequence, UInt8(type.count + 1)] + type
    return (0..<min(count, 512)).contains { offset in
      alone.indices.allSatisfy { byte(orZeroAt: offset + $0) == alone[$0] }
    }
  }

  /// Whether this is a certificate or key: a sequence of more than 127 bytes that begins with
  /// another sequence, or a sequence that begins with its version.
  var isCertificate: Bool {
    guard let inside = insideOfSequence else { return false }
    switch byte(orZeroAt: inside) {
    case DER.sequence: return byte(orZeroAt: 1) > 0x80
    case DER.integer:
      return byte(orZeroAt: inside + 1) == 1 && byte(orZeroAt: inside + 2) <= 3
        && [DER.sequence, DER.integer, DER.octets].contains(byte(orZeroAt: inside + 3))
    default: return false
    }
  }

  private var insideOfSequence: Int? {
    byte(orZeroAt: 0) == DER.sequence ? endOfLength(at: 1) : nil
  }

  /// Returns the offset after the length of a DER value; nil if there is none.
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

/// Byte values of the distinguished encoding rules (X.690).
private enum DER {
  static let integer: UInt8 = 0x02
  static let octets: UInt8 = 0x04
  static let sequence: UInt8 = 0x30
  static let identifier: UInt8 = 0x06
  /// 1.2.840.113549.1.7, the prefix of the PKCS #7 types. The last number follows.
  static let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
}

// MARK: - Markup

/// Input that begins like HTML or XML.
private struct Markup {
  /// The name of the root element, or `html` for an HTML document type.
  let root: String
  let position: SourcePosition
  /// Whether the input is XML. Data in OpenStep text can look like a tag.
  let isXML: Bool

  init?(_ source: SourceBytes) {
    // In text of an unknown encoding, the tags are still ASCII.
    let (text, origin) = (try? TextOrigin.utf8Text(of: source, nil)) ?? (source, TextOrigin())
    guard let (offset, name) = text.view.rootElement(from: origin.textStart) else { return nil }
    root = name
    position = origin.location(of: offset, in: text.view).position
    isXML = text.view.beginsXML(at: text.view.skipSpace(from: origin.textStart))
  }
}

extension ByteView {
  /// Returns the name of the root element, or `html` for an HTML document type, and its offset.
  /// Checks only the first 64 KB.
  fileprivate func rootElement(from start: Int) -> (offset: Int, name: String)? {
    let limit = min(count, 1 << 16)
    var position = start
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
